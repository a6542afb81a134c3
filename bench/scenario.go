package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/bench/load"
	"github.com/a2a-gen/a2a-gen/bench/process"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// scenario is one row: a kind of request to several servers.
type scenario struct {
	name    string
	events  bool     // what counts are the events of the answer
	grpc    bool     // not HTTP
	fill    int      // tasks that are there at the start
	request []byte   // with load.Marks
	modulo  int      // of the numbers in the request
	targets []target // the generated agent first
	most    int64    // requests of one run
}

// target is a server as a scenario starts it.
type target struct {
	name   string
	binary string
	args   []string
	one    bool // one client will do, and no warm-up: a request takes seconds
}

var (
	generated = target{name: "generated", binary: "generated"}
	durable   = target{name: "generated, SQLite", binary: "generated"}
	sdk       = target{name: "official Go SDK", binary: "sdk"}
	js        = target{name: "official JS SDK", binary: "js"}
	limit     = target{name: "limit", binary: "limit"}
	flushing  = target{name: "limit, flushing each", binary: "limit", args: []string{"-kind", "each"}}
	together  = target{name: "limit, coalescing", binary: "limit", args: []string{"-kind", "together"}}
)

func slow(t target) target {
	t.one = true
	return t
}

const (
	rpcPath    = "/a2a/jsonrpc"
	grpcMethod = "/lf.a2a.v1.A2AService/SendMessage"
)

// scenarios are the rows of the report.
func scenarios() []scenario {
	const many = 1 << 40
	return []scenario{
		{name: "SendMessage, JSON-RPC", request: rpc("SendMessage", message("hello", "")), targets: []target{generated, durable, sdk, js, limit}, most: 20_000},
		{name: "SendMessage, HTTP+JSON", request: load.Request("/a2a/rest/message:send", []byte(message("hello", ""))), targets: []target{generated, sdk, js, limit}, most: 20_000},
		{name: "SendMessage, gRPC", grpc: true, request: grpcSend(), targets: []target{generated, sdk, limit}, most: 20_000},
		{name: "GetTask of 1,000, JSON-RPC", fill: 1_000, request: rpc("GetTask", getParams), modulo: 1_000, targets: []target{generated, sdk, limit}, most: many},
		{name: "ListTasks, 50 of 10,000, JSON-RPC", fill: 10_000, request: rpc("ListTasks", listParams), targets: []target{generated, sdk, limit}, most: many},
		{name: "stream of 100 appends, JSON-RPC", events: true, request: streamOf(100), targets: []target{generated, sdk, js, flushing, together}, most: 2_000},
		{name: "stream of 1,000 appends, JSON-RPC", events: true, request: streamOf(1_000), targets: []target{generated, slow(sdk), flushing, together}, most: 400},
		{name: "SendMessage with 1 MB, JSON-RPC", request: rpc("SendMessage", message(strings.Repeat("x", 1<<20), "")), targets: []target{generated, sdk, limit}, most: 400},
	}
}

const (
	getParams  = `{"id":"00000000-0000-7000-8000-` + load.Mark + `"}`
	listParams = `{"pageSize":50}`
)

// message returns the JSON of a send with a text and metadata members.
func message(text, metadata string) string {
	return `{"message":{"messageId":"message-` + load.Mark + `","role":"ROLE_USER","parts":[{"text":"` + text + `"}],"metadata":{` + metadata + `}}}`
}

// rpc returns a JSON-RPC request over HTTP.
func rpc(method, params string) []byte {
	return load.Request(rpcPath, []byte(call(method, params)))
}

// call returns the body of a JSON-RPC request.
func call(method, params string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":` + params + `}`
}

func streamOf(appends int) []byte {
	return rpc("SendStreamingMessage", message("hello", `"appends":`+strconv.Itoa(appends)))
}

func grpcSend() []byte {
	data, err := proto.Marshal(&a2apb.SendMessageRequest{Message: &a2apb.Message{
		MessageId: "message-" + load.Mark,
		Role:      a2apb.Role_ROLE_USER,
		Parts:     []*a2apb.Part{{Content: &a2apb.Part_Text{Text: "hello"}}},
	}})
	if err != nil {
		panic(err) // a constant message
	}
	return data
}

// sample is one run of one server.
type sample struct {
	units float64       // of work: requests, or events
	rate  float64       // units a second
	cpu   time.Duration // of the server, for 1,000 units
	peak  int64         // resident memory, bytes
}

// result is all runs of one scenario.
type result struct {
	scenario
	samples [][]sample // by target
}

// measureRows runs the rows that are wanted.
func (s *settings) measureRows(ctx context.Context, r *report) error {
	var results []result
	defer func() { r.judge(results) }()
	for _, sc := range scenarios() {
		if !s.wants(sc.name) {
			continue
		}
		progress("%s", sc.name)
		row, err := s.run(ctx, sc)
		if err != nil {
			return fmt.Errorf("%s: %w", sc.name, err)
		}
		r.write(row)
		results = append(results, row)
	}
	return nil
}

// run runs a scenario with all servers that there are.
func (s *settings) run(ctx context.Context, sc scenario) (result, error) {
	if slices.ContainsFunc(sc.targets, isJS) && !s.hasJS(ctx) {
		sc.targets = slices.DeleteFunc(sc.targets, isJS)
	}
	answer, err := s.record(sc)
	if err != nil {
		return result{}, err
	}
	var cells []cell
	for _, t := range sc.targets {
		cells = append(cells, cell{sc, t, answer})
	}
	samples, err := s.interleave(ctx, cells)
	return result{scenario: sc, samples: samples}, err
}

// start starts a server for a scenario.
func (s *settings) start(sc scenario, t target, answer string) (*process.Server, error) {
	if isJS(t) {
		return process.Start("node", s.js)
	}
	args := t.args
	if s.profiles != "" {
		args = append([]string{"-pprof"}, args...)
	}
	switch {
	case t.binary == "limit":
		args = append([]string{"-answer", answer}, args...)
	case t.name == durable.name:
		dir, err := os.MkdirTemp(s.dir, "store-")
		if err != nil {
			return nil, err
		}
		args = append(args, "-store", "sqlite:"+filepath.Join(dir, "tasks.db"))
	}
	if t.binary != "limit" {
		args = append([]string{"-fill", strconv.Itoa(sc.fill)}, args...)
	}
	return process.Start(filepath.Join(s.dir, t.binary), args...)
}

// record asks a generated agent once, and keeps the answer for the limit.
func (s *settings) record(sc scenario) (path string, err error) {
	server, err := s.start(sc, generated, "")
	if err != nil {
		return "", err
	}
	defer server.Stop()
	template := load.NewTemplate(sc.request, sc.modulo)
	var answer []byte
	if sc.grpc {
		c, err := load.DialGRPC(server.GRPC, grpcMethod, template)
		if err != nil {
			return "", err
		}
		defer c.Close()
		answer, err = c.Answer()
		if err != nil {
			return "", err
		}
	} else {
		c, err := load.DialHTTP(server.HTTP, template, sc.events)
		if err != nil {
			return "", err
		}
		defer c.Close()
		if answer, err = c.Answer(); err != nil {
			return "", err
		}
	}
	path = filepath.Join(s.dir, "answer")
	return path, os.WriteFile(path, answer, 0o644)
}

// dial connects n clients.
func (s *settings) dial(sc scenario, server *process.Server, n int) ([]load.Client, error) {
	template := load.NewTemplate(sc.request, sc.modulo)
	var clients []load.Client
	for range n {
		var c load.Client
		var err error
		if sc.grpc {
			c, err = load.DialGRPC(server.GRPC, grpcMethod, template)
		} else {
			c, err = load.DialHTTP(server.HTTP, template, sc.events)
		}
		if err != nil {
			closeAll(clients)
			return nil, err
		}
		clients = append(clients, c)
	}
	return clients, nil
}

func closeAll(clients []load.Client) {
	for _, c := range clients {
		c.Close()
	}
}
