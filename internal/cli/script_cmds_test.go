package cli

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// appendText is "append FILE TEXT...": it adds a line to a file.
func appendText(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: append file text...")
	}
	old := ts.ReadFile(args[0])
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(old+strings.Join(args[1:], " ")+"\n"), 0o644))
}

// exitCode is "code N COMMAND...": it runs a command that must end with that
// exit code.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code number command...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// keepTime is "mtime FILE": it remembers a file's identity and time.
func keepTime(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: mtime file")
	}
	info, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Setenv("MTIME", strconv.FormatInt(info.ModTime().UnixNano(), 10))
}

// sameTime is "same-time FILE": the file was not written since mtime.
func sameTime(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: [!] same-time file")
	}
	info, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	same := strconv.FormatInt(info.ModTime().UnixNano(), 10) == ts.Getenv("MTIME")
	if same == neg {
		ts.Fatalf("%s written: %v", args[0], !same)
	}
}

// replaceText is "replace FILE OLD NEW": it changes a text that a file has once.
func replaceText(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: replace file old new")
	}
	text := ts.ReadFile(args[0])
	if n := strings.Count(text, args[1]); n != 1 {
		ts.Fatalf("%s has %d times: %s", args[0], n, args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, args[1], args[2], 1)), 0o644))
}
