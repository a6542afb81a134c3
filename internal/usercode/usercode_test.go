package usercode

import (
	"maps"
	"slices"
	"testing"
	"testing/fstest"
)

func TestMethods(t *testing.T) {
	fsys := fstest.MapFS{
		"agent/a.go":      {Data: []byte("package agent\n\ntype Agent struct{}\n\nfunc (a *Agent) One() {}\nfunc (Agent) Two() {}\nfunc (o *Other) Three() {}\nfunc Four() {}\n")},
		"agent/broken.go": {Data: []byte("package agent\n\nfunc (a *Agent) Five() {}\n\nfunc (a *Agent) Six( {\n")},
		"agent/a_test.go": {Data: []byte("package agent\n\nfunc (a *Agent) Seven() {}\n")},
		"agent/x/a.go":    {Data: []byte("package x\n\nfunc (a *Agent) Eight() {}\n")},
		"agent/notes.txt": {Data: []byte("func (a *Agent) Nine() {}\n")},
	}
	found, err := Methods(fsys, "agent", "Agent")
	if err != nil {
		t.Fatal(err)
	}
	got := slices.Sorted(maps.Keys(found))
	if want := []string{"Five", "One", "Six", "Two"}; !slices.Equal(got, want) {
		t.Errorf("methods = %v, want %v", got, want)
	}
	if pos := found["One"].String(); pos != "agent/a.go:5:1" {
		t.Errorf("One is at %s", pos)
	}
	if none, err := Methods(fsys, "elsewhere", "Agent"); err != nil || len(none) != 0 {
		t.Errorf("missing directory: %v, %v", none, err)
	}
}
