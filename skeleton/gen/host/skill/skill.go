package skill

import (
	"context"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
)

// MetadataKey is where a client names the skill that a message is for: in the
// metadata of the message or, failing that, of the request. The value is the
// skill's id on the agent card.
const MetadataKey = "skillId"

// Work does what one message asks for.
type Work func(ctx context.Context, task *Task) error

// Skill is one skill of the agent card and its code.
type Skill struct {
	ID         string
	Name       string
	InputModes []string // media types of the parts that it takes

	// Extended marks a skill of the extended card: for callers that are
	// anonymous it does not exist.
	Extended bool

	// Reply lets the code answer with a Message; without it the task exists
	// before the code runs.
	Reply bool

	// Bind reads the input of a skill that has a schema for it, and returns the
	// work to do with it or what is wrong with it. Data may be nil.
	Bind func(data *structpb.Struct) (Work, wire.Violations)

	// Run is the work of a skill without input schema.
	Run Work
}

// bind returns the work to do for an input.
func (s *Skill) bind(data *structpb.Struct) (Work, wire.Violations) {
	if s.Bind == nil {
		return s.Run, nil
	}
	return s.Bind(data)
}

// fits reports whether data satisfies the skill's input schema.
func (s *Skill) fits(data *structpb.Struct) bool {
	if s.Bind == nil {
		return false
	}
	_, faults := s.Bind(data)
	return len(faults) == 0
}
