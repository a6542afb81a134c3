//go:build unix

package gotest

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// group is a command and everything that it starts.
type group struct {
	cmd *exec.Cmd

	// alive is a pipe that nobody writes to. Every process of the group inherits
	// its other end, so it reads as ended when the last of them is gone. Asking
	// the kernel by process id would count zombies, which stay for ever where
	// process 1 doesn't collect them: in most containers.
	alive *os.File
}

// newGroup makes cmd the leader of a new session: that is a process group of its
// own, and has no terminal on which ssh or a test could ask something.
func newGroup(cmd *exec.Cmd) *group {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return &group{cmd: cmd}
}

func (g *group) start() error {
	alive, held, err := os.Pipe()
	if err != nil {
		return err
	}
	defer held.Close()
	g.cmd.ExtraFiles = []*os.File{held}
	if err := g.cmd.Start(); err != nil {
		alive.Close()
		return err
	}
	g.alive = alive
	return nil
}

// kill ends all processes of the group at once.
func (g *group) kill() error {
	err := syscall.Kill(-g.cmd.Process.Pid, syscall.SIGKILL)
	if errors.Is(err, syscall.ESRCH) {
		return os.ErrProcessDone
	}
	return err
}

// wait waits for the command, ends what it left behind in its group, and waits
// until that is gone, too. The error is the command's own. (Nothing left behind
// means that the group's number is free, but the kernel goes through all others
// before it gives it to somebody else.)
func (g *group) wait() error {
	err := g.cmd.Wait()
	_ = g.kill()
	_ = g.alive.SetReadDeadline(time.Now().Add(grace))
	_, _ = io.Copy(io.Discard, g.alive)
	_ = g.alive.Close()
	return err
}
