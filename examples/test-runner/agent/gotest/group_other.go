//go:build !unix

package gotest

import "os/exec"

// group is a command. Without process groups only the command itself can be
// ended; what it started ends when it notices.
type group struct{ cmd *exec.Cmd }

func newGroup(cmd *exec.Cmd) *group { return &group{cmd: cmd} }

func (g *group) start() error { return g.cmd.Start() }
func (g *group) kill() error  { return g.cmd.Process.Kill() }
func (g *group) wait() error  { return g.cmd.Wait() }
