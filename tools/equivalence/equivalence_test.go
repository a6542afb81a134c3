// Package equivalence_test compares what buf and protoc print with what a2a-gen prints in process. The latter is
// the checked-in code under skeleton/gen: tests of internal/protoload and internal/gen hold it up to date.
//
// buf is the one that go.mod of this module pins; it takes minutes to build, so it is built once, by hand:
//
//	cd tools && go build -o ../bin/buf github.com/bufbuild/buf/cmd/buf
//
// protoc is the distribution's (Debian: protobuf-compiler). Where one of them is missing its test is skipped,
// unless CI=true, where it fails.
package equivalence_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// root is the repository, seen from this package.
const root = "../.."

// options is what both plugins are told in buf.gen.yaml.
const options = "module=github.com/a2a-gen/a2a-gen/skeleton/gen," +
	"Mlf/a2a/v1/a2a.proto=github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb;a2apb"

// generated is where the output of plugins is, seen from the repository.
var generated = filepath.Join("skeleton", "gen")

func TestBuf(t *testing.T) {
	out := t.TempDir()
	run(t, program(t, "buf"), "generate", "--output", out)
	compareGenerated(t, filepath.Join(out, generated))
}

func TestBufConfiguration(t *testing.T) {
	buf := program(t, "buf")
	run(t, buf, "lint")
	run(t, buf, "format", "--diff", "--exit-code")
}

func TestProtoc(t *testing.T) {
	protoc := program(t, "protoc")
	bin, out := t.TempDir(), t.TempDir()
	run(t, "go", "build", "-o", bin, "google.golang.org/protobuf/cmd/protoc-gen-go", "./protoc-gen-a2a")
	run(t, protoc, "--proto_path=proto",
		"--plugin="+filepath.Join(bin, "protoc-gen-go"), "--go_out="+out, "--go_opt="+options,
		"--plugin="+filepath.Join(bin, "protoc-gen-a2a"), "--a2a_out="+out, "--a2a_opt="+options,
		"lf/a2a/v1/a2a.proto")
	compareGenerated(t, out)
}

// program finds a program in bin/ of the repository or in PATH.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(root, "bin", name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err == nil {
		return path
	}
	path, err = exec.LookPath(name)
	if err == nil {
		return path
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s is neither in bin/ nor in PATH", name)
	}
	t.Skipf("%s is neither in bin/ nor in PATH; the package comment says how to get it", name)
	return ""
}

// run runs a program in the repository.
func run(t *testing.T, name string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v\n%s", filepath.Base(name), args, err, out)
	}
}
