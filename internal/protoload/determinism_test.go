package protoload_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"google.golang.org/protobuf/proto"
)

// fingerprintFile tells a child process where to leave its fingerprint.
const fingerprintFile = "PROTOLOAD_FINGERPRINT_FILE"

// TestDeterminism compares what several processes make of the same sources: maps are seeded anew in each, and
// the number of processors changes the order in which files are compiled.
func TestDeterminism(t *testing.T) {
	got := fingerprint(t)
	if path := os.Getenv(fingerprintFile); path != "" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, procs := range []string{"1", "2", "8"} {
		path := t.TempDir() + "/fingerprint"
		cmd := exec.CommandContext(t.Context(), exe, "-test.run=^TestDeterminism$")
		cmd.Env = append(os.Environ(), fingerprintFile+"="+path, "GOMAXPROCS="+procs)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("GOMAXPROCS=%s: %v\n%s", procs, err, out)
		}
		other, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(other) != got {
			t.Errorf("GOMAXPROCS=%s: another process got\n%s\nthis one\n%s", procs, other, got)
		}
	}
}

// fingerprint condenses a request and the Go code made from it.
func fingerprint(t *testing.T) string {
	req := mustLoad(t, "", "")
	in, err := req.ForGo("")
	if err != nil {
		t.Fatal(err)
	}
	wire, err := proto.MarshalOptions{Deterministic: true}.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	print := fmt.Sprintf("request %x\n", sha256.Sum256(wire))
	for name, data := range generateGo(t, req, goParameter) {
		print += fmt.Sprintf("%s %x\n", name, sha256.Sum256(data))
	}
	return print
}
