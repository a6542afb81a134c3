package wire_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
)

// TestFailuresOverHTTP reads failures in the forms that servers send.
func TestFailuresOverHTTP(t *testing.T) {
	const info = `{"@type":"type.googleapis.com/google.rpc.ErrorInfo","domain":"a2a-protocol.org",`
	tests := []struct {
		name    string
		status  int
		body    string
		header  []string
		kind    *wire.Kind
		message string
	}{
		{"reason", 404, `{"error":{"code":404,"status":"NOT_FOUND","message":"no","details":[` + info + `"reason":"TASK_NOT_FOUND"}]}}`, nil, a2a.TaskNotFound, "no"},
		{"reason beats status", 409, `{"error":{"code":409,"message":"no","details":[` + info + `"reason":"TASK_NOT_CANCELABLE"}]}}`, nil, a2a.TaskNotCancelable, "no"},
		{"media type does not matter", 404, `{"error":{"message":"no","details":[` + info + `"reason":"TASK_NOT_FOUND"}]}}`, []string{"Content-Type", "application/a2a+json"}, a2a.TaskNotFound, "no"},
		{"nested metadata", 400, `{"error":{"message":"no","details":[` + info + `"reason":"UNSUPPORTED_OPERATION","metadata":{"a":{"b":1},"c":"d"}}]}}`, nil, a2a.UnsupportedOperation, "no"},
		{"NOT_FOUND without a reason", 404, `{"error":{"code":404,"status":"NOT_FOUND","message":"no"}}`, nil, a2a.TaskNotFound, "no"},
		{"unknown reason", 400, `{"error":{"code":400,"message":"no","details":[` + info + `"reason":"NEW"}]}}`, nil, wire.InvalidParams, "no"},
		{"problem details", 400, `{"type":"https://a2a-protocol.org/errors/version-not-supported","title":"t","detail":"no"}`, []string{"Content-Type", "application/problem+json"}, a2a.VersionNotSupported, "no"},
		{"problem details without a type", 400, `{"status":400,"detail":"no","errors":[{"field":"id","message":"bad"}]}`, nil, wire.InvalidParams, "no"},
		{"problem details with a title only", 404, `{"type":"about:blank","title":"no"}`, nil, wire.MethodNotFound, "no"},
		{"proxy", 502, `<html>`, []string{"Content-Type", "text/html"}, wire.Unavailable, "the agent answered 502 Bad Gateway"},
		{"framework", 422, `{"message":"no"}`, nil, wire.InvalidParams, "the agent answered 422 Unprocessable Entity"},
		{"empty", 500, ``, nil, wire.Internal, "the agent answered 500 Internal Server Error"},
		{"too large", 413, ``, nil, wire.TooLarge, "the agent answered 413 Request Entity Too Large"},
		{"too many", 429, ``, []string{"Retry-After", "7"}, wire.RateLimited, "the agent answered 429 Too Many Requests"},
		{"OAuth error", 401, `{"error":"invalid_token"}`, []string{"WWW-Authenticate", "Bearer"}, wire.Unauthenticated, "authentication is required"},
		{"status beats reason for credentials", 403, `{"error":{"code":403,"message":"no","details":[` + info + `"reason":"INTERNAL"}]}}`, nil, wire.PermissionDenied, "no"},
		{"not modified", 304, ``, nil, wire.Internal, "the agent answered 304 Not Modified"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := a2a.NewRESTClient(answer(t, tt.status, tt.body, tt.header...), wire.ClientOptions{})
			_, err := c.GetTask(t.Context(), getTask)
			e, ok := err.(*wire.Error)
			if !ok || e.Kind != tt.kind || e.Text() != tt.message {
				t.Fatalf("got %#v, want %s %q", err, tt.kind.Reason, tt.message)
			}
			switch tt.name {
			case "too many":
				if e.RetryAfter != 7*time.Second {
					t.Errorf("RetryAfter is %v", e.RetryAfter)
				}
			case "OAuth error":
				if e.Challenge != "Bearer" {
					t.Errorf("Challenge is %q", e.Challenge)
				}
			case "nested metadata":
				if e.Metadata["c"] != "d" {
					t.Errorf("Metadata is %v", e.Metadata)
				}
			case "problem details without a type":
				if !slices.Equal(e.Violations, []wire.FieldViolation{{Field: "id", Description: "bad"}}) {
					t.Errorf("Violations are %v", e.Violations)
				}
			}
		})
	}
}

// TestFailuresOverJSONRPC reads failures in the forms that servers send.
func TestFailuresOverJSONRPC(t *testing.T) {
	failure := func(error string) string { return `{"jsonrpc":"2.0","id":1,"error":` + error + `}` }
	const info = `{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","metadata":{"taskId":"T"}}`
	tests := []struct {
		name    string
		status  int
		body    string
		kind    *wire.Kind
		message string
	}{
		{"code", 200, failure(`{"code":-32002,"message":"no"}`), a2a.TaskNotCancelable, "no"},
		{"data is a list", 200, failure(`{"code":-32603,"message":"no","data":[` + info + `]}`), a2a.TaskNotFound, "no"},
		{"data is an object", 200, failure(`{"code":-32603,"message":"no","data":` + info + `}`), a2a.TaskNotFound, "no"},
		{"data is text", 200, failure(`{"code":-32602,"message":"no","data":"stack"}`), wire.InvalidParams, "no"},
		{"data is null", 200, failure(`{"code":-32602,"message":"no","data":null}`), wire.InvalidParams, "no"},
		{"HTTP status of its own", 500, failure(`{"code":-32009,"message":"no"}`), a2a.VersionNotSupported, "no"},
		{"unknown code", 200, failure(`{"code":-1,"message":"no"}`), wire.Internal, "no"},
		{"unknown code with a status", 503, failure(`{"code":-1,"message":"no"}`), wire.Unavailable, "no"},
		{"no message", 200, failure(`{"code":-32001}`), a2a.TaskNotFound, a2a.TaskNotFound.Title},
		{"credentials by status", 401, failure(`{"code":-32000,"message":"no"}`), wire.Unauthenticated, "no"},
		{"scope by status", 403, failure(`{"code":-32603,"message":"no"}`), wire.PermissionDenied, "no"},
		{"credentials by the Go server's code", 200, failure(`{"code":-31401,"message":"no"}`), wire.Unauthenticated, "no"},
		{"scope by the Go server's code", 200, failure(`{"code":-31403,"message":"no"}`), wire.PermissionDenied, "no"},
		{"framework", 401, `{"detail":"Not authenticated"}`, wire.Unauthenticated, "the agent answered 401 Unauthorized"},
		{"OAuth error", 401, `{"error":"invalid_token"}`, wire.Unauthenticated, "authentication is required"},
		{"proxy", 502, `<html>`, wire.Unavailable, "the agent answered 502 Bad Gateway"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := a2a.NewJSONRPCClient(answer(t, tt.status, tt.body, "WWW-Authenticate", "Bearer"), wire.ClientOptions{})
			_, err := c.GetTask(t.Context(), getTask)
			e, ok := err.(*wire.Error)
			if !ok || e.Kind != tt.kind || e.Text() != tt.message || e.Challenge != "Bearer" {
				t.Errorf("got %#v, want %s %q", err, tt.kind.Reason, tt.message)
			}
			if want := map[string]string{"taskId": "T"}; tt.kind == a2a.TaskNotFound && len(e.Metadata) > 0 && !maps.Equal(e.Metadata, want) {
				t.Errorf("metadata %v", e.Metadata)
			}
		})
	}
}
