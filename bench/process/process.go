// Package process starts the servers of the benchmark, pins them to a core,
// and reads from /proc what they used. It ends what it started, by its own
// process id, and nothing else.
package process

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// ServerCore is the core that servers run on. The load runs on the others.
const ServerCore = 0

// Server is a server that runs.
type Server struct {
	HTTP, GRPC, Debug string // addresses

	cmd   *exec.Cmd
	stdin io.Closer
}

// Start starts a server and waits until it is ready.
func Start(binary string, args ...string) (*Server, error) {
	if CanPin() {
		binary, args = "taskset", append([]string{"-c", strconv.Itoa(ServerCore), binary}, args...)
	}
	cmd := exec.Command(binary, args...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=", "GOMEMLIMIT=", "GODEBUG=", "NODE_ENV=production")
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &Server{cmd: cmd, stdin: stdin}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err == nil {
		_, err = fmt.Sscanf(line, "ready %s %s %s", &s.HTTP, &s.GRPC, &s.Debug)
	}
	if err != nil {
		s.Stop()
		return nil, fmt.Errorf("start %s: %w", strings.Join(cmd.Args, " "), err)
	}
	return s, nil
}

// Stop ends the server. What it could still tell is of no interest, so it
// gets no time to shut down.
func (s *Server) Stop() {
	s.stdin.Close()
	s.cmd.Process.Kill()
	s.cmd.Wait()
}

// CPU returns the processor time that the server has used: the sum of its
// threads, which neither Go nor Node ends under load.
func (s *Server) CPU() (time.Duration, error) {
	threads, err := filepath.Glob(s.proc("task/*/schedstat"))
	if err != nil {
		return 0, err
	}
	var sum time.Duration
	for _, path := range threads {
		data, err := os.ReadFile(path)
		if err != nil {
			return 0, err
		}
		var nanoseconds int64
		if _, err := fmt.Sscan(string(data), &nanoseconds); err != nil {
			return 0, fmt.Errorf("%s: %w", path, err)
		}
		sum += time.Duration(nanoseconds)
	}
	return sum, nil
}

// Memory returns the resident memory of the server in bytes, now and at most.
func (s *Server) Memory() (now, peak int64, err error) {
	data, err := os.ReadFile(s.proc("status"))
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(data)) {
		name, value, _ := strings.Cut(line, ":")
		kilobytes, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
		switch name {
		case "VmRSS":
			now = kilobytes << 10
		case "VmHWM":
			peak = kilobytes << 10
		}
	}
	return now, peak, nil
}

func (s *Server) proc(name string) string {
	return fmt.Sprintf("/proc/%d/%s", s.cmd.Process.Pid, name)
}

// CanPin says whether servers and load get cores of their own.
func CanPin() bool {
	_, err := exec.LookPath("taskset")
	return err == nil && runtime.NumCPU() > 1
}

// PinSelf moves this program off the servers' core.
func PinSelf() error { return pin(ServerCore + 1) }

// UnpinSelf gives it all cores again.
func UnpinSelf() error { return pin(0) }

func pin(first int) error {
	cores := fmt.Sprintf("%d-%d", first, runtime.NumCPU()-1)
	return exec.Command("taskset", "-a", "-p", "-c", cores, strconv.Itoa(os.Getpid())).Run()
}

// FreeAddress returns an address of the loopback interface that nothing
// listened at just now.
func FreeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}
