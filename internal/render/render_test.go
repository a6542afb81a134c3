package render

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/Masterminds/sprig/v3"
)

func TestExecute(t *testing.T) {
	for _, tc := range []struct {
		name, file, text string
		data             any
		want, err        string
	}{
		{"text", "a.tmpl", `{{range .}}- {{. | quote}}` + "\n" + `{{end}}`, []string{"x", `y"`}, "- \"x\"\n- \"y\\\"\"\n", ""},
		{"no escaping", "a.tmpl", `{{.X}}`, map[string]string{"X": "<b> & 'c'"}, "<b> & 'c'", ""},
		{"missing key", "a.tmpl", `{{.Y}}`, map[string]string{"X": "x"}, "", `no entry for key "Y"`},
		{"go is formatted", "a.go.tmpl", "package  a\nvar  X=1\n", nil, "package a\n\nvar X = 1\n", ""},
		{"broken go is shown", "a.go.tmpl", "package a\nfunc {\n", nil, "", "    2  func {"},
		{"clock", "a.tmpl", `{{now}}`, nil, "", `"now" not defined`},
		{"chance", "a.tmpl", `{{shuffle "abc"}}`, nil, "", `"shuffle" not defined`},
		{"keys", "a.tmpl", `{{genPrivateKey "rsa"}}`, nil, "", `not defined`},
		{"machine", "a.tmpl", `{{osBase "/x"}}`, nil, "", `not defined`},
		{"environment", "a.tmpl", `{{env "HOME"}}`, nil, "", `not defined`},
		{"no such template", "b.tmpl", ``, nil, "", "read template"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			file := tc.file
			fsys := fstest.MapFS{"a.tmpl": {Data: []byte(tc.text)}, "a.go.tmpl": {Data: []byte(tc.text)}}
			got, err := New(fsys).Execute(file, tc.data)
			if tc.err != "" {
				if err == nil || !strings.Contains(err.Error(), tc.err) {
					t.Fatalf("error = %v, want %q", err, tc.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestAllowedFunctionsExist(t *testing.T) {
	hermetic := sprig.HermeticTxtFuncMap()
	for _, name := range allowed {
		if hermetic[name] == nil {
			t.Errorf("sprig has no hermetic function %s", name)
		}
	}
}
