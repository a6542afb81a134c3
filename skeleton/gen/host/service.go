package host

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// service answers the operations of the protocol. Each works in the scope of
// the caller and of the request's tenant.
type service struct {
	a2a.UnimplementedService // operations of a later protocol

	engine     *engine
	card       *a2apb.AgentCard
	authorizer Authorizer // nil: callers reach their own tasks
	extended   extendedCard
	inputModes []string // of the public card
	tenants    map[string]bool
}

func newService(e *engine, agent Agent, card *a2apb.AgentCard) *service {
	s := &service{engine: e, card: card, extended: agent.ExtendedCard, authorizer: agent.Authorizer, inputModes: inputModes(card), tenants: make(map[string]bool)}
	for _, i := range card.GetSupportedInterfaces() {
		s.tenants[i.GetTenant()] = true
	}
	return s
}

// SendMessage answers with a message, or with the task when its turn has
// settled, or at once if the client wants that.
func (s *service) SendMessage(ctx context.Context, req *a2apb.SendMessageRequest) (*a2apb.SendMessageResponse, error) {
	until := untilSettled
	if req.GetConfiguration().GetReturnImmediately() {
		until = untilExists
	}
	t, answer, err := s.send(ctx, req, until)
	if err != nil {
		return nil, err
	}
	defer s.engine.release(t)
	if err := t.wait(ctx, answer); err != nil {
		return nil, err
	}
	if answer.message != nil {
		return &a2apb.SendMessageResponse{Payload: &a2apb.SendMessageResponse_Message{Message: answer.message}}, nil
	}
	r := new(taskResponse)
	r.payload.Task = withHistory(answer.task, historyLength(req))
	r.response.Payload = &r.payload
	return &r.response, nil
}

// taskResponse is the answer to a message with its task, in one piece of
// memory.
type taskResponse struct {
	response a2apb.SendMessageResponse
	payload  a2apb.SendMessageResponse_Task
}

// SendStreamingMessage answers with a message, or with the task and then what
// happens to it.
func (s *service) SendStreamingMessage(ctx context.Context, req *a2apb.SendMessageRequest, stream wire.Stream[a2apb.StreamResponse]) error {
	t, answer, err := s.send(ctx, req, untilStream)
	if err != nil {
		return err
	}
	defer s.engine.release(t)
	if err := t.wait(ctx, answer); err != nil {
		return err
	}
	if answer.message != nil {
		return stream.Send(wire.NewEvent(messageEvent(answer.message)))
	}
	opening := answer.opening
	if short := withHistory(answer.task, historyLength(req)); short != answer.task {
		opening = wire.NewEvent(taskEvent(short))
	}
	return t.follow(ctx, opening, answer.cursor, stream, true)
}

// send checks a message and hands it over.
func (s *service) send(ctx context.Context, req *a2apb.SendMessageRequest, until moment) (*task, *answer, error) {
	config, err := s.checkSend(ctx, req)
	if err != nil {
		return nil, nil, err
	}
	ref, err := s.ref(ctx, req.GetTenant(), req.GetMessage().GetTaskId())
	if err != nil {
		return nil, nil, err
	}
	return s.engine.send(ctx, ref.Scope, req, config, until)
}

// checkSend checks what the proto does not say about a request, and returns
// the push configuration to keep, on a copy.
func (s *service) checkSend(ctx context.Context, req *a2apb.SendMessageRequest) (*a2apb.TaskPushNotificationConfig, error) {
	if err := s.checkTenant(req.GetTenant()); err != nil {
		return nil, err
	}
	if n := historyLength(req); n != nil && *n < 0 {
		return nil, wire.InvalidField("configuration.historyLength", "must not be negative")
	}
	message := req.GetMessage()
	if id := message.GetContextId(); id != "" && !validContextID(id) {
		return nil, wire.InvalidField("message.contextId", "must be 1 to 128 printable ASCII characters without spaces")
	}
	if err := s.checkModes(ctx, message.GetParts()); err != nil {
		return nil, err
	}
	config := req.GetConfiguration().GetTaskPushNotificationConfig()
	if config == nil {
		return nil, nil
	}
	const path = "configuration.taskPushNotificationConfig"
	if s.engine.sender == nil {
		return nil, a2a.PushNotificationNotSupported.New("this agent sends no push notifications")
	}
	if id := config.GetTaskId(); id != "" && id != message.GetTaskId() {
		return nil, wire.InvalidField(path+".taskId", "is not the task of the message")
	}
	if err := s.engine.sender.Check(path, config); err != nil {
		return nil, err
	}
	return a2a.CloneTaskPushNotificationConfig(config), nil
}

// checkModes refuses parts that no skill takes which the caller knows of.
func (s *service) checkModes(ctx context.Context, parts []*a2apb.Part) error {
	modes, public := s.inputModes, true
	for _, part := range parts {
		mode := part.GetMediaType()
		if mode == "" || Accepts(modes, mode) {
			continue
		}
		if caller := IdentityFrom(ctx); public && s.extended != nil && !caller.Anonymous {
			card, err := s.extended(ctx, caller)
			if err != nil {
				return err
			}
			if public = false; card != nil {
				modes = inputModes(card)
			}
		}
		if !Accepts(modes, mode) {
			return a2a.ContentTypeNotSupported.New("parts of type %q are not supported; send one of: %s", mode, strings.Join(modes, ", "))
		}
	}
	return nil
}

// inputModes lists the media types of a card and all its skills.
func inputModes(card *a2apb.AgentCard) []string {
	modes := slices.Clone(card.GetDefaultInputModes())
	for _, skill := range card.GetSkills() {
		modes = append(modes, skill.GetInputModes()...)
	}
	slices.Sort(modes)
	return slices.Compact(modes)
}

// checkTenant refuses tenants that are not on the card, for calls that name no
// task. Those that do need no check: a task is looked up as one of the tenant,
// so there is none (section 8.3.2). No call is ever about another tenant.
func (s *service) checkTenant(tenant string) error {
	if s.tenants[tenant] {
		return nil
	}
	return wire.InvalidField("tenant", "is not a tenant of this agent")
}

func historyLength(req *a2apb.SendMessageRequest) *int32 {
	if c := req.GetConfiguration(); c != nil {
		return c.HistoryLength
	}
	return nil
}

// CancelTask cancels a task.
func (s *service) CancelTask(ctx context.Context, req *a2apb.CancelTaskRequest) (*a2apb.Task, error) {
	ref, err := s.ref(ctx, req.GetTenant(), req.GetId())
	if err != nil {
		return nil, err
	}
	return s.engine.cancelTask(ctx, ref, req)
}

// SubscribeToTask answers with the task and then what happens to it.
func (s *service) SubscribeToTask(ctx context.Context, req *a2apb.SubscribeToTaskRequest, stream wire.Stream[a2apb.StreamResponse]) error {
	ref, err := s.ref(ctx, req.GetTenant(), req.GetId())
	if err != nil {
		return err
	}
	t, err := s.engine.acquire(ctx, ref)
	if err != nil {
		return err
	}
	defer s.engine.release(t)
	opening, c, err := t.subscribe()
	if err != nil {
		return err
	}
	return t.follow(ctx, opening, c, stream, false)
}

// GetExtendedAgentCard returns the card for authenticated callers. Each may get
// another one, so only its reader may keep it (section 13.3).
func (s *service) GetExtendedAgentCard(ctx context.Context, req *a2apb.GetExtendedAgentCardRequest) (*a2apb.AgentCard, error) {
	if s.extended == nil {
		return nil, a2a.ExtendedAgentCardNotConfigured.New("this agent has no extended card")
	}
	caller := IdentityFrom(ctx)
	if err := checkExtended(caller); err != nil {
		return nil, err
	}
	if err := s.checkTenant(req.GetTenant()); err != nil {
		return nil, err
	}
	card, err := s.extended(ctx, caller)
	switch {
	case err != nil:
		return nil, err
	case card == nil:
		return nil, a2a.ExtendedAgentCardNotConfigured.New("this agent has no extended card for the caller")
	}
	wire.CallFrom(ctx).CacheControl = fmt.Sprintf("private, max-age=%d", cardMaxAge)
	if req.GetTenant() != "" {
		card = forTenant(card, req.GetTenant())
	}
	return card, nil
}
