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
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Fields of a message's metadata that say what an agent does with it.
const (
	Appends = "appends" // chunks of the artifact; without it the artifact comes in one piece
	Bytes   = "bytes"   // size of each piece
	First   = "first"   // size of the first piece, if it is another
	Every   = "every"   // milliseconds before each other piece, which then begins with the time
	Hold    = "hold"    // 1: stays WORKING until it is canceled
	Ask     = "ask"     // 1: asks for another message
)

const defaultBytes = 32

// Work is what an agent does with one message.
type Work struct {
	Appends int
	Text    string // of each piece of the artifact
	First   int    // size of the first piece, 0 for that of the others
	Every   time.Duration
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
		First:   int(number(First)),
		Every:   time.Duration(number(Every)) * time.Millisecond,
		Hold:    number(Hold) != 0,
		Ask:     number(Ask) != 0,
	}
}

// Piece returns the text of one of several pieces. It waits as long as the
// work says.
func (w Work) Piece(i int) string {
	switch {
	case i == 0 && w.First > 0:
		return strings.Repeat("x", w.First)
	case w.Every == 0:
		return w.Text
	}
	time.Sleep(w.Every)
	return "@" + strconv.FormatInt(time.Now().UnixNano(), 10) + "@" + w.Text
}

var stamp = regexp.MustCompile(`"@(\d+)@`)

// Stamped returns the time in an event that holds a piece.
func Stamped(event []byte) (at time.Time, ok bool) {
	m := stamp.FindSubmatch(event)
	if m == nil {
		return time.Time{}, false
	}
	nanoseconds, err := strconv.ParseInt(string(m[1]), 10, 64)
	return time.Unix(0, nanoseconds), err == nil
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
