package authtest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// Run tests that an agent asks for the credentials that its card declares, the
// same over every binding: for each requirement and each scheme in it, with
// none, malformed, foreign, expired, too narrow and good credentials. The
// agent's skills are called only where a skill has requirements of its own.
//
// config is what the agent's definition says; addresses and what vouches for
// callers are replaced.
func Run(t *testing.T, agent host.Agent, config host.Config) {
	cards := []*a2apb.AgentCard{agent.Card}
	if agent.ExtendedCard != nil {
		card, err := agent.ExtendedCard(t.Context(), host.Identity{Name: "test"})
		if err != nil {
			t.Fatal(err)
		}
		cards = append(cards, card)
	}
	authority := New(t, cards...)
	server := authority.Serve(t, agent, config)
	for _, c := range authority.cases(cards) {
		for _, i := range server.Card().GetSupportedInterfaces() {
			t.Run(c.name+"/"+i.GetProtocolBinding(), func(t *testing.T) { c.run(t, server, i) })
		}
	}
}

// testCase is one call.
type testCase struct {
	name  string
	show  Credentials
	skill string // "" for a call that is for none
	want  verdict
}

// cases returns all cases for the cards of one agent, each once.
func (a *Authority) cases(cards []*a2apb.AgentCard) []testCase {
	var all []testCase
	agent := cards[0].GetSecurityRequirements()
	seen := make(map[string]bool)
	add := func(skill *a2apb.AgentSkill, base, varied *a2apb.SecurityRequirement) {
		for _, c := range a.vary(base, varied) {
			name := "agent/" + c.name
			if skill != nil {
				name = skill.GetId() + "/" + c.name
			}
			if seen[name] {
				continue
			}
			seen[name] = true
			verdict := a.judge(c.wants, agent)
			if verdict == admitted && skill != nil {
				verdict = a.judge(c.wants, skill.GetSecurityRequirements())
			}
			all = append(all, testCase{name: name, show: a.show(callers[0], c.wants), skill: skill.GetId(), want: verdict})
		}
	}
	for _, r := range agent {
		add(nil, nil, r)
	}
	for i, card := range cards {
		if i > 0 && len(agent) == 0 {
			continue // for anonymous callers the skills of the extended card do not exist
		}
		for _, skill := range card.GetSkills() {
			for _, r := range skill.GetSecurityRequirements() {
				add(skill, first(agent), r)
			}
		}
	}
	return all
}

func first(list []*a2apb.SecurityRequirement) *a2apb.SecurityRequirement {
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// variation is one way to show credentials.
type variation struct {
	name  string
	wants wants
}

// vary returns the ways to show credentials for one requirement, while another
// is met as far as it can be.
func (a *Authority) vary(base, varied *a2apb.SecurityRequirement) []variation {
	good := wantsOf(base, varied)
	if len(varied.GetSchemes()) == 0 {
		return []variation{{"anonymous", good}}
	}
	var all []variation
	names := slices.Sorted(maps.Keys(varied.GetSchemes()))
	for _, scheme := range names {
		label := strings.Join(names, "+") + "/" + scheme
		for _, q := range kindOf(a.schemes[scheme]).qualities() {
			all = append(all, variation{fmt.Sprintf("%s/%s", label, q), good.with(scheme, want{q, good[scheme].scopes})})
		}
		if scopes := varied.GetSchemes()[scheme].GetList(); len(scopes) > 0 {
			narrow := wantsOf(base)[scheme].scopes // less than the requirement, unless that is the same
			all = append(all, variation{label + "/narrow", good.with(scheme, want{Good, narrow})})
		}
	}
	return all
}

func (c *testCase) run(t *testing.T, server *Server, i *a2apb.AgentInterface) {
	client := server.Client(t, i, c.show)
	err := c.call(t.Context(), client, i.GetTenant())
	var got verdict
	switch wire.KindOf(err) {
	case wire.Unauthenticated:
		got = unauthenticated
	case wire.PermissionDenied:
		got = forbidden
	default:
		got = admitted
		if c.skill == "" && wire.KindOf(err) != a2a.TaskNotFound {
			t.Errorf("a call about an unknown task: %v", err)
		}
	}
	if got != c.want {
		t.Errorf("the call is %s, want %s: %v", got, c.want, err)
	}
	if challenge := client.Challenge(); got == unauthenticated && challenge == "" {
		t.Errorf("no challenge says what to send: %v", err)
	} else if got == admitted && challenge != "" {
		t.Errorf("an admitted call is challenged: %s", challenge)
	}
}

// call asks for a task that does not exist, or for a skill.
func (c *testCase) call(ctx context.Context, client *Client, tenant string) error {
	if c.skill == "" {
		_, err := client.GetTask(ctx, &a2apb.GetTaskRequest{Tenant: tenant, Id: "00000000-0000-7000-8000-000000000000"})
		return err
	}
	_, err := client.SendMessage(ctx, &a2apb.SendMessageRequest{Tenant: tenant, Message: message(c.skill)})
	return err
}
