package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/sqlite"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) host.Store {
		return open(t, filepath.Join(t.TempDir(), "tasks.db"))
	})
}

func TestStoreInMemory(t *testing.T) {
	storetest.Run(t, func(t *testing.T) host.Store { return open(t, sqlite.Memory) })
}

func TestReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file:tasks?mode=ro.db") // no URI
	s := open(t, path)
	create(t, s, newTask("t1", 0))
	add(t, s, "t1", 1, status("t1", working, 1))
	create(t, s, newTask("t2", 2))
	add(t, s, "t2", 1, chunk("t2", false, "x"), status("t2", completed, 3))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path + "-wal"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the log was not written into the file: %v", err)
	}

	s = open(t, path)
	refs, err := s.Unfinished(t.Context())
	if err != nil || len(refs) != 1 || refs[0].ID != "t1" {
		t.Errorf("unfinished %v, error %v", refs, err)
	}
	page, err := s.List(t.Context(), scope, host.ListQuery{PageSize: 10, Artifacts: true})
	if err != nil || len(page.Tasks) != 2 || page.TotalSize != 2 || len(page.Tasks[0].GetArtifacts()) != 1 {
		t.Errorf("page %v, error %v", page, err)
	}
	add(t, s, "t1", 2, status("t1", completed, 4))
}

func TestClosed(t *testing.T) {
	s := open(t, sqlite.Memory)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Create(t.Context(), scope, newTask("t1", 0)); err == nil {
		t.Error("Create after Close")
	}
	if _, _, err := s.Load(t.Context(), scope, "t1"); err == nil || errors.Is(err, host.ErrNotFound) {
		t.Errorf("Load after Close: %v", err)
	}
	if err := s.Close(); err == nil {
		t.Error("Close after Close")
	}
}

func TestCanceled(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "tasks.db"))
	create(t, s, newTask("t1", 0))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err := s.Load(ctx, scope, "t1")
	_, err2 := s.List(ctx, scope, host.ListQuery{PageSize: 1})
	err3 := s.Append(ctx, "t1", 1, status("t1", completed, 1))
	for _, err := range []error{err, err2, err3} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	}
	if _, last, err := s.Load(t.Context(), scope, "t1"); last != 1 || err != nil {
		t.Errorf("sequence %d, error %v", last, err)
	}
}

func TestFileModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Log("Windows has no modes")
		return
	}
	path := filepath.Join(t.TempDir(), "tasks.db")
	want := fs.FileMode(0o600)
	for range 2 {
		s := open(t, path)
		create(t, s, newTask(fmt.Sprint("t", want), 0))
		for _, suffix := range []string{"", "-wal", "-shm"} {
			info, err := os.Stat(path + suffix)
			if err != nil || info.Mode() != want {
				t.Errorf("%q: mode %v, want %v; error %v", suffix, info.Mode(), want, err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		want = 0o640 // somebody wants it so
		if err := os.Chmod(path, want); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(other, []byte(strings.Repeat("not a database. ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "no", "tasks.db"): "there is no directory " + filepath.Join(dir, "no"),
		dir:                                  "directory",
		other:                                "not a database",
	} {
		s, err := sqlite.Open(t.Context(), path)
		if s != nil || err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("Open %s: error %v, want one with %q", path, err, want)
		}
	}
}

// TestUnknownFields stores what a later program may write, and checks that
// this one neither loses nor changes it.
func TestUnknownFields(t *testing.T) {
	s := open(t, sqlite.Memory)
	later := protowire.AppendString(protowire.AppendTag(nil, 999, protowire.BytesType), "from a later version")
	task := newTask("t1", 0)
	task.ProtoReflect().SetUnknown(later)
	task.GetHistory()[0].ProtoReflect().SetUnknown(later)
	create(t, s, task)
	end := status("t1", completed, 1)
	end.GetStatusUpdate().GetStatus().ProtoReflect().SetUnknown(later)

	for i, event := range []*a2apb.StreamResponse{chunk("t1", false, "x"), status("t1", working, 1), end} {
		add(t, s, "t1", uint64(i+1), event)
		got, _, err := s.Load(t.Context(), scope, "t1")
		if err != nil {
			t.Fatal(err)
		}
		page, err := s.List(t.Context(), scope, host.ListQuery{PageSize: 1})
		if err != nil {
			t.Fatal(err)
		}
		want := proto.CloneOf(task)
		if u := event.GetStatusUpdate(); u != nil {
			want.Status = u.GetStatus()
		}
		if !proto.Equal(page.Tasks[0], want) {
			t.Errorf("listed:\n got %v\nwant %v", page.Tasks[0], want)
		}
		want.Artifacts = []*a2apb.Artifact{{ArtifactId: "log", Parts: text("x")}}
		if !proto.Equal(got, want) {
			t.Errorf("loaded:\n got %v\nwant %v", got, want)
		}
	}
}

// TestLargeTask ends a task that is too large for a snapshot: it keeps its log.
func TestLargeTask(t *testing.T) {
	s := open(t, sqlite.Memory)
	create(t, s, newTask("t1", 0))
	for seq := range uint64(3) {
		add(t, s, "t1", seq+1, chunk("t1", true, strings.Repeat("x", 3<<20)))
	}
	add(t, s, "t1", 4, status("t1", completed, 1))
	task, last, err := s.Load(t.Context(), scope, "t1")
	if err != nil || last != 5 || len(task.GetArtifacts()[0].GetParts()) != 3 || task.GetStatus().GetState() != completed {
		t.Errorf("sequence %d, error %v", last, err)
	}
	if n, err := s.Purge(t.Context(), at(2), 0); n != 1 || err != nil {
		t.Errorf("%d tasks removed, error %v", n, err)
	}
}

// TestLoadReadsSnapshotOnce loads a task with a large first message and some
// events: what that takes must not be the product of the two.
func TestLoadReadsSnapshotOnce(t *testing.T) {
	s := open(t, sqlite.Memory)
	const size, events = 1 << 20, 100
	task := newTask("t1", 0)
	task.History[0].Parts = text(strings.Repeat("x", size))
	create(t, s, task)
	for seq := uint64(1); seq <= events; seq++ {
		add(t, s, "t1", seq, chunk("t1", true, "x"))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, _, err := s.Load(t.Context(), scope, "t1"); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 10*size {
		t.Errorf("%d bytes allocated for a task of %d", n, size)
	}
}
