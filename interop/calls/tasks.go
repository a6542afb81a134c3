package calls

import (
	"crypto/rand"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

const (
	submitted     = a2apb.TaskState_TASK_STATE_SUBMITTED
	working       = a2apb.TaskState_TASK_STATE_WORKING
	completed     = a2apb.TaskState_TASK_STATE_COMPLETED
	canceled      = a2apb.TaskState_TASK_STATE_CANCELED
	inputRequired = a2apb.TaskState_TASK_STATE_INPUT_REQUIRED
)

func newID() string { return rand.Text() }

func (c calls) send(t *testing.T) {
	ctx := within(t)
	task := c.task(t, ctx, say("hello"), completed)
	if got := task.GetArtifacts(); len(got) != 1 || got[0].GetParts()[0].GetText() != "hello" || task.GetContextId() == "" {
		t.Errorf("task %v", task)
	}
	got, err := c.client.GetTask(ctx, &a2apb.GetTaskRequest{Id: task.GetId()})
	if err != nil || got.GetId() != task.GetId() || got.GetStatus().GetState() != completed || len(got.GetHistory()) == 0 {
		t.Errorf("GetTask: %v, %v", got, err)
	}
	got, err = c.client.GetTask(ctx, &a2apb.GetTaskRequest{Id: task.GetId(), HistoryLength: proto.Int32(0)})
	if err != nil || len(got.GetHistory()) != 0 {
		t.Errorf("GetTask without history: %v, %v", got, err)
	}
}

func (c calls) reply(t *testing.T) {
	resp, err := c.client.SendMessage(within(t), say("reply"))
	if err != nil || resp.GetMessage().GetParts()[0].GetText() != "a message" {
		t.Errorf("got %v, %v", resp, err)
	}
}

// parts sends a part of each kind and wants them back as they were.
func (c calls) parts(t *testing.T) {
	data, err := structpb.NewValue(map[string]any{"text": "größer", "list": []any{1.5, nil, true}, "empty": map[string]any{}})
	if err != nil {
		t.Fatal(err)
	}
	req := say("parts")
	req.Message.Parts = append(req.Message.Parts,
		&a2apb.Part{Content: &a2apb.Part_Data{Data: data}, MediaType: "application/json"},
		&a2apb.Part{Content: &a2apb.Part_Raw{Raw: []byte{0, 0xff, 0xfe, '+'}}, Filename: "a.bin", MediaType: "application/octet-stream"},
		&a2apb.Part{Content: &a2apb.Part_Url{Url: "https://example.com/a?b=c&d"}, MediaType: "text/plain"},
	)
	got := c.task(t, within(t), req, completed).GetArtifacts()[0].GetParts()
	if len(got) != len(req.GetMessage().GetParts()) {
		t.Fatalf("parts %v", got)
	}
	for i, want := range req.GetMessage().GetParts() {
		if !proto.Equal(got[i], want) {
			t.Errorf("part %d: %v, want %v", i, got[i], want)
		}
	}
}

// poll asks for the first state of a task instead of its end.
func (c calls) poll(t *testing.T) {
	ctx := within(t)
	req := say("wait")
	req.Configuration = &a2apb.SendMessageConfiguration{ReturnImmediately: true}
	resp, err := c.client.SendMessage(ctx, req)
	if state := resp.GetTask().GetStatus().GetState(); err != nil || state != submitted && state != working {
		t.Fatalf("got %v, %v", resp, err)
	}
	if _, err := c.client.CancelTask(ctx, &a2apb.CancelTaskRequest{Id: resp.GetTask().GetId()}); err != nil {
		t.Error(err)
	}
}

// cancel ends a task that waits for input.
func (c calls) cancel(t *testing.T) {
	ctx := within(t)
	task := c.task(t, ctx, say("ask"), inputRequired)
	got, err := c.client.CancelTask(ctx, &a2apb.CancelTaskRequest{Id: task.GetId()})
	if err != nil || got.GetStatus().GetState() != canceled {
		t.Fatalf("CancelTask: %v, %v", got, err)
	}
}

// list reads three tasks of one context in two pages.
func (c calls) list(t *testing.T) {
	ctx := within(t)
	first := c.task(t, ctx, say("list"), completed)
	for range 2 {
		req := say("list")
		req.Message.ContextId = first.GetContextId()
		c.task(t, ctx, req, completed)
	}
	req := &a2apb.ListTasksRequest{ContextId: first.GetContextId(), PageSize: proto.Int32(2)}
	if c.server.ListNeedsState {
		if page, err := c.client.ListTasks(ctx, req); err != nil || len(page.GetTasks()) != 0 {
			t.Errorf("tasks in any state: %v, %v", page, err)
		}
		req.Status = completed
	}
	page, err := c.client.ListTasks(ctx, req)
	if err != nil || len(page.GetTasks()) != 2 || page.GetTotalSize() != 3 || page.GetNextPageToken() == "" {
		t.Fatalf("first page %v, %v", page, err)
	}
	seen := map[string]bool{page.Tasks[0].GetId(): true, page.Tasks[1].GetId(): true}
	req.PageToken = page.GetNextPageToken()
	page, err = c.client.ListTasks(ctx, req)
	if err != nil || len(page.GetTasks()) != 1 || page.GetNextPageToken() != "" || seen[page.GetTasks()[0].GetId()] {
		t.Fatalf("last page %v, %v", page, err)
	}
	page, err = c.client.ListTasks(ctx, &a2apb.ListTasksRequest{ContextId: "nobody's"})
	if err != nil || len(page.GetTasks()) != 0 {
		t.Errorf("no task: %v, %v", page, err)
	}
}
