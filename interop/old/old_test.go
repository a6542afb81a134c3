// Package old_test sends a generated agent the requests of protocol version
// 0.3. The agent speaks 1.0 only and says so in the words of each binding, so
// that an old client fails at once and its user learns why.
package old_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/a2a-gen/a2a-gen/interop/agent"
)

// Bodies as 0.3 has them: with kinds in JSON-RPC, with content in HTTP+JSON.
const (
	rpcParams = `{"message":{"kind":"message","messageId":"M","role":"user","parts":[{"kind":"text","text":"go"}]}}`
	restBody  = `{"message":{"messageId":"M","role":"ROLE_USER","content":[{"text":"go"}]}}`
)

// answer is what came back over HTTP: the error of either binding.
type answer struct {
	status      int
	contentType string
	Error       struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Data    []info `json:"data"`
		Details []info `json:"details"`
	} `json:"error"`
}

type info struct {
	Reason   string            `json:"reason"`
	Metadata map[string]string `json:"metadata"`
}

func do(t *testing.T, verb, url, version, body string) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), verb, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if version != "" {
		req.Header.Set("A2A-Version", version)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	got := answer{status: resp.StatusCode, contentType: resp.Header.Get("Content-Type")}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatalf("%s %s: %v in %q", verb, url, err, data)
	}
	return got
}

// TestOldClients is one test for all bindings: they share an agent.
func TestOldClients(t *testing.T) {
	base := agent.Start(t)
	t.Run("JSONRPC", func(t *testing.T) { jsonrpc(t, base+"/a2a/jsonrpc") })
	t.Run("HTTP+JSON", func(t *testing.T) { rest(t, base+"/a2a/rest") })
	t.Run("GRPC", func(t *testing.T) { rpc(t, grpcAddress(t, base)) })
}

func jsonrpc(t *testing.T, url string) {
	for _, method := range []string{
		"message/send", "message/stream", "tasks/get", "tasks/cancel", "tasks/resubscribe",
		"tasks/pushNotificationConfig/set", "agent/getAuthenticatedExtendedCard",
	} {
		body := `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":` + rpcParams + `}`
		for _, version := range []string{"", "0.3", "0.3.0"} {
			got := do(t, "POST", url, version, body)
			if got.status != 200 || got.Error.Code != -32009 || got.contentType != "application/json" {
				t.Errorf("%s in version %q: %+v", method, version, got)
			}
			wantVersions(t, got.Error.Data)
		}
		// Whoever says 1.0 has to know its methods.
		if got := do(t, "POST", url, "1.0", body); got.status != 200 || got.Error.Code != -32601 {
			t.Errorf("%s in version 1.0: %+v", method, got)
		}
	}
}

// rest tries the paths of 0.3. Where /v1 could be the name of a tenant of 1.0,
// the version decides first.
func rest(t *testing.T, url string) {
	for _, tt := range []struct{ verb, path, body string }{
		{"POST", "/v1/message:send", restBody},
		{"POST", "/v1/message:stream", restBody},
		{"GET", "/v1/tasks/T", ""},
		{"POST", "/v1/tasks/T:cancel", "null"},
		{"GET", "/v1/tasks/T:subscribe", ""},
		{"POST", "/v1/tasks/T/pushNotificationConfigs", `{}`},
	} {
		for _, version := range []string{"", "0.3"} {
			got := do(t, tt.verb, url+tt.path, version, tt.body)
			if got.status != 400 || got.contentType != "application/json" {
				t.Errorf("%s %s in version %q: %+v", tt.verb, tt.path, version, got)
			}
			wantVersions(t, got.Error.Details)
		}
	}
	for _, path := range []string{"/v1/card", "/v1/nothing/of/the/kind"} { // no path of 1.0
		if got := do(t, "GET", url+path, "", ""); got.status != 404 || got.Error.Message == "" {
			t.Errorf("%s: %+v", path, got)
		}
	}
}

func rpc(t *testing.T, address string) {
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, method := range []string{"SendMessage", "GetTask", "GetAgentCard"} {
		err := conn.Invoke(t.Context(), "/a2a.v1.A2AService/"+method, &emptypb.Empty{}, &emptypb.Empty{})
		if status.Code(err) != codes.Unimplemented {
			t.Errorf("%s: %v", method, err)
		}
	}
	for _, version := range []string{"", "0.3"} {
		ctx := metadata.AppendToOutgoingContext(t.Context(), "a2a-version", version)
		err := conn.Invoke(ctx, "/lf.a2a.v1.A2AService/GetTask", &emptypb.Empty{}, &emptypb.Empty{})
		failed := status.Convert(err)
		if failed.Code() != codes.FailedPrecondition || len(failed.Details()) == 0 {
			t.Fatalf("GetTask of 1.0 in version %q: %v", version, err)
		}
		detail, _ := failed.Details()[0].(*errdetails.ErrorInfo)
		wantVersions(t, []info{{detail.GetReason(), detail.GetMetadata()}})
	}
}

// wantVersions wants an error that says which versions there are.
func wantVersions(t *testing.T, details []info) {
	t.Helper()
	if len(details) != 1 || details[0].Reason != "VERSION_NOT_SUPPORTED" || details[0].Metadata["supportedVersions"] != "1.0" {
		t.Errorf("details %v", details)
	}
}

// grpcAddress reads from the card where gRPC is served.
func grpcAddress(t *testing.T, base string) string {
	t.Helper()
	resp, err := http.Get(base + "/.well-known/agent-card.json")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var body bytes.Buffer
	if _, err := body.ReadFrom(resp.Body); err != nil {
		t.Fatal(err)
	}
	var card struct {
		SupportedInterfaces []struct{ URL, ProtocolBinding, ProtocolVersion string }
	}
	if err := json.Unmarshal(body.Bytes(), &card); err != nil {
		t.Fatal(err)
	}
	for _, iface := range card.SupportedInterfaces {
		if iface.ProtocolVersion != "1.0" {
			t.Errorf("the card offers %+v", iface)
		}
		if iface.ProtocolBinding == "GRPC" {
			return iface.URL
		}
	}
	t.Fatalf("no gRPC in the card %s", body.Bytes())
	return ""
}
