package codectest

import (
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// typicalTask is what a test runner answers: a status with a message, two
// artifacts, one of them structured, and a short history.
func typicalTask(t testing.TB) *a2apb.Task {
	t.Helper()
	summary, err := structpb.NewValue(map[string]any{
		"passed": 141, "failed": 2, "skipped": 0, "seconds": 12.75, "flaky": false,
		"packages": []any{"./ledger", "./refunds", "./internal/fees"},
	})
	if err != nil {
		t.Fatal(err)
	}
	metadata, err := structpb.NewStruct(map[string]any{"repository": "https://git.example.com/payments-api", "attempt": 1})
	if err != nil {
		t.Fatal(err)
	}
	text := func(s string) *a2apb.Part { return &a2apb.Part{Content: &a2apb.Part_Text{Text: s}} }
	const task, context = "5f1d9a3e-6f0c-4b7e-9d35-1c2b8a7e4f60", "c0a8f2d4-11b7-4c53-8e9a-77d1e6b3f912"
	message := func(id string, role a2apb.Role, parts ...*a2apb.Part) *a2apb.Message {
		return &a2apb.Message{MessageId: id, ContextId: context, TaskId: task, Role: role, Parts: parts}
	}
	return &a2apb.Task{
		Id:        task,
		ContextId: context,
		Status: &a2apb.TaskStatus{
			State:     a2apb.TaskState_TASK_STATE_COMPLETED,
			Message:   message("3b9e1c77-2a64-4d0f-8f5b-6e0d9c1a2b34", a2apb.Role_ROLE_AGENT, text("141 tests passed, 2 failed")),
			Timestamp: &timestamppb.Timestamp{Seconds: 1767225600, Nanos: 123_000_000},
		},
		Artifacts: []*a2apb.Artifact{{
			ArtifactId: "a1c3e5f7-0b2d-4f6a-8c9e-1d3f5b7a9c0e",
			Name:       "summary.json",
			Parts:      []*a2apb.Part{{Content: &a2apb.Part_Data{Data: summary}, MediaType: "application/json"}},
		}, {
			ArtifactId: "b2d4f6a8-1c3e-4a5b-9d0f-2e4a6c8b0d1f",
			Name:       "log.txt",
			Parts: []*a2apb.Part{text("=== RUN   TestRefund\n--- PASS: TestRefund (0.01s)\n=== RUN   TestFees\n    fees_test.go:41: " +
				"got \"1.20\", want \"1.25\"\n--- FAIL: TestFees (0.00s)\nFAIL\texample.com/payments-api/internal/fees\t0.112s\n")},
		}},
		History: []*a2apb.Message{
			message("c3e5a7b9-2d4f-4b6c-8e1a-3f5b7d9c1e2a", a2apb.Role_ROLE_USER, text("Run the unit tests of payments-api at 9f3c2e1.")),
			message("d4f6b8ca-3e5a-4c7d-9f2b-4a6c8e0d2f3b", a2apb.Role_ROLE_AGENT, text("Checking out 9f3c2e1 and building 38 packages.")),
		},
		Metadata: metadata,
	}
}

func BenchmarkEncode(b *testing.B) {
	task := typicalTask(b)
	b.Run("codec", func(b *testing.B) {
		var buf []byte
		b.ReportAllocs()
		for b.Loop() {
			buf = a2a.AppendTask(buf[:0], task)
		}
		b.SetBytes(int64(len(buf)))
	})
	b.Run("protojson", func(b *testing.B) {
		var buf []byte
		b.ReportAllocs()
		for b.Loop() {
			buf, _ = protojson.MarshalOptions{}.MarshalAppend(buf[:0], task)
		}
		b.SetBytes(int64(len(buf)))
	})
}

func BenchmarkDecode(b *testing.B) {
	data := a2a.AppendTask(nil, typicalTask(b))
	b.Run("codec", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			if err := a2a.Unmarshal(data, new(a2apb.Task)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("protojson", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		options := protojson.UnmarshalOptions{DiscardUnknown: true}
		for b.Loop() {
			if err := options.Unmarshal(data, new(a2apb.Task)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
