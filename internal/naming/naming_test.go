package naming_test

import (
	"errors"
	"go/build"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/mod/module"

	"github.com/a2a-gen/a2a-gen/internal/naming"
)

func TestSkill(t *testing.T) {
	tests := []struct{ id, goName, file string }{
		{"run-tests", "RunTests", "run_tests"},
		{"get_user", "GetUser", "get_user"},
		{"getUser", "GetUser", "get_user"},
		{"GETUSER", "Getuser", "getuser"},
		{"a.b c", "ABC", "a_b_c"},
		{"x/y", "XY", "x_y"},
		{"../../etc/passwd", "EtcPasswd", "etc_passwd"},
		{"search-n8n-docs", "SearchN8nDocs", "search_n8n_docs"},

		// Acronyms are words like others.
		{"get-user-id", "GetUserId", "get_user_id"},
		{"parse-url", "ParseUrl", "parse_url"},
		{"parseURL", "ParseUrl", "parse_url"},
		{"HTTPServer", "HttpServer", "http_server"},
		{"oauth2-api", "Oauth2Api", "oauth2_api"},

		// Digits first.
		{"2fa", "N2fa", "n2fa"},
		{"skill2fa", "Skill2fa", "skill2fa"},
		{"3GPPFoo", "N3GppFoo", "n3_gpp_foo"},
		{"404", "N404", "n404"},
		{"007 bot", "N007Bot", "n007_bot"},

		// Words with a meaning for the go command or the disk.
		{"wake-windows", "WakeWindows", "wake_windows_skill"},
		{"deploy-js", "DeployJs", "deploy_js_skill"},
		{"run-linux", "RunLinux", "run_linux_skill"},
		{"x-arm64", "XArm64", "x_arm64_skill"},
		{"linux-build", "LinuxBuild", "linux_build"},
		{"load-test", "LoadTest", "load_test_skill"},
		{"integration_test", "IntegrationTest", "integration_test_skill"},
		{"windows", "Windows", "windows_skill"},
		{"test", "Test", "test_skill"},
		{".hidden", "Hidden", "hidden"},
		{"_draft", "Draft", "draft"},
		{"con", "Con", "con_skill"},
		{"LPT1", "Lpt1", "lpt1_skill"},

		// Names of the project's own.
		{"agent", "AgentSkill", "agent_skill"},
		{"handler", "Handler", "handler_skill"},
		{"new", "New", "new"},
		{"main", "MainSkill", "main_skill"},
		{"route", "RouteSkill", "route"},
		{"card", "CardSkill", "card_skill"},

		// Beyond ASCII.
		{"café", "Cafe", "cafe"},
		{"cafe\u0301", "Cafe", "cafe"},
		{"ＡＢＣ", "Abc", "abc"},
		{"İstanbul", "Istanbul", "istanbul"},
		{"搜索", "Skill44ce7ae9", "skill_44ce7ae9"},
		{"🔥", "SkillEd8d8305", "skill_ed8d8305"},
		{"ß", "SkillCd3a7e92", "skill_cd3a7e92"},
	}
	for _, test := range tests {
		s, err := naming.NewTable().Skill(test.id, 1)
		if err != nil {
			t.Errorf("%q: %v", test.id, err)
			continue
		}
		if s.Go != test.goName || s.File != test.file {
			t.Errorf("%q: got %s, %s, want %s, %s", test.id, s.Go, s.File, test.goName, test.file)
		}
	}
}

func TestNoName(t *testing.T) {
	for _, id := range []string{"", "-", "--", "_", " ", "...", "\u200b", "\u0301", "–"} {
		_, err := naming.NewTable().Skill(id, 1)
		if fault, ok := errors.AsType[*naming.Fault](err); !ok || fault.Hint == "" {
			t.Errorf("%q: got %v, want a fault with a hint", id, err)
		}
		if slug, err := naming.Slug(id); err == nil {
			t.Errorf("%q: got the slug %q", id, slug)
		}
	}
}

func TestCollisions(t *testing.T) {
	tests := []struct {
		name   string
		ids    []string // one a line
		wanted string
	}{
		{"styles", []string{"get-user", "get_user"}, `gets the Go name GetUser, which skill "get-user" on line 1 has already; rename one of them`},
		{"camel", []string{"get-user", "getUser"}, `gets the Go name GetUser, which skill "get-user" on line 1 has already; rename one of them`},
		{"twice", []string{"x", "get-user", "get-user"}, `is there twice, first on line 2; remove or rename one of them`},
		{"accents", []string{"café", "cafe\u0301"}, `gets the Go name Cafe, which skill "café" on line 1 has already; rename one of them`},
		{"words of digits", []string{"a-1", "a1"}, `gets the Go name A1, which skill "a-1" on line 1 has already; rename one of them`},
		{"prefix", []string{"2fa", "n2fa"}, `gets the Go name N2fa, which skill "2fa" on line 1 has already; rename one of them`},
		{"file", []string{"windows", "windows-skill"}, `gets the file windows_skill.go, which skill "windows" on line 1 has already; rename one of them`},
		{"normal forms", []string{"検索", "検索"}, `is there twice, first on line 1; remove or rename one of them`},
		{"widths", []string{"ﾃｽﾄ", "テスト"}, `gets the Go name Skill8a535a3f, which skill "ﾃｽﾄ" on line 1 has already; rename one of them`},
		{"different", []string{"get-user", "getuser", "GET-USERS", "2fa", "skill2fa"}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			table := naming.NewTable()
			var got string
			for i, id := range test.ids {
				if _, err := table.Skill(id, i+1); err != nil {
					got = err.Error()
				}
			}
			if got != test.wanted {
				t.Errorf("got  %s\nwant %s", got, test.wanted)
			}
		})
	}
}

// TestIndependent holds the promise that names depend on their ids alone.
func TestIndependent(t *testing.T) {
	ids := []string{"run-tests", "2fa", "load-test", "windows", "搜索", "agent", "route", "get-user", "getuser"}
	names := func(order []string) map[string][3]string {
		table, m := naming.NewTable(), make(map[string][3]string)
		for i, id := range order {
			s, err := table.Skill(id, i+1)
			if err != nil {
				t.Fatal(err)
			}
			m[id] = [3]string{s.Go, s.File, s.Input}
		}
		return m
	}
	forward := names(ids)
	slices.Reverse(ids)
	for id, name := range names(ids) {
		if name != forward[id] {
			t.Errorf("%q: %v in one order, %v in the other", id, forward[id], name)
		}
	}
	for id, name := range names(ids[:3]) {
		if name != forward[id] {
			t.Errorf("%q: %v among all, %v among three", id, forward[id], name)
		}
	}
}

func TestArtifact(t *testing.T) {
	table := naming.NewTable()
	s, err := table.Skill("run-tests", 1)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name        string
		typed       bool
		method, typ string
		fault       string
	}{
		{"summary.json", true, "SummaryJson", "RunTestsSummaryJson", ""},
		{"log", false, "LogArtifact", "", ""},
		{"status", true, "StatusArtifact", "RunTestsStatus", ""},
		{"2024.csv", false, "N2024Csv", "", ""},
		{"報告", true, "Artifact64442e2b", "RunTestsArtifact64442e2b", ""},
		{"summary-json", false, "", "", `gets the Go name SummaryJson, which artifact "summary.json" on line 1 has already; rename one of them`},
		{"summary.json", false, "", "", `is there twice, first on line 1; remove or rename one of them`},
		{"log-artifact-writer", false, "", "", `gets the Go name LogArtifactWriter, which artifact "log" on line 2 has already; rename one of them`},
		{"data", true, "DataArtifact", "RunTestsData", ""},
		{"task-data", true, "TaskData", "RunTestsTaskData", ""},
		{"...", false, "", "", `has no letter or digit that a name can be made of; use letters, digits and dashes, such as run-tests`},
		{"build-task", true, "BuildTask", "RunTestsBuildTask", ""},
	}
	for i, test := range tests {
		method, typ, err := table.Artifact(s, test.name, i+1, test.typed)
		fault := ""
		if err != nil {
			fault = err.Error()
		}
		if method != test.method || typ != test.typ || fault != test.fault {
			t.Errorf("%q: got %q, %q, %q, want %q, %q, %q", test.name, method, typ, fault, test.method, test.typ, test.fault)
		}
	}
	if _, err := table.Skill("run-tests-build", 20); err == nil {
		t.Error("skill run-tests-build got a type that an artifact of run-tests has")
	}
	card, err := table.Skill("extended", 30)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := table.Artifact(card, "card", 31, true); err == nil {
		t.Error("an artifact got the type ExtendedCard")
	}
}

func TestField(t *testing.T) {
	fields := naming.NewStruct()
	for name, want := range map[string]string{
		"commit": "Commit", "$id": "Id", "@type": "Type", "user_id": "UserId", "0day": "N0day",
		"validate": "ValidateField", "名前": "Field7ec26292", "func": "Func",
	} {
		got, err := fields.Field(name, 1)
		if err != nil || got != want {
			t.Errorf("%q: got %q, %v, want %q", name, got, err, want)
		}
	}
	if _, err := fields.Field("userID", 9); err == nil {
		t.Error("userID and user_id got one field")
	}
}

func TestConsumed(t *testing.T) {
	table := naming.NewTable()
	goName, file, err := table.Consumed("test-runner", 1)
	if err != nil || goName != "TestRunner" || file != "test_runner" {
		t.Errorf("got %q, %q, %v", goName, file, err)
	}
	if _, _, err := table.Consumed("testRunner", 2); err == nil {
		t.Error("test-runner and testRunner got one name")
	}
}

func TestSlug(t *testing.T) {
	tests := []struct{ name, slug string }{
		{"test-runner", "test-runner"},
		{"Recipe Agent", "recipe-agent"},
		{"GitHub bot", "github-bot"},
		{"CI/CD", "ci-cd"},
		{"../../etc/passwd", "etc-passwd"},
		{`C:\agent`, "c-agent"},
		{"007 bot", "n007-bot"},
		{"日本語エージェント", "agent-dd22686a"},
		{"日本 bot", "bot"},
		{"Straße 7", "n7"},
		{"vendor", "vendor-agent"},
		{"NUL", "nul-agent"},
		{strings.Repeat("word ", 20), "word-word-word-word-word-word-word-word-word-word"},
		{strings.Repeat("x", 60), strings.Repeat("x", 50)},
	}
	for _, test := range tests {
		got, err := naming.Slug(test.name)
		if err != nil || got != test.slug {
			t.Errorf("%q: got %q, %v, want %q", test.name, got, err, test.slug)
		}
		if err := module.CheckPath("example.com/" + got); err != nil {
			t.Error(err)
		}
	}
}

// TestGoCommand asks package go/build whether it would take each file.
func TestGoCommand(t *testing.T) {
	systems := strings.Fields("aix android darwin dragonfly freebsd illumos ios js linux netbsd openbsd plan9 solaris wasip1 windows")
	processors := strings.Fields("386 amd64 arm arm64 loong64 mips mips64 ppc64le riscv64 s390x wasm")
	for _, word := range slices.Concat(systems, processors, []string{"test"}) {
		for _, id := range []string{word, "x-" + word, "linux-" + word} {
			s, err := naming.NewTable().Skill(id, 1)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{s.File + ".go", s.File + "_test.go"} {
				for _, system := range []string{"linux", "windows"} {
					if match, err := context(system).MatchFile("/", name); err != nil || !match {
						t.Errorf("%q: %s is not built on %s (%v)", id, name, system, err)
					}
				}
			}
			if strings.HasSuffix(s.File, "_test") {
				t.Errorf("%q: %s.go is a test", id, s.File)
			}
		}
	}
}

// context is a go command on some system that finds an empty package in every
// file.
func context(system string) *build.Context {
	c := build.Default
	c.GOOS, c.GOARCH = system, "amd64"
	c.ReadDir = func(string) ([]fs.FileInfo, error) { return nil, nil }
	c.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("package agent\n")), nil }
	return &c
}

// FuzzNames holds that whatever gets a name gets a good one.
func FuzzNames(f *testing.F) {
	for _, id := range []string{"run-tests", "type", "2fa", "", "搜索", "\xff", "a\u200bb", "nul", "İ"} {
		f.Add(id)
	}
	for _, word := range types.Universe.Names() {
		f.Add(word)
	}
	for keyword := token.BREAK; keyword <= token.VAR; keyword++ {
		f.Add(keyword.String())
	}
	f.Fuzz(func(t *testing.T, id string) {
		table := naming.NewTable()
		s, err := table.Skill(id, 1)
		if err != nil {
			return
		}
		method, typ, err := table.Artifact(s, id, 2, true)
		if err != nil {
			t.Fatalf("%q is a skill but no artifact: %v", id, err)
		}
		field, err := naming.NewStruct().Field(id, 3)
		if err != nil {
			t.Fatalf("%q is a skill but no field: %v", id, err)
		}
		for _, name := range []string{s.Go, s.Input, s.Task, method, typ, field} {
			if !token.IsIdentifier(name) || !token.IsExported(name) || strings.IndexFunc(name, beyondASCII) >= 0 {
				t.Errorf("%q: %q is no exported ASCII identifier", id, name)
			}
		}
		if err := module.CheckFilePath("agent/" + s.File + "_test.go"); err != nil {
			t.Errorf("%q: %v", id, err)
		}
		slug, err := naming.Slug(id)
		if err != nil || module.CheckPath("example.com/"+slug) != nil {
			t.Errorf("%q: slug %q, %v", id, slug, err)
		}
	})
}

func beyondASCII(r rune) bool { return r > unicode.MaxASCII }
