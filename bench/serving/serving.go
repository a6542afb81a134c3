// Package serving is what the servers of the benchmark have in common: how
// they are told what to do, and how they say where they listen. A server ends
// when its standard input does, so none outlives the program that started it.
package serving

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/pprof"
	"os"
	"strings"
)

// Fields of a message's metadata that say what an agent does with it.
const (
	Appends = "appends" // chunks of the artifact; without it the artifact comes in one piece
	Bytes   = "bytes"   // size of each piece
	Hold    = "hold"    // 1: stays WORKING until it is canceled
	Ask     = "ask"     // 1: asks for another message
)

const defaultBytes = 32

// Work is what an agent does with one message.
type Work struct {
	Appends int
	Text    string // of each piece of the artifact
	Hold    bool
	Ask     bool
}

// NewWork reads the metadata of a message.
func NewWork(number func(name string) float64) Work {
	size := int(number(Bytes))
	if size == 0 {
		size = defaultBytes
	}
	return Work{
		Appends: int(number(Appends)),
		Text:    strings.Repeat("x", size),
		Hold:    number(Hold) != 0,
		Ask:     number(Ask) != 0,
	}
}

// TaskID returns the id of the nth of the tasks that a server is filled with.
func TaskID(n int) string { return fmt.Sprintf("00000000-0000-7000-8000-%012d", n) }

// Flags are those of every server.
type Flags struct {
	Store string
	Fill  int
	pprof bool
}

// ParseFlags reads the command line.
func ParseFlags() *Flags {
	f := new(Flags)
	flag.StringVar(&f.Store, "store", "memory:", "where tasks are kept")
	flag.IntVar(&f.Fill, "fill", 0, "completed tasks that are there at the start")
	flag.BoolVar(&f.pprof, "pprof", false, "serve /debug/pprof on an address of its own")
	flag.Parse()
	return f
}

// Ready tells the starter where the server listens.
func (f *Flags) Ready(httpAddr, grpcAddr string) {
	debug := "-"
	if f.pprof {
		debug = profiles()
	}
	fmt.Println("ready", httpAddr, grpcAddr, debug)
}

// Until returns a context that is done when standard input ends.
func Until() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	return ctx
}

// Listen takes a free port of the loopback interface.
func Listen() net.Listener {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		Fail(err)
	}
	return l
}

// Fail ends the server.
func Fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func profiles() string {
	l := Listen()
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	go http.Serve(l, mux)
	return l.Addr().String()
}
