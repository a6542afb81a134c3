package gotest

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const goMod = "module example.com/payments-api\n\ngo 1.24\n"

// payments has one package for each way to end.
var payments = map[string]string{
	"go.mod": goMod,
	"payments_test.go": `package payments

import (
	"os"
	"testing"
)

func TestPass(t *testing.T) {
	if os.Getenv("DEPLOY_TOKEN") != "" {
		t.Error("sees the agent's secrets")
	}
	if err := os.WriteFile(os.TempDir()+"/left-behind", nil, 0o600); err != nil {
		t.Error(err)
	}
}
func TestFail(t *testing.T) { t.Error("wrong sum") }
func TestSkip(t *testing.T) { t.Skip("needs a database") }
func TestTable(t *testing.T) {
	t.Run("pass", func(t *testing.T) {})
	t.Run("a/b", func(t *testing.T) { t.Fatal("wrong currency") })
	t.Run("skip", func(t *testing.T) { t.SkipNow() })
}
`,
	"ledger/ledger.go":      "package ledger\n\nfunc Sum(a, b int) int { return a + b }\n",
	"ledger/ledger_test.go": "package ledger\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {\n\tif Sum(1, 2) != 3 {\n\t\tt.Fail()\n\t}\n}\n",
	"broken/broken.go":      "package broken\n\nfunc Broken() int { return \"no\" }\n",
	"broken/broken_test.go": "package broken\n\nimport \"testing\"\n\nfunc TestBroken(t *testing.T) {}\n",
	"exit/exit_test.go":     "package exit\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestBefore(t *testing.T) {}\nfunc TestExit(t *testing.T) { println(\"bye\"); os.Exit(3) }\nfunc TestAfter(t *testing.T) {}\n",
	"panics/panic_test.go":  "package panics\n\nimport \"testing\"\n\nfunc TestPanic(t *testing.T) {\n\tt.Run(\"sub\", func(t *testing.T) { panic(\"out of money\") })\n}\n",
	"plain/plain.go":        "package plain\n",
}

func TestTestCounts(t *testing.T) {
	watchTemp(t)
	t.Setenv("DEPLOY_TOKEN", "s3cret")
	r := newRepository(t)
	w := checkout(t, r, r.commit(payments))

	var finished []string
	summary, err := w.Test(t.Context(), Options{Observe: func(event Event) {
		if event.Result != nil {
			finished = append(finished, event.Result.String())
		}
	}})
	if err != nil {
		t.Fatal(err)
	}

	want := []string{
		"example.com/payments-api: 2 passed, 2 failed, 2 skipped",
		"example.com/payments-api/broken: 1 failed",
		"example.com/payments-api/exit: 1 passed, 1 failed",
		"example.com/payments-api/ledger: 1 passed",
		"example.com/payments-api/panics: 1 failed",
		"example.com/payments-api/plain: no tests",
	}
	var got []string
	for _, p := range summary.Packages {
		got = append(got, p.String())
		if p.Empty() != strings.HasSuffix(p.String(), "no tests") {
			t.Errorf("%v: empty is %t", p, p.Empty())
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got packages\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if slices.Sort(finished); !slices.Equal(finished, slices.Sorted(slices.Values(want))) {
		t.Errorf("observed\n%s\nwant\n%s", strings.Join(finished, "\n"), strings.Join(want, "\n"))
	}
	if summary.Passed != 4 || summary.Failed != 5 || summary.Skipped != 2 || summary.Elapsed <= 0 {
		t.Errorf("got %d passed, %d failed, %d skipped in %v s, want 4, 5, 2", summary.Passed, summary.Failed, summary.Skipped, summary.Elapsed)
	}

	packages := map[string]Package{}
	for _, p := range summary.Packages {
		packages[p.Package] = p
	}
	outputs := map[string]string{ // what must be in the outputs of a package
		"example.com/payments-api":        "TestFail: payments_test.go:16: wrong sum\nTestTable/a/b: payments_test.go:20: wrong currency\n",
		"example.com/payments-api/broken": "broken/broken.go:3:28: cannot use",
		"example.com/payments-api/exit":   "TestExit: bye\n",
		"example.com/payments-api/panics": "TestPanic: panic: out of money",
	}
	for name, want := range outputs {
		if got := outputsOf(packages[name]); !strings.Contains(got, want) {
			t.Errorf("outputs of %s:\n%s\nwant in it\n%s", name, got, want)
		}
	}
	text, err := json.Marshal(summary)
	if err != nil || strings.Contains(string(text), w.Dir) {
		t.Errorf("summary shows where the workspace is (%v):\n%s", err, text)
	}
}

func outputsOf(p Package) string {
	var text strings.Builder
	text.WriteString(p.Output)
	for _, f := range p.Failures {
		text.WriteString(f.Test + ": " + f.Output + "\n")
	}
	return text.String()
}

func TestTestPackages(t *testing.T) {
	watchTemp(t)
	r := newRepository(t)
	w := checkout(t, r, r.commit(payments))

	summary, err := w.Test(t.Context(), Options{Packages: []string{"./ledger", "./plain"}})
	if err != nil || len(summary.Packages) != 2 || summary.Passed != 1 || summary.Failed != 0 {
		t.Errorf("got %+v, %v, want two packages with one test", summary, err)
	}
	summary, err = w.Test(t.Context(), Options{Packages: []string{"./missing"}})
	if err != nil || summary.Failed != 1 || !strings.Contains(summary.Packages[0].Output, "directory not found") {
		t.Errorf("got %+v, %v, want a failed package", summary, err)
	}
	if _, err = w.Test(t.Context(), Options{Packages: []string{"-exec=false"}}); !errors.Is(err, ErrModule) {
		t.Errorf("got %v for an option, want ErrModule", err)
	}
}

func TestTestTimeout(t *testing.T) {
	watchTemp(t)
	r := newRepository(t)
	w := checkout(t, r, r.commit(map[string]string{
		"go.mod":       goMod,
		"slow_test.go": "package slow\n\nimport \"testing\"\n\nfunc TestSlow(t *testing.T) {\n\tt.Run(\"very\", func(t *testing.T) { select {} })\n}\n",
	}))
	summary, err := w.Test(t.Context(), Options{Timeout: 50 * time.Millisecond})
	if err != nil || summary.Failed != 1 {
		t.Fatalf("got %+v, %v, want one failed test", summary, err)
	}
	failure := summary.Packages[0].Failures[0]
	if failure.Test != "TestSlow/very" || !strings.Contains(failure.Output, "test timed out after 50ms") {
		t.Errorf("got %+v, want the timeout of TestSlow/very", failure)
	}
}

func TestTestWithoutAnythingToTest(t *testing.T) {
	watchTemp(t)
	tests := []struct {
		name  string
		files map[string]string
		want  error
		text  string
	}{
		{"no module", map[string]string{"a_test.go": "package a\n"}, ErrModule, "there is no go.mod at the root"},
		{"malformed go.mod", map[string]string{"go.mod": "modul example.com/a\n"}, ErrModule, "go.mod:1: unknown directive: modul"},
		{"no packages", map[string]string{"go.mod": goMod}, nil, ""},
		{"no tests", map[string]string{"go.mod": goMod, "a.go": "package a\n"}, nil, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := newRepository(t)
			w := checkout(t, r, r.commit(test.files))
			summary, err := w.Test(t.Context(), Options{})
			if !errors.Is(err, test.want) || err != nil && !strings.Contains(err.Error(), test.text) {
				t.Errorf("got %v, want %v: %s", err, test.want, test.text)
			}
			if err == nil && (summary.Packages == nil || summary.Passed+summary.Failed+summary.Skipped != 0) {
				t.Errorf("got %+v, want no tests", summary)
			}
		})
	}
}

func TestTestWithoutGo(t *testing.T) {
	watchTemp(t)
	r := newRepository(t)
	w := checkout(t, r, r.commit(map[string]string{"go.mod": goMod}))
	t.Setenv("PATH", t.TempDir())
	_, err := w.Test(t.Context(), Options{})
	if err == nil || errors.Is(err, ErrModule) {
		t.Errorf("got %v, want an error that is not the caller's", err)
	}
}

func TestEnvironment(t *testing.T) {
	t.Setenv("A_SECRET", "x")
	t.Setenv("GIT_DIR", "/elsewhere")
	t.Setenv("SSH_AUTH_SOCK", "/run/agent")
	t.Setenv("https_proxy", "http://proxy.example.com")
	t.Setenv("TMPDIR", t.TempDir())
	w := &Workspace{temp: filepath.Join(os.TempDir(), "x")}

	last := func(env []string, name string) string {
		value := "unset"
		for _, variable := range env {
			if rest, ok := strings.CutPrefix(variable, name+"="); ok {
				value = rest
			}
		}
		return value
	}
	forGo, forGit := w.environment(passesToGo), w.environment(passesToGit)
	for _, test := range []struct{ name, inGo, inGit string }{
		{"A_SECRET", "unset", "unset"},
		{"GIT_DIR", "unset", "unset"},
		{"SSH_AUTH_SOCK", "unset", "/run/agent"},
		{"https_proxy", "http://proxy.example.com", "http://proxy.example.com"},
		{"PATH", os.Getenv("PATH"), os.Getenv("PATH")},
		{"TMPDIR", w.temp, w.temp},
		{"GIT_TERMINAL_PROMPT", "0", "0"},
	} {
		if inGo, inGit := last(forGo, test.name), last(forGit, test.name); inGo != test.inGo || inGit != test.inGit {
			t.Errorf("%s: got %q for go and %q for git, want %q and %q", test.name, inGo, inGit, test.inGo, test.inGit)
		}
	}
}
