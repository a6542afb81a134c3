//go:build unix

package gotest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// endless is a test that starts a process and says which two they are. Both hold
// the pipe open as long as they live.
const endless = `package endless

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

func TestEndless(t *testing.T) {
	pipe, err := os.OpenFile(%q, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command("sleep", "3600")
	child.Stdout = pipe
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(t.TempDir()+"/left-behind", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	fmt.Println("processes:", os.Getpid(), child.Process.Pid)
	%s
}
`

// watched is a checked-out endless test.
type watched struct {
	*Workspace
	pipe      *os.File
	processes string // once the test said so
}

// watchEndless checks out the endless test with end as its last statement.
func watchEndless(t *testing.T, end string) *watched {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	pipe, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pipe.Close() })
	r := newRepository(t)
	commit := r.commit(map[string]string{"go.mod": goMod, "endless_test.go": fmt.Sprintf(endless, path, end)})
	return &watched{Workspace: checkout(t, r, commit), pipe: pipe}
}

// hear reports whether the event tells the processes.
func (w *watched) hear(event Event) bool {
	_, processes, ok := strings.Cut(event.Output, "processes: ")
	if ok {
		w.processes = processes
	}
	return ok
}

// expectGone reads the pipe to its end, which comes when no process has it open,
// and waits for the kernel to forget the processes, which are ending by then.
func (w *watched) expectGone(t *testing.T) {
	t.Helper()
	if err := w.pipe.SetReadDeadline(time.Now().Add(grace)); err != nil {
		t.Error(err)
	}
	if text, err := io.ReadAll(w.pipe); err != nil || len(text) > 0 {
		t.Errorf("read %q, %v from the pipe, want its end", text, err)
	}
	var pids [2]int
	if _, err := fmt.Sscan(w.processes, &pids[0], &pids[1]); err != nil {
		t.Fatalf("process ids %q: %v", w.processes, err)
	}
	for _, pid := range pids {
		for deadline := time.Now().Add(grace); runs(pid); runtime.Gosched() {
			if time.Now().After(deadline) {
				t.Fatalf("process %d still runs", pid)
			}
		}
	}
}

// runs reports whether there is a process that has not ended. A zombie has: it
// waits for process 1 to notice.
func runs(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !strings.Contains(string(stat), ") Z ")
}

func TestTestCanceled(t *testing.T) {
	watchTemp(t)
	w := watchEndless(t, "select {}")
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	summary, err := w.Test(ctx, Options{Observe: func(event Event) {
		if w.hear(event) {
			cancel(why)
		}
	}})
	if !errors.Is(err, why) {
		t.Errorf("got %+v, %v, want the cause", summary, err)
	}
	w.expectGone(t)
}

func TestTestObserverPanics(t *testing.T) {
	watchTemp(t)
	w := watchEndless(t, "select {}")
	defer w.expectGone(t)
	defer func() {
		if got := recover(); got != "observer" {
			t.Errorf("recovered %v, want the observer's panic", got)
		}
	}()
	summary, err := w.Test(t.Context(), Options{Observe: func(event Event) {
		if w.hear(event) {
			panic("observer")
		}
	}})
	t.Errorf("got %+v, %v, want a panic", summary, err)
}

// A test that passes but leaves a process running does not outlive the run.
func TestTestEndsWhatTestsLeaveRunning(t *testing.T) {
	watchTemp(t)
	w := watchEndless(t, "")
	summary, err := w.Test(t.Context(), Options{Observe: func(event Event) { w.hear(event) }})
	if err != nil || summary.Passed != 1 || summary.Failed != 0 {
		t.Errorf("got %+v, %v, want one passed test", summary, err)
	}
	w.expectGone(t)
}
