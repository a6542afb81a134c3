package host_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// counter is a stream that counts.
type counter int

func (c *counter) Send(events ...*wire.Event[a2apb.StreamResponse]) error {
	*c += counter(len(events))
	return nil
}

// BenchmarkSend is a blocking send of four events.
func BenchmarkSend(b *testing.B) {
	f := newFixture(func(_ context.Context, turn *host.Turn) error {
		turn.Working("working on it")
		if err := turn.Artifact(&a2apb.Artifact{ArtifactId: "a", Parts: []*a2apb.Part{host.Text("result")}}); err != nil {
			return err
		}
		return turn.Complete()
	})
	h, err := host.New(f.config, f.agent, f.store)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := h.Service().SendMessage(b.Context(), request("hi")); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStream is the cost of one event in streams of different lengths.
func BenchmarkStream(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := newFixture(func(_ context.Context, turn *host.Turn) error { return chunks(turn, n) })
			h, err := host.New(f.config, f.agent, f.store)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				var c counter
				if err := h.Service().SendStreamingMessage(b.Context(), request("hi"), &c); err != nil || int(c) != n+2 {
					b.Fatal(c, err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*(n+2)), "ns/event")
		})
	}
}
