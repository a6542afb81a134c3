package merge

import (
	"strings"
	"testing"
)

const offeredMod = `module example.com/planner

go 1.26.0

require (
	example.com/grpc v1.2.0
	example.com/sqlite v1.0.0
)

require (
	example.com/net v0.5.0 // indirect
	example.com/sys v0.5.0 // indirect
)
`

func TestGoMod(t *testing.T) {
	// The new one raises grpc and net, needs log, and has no more use for sqlite.
	newer := strings.NewReplacer("grpc v1.2.0", "grpc v1.3.0", "net v0.5.0", "net v0.6.0",
		"\texample.com/sqlite v1.0.0\n", "\texample.com/log v1.0.0\n").Replace(offeredMod)
	const mine = `// Our own comment.
module example.com/mine // was planner

go 1.26.0

toolchain go1.26.4

tool example.com/lint/cmd/lint

ignore ./node_modules

require (
	// pinned for a reason
	example.com/grpc v1.2.0
	example.com/ours v0.1.0 // we like it
	example.com/sqlite v1.0.0
)

require (
	example.com/net v0.9.0 // indirect
	example.com/sys v0.5.0 // indirect
)

replace example.com/sys => ../sys

exclude example.com/net v0.4.0

retract v0.1.0 // a mistake
`
	wantMine := strings.NewReplacer("grpc v1.2.0", "grpc v1.3.0",
		"\texample.com/sqlite v1.0.0\n)\n", ")\n\nrequire example.com/log v1.0.0\n").Replace(mine) // a block with a comment is left to its owner
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	for _, tc := range []struct{ name, base, ours, theirs, want string }{
		{"nothing new", offeredMod, mine, offeredMod, mine},
		{"not edited", offeredMod, offeredMod, newer, newer},
		{"edited", offeredMod, mine, newer, wantMine},
		{"line ends", offeredMod, crlf(mine), newer, crlf(wantMine)},
		{"not formatted, nothing new", offeredMod, "module   x\ngo 1.26.0\nrequire example.com/grpc v1.9.0\nrequire example.com/sqlite v1.0.0\n", offeredMod,
			"module   x\ngo 1.26.0\nrequire example.com/grpc v1.9.0\nrequire example.com/sqlite v1.0.0\n"},
		{"go line and toolchain", offeredMod, mine, strings.Replace(offeredMod, "go 1.26.0", "go 1.27.0", 1),
			strings.NewReplacer("go 1.26.0", "go 1.27.0", "toolchain go1.26.4\n\n", "").Replace(mine)},
		{"go line ahead", offeredMod, strings.Replace(offeredMod, "go 1.26.0", "go 1.30", 1), newer, strings.Replace(newer, "go 1.26.0", "go 1.30", 1)},
		{"sqlite changed by the user", offeredMod, strings.Replace(offeredMod, "sqlite v1.0.0", "sqlite v1.1.0", 1), strings.Replace(offeredMod, "\texample.com/sqlite v1.0.0\n", "", 1),
			strings.Replace(offeredMod, "sqlite v1.0.0", "sqlite v1.1.0", 1)},
		{"made direct", offeredMod, offeredMod, strings.Replace(offeredMod, "\texample.com/net v0.5.0 // indirect\n", "", 1) + "\nrequire example.com/net v0.5.0\n",
			strings.NewReplacer("grpc v1.2.0\n", "grpc v1.2.0\n\texample.com/net v0.5.0\n",
				"require (\n\texample.com/net v0.5.0 // indirect\n\texample.com/sys v0.5.0 // indirect\n)", "require example.com/sys v0.5.0 // indirect").Replace(offeredMod)},
		{"tidied away", offeredMod, strings.Replace(offeredMod, "\texample.com/sys v0.5.0 // indirect\n", "", 1), offeredMod,
			strings.Replace(offeredMod, "\texample.com/sys v0.5.0 // indirect\n", "", 1)},
		{"empty module", "", "module example.com/mine\n", newer, strings.Replace(newer, "module example.com/planner", "module example.com/mine", 1)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := GoMod([]byte(tc.base), []byte(tc.ours), []byte(tc.theirs))
			if err != nil || string(got) != tc.want {
				t.Errorf("%v, got:\n%s\nwant:\n%s", err, got, tc.want)
			}
			again, err := GoMod([]byte(tc.theirs), got, []byte(tc.theirs))
			if err != nil || string(again) != string(got) {
				t.Errorf("%v, the second time:\n%s", err, again)
			}
		})
	}
	if _, err := GoMod([]byte(offeredMod), []byte("module ("), []byte(newer)); err == nil || !strings.HasPrefix(err.Error(), "go.mod: ") {
		t.Errorf("a broken go.mod: %v", err)
	}
}

func TestGoSum(t *testing.T) {
	const ours = "b.example v1.2.0 h1:b=\nb.example v1.2.0/go.mod h1:bm=\n"
	const theirs = "a.example v1.0.0/go.mod h1:am=\nb.example v1.2.0 h1:b=\nb.example v1.10.0 h1:b10=\n"
	const want = "a.example v1.0.0/go.mod h1:am=\nb.example v1.2.0 h1:b=\nb.example v1.2.0/go.mod h1:bm=\nb.example v1.10.0 h1:b10=\n"
	if got := GoSum([]byte(ours), []byte(theirs)); string(got) != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if got := GoSum([]byte(want), []byte(theirs)); string(got) != want {
		t.Errorf("nothing new:\n%s", got)
	}
	if got := GoSum(nil, []byte(theirs)); string(got) != theirs {
		t.Errorf("no go.sum:\n%s", got)
	}
	if got := GoSum([]byte(strings.ReplaceAll(ours, "\n", "\r\n")), []byte(theirs)); string(got) != strings.ReplaceAll(want, "\n", "\r\n") {
		t.Errorf("CRLF:\n%q", got)
	}
}
