package codectest

import (
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/jsonpb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// TestEncodeAllocations writes into a buffer that is large enough.
func TestEncodeAllocations(t *testing.T) {
	task := typicalTask(t)
	buf := a2a.AppendTask(nil, task)
	if n := testing.AllocsPerRun(100, func() { buf = a2a.AppendTask(buf[:0], task) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestDecodeAllocations bounds what reading costs: about one allocation for
// each message, list and map, and few for all strings together.
func TestDecodeAllocations(t *testing.T) {
	data := a2a.AppendTask(nil, typicalTask(t))
	d := jsonpb.NewDecoder(data)
	n := testing.AllocsPerRun(100, func() {
		d.Reset(data)
		a2a.DecodeTask(d, new(a2apb.Task))
	})
	if n > 50 {
		t.Errorf("%v allocations", n)
	}
}

// TestNoAlias scribbles over a text after it was read: buffers are pooled.
func TestNoAlias(t *testing.T) {
	for _, s := range subjects() {
		for seed := range uint64(20) {
			m := s.new()
			newRandom(seed).fill(m.ProtoReflect(), 0)
			data, err := s.marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			got := s.new()
			if err := s.unmarshal(data, got); err != nil {
				t.Fatal(err)
			}
			clear(data)
			if normalize(m); !proto.Equal(got, m) {
				t.Fatalf("%s changed with its text: %v", s.name, got)
			}
		}
	}
}
