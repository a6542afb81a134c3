package skill_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/hosttest"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/skill"
)

// do runs one piece of work.
func do(t *testing.T, work skill.Work) *hosttest.Result {
	t.Helper()
	s := skill.Skill{ID: "s", InputModes: []string{"*/*"}, Run: work}
	return hosttest.Run(t, agent(nil, s), hosttest.Message("", host.Text("go")))
}

func TestArtifact(t *testing.T) {
	summary := skill.Artifact{Name: "summary.json", MediaType: "application/json", Description: "Counts."}
	notes := skill.Artifact{Name: "notes.md", MediaType: "text/markdown"}
	image := skill.Artifact{Name: "plot.png", MediaType: "image/png"}
	r := do(t, func(_ context.Context, task *skill.Task) error {
		for _, passed := range []int{1, 2} { // the second replaces the first
			if err := summary.JSON(task.Turn, map[string]int{"passed": passed}, nil); err != nil {
				return err
			}
		}
		if err := notes.Text(task.Turn, "# Notes"); err != nil {
			return err
		}
		return image.Raw(task.Turn, []byte{1, 2})
	})
	expect(t, r, completed, "")
	if n := len(r.Task.GetArtifacts()); n != 3 {
		t.Errorf("%d artifacts", n)
	}
	var counts struct{ Passed int }
	r.JSON("summary.json", &counts)
	if counts.Passed != 2 || r.Artifact("summary.json").GetDescription() != "Counts." {
		t.Errorf("got %v", r.Artifact("summary.json"))
	}
	if part := r.Artifact("notes.md").GetParts()[0]; part.GetText() != "# Notes" || part.GetMediaType() != "text/markdown" {
		t.Errorf("got %v", part)
	}
	if part := r.Artifact("plot.png").GetParts()[0]; len(part.GetRaw()) != 2 || part.GetFilename() != "plot.png" {
		t.Errorf("got %v", part)
	}
}

// TestArtifactFaults holds that what breaks the schema is the agent's error,
// told to its owner and not to the client.
func TestArtifactFaults(t *testing.T) {
	summary := skill.Artifact{Name: "summary.json", MediaType: "application/json"}
	var err error
	r := do(t, func(_ context.Context, task *skill.Task) error {
		err = summary.JSON(task.Turn, 1, wire.Violations{{Field: "passed", Description: "must be at least 0"}, {Description: "is odd"}})
		return err
	})
	if want := "artifact summary.json breaks its schema: passed must be at least 0; is odd"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	expect(t, r, failed, "")
	if strings.Contains(r.Said(), "passed") {
		t.Errorf("the client reads: %s", r.Said())
	}
	do(t, func(_ context.Context, task *skill.Task) error {
		if err := summary.JSON(task.Turn, func() {}, nil); err == nil {
			t.Error("a function is JSON")
		}
		return nil
	})
}

func TestWriter(t *testing.T) {
	log := skill.Artifact{Name: "test.log", MediaType: "text/plain"}
	r := do(t, func(_ context.Context, task *skill.Task) error {
		w := log.Writer(task.Turn)
		fmt.Fprint(w, "ok ")
		for _, b := range []byte("süß €𝄞") { // byte by byte
			if n, err := w.Write([]byte{b}); n != 1 || err != nil {
				t.Errorf("wrote %d: %v", n, err)
			}
		}
		w.WriteString(" bad\xff\xe2\x82")
		if err := w.Close(); err != nil {
			return err
		}
		if _, err := w.WriteString("more"); err == nil {
			t.Error("a closed writer takes text")
		}
		return w.Close()
	})
	expect(t, r, completed, "")
	if got, want := r.Text("test.log"), "ok süß €𝄞 bad\uFFFD\uFFFD"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	var last []bool
	for _, e := range r.Events {
		if u := e.GetArtifactUpdate(); u != nil {
			last = append(last, u.GetLastChunk())
			if part := u.GetArtifact().GetParts()[0]; part.GetMediaType() != "text/plain" || u.GetArtifact().GetArtifactId() != "test.log" {
				t.Errorf("chunk %v", u)
			}
		}
	}
	if len(last) < 3 || last[0] || !last[len(last)-1] {
		t.Errorf("last chunks %v", last)
	}
}

// TestWriterFails holds that a writer says when its text cannot be kept.
func TestWriterFails(t *testing.T) {
	log := skill.Artifact{Name: "test.log", MediaType: "text/plain"}
	r := do(t, func(_ context.Context, task *skill.Task) error {
		if err := task.Complete("done"); err != nil {
			return err
		}
		if _, err := log.Writer(task.Turn).WriteString("late"); err == nil {
			t.Error("a task that has ended takes text")
		}
		return nil
	})
	expect(t, r, completed, "done")
	if r.Task.GetStatus().GetState() != a2apb.TaskState_TASK_STATE_COMPLETED {
		t.Errorf("state %v", r.State())
	}
}
