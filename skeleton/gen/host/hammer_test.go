package host_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"maps"
	mathrand "math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/memory"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/sqlite"
)

var hammer = flag.Duration("hammer", 2*time.Second, "how long callers try to reach each other's tasks, for each store")

// probe is an operation that names a task, as each binding has it.
type probe struct {
	name     string
	message  func(tenant, id string) proto.Message
	rest     string // verb and path below the tenant
	body     bool   // the message is the body
	streamed bool
	answer   func() proto.Message
}

func taskAnswer() proto.Message { return new(a2apb.Task) }

func followUp(tenant, id string) proto.Message {
	req := request("x")
	req.Tenant, req.Message.TaskId, req.Message.MessageId = tenant, id, "m"
	return req
}

var probes = []probe{
	{"GetTask", func(tenant, id string) proto.Message { return &a2apb.GetTaskRequest{Tenant: tenant, Id: id} },
		"GET /tasks/%s", false, false, taskAnswer},
	{"CancelTask", func(tenant, id string) proto.Message { return &a2apb.CancelTaskRequest{Tenant: tenant, Id: id} },
		"POST /tasks/%s:cancel", true, false, taskAnswer},
	{"SubscribeToTask", func(tenant, id string) proto.Message { return &a2apb.SubscribeToTaskRequest{Tenant: tenant, Id: id} },
		"GET /tasks/%s:subscribe", false, true, func() proto.Message { return new(a2apb.StreamResponse) }},
	{"SendMessage", followUp, "POST /message:send", true, false, func() proto.Message { return new(a2apb.SendMessageResponse) }},
	{"SendStreamingMessage", followUp, "POST /message:stream", true, true, func() proto.Message { return new(a2apb.StreamResponse) }},
	{"CreateTaskPushNotificationConfig", func(tenant, id string) proto.Message {
		return &a2apb.TaskPushNotificationConfig{Tenant: tenant, TaskId: id, Id: "p", Url: "http://127.0.0.1:1/"}
	}, "POST /tasks/%s/pushNotificationConfigs", true, false, func() proto.Message { return new(a2apb.TaskPushNotificationConfig) }},
	{"GetTaskPushNotificationConfig", func(tenant, id string) proto.Message {
		return &a2apb.GetTaskPushNotificationConfigRequest{Tenant: tenant, TaskId: id, Id: "p"}
	}, "GET /tasks/%s/pushNotificationConfigs/p", false, false, func() proto.Message { return new(a2apb.TaskPushNotificationConfig) }},
	{"ListTaskPushNotificationConfigs", func(tenant, id string) proto.Message {
		return &a2apb.ListTaskPushNotificationConfigsRequest{Tenant: tenant, TaskId: id}
	}, "GET /tasks/%s/pushNotificationConfigs", false, false, func() proto.Message { return new(a2apb.ListTaskPushNotificationConfigsResponse) }},
	{"DeleteTaskPushNotificationConfig", func(tenant, id string) proto.Message {
		return &a2apb.DeleteTaskPushNotificationConfigRequest{Tenant: tenant, TaskId: id, Id: "p"}
	}, "DELETE /tasks/%s/pushNotificationConfigs/p", false, false, func() proto.Message { return new(emptypb.Empty) }},
}

// principal is a caller in a tenant.
type principal struct{ tenant, name string }

func (p principal) String() string { return p.tenant + "/" + p.name }

// arena is an agent, and the tasks that its callers have made.
type arena struct {
	t    *testing.T
	base string
	http *http.Client
	grpc *grpc.ClientConn

	mu    sync.Mutex
	tasks map[principal][]string
	times map[string][]time.Duration // by binding and kind of id
}

// Two callers in two tenants work, and try everything on each other's tasks.
// What they get is what they would get for tasks that nobody has, byte by byte
// on every binding and about as fast, and their lists show nothing else than
// their own.
func TestCallersDoNotMeet(t *testing.T) {
	for name, open := range map[string]func(*testing.T) host.Store{
		"memory": func(*testing.T) host.Store { return memory.New() },
		"sqlite": func(t *testing.T) host.Store {
			store, err := sqlite.Open(t.Context(), t.TempDir()+"/tasks.db")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { store.Close() })
			return store
		},
	} {
		t.Run(name, func(t *testing.T) { newArena(t, open(t)).fight(*hammer) })
	}
}

func newArena(t *testing.T, store host.Store) *arena {
	f := newFixture(func(_ context.Context, turn *host.Turn) error {
		if strings.HasPrefix(turn.Message().GetParts()[0].GetText(), "wait") {
			return turn.RequireInput(host.Text("of " + turn.Caller().Name))
		}
		return turn.Complete(host.Text("of " + turn.Caller().Name))
	})
	f.store = store
	f.agent.Authenticator = func(_ context.Context, call *wire.Call) (host.Identity, error) {
		return host.Identity{Name: call.Header.Get("X-Caller")}, nil
	}
	f.agent.Card.SupportedInterfaces = nil
	for _, tenant := range []string{"blue", "red"} {
		for _, binding := range []string{wire.JSONRPC, wire.HTTPJSON, wire.GRPC} {
			f.agent.Card.SupportedInterfaces = append(f.agent.Card.SupportedInterfaces,
				&a2apb.AgentInterface{ProtocolBinding: binding, ProtocolVersion: "1.0", Tenant: tenant})
		}
	}
	s := f.listen(t)
	conn, err := grpc.NewClient(s.GRPCAddr(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	a := &arena{t: t, base: "http://" + s.HTTPAddr(), http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 8}}, grpc: conn,
		tasks: make(map[principal][]string), times: make(map[string][]time.Duration)}
	t.Cleanup(func() {
		conn.Close()
		a.http.CloseIdleConnections()
	})
	return a
}

func (a *arena) fight(duration time.Duration) {
	ctx, cancel := context.WithTimeout(a.t.Context(), duration)
	defer cancel()
	all := []principal{{"blue", "planner"}, {"blue", "deployer"}, {"red", "planner"}, {"red", "deployer"}}
	var fighters sync.WaitGroup
	for _, p := range all {
		for range 2 {
			fighters.Go(func() {
				for ctx.Err() == nil && !a.t.Failed() {
					a.work(p)
					a.look(p)
					for range 5 {
						a.attack(p)
					}
				}
			})
		}
	}
	fighters.Wait()
	a.checkTimes()
}

// work makes a task.
func (a *arena) work(p principal) {
	text := "done by " + p.String()
	if mathrand.N(2) == 0 {
		text = "wait for " + p.String()
	}
	req := request(text)
	req.Tenant = p.tenant
	resp := new(a2apb.SendMessageResponse)
	if err := a.invoke(p, "SendMessage", req, resp); err != nil {
		a.t.Errorf("%s: a message: %v", p, err)
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.tasks[p] = append(a.tasks[p], resp.GetTask().GetId())
}

// look lists the caller's tasks and reads one.
func (a *arena) look(p principal) {
	list := new(a2apb.ListTasksResponse)
	if err := a.invoke(p, "ListTasks", &a2apb.ListTasksRequest{Tenant: p.tenant, PageSize: proto.Int32(20)}, list); err != nil {
		a.t.Errorf("%s: a list: %v", p, err)
		return
	}
	for _, task := range list.GetTasks() {
		if text := task.GetHistory()[0].GetParts()[0].GetText(); !strings.HasSuffix(text, p.String()) {
			a.t.Errorf("%s lists a task that is %q", p, text)
		}
	}
	task := new(a2apb.Task)
	if err := a.invoke(p, "GetTask", &a2apb.GetTaskRequest{Tenant: p.tenant, Id: a.pick(p)}, task); err != nil {
		a.t.Errorf("%s: an own task: %v", p, err)
	}
}

// pick returns the id of a task of p, "" if there is none yet.
func (a *arena) pick(p principal) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	ids := a.tasks[p]
	if len(ids) == 0 {
		return ""
	}
	return ids[mathrand.N(len(ids))]
}

// victim returns the id of a task that is not of p.
func (a *arena) victim(p principal) string {
	a.mu.Lock()
	others := slices.DeleteFunc(slices.Collect(maps.Keys(a.tasks)), func(q principal) bool { return p == q })
	a.mu.Unlock()
	if len(others) == 0 {
		return ""
	}
	return a.pick(others[mathrand.N(len(others))])
}

// attack tries an operation on somebody's task and on nobody's.
func (a *arena) attack(p principal) {
	foreign, nobodys := a.victim(p), newUUID()
	if foreign == "" {
		return
	}
	op := &probes[mathrand.N(len(probes))]
	for binding, try := range map[string]func(principal, *probe, string) string{
		wire.JSONRPC: a.overJSONRPC, wire.HTTPJSON: a.overREST, wire.GRPC: a.overGRPC,
	} {
		ids := []string{foreign, nobodys}
		mathrand.Shuffle(2, func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		answers := make(map[string]string)
		for _, id := range ids {
			begin := time.Now()
			answers[id] = strings.ReplaceAll(try(p, op, id), id, "ID")
			a.note(binding, id == foreign, time.Since(begin))
		}
		if answers[foreign] != answers[nobodys] {
			a.t.Errorf("%s, %s over %s: somebody's task gives\n%s\nnobody's\n%s", p, op.name, binding, answers[foreign], answers[nobodys])
		}
		if !strings.Contains(answers[foreign], "TASK_NOT_FOUND") {
			a.t.Errorf("%s, %s over %s: %s", p, op.name, binding, answers[foreign])
		}
	}
}

func newUUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	s := hex.EncodeToString(b[:])
	return strings.Join([]string{s[:8], s[8:12], "7" + s[13:16], "8" + s[17:20], s[20:]}, "-")
}

func (a *arena) overJSONRPC(p principal, op *probe, id string) string {
	params, err := a2a.Marshal(op.message(p.tenant, id))
	if err != nil {
		a.t.Error(err)
	}
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, op.name, params)
	return a.do(p, "POST", a.base+"/a2a/jsonrpc", []byte(body))
}

func (a *arena) overREST(p principal, op *probe, id string) string {
	verb, path, _ := strings.Cut(op.rest, " ")
	if strings.Contains(path, "%s") {
		path = fmt.Sprintf(path, id)
	}
	var body []byte
	if op.body {
		var err error
		if body, err = a2a.Marshal(op.message(p.tenant, id)); err != nil {
			a.t.Error(err)
		}
	}
	return a.do(p, verb, a.base+"/a2a/rest/"+p.tenant+path, body)
}

// do returns everything about an answer but its time.
func (a *arena) do(p principal, verb, url string, body []byte) string {
	req, err := http.NewRequest(verb, url, bytes.NewReader(body))
	if err != nil {
		a.t.Error(err)
		return ""
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("A2A-Version", "1.0")
	req.Header.Set("X-Caller", p.name)
	resp, err := a.http.Do(req)
	if err != nil {
		a.t.Error(err)
		return ""
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		a.t.Error(err)
	}
	resp.Header.Del("Date")
	return fmt.Sprint(resp.Status, resp.Header, string(answer))
}

// overGRPC returns the status of an answer as it was encoded.
func (a *arena) overGRPC(p principal, op *probe, id string) string {
	var err error
	if op.streamed {
		err = a.stream(p, op, id)
	} else {
		err = a.invoke(p, op.name, op.message(p.tenant, id), op.answer())
	}
	encoded, marshalErr := proto.MarshalOptions{Deterministic: true}.Marshal(status.Convert(err).Proto())
	if marshalErr != nil {
		a.t.Error(marshalErr)
	}
	return string(encoded)
}

func (a *arena) context(p principal) context.Context {
	return metadata.AppendToOutgoingContext(context.Background(), "a2a-version", "1.0", "x-caller", p.name)
}

func (a *arena) invoke(p principal, operation string, req, resp proto.Message) error {
	return a.grpc.Invoke(a.context(p), "/lf.a2a.v1.A2AService/"+operation, req, resp)
}

func (a *arena) stream(p principal, op *probe, id string) error {
	ctx, cancel := context.WithCancel(a.context(p))
	defer cancel()
	stream, err := a.grpc.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true}, "/lf.a2a.v1.A2AService/"+op.name)
	if err != nil {
		return err
	}
	if err := stream.SendMsg(op.message(p.tenant, id)); err != nil {
		return err
	}
	if err := stream.CloseSend(); err != nil {
		return err
	}
	return stream.RecvMsg(op.answer())
}

func (a *arena) note(binding string, foreign bool, took time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	key := fmt.Sprint(binding, foreign)
	a.times[key] = append(a.times[key], took)
}

// checkTimes compares the medians of how long answers took.
func (a *arena) checkTimes() {
	for _, binding := range []string{wire.JSONRPC, wire.HTTPJSON, wire.GRPC} {
		foreign, nobodys := a.times[binding+"true"], a.times[binding+"false"]
		if len(foreign) < 20 {
			a.t.Errorf("%s: %d attempts only", binding, len(foreign))
			continue
		}
		slices.Sort(foreign)
		slices.Sort(nobodys)
		slow, fast := foreign[len(foreign)/2], nobodys[len(nobodys)/2]
		if slow < fast {
			slow, fast = fast, slow
		}
		a.t.Logf("%s: %d attempts, medians %v and %v", binding, 2*len(foreign), slow, fast)
		if slow > 5*fast {
			a.t.Errorf("%s: answers about somebody's task and nobody's take %v and %v", binding, slow, fast)
		}
	}
}
