package skill

import (
	"bytes"
	"fmt"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// Artifact is one that a skill declares. A task has it at most once: its name
// is its id, too.
type Artifact struct {
	Name        string
	MediaType   string
	Description string
}

// JSON sets the artifact to the JSON of v, unless v has faults: those are an
// error of the agent's code, not of the client.
func (a Artifact) JSON(turn *host.Turn, v any, faults wire.Violations) error {
	if len(faults) > 0 {
		return fmt.Errorf("artifact %s breaks its schema: %s", a.Name, list(faults))
	}
	part, err := host.Data(v)
	if err != nil {
		return fmt.Errorf("artifact %s: %w", a.Name, err)
	}
	return turn.GiveArtifact(a.with(part), false, true)
}

// Text sets the artifact to a text.
func (a Artifact) Text(turn *host.Turn, text string) error {
	t := new(textArtifact)
	t.content.Text = text
	t.part.Content, t.part.MediaType = &t.content, a.MediaType
	t.parts[0] = &t.part
	t.artifact.ArtifactId, t.artifact.Name, t.artifact.Description = a.Name, a.Name, a.Description
	t.artifact.Parts = t.parts[:]
	return turn.GiveArtifact(&t.artifact, false, true)
}

// Raw sets the artifact to the bytes of a file.
func (a Artifact) Raw(turn *host.Turn, data []byte) error {
	return turn.GiveArtifact(a.with(host.File(a.Name, a.MediaType, bytes.Clone(data))), false, true)
}

// Writer returns a [Writer] of the artifact.
func (a Artifact) Writer(turn *host.Turn) *Writer {
	return &Writer{artifact: a, turn: turn}
}

// with returns the artifact with its content, which gets its media type.
func (a Artifact) with(part *a2apb.Part) *a2apb.Artifact {
	part.MediaType = a.MediaType
	return &a2apb.Artifact{ArtifactId: a.Name, Name: a.Name, Description: a.Description, Parts: []*a2apb.Part{part}}
}

// textArtifact is an artifact of one text, in one piece of memory.
type textArtifact struct {
	artifact a2apb.Artifact
	parts    [1]*a2apb.Part
	part     a2apb.Part
	content  a2apb.Part_Text
}
