package sqlite_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/sqlite"
)

// crashEnv names the database for the process that TestCrash kills.
const crashEnv = "SQLITE_TEST_CRASH"

// TestCrash kills a process while it writes, and checks that every event that
// it saw acknowledged is there afterwards.
func TestCrash(t *testing.T) {
	if path := os.Getenv(crashEnv); path != "" {
		writeUntilKilled(t, path)
		return
	}
	path := filepath.Join(t.TempDir(), "tasks.db")
	acknowledged := make(map[string]uint64)
	for round := range 3 {
		killWriter(t, path, round, acknowledged)
		checkAll(t, path, acknowledged)
	}
}

// writeUntilKilled writes tasks of up to 20 events, of which every other ends,
// and prints a line for each event that is acknowledged.
func writeUntilKilled(t *testing.T, path string) {
	s, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	prefix := os.Getenv(crashEnv + "_ROUND")
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := 0; ; i++ {
				id := fmt.Sprintf("t-%s-%d-%d", prefix, w, i)
				create(t, s, newTask(id, i))
				fmt.Println("ack", id, 1)
				for seq := uint64(1); seq < 20; seq++ {
					add(t, s, id, seq, chunk(id, true, "x"))
					fmt.Println("ack", id, seq+1)
				}
				if i%2 == 0 {
					add(t, s, id, 20, status(id, completed, i))
					fmt.Println("ack", id, 21)
				}
			}
		})
	}
	wg.Wait()
}

// killWriter starts a writing process, kills it after some events, and notes
// what it had seen acknowledged.
func killWriter(t *testing.T, path string, round int, acknowledged map[string]uint64) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestCrash$")
	cmd.Env = append(os.Environ(), crashEnv+"="+path, fmt.Sprintf("%s_ROUND=%d", crashEnv, round))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := 0
	for scan := bufio.NewScanner(out); scan.Scan(); {
		var id string
		var seq uint64
		if _, err := fmt.Sscanf(scan.Text(), "ack %s %d", &id, &seq); err != nil {
			continue // cut off, or said by the testing package
		}
		acknowledged[id] = max(acknowledged[id], seq)
		if lines++; lines == 300*(round+1) {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); err == nil || lines == 0 {
		t.Fatalf("the process ended by itself after %d events: %v", lines, err)
	}
}

func checkAll(t *testing.T, path string, acknowledged map[string]uint64) {
	t.Helper()
	s := open(t, path)
	for id, seq := range acknowledged {
		task, last, err := s.Load(t.Context(), scope, id)
		if err != nil || last < seq {
			t.Errorf("task %s has %d events, %d were acknowledged; error %v", id, last, seq, err)
			continue
		}
		parts := min(int(last), 20) - 1
		if parts > 0 && len(task.GetArtifacts()[0].GetParts()) != parts {
			t.Errorf("task %s: %d parts after %d events", id, len(task.GetArtifacts()[0].GetParts()), last)
		}
	}
	page, err := s.List(t.Context(), scope, host.ListQuery{PageSize: 10_000})
	if err != nil || page.TotalSize != len(page.Tasks) || page.TotalSize < len(acknowledged) {
		t.Errorf("%d tasks counted, %d listed, %d acknowledged; error %v", page.TotalSize, len(page.Tasks), len(acknowledged), err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
