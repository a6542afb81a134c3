package skeleton

import "testing"

func TestRewrite(t *testing.T) {
	moves := []Move{{Module, "example.com/planner"}, {Module + "/gen", "example.com/planner/internal/a2a"}}
	for _, tc := range []struct{ name, in, want string }{
		{
			"longest move wins",
			"package p\n\nimport (\n\t\"" + Module + "/agent\"\n\t\"" + Module + "/gen/host\"\n)\n",
			"package p\n\nimport (\n\t\"example.com/planner/agent\"\n\t\"example.com/planner/internal/a2a/host\"\n)\n",
		},
		{
			"strings and comments stay",
			"// Package p is from " + Module + ".\npackage p\n\nimport \"" + Module + "\"\n\nvar s = \"" + Module + "/gen\"\n",
			"// Package p is from " + Module + ".\npackage p\n\nimport \"example.com/planner\"\n\nvar s = \"" + Module + "/gen\"\n",
		},
		{
			"names and comments of imports",
			"package p\n\nimport x \"" + Module + "/gen/host\" // why\n",
			"package p\n\nimport x \"example.com/planner/internal/a2a/host\" // why\n",
		},
		{
			"order changes",
			"package p\n\nimport (\n\t\"" + Module + "/agent\"\n\t\"golang.org/x/net\"\n\n\t\"aaa\"\n\t\"example.com/b\"\n)\n",
			"package p\n\nimport (\n\t\"example.com/planner/agent\"\n\t\"golang.org/x/net\"\n\n\t\"aaa\"\n\t\"example.com/b\"\n)\n",
		},
		{
			"order broken",
			"package p\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/z\"\n\t\"" + Module + "/agent\"\n)\n\nfunc f() { fmt.Print(z.A, agent.B) }\n",
			"package p\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/planner/agent\"\n\t\"example.com/z\"\n)\n\nfunc f() { fmt.Print(z.A, agent.B) }\n",
		},
		{
			"another module with the same beginning",
			"package p\n\nimport \"" + Module + "x/agent\"\n",
			"package p\n\nimport \"" + Module + "x/agent\"\n",
		},
		{"no imports", "package p\n", "package p\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := Rewrite("p.go", []byte(tc.in), moves)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tc.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, tc.want)
			}
		})
	}
	if _, err := Rewrite("p.go", []byte("package"), moves); err == nil {
		t.Error("no error for a broken file")
	}
}
