package skill

import (
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// conversation is a turn and what the messages before it have left.
type conversation struct {
	turn    *host.Turn
	bound   string           // id of the skill that asked, "" if none did
	data    *structpb.Struct // of all messages of the client, nil if there is none
	refusal *wire.Error      // why the message cannot be taken
}

func newConversation(turn *host.Turn) *conversation {
	c := &conversation{turn: turn}
	if task := turn.Task(); task != nil {
		for _, message := range task.GetHistory() {
			c.add(message)
		}
		c.add(task.GetStatus().GetMessage())
	}
	c.add(turn.Message())
	return c
}

// add takes in the next message.
func (c *conversation) add(message *a2apb.Message) {
	if message.GetRole() != a2apb.Role_ROLE_AGENT {
		c.data = merge(c.data, message)
	} else if id := asker(message); id != "" {
		c.bound = id
	}
}

// ask asks the client for something on behalf of a skill, which may be nil.
func (c *conversation) ask(s *Skill, text string) error {
	if s == nil {
		return c.turn.RequireInput(host.Text(text))
	}
	return (&Task{c.turn, s.ID}).RequireInput(text)
}

// refuse refuses the message. A task that exists asks again instead.
func (c *conversation) refuse(s *Skill) error {
	if c.turn.Task() == nil {
		return c.turn.Refuse(c.refusal)
	}
	return c.ask(s, c.refusal.Text())
}

// sign puts the id of a skill into what it asks.
func sign(part *a2apb.Part, id string) *a2apb.Part {
	part.Metadata = &structpb.Struct{Fields: map[string]*structpb.Value{MetadataKey: structpb.NewStringValue(id)}}
	return part
}

// asker returns the id of the skill that asked something, "" for other
// messages.
func asker(message *a2apb.Message) string {
	for _, part := range message.GetParts() {
		if id := part.GetMetadata().GetFields()[MetadataKey].GetStringValue(); id != "" {
			return id
		}
	}
	return ""
}
