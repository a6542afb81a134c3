package host

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// Fold turns the events of a log into the task. It is not safe for concurrent
// use.
//
// A message joins the history. A status replaces the one before it, whose
// message joins the history: the last word of the agent is in the status and
// nowhere else, unless a message was added after it. An artifact replaces the
// one with its id or joins the list; with append set its parts join those that
// are there, its metadata wins key by key, its name and description win if
// they are set, and an unknown id begins a new artifact.
//
// The events themselves become part of the task and must not change any more.
// What Snapshot returned is never changed by a later Apply: pieces that a
// snapshot has seen are copied before they are written, headers only, so that
// neither method costs more when more events came before.
type Fold struct {
	id, contextID string
	status        *a2apb.TaskStatus
	told          bool // the status message is in the history already
	history       []*a2apb.Message
	metadata      *structpb.Struct

	artifacts []*a2apb.Artifact
	places    map[string]int // of artifacts by id, nil while they are few
	growing   []growth       // by place, as far as chunks came
	fresh     bool           // no snapshot has seen the array of artifacts
	epoch     int            // counts snapshots

	snapshot *a2apb.Task // nil when events came after the last one
}

// growth is what a fold knows about one artifact.
type growth struct {
	parts    []*a2apb.Part // grows in place; headers hold prefixes of it
	epoch    int           // the header may be written while this is the fold's epoch
	metadata int           // the same for the metadata of the header
}

// fewArtifacts are found sooner without an index.
const fewArtifacts = 8

// NewFold returns a fold that goes on from a task.
func NewFold(task *a2apb.Task) *Fold {
	f := new(Fold)
	f.begin(task)
	return f
}

// begin makes a zero fold go on from a task.
func (f *Fold) begin(task *a2apb.Task) {
	*f = Fold{
		id:        task.GetId(),
		contextID: task.GetContextId(),
		status:    task.GetStatus(),
		history:   slices.Clip(task.GetHistory()),
		metadata:  task.GetMetadata(),
		artifacts: slices.Clip(task.GetArtifacts()),
		epoch:     1,
		snapshot:  task,
	}
	if len(f.artifacts) > fewArtifacts {
		f.index()
	}
	f.told = f.inHistory(f.status.GetMessage())
}

// inHistory says whether the agent's message m is in the history.
func (f *Fold) inHistory(m *a2apb.Message) bool {
	return m != nil && slices.ContainsFunc(f.history, func(h *a2apb.Message) bool {
		return h.GetMessageId() == m.GetMessageId() && h.GetRole() == m.GetRole()
	})
}

// State returns the current state of the task.
func (f *Fold) State() a2apb.TaskState { return f.status.GetState() }

// CheckEvent says whether an event may follow the first one in a log.
func CheckEvent(event *a2apb.StreamResponse) error {
	switch p := event.GetPayload().(type) {
	case *a2apb.StreamResponse_Message:
		if p.Message == nil {
			return errors.New("empty message event")
		}
	case *a2apb.StreamResponse_StatusUpdate:
		if p.StatusUpdate.GetStatus() == nil {
			return errors.New("status update without a status")
		}
	case *a2apb.StreamResponse_ArtifactUpdate:
		if p.ArtifactUpdate.GetArtifact() == nil {
			return errors.New("artifact update without an artifact")
		}
	default:
		return fmt.Errorf("%T cannot follow in the log of a task", p)
	}
	return nil
}

// Apply adds one event. It fails, and changes nothing, if [CheckEvent] does.
func (f *Fold) Apply(event *a2apb.StreamResponse) error {
	if err := CheckEvent(event); err != nil {
		return err
	}
	switch p := event.GetPayload().(type) {
	case *a2apb.StreamResponse_Message:
		f.tell()
		f.history = append(f.history, p.Message)
	case *a2apb.StreamResponse_StatusUpdate:
		f.tell()
		f.status, f.told = p.StatusUpdate.GetStatus(), false
	case *a2apb.StreamResponse_ArtifactUpdate:
		f.addArtifact(p.ArtifactUpdate.GetArtifact(), p.ArtifactUpdate.GetAppend())
	}
	f.snapshot = nil
	return nil
}

// tell moves the message of the current status into the history.
func (f *Fold) tell() {
	if m := f.status.GetMessage(); m != nil && !f.told {
		f.history = append(f.history, m)
		f.told = true
	}
}

// index makes the index of artifacts.
func (f *Fold) index() {
	f.places = make(map[string]int, 2*len(f.artifacts))
	for i, a := range f.artifacts {
		f.places[a.GetArtifactId()] = i
	}
}

// place returns the place of an artifact, -1 if there is none.
func (f *Fold) place(id string) int {
	if f.places == nil {
		return slices.IndexFunc(f.artifacts, func(a *a2apb.Artifact) bool { return a.GetArtifactId() == id })
	}
	if at, ok := f.places[id]; ok {
		return at
	}
	return -1
}

func (f *Fold) addArtifact(a *a2apb.Artifact, more bool) {
	at := f.place(a.GetArtifactId())
	if at < 0 {
		f.artifacts = append(f.artifacts, a)
		switch {
		case f.places != nil:
			f.places[a.GetArtifactId()] = len(f.artifacts) - 1
		case len(f.artifacts) > fewArtifacts:
			f.index()
		}
		return
	}
	if !more {
		f.replace(at, a)
		if at < len(f.growing) {
			f.growing[at] = growth{}
		}
		return
	}
	if n := len(f.artifacts) - len(f.growing); n > 0 {
		f.growing = append(f.growing, make([]growth, n)...)
	}
	f.extend(at, a)
}

// extend adds a chunk to an artifact.
func (f *Fold) extend(at int, a *a2apb.Artifact) {
	g := &f.growing[at]
	header := f.artifacts[at]
	if g.epoch != f.epoch {
		header = a2a.CopyArtifact(header)
		f.replace(at, header)
		if g.parts == nil {
			g.parts = slices.Clip(header.GetParts())
		}
		g.epoch = f.epoch
	}
	g.parts = append(g.parts, a.GetParts()...)
	header.Parts = slices.Clip(g.parts)
	if len(a.GetMetadata().GetFields()) > 0 {
		if g.metadata != f.epoch {
			header.Metadata = &structpb.Struct{Fields: maps.Clone(header.GetMetadata().GetFields())}
			g.metadata = f.epoch
		}
		mergeMetadata(header.Metadata, a.GetMetadata())
	}
	mergeHeader(header, a)
}

// replace sets one element of artifacts without touching an array that a
// snapshot holds.
func (f *Fold) replace(at int, a *a2apb.Artifact) {
	if !f.fresh {
		f.artifacts = slices.Clone(f.artifacts)
		f.fresh = true
	}
	f.artifacts[at] = a
}

// mergeMetadata adds fields; those of from win.
func mergeMetadata(into, from *structpb.Struct) {
	if into.Fields == nil {
		into.Fields = make(map[string]*structpb.Value, len(from.GetFields()))
	}
	maps.Copy(into.Fields, from.GetFields())
}

// mergeHeader adds the name, description and extensions of a chunk.
func mergeHeader(header, chunk *a2apb.Artifact) {
	if chunk.GetName() != "" {
		header.Name = chunk.GetName()
	}
	if chunk.GetDescription() != "" {
		header.Description = chunk.GetDescription()
	}
	for _, uri := range chunk.GetExtensions() {
		if !slices.Contains(header.GetExtensions(), uri) {
			header.Extensions = append(slices.Clip(header.GetExtensions()), uri)
		}
	}
}

// Snapshot returns the task after the events so far. Calls without an Apply
// between them return the same task.
func (f *Fold) Snapshot() *a2apb.Task {
	if f.snapshot == nil {
		f.snapshot = &a2apb.Task{
			Id:        f.id,
			ContextId: f.contextID,
			Status:    f.status,
			Artifacts: slices.Clip(f.artifacts),
			History:   slices.Clip(f.history),
			Metadata:  f.metadata,
		}
		f.fresh = false
		f.epoch++
	}
	return f.snapshot
}

// WithoutArtifacts returns the task without its artifacts, the task itself if
// it has none.
func WithoutArtifacts(task *a2apb.Task) *a2apb.Task {
	if len(task.GetArtifacts()) == 0 {
		return task
	}
	short := a2a.CopyTask(task)
	short.Artifacts = nil
	return short
}
