package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestParseGitSpec(t *testing.T) {
	for _, tc := range []struct{ in, url, ref, path, fault string }{
		{"https://example.com/a.git#v1.0.1:spec/a2a.proto", "https://example.com/a.git", "v1.0.1", "spec/a2a.proto", ""},
		{"https://example.com/a.git", "https://example.com/a.git", "HEAD", "specification/a2a.proto", ""},
		{"git@example.com:a.git#main", "git@example.com:a.git", "main", "specification/a2a.proto", ""},
		{"../a#:a2a.proto", "../a", "HEAD", "a2a.proto", ""},
		{"/a#b#9f3c2e1:a2a.proto", "/a#b", "9f3c2e1", "a2a.proto", ""},
		{"#main:a2a.proto", "", "", "", "no address"},
		{"--upload-pack=touch x#main:a", "", "", "", "no address"},
		{"https://example.com/a#--upload-pack=touch:a", "", "", "", "no name of a branch"},
		{"https://example.com/a#a..b:a", "", "", "", "no name of a branch"},
		{"https://example.com/a#a b:a", "", "", "", "no name of a branch"},
		{"https://example.com/a#a\n:a", "", "", "", "no name of a branch"},
		{"https://example.com/a#^main:a", "", "", "", "no name of a branch"},
		{"https://example.com/a#main:../a", "", "", "", "no path"},
		{"https://example.com/a#main:/a", "", "", "", "no path"},
		{"https://example.com/a#main:", "", "", "", "no path"},
	} {
		got, err := parseGitSpec(tc.in)
		if tc.fault != "" {
			if err == nil || !strings.Contains(err.Error(), tc.fault) {
				t.Errorf("%q: %v, %v, want %q", tc.in, got, err, tc.fault)
			}
			continue
		}
		if err != nil || got.url != tc.url || got.ref != tc.ref || got.paths[0] != tc.path {
			t.Errorf("%q: %+v, %v", tc.in, got, err)
		}
	}
}

func TestShown(t *testing.T) {
	for in, want := range map[string]string{
		"https://user:secret@example.com/a.git": "https://example.com/a.git",
		"https://token@example.com/a.git":       "https://example.com/a.git",
		"ssh://git:secret@example.com/a.git":    "ssh://git@example.com/a.git",
		"git@example.com:a.git":                 "git@example.com:a.git",
		"../a":                                  "../a",
	} {
		if got := (&gitSpec{url: in}).shown(); got != want {
			t.Errorf("%s is shown as %s, want %s", in, got, want)
		}
	}
}

// repository makes a repository with a2a.proto in two commits, of which the
// first has the tag one.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull,
			"GIT_AUTHOR_NAME=planner", "GIT_AUTHOR_EMAIL=planner@example.com", "GIT_COMMITTER_NAME=planner", "GIT_COMMITTER_EMAIL=planner@example.com")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "--quiet", "--initial-branch=main")
	if err := os.MkdirAll(filepath.Join(dir, "specification"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"one", "two"} {
		if err := os.WriteFile(filepath.Join(dir, "specification", "a2a.proto"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		git("add", ".")
		git("commit", "--quiet", "-m", text)
		git("tag", "-a", "-m", text, text)
	}
	return dir
}

func TestFetch(t *testing.T) {
	dir := repository(t)
	t.Setenv("GIT_DIR", "/nowhere") // as in a hook
	for _, tc := range []struct{ in, text, fault string }{
		{"git+" + dir + "#one:specification/a2a.proto", "one", ""},
		{"git+file://" + dir + "#main", "two", ""},
		{"git+" + dir, "two", ""},
		{"git+" + dir + "#one:a2a.proto", "", "has no file a2a.proto"},
		{"git+" + dir + "#three", "", "three"},
		{"git+" + dir + "/none", "", "fetch HEAD from"},
		{"git+ext::sh -c true", "", "not allowed"},
	} {
		got, err := readSpec(t.Context(), tc.in)
		if tc.fault != "" {
			if err == nil || !strings.Contains(err.Error(), tc.fault) {
				t.Errorf("%s: %v, want %q", tc.in, err, tc.fault)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", tc.in, err)
			continue
		}
		if string(got.text) != tc.text || len(got.revision) != 40 || !strings.HasSuffix(got.origin, ":specification/a2a.proto") {
			t.Errorf("%s: %+v", tc.in, got)
		}
	}
}

func TestFetchWithoutGit(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := readSpec(t.Context(), "git+https://example.com/a.git"); err == nil || !strings.Contains(err.Error(), "install git") {
		t.Errorf("error = %v", err)
	}
}
