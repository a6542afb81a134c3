package equivalence_test

import (
	"os"
	"path/filepath"
	"testing"
)

func TestBufConfiguration(t *testing.T) {
	buf := program(t, "buf")
	run(t, root, buf, "lint")
	run(t, root, buf, "format", "--diff", "--exit-code")
}

// A project's own buf.gen.yaml, which cleans gen/, writes it as it was, and
// nothing else.
func TestBuf(t *testing.T) {
	buf := program(t, "buf")
	dir := project(t)
	want := files(t, dir)
	write(t, dir, "gen/stale.go", "package gen\n")
	run(t, dir, buf, "generate")
	equal(t, files(t, dir), want)
	if err := os.RemoveAll(filepath.Join(dir, "gen")); err != nil {
		t.Fatal(err)
	}
	run(t, dir, buf, "generate")
	equal(t, files(t, dir), want)
	run(t, dir, "a2a-gen", "generate", "--check")
}

// The options of docs/plugin.md for protoc.
func TestProtoc(t *testing.T) {
	protoc := program(t, "protoc")
	dir := project(t)
	want := files(t, filepath.Join(dir, "gen"))
	const options = "module=example.com/test-runner/gen,Mlf/a2a/v1/a2a.proto=example.com/test-runner/gen/a2apb;a2apb"
	out := t.TempDir()
	run(t, dir, protoc, "-I", "proto", "--go_out="+out, "--go_opt="+options,
		"--a2a_out="+out, "--a2a_opt="+options, "--a2a_opt=definition=a2a.yaml", "lf/a2a/v1/a2a.proto")
	equal(t, files(t, out), want)
}
