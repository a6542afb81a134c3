// This server is what net/http and grpc-go themselves cost: it reads a
// request and gives the same answer every time.
package main

import (
	"bytes"
	"context"
	"flag"
	"io"
	"net/http"
	"os"
	"strconv"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"

	"github.com/a2a-gen/a2a-gen/bench/serving"
)

func main() {
	path := flag.String("answer", "", "file with the answer: a body, or the frames of a stream")
	kind := flag.String("kind", "plain", "how it is given: plain; each: a flush after every frame; together: one flush; hold: one frame, then silence")
	flags := serving.ParseFlags()
	ctx := serving.Until()
	answer, err := os.ReadFile(*path)
	if err != nil {
		serving.Fail(err)
	}
	handler, ok := map[string]http.Handler{
		"plain":    plain(answer),
		"each":     stream(bytes.SplitAfter(answer, []byte("\n\n")), each),
		"together": stream(bytes.SplitAfter(answer, []byte("\n\n")), together),
		"hold":     stream(bytes.SplitAfter(answer, []byte("\n\n"))[:1], hold),
	}[*kind]
	if !ok {
		flag.Usage()
		os.Exit(2)
	}
	web, rpc := serving.Listen(), serving.Listen()
	go http.Serve(web, handler)
	go newGRPC(answer).Serve(rpc)
	flags.Ready(web.Addr().String(), rpc.Addr().String())
	<-ctx.Done()
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// receive reads a request to its end.
func receive(r *http.Request) {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	b.ReadFrom(r.Body)
}

func plain(answer []byte) http.Handler {
	length := strconv.Itoa(len(answer))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		receive(r)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", length)
		w.Write(answer)
	})
}

func stream(frames [][]byte, write func(http.ResponseWriter, *http.Request, [][]byte)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		receive(r)
		w.Header().Set("Content-Type", "text/event-stream")
		write(w, r, frames)
	})
}

func each(w http.ResponseWriter, _ *http.Request, frames [][]byte) {
	for _, frame := range frames {
		w.Write(frame)
		w.(http.Flusher).Flush()
	}
}

func together(w http.ResponseWriter, _ *http.Request, frames [][]byte) {
	for _, frame := range frames {
		w.Write(frame)
	}
	w.(http.Flusher).Flush()
}

func hold(w http.ResponseWriter, r *http.Request, frames [][]byte) {
	each(w, r, frames)
	<-r.Context().Done()
}

// raw is a gRPC codec that does nothing.
type raw struct{}

func (raw) Name() string { return "proto" }

func (raw) Marshal(v any) (mem.BufferSlice, error) {
	return mem.BufferSlice{mem.SliceBuffer(*v.(*[]byte))}, nil
}

func (raw) Unmarshal(data mem.BufferSlice, v any) error {
	*v.(*[]byte) = data.Materialize()
	return nil
}

var _ encoding.CodecV2 = raw{}

func newGRPC(answer []byte) *grpc.Server {
	server := grpc.NewServer(grpc.ForceServerCodecV2(raw{}), grpc.MaxRecvMsgSize(64<<20))
	server.RegisterService(&grpc.ServiceDesc{
		ServiceName: "lf.a2a.v1.A2AService",
		HandlerType: (*io.Closer)(nil),
		Methods: []grpc.MethodDesc{{
			MethodName: "SendMessage",
			Handler: func(_ any, _ context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
				var request []byte
				if err := decode(&request); err != nil {
					return nil, err
				}
				return &answer, nil
			},
		}},
	}, io.NopCloser(nil))
	return server
}
