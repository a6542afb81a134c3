package agent

import (
	"testing"

	"example.com/deployer/gen/a2a"
	"example.com/deployer/gen/a2a/wire"
	"example.com/deployer/gen/a2apb"
	"example.com/deployer/gen/host/auth/authtest"
	"example.com/deployer/gen/host/hosttest"
	"example.com/deployer/gen/skills"
)

// TestCredentials goes through the card's security requirements with all sorts
// of credentials, over every binding.
func TestCredentials(t *testing.T) {
	authtest.Run(t, New(), skills.Defaults())
}

// TestTokens calls both skills with tokens of a local issuer.
func TestTokens(t *testing.T) {
	agent := New()
	authority := authtest.New(t, agent.Card)
	server := authority.Serve(t, agent, skills.Defaults())
	plan := func() *a2apb.SendMessageRequest {
		in := skills.DeployInput{Service: "payments-api", Version: "1.4.0", Environment: "staging", DryRun: true}
		return &a2apb.SendMessageRequest{Message: hosttest.Message("deploy", hosttest.Data(t, in))}
	}
	tests := []struct {
		name    string
		quality authtest.Quality
		scopes  []string
		want    *wire.Kind
	}{
		{"without", authtest.None, nil, wire.Unauthenticated},
		{"malformed", authtest.Malformed, []string{"deploy"}, wire.Unauthenticated},
		{"wrong", authtest.Wrong, []string{"deploy"}, wire.Unauthenticated},
		{"expired", authtest.Expired, []string{"deploy"}, wire.Unauthenticated},
		{"foreign audience", authtest.Foreign, []string{"deploy"}, wire.Unauthenticated},
		{"other scope", authtest.Good, []string{"deploy:approve"}, wire.PermissionDenied},
		{"good", authtest.Good, []string{"deploy"}, nil},
	}
	for _, i := range server.Card().GetSupportedInterfaces() {
		for _, test := range tests {
			t.Run(i.GetProtocolBinding()+"/"+test.name, func(t *testing.T) {
				client := server.Client(t, i, authority.Credentials("bearer", "planner", test.quality, test.scopes...))
				resp, err := client.SendMessage(t.Context(), plan())
				if wire.KindOf(err) != test.want || err == nil && resp.GetTask().GetStatus().GetState() != completed {
					t.Errorf("%v, %v", resp, err)
				}
				if test.want == wire.Unauthenticated && client.Challenge() == "" {
					t.Error("no challenge says what to send")
				}
				_, err = client.GetTask(t.Context(), &a2apb.GetTaskRequest{Id: "no such task"})
				if want := a2a.TaskNotFound; test.want == wire.Unauthenticated && wire.KindOf(err) != wire.Unauthenticated ||
					test.want != wire.Unauthenticated && wire.KindOf(err) != want {
					t.Errorf("any other request: %v", err)
				}
			})
		}
	}
}

// TestApproval: a deployment to production over one binding, and its approval by
// somebody else over the next.
func TestApproval(t *testing.T) {
	agent := New()
	authority := authtest.New(t, agent.Card)
	server := authority.Serve(t, agent, skills.Defaults())
	interfaces := server.Card().GetSupportedInterfaces()
	for n, i := range interfaces {
		planner := server.Client(t, i, authority.Credentials("bearer", "planner", authtest.Good, "deploy"))
		approver := server.Client(t, interfaces[(n+1)%len(interfaces)], authority.Credentials("bearer", "test-runner", authtest.Good, "deploy:approve"))
		in := skills.DeployInput{Service: "payments-api", Version: "1.4." + string(rune('0'+n)), Environment: "production"}
		req := &a2apb.SendMessageRequest{Message: hosttest.Message("deploy", hosttest.Data(t, in))}
		var last a2apb.TaskState
		for event, err := range planner.SendStreamingMessage(t.Context(), req) {
			if err != nil {
				t.Fatal(err)
			}
			status := event.GetStatusUpdate().GetStatus()
			if event.GetStatusUpdate() == nil {
				continue
			}
			if last = status.GetState(); last != authRequired {
				continue
			}
			in := skills.ApproveInput{Approval: approvalIn(status), Decision: "approve"}
			if _, err := planner.SendMessage(t.Context(), &a2apb.SendMessageRequest{Message: hosttest.Message("approve", hosttest.Data(t, in))}); wire.KindOf(err) != wire.PermissionDenied {
				t.Errorf("an approval without the scope: %v", err)
			}
			if _, err := approver.SendMessage(t.Context(), &a2apb.SendMessageRequest{Message: hosttest.Message("approve", hosttest.Data(t, in))}); err != nil {
				t.Fatal(err)
			}
		}
		if last != completed {
			t.Errorf("%s: the last state is %v", i.GetProtocolBinding(), last)
		}
	}
}
