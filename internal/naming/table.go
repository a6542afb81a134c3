package naming

import "fmt"

// Table holds the names of one definition. Its methods give an id its names or
// a [*Fault]. Lines are those of the ids in the definition, for messages about
// two ids that want one name. A Table is not safe for concurrent use.
type Table struct {
	skills  scope // ids and handler methods
	types   scope // package skills
	files   scope // of skills
	clients scope // of consumed agents, and their files
}

// NewTable returns an empty table.
func NewTable() *Table {
	return &Table{skills: scope{}, types: scope{}, files: scope{}, clients: scope{}}
}

// Skill are the names of one skill.
type Skill struct {
	Go    string // method of the handler, and test after Test
	Input string // type of the decoded input
	Task  string // type of the task that the handler gets
	File  string // of its Go files, without .go

	owner   owner
	methods scope
}

// Skill names a skill.
func (t *Table) Skill(id string, line int) (*Skill, error) {
	o := owner{fmt.Sprintf("skill %q", id), line}
	if err := t.skills.once(id, o); err != nil {
		return nil, err
	}
	words, err := skill.words(id, true)
	if err != nil {
		return nil, err
	}
	name := goName(words)
	s := &Skill{
		Go:    skill.unreserved(words, reservedMethods),
		Input: name + "Input", Task: name + "Task",
		File:  skill.fileName(words),
		owner: o, methods: scope{},
	}
	if err := t.skills.claim("Go name", s.Go, o); err != nil {
		return nil, err
	}
	if err := t.files.claim("file", s.File+".go", o); err != nil {
		return nil, err
	}
	for _, typ := range []string{s.Input, s.Task} {
		if err := t.Type(typ, o.what, line); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Artifact names an artifact of a skill: a method of its task, and the type of
// its JSON if it is typed. The method's name followed by Writer is claimed
// too, for a method that writes the artifact piece by piece.
func (t *Table) Artifact(s *Skill, name string, line int, typed bool) (method, typ string, err error) {
	o := owner{fmt.Sprintf("artifact %q", name), line}
	if err := s.methods.once(name, o); err != nil {
		return "", "", err
	}
	words, err := artifact.words(name, true)
	if err != nil {
		return "", "", err
	}
	method = artifact.unreserved(words, reservedTaskMethods)
	for _, name := range []string{method, method + "Writer"} {
		if err := s.methods.claim("Go name", name, o); err != nil {
			return "", "", err
		}
	}
	if !typed {
		return method, "", nil
	}
	typ = s.Input[:len(s.Input)-len("Input")] + goName(words)
	if err := t.Type(typ, fmt.Sprintf("%s of %s", o.what, s.owner.what), line); err != nil {
		return "", "", err
	}
	return method, typ, nil
}

// Type claims a type name in package skills. What is said about its owner in
// messages is what.
func (t *Table) Type(name, what string, line int) error {
	if reservedTypes[name] {
		return &Fault{
			Message: fmt.Sprintf("needs the Go type %s, which every agent has for something else", name),
			Hint:    "choose another name",
		}
	}
	return t.types.claim("Go type", name, owner{what, line})
}

// Consumed names a consumed agent: the prefix of its Go names, and its file.
func (t *Table) Consumed(name string, line int) (goPrefix, file string, err error) {
	o := owner{fmt.Sprintf("agent %q", name), line}
	if err := t.clients.once(name, o); err != nil {
		return "", "", err
	}
	words, err := agent.words(name, true)
	if err != nil {
		return "", "", err
	}
	goPrefix = goName(words)
	if err := t.clients.claim("Go name", goPrefix, o); err != nil {
		return "", "", err
	}
	file = agent.fileName(words)
	if err := t.clients.claim("file", file+".go", o); err != nil {
		return "", "", err
	}
	return goPrefix, file, nil
}

// Struct holds the field names of one struct.
type Struct struct{ fields scope }

// NewStruct returns a struct without fields.
func NewStruct() *Struct { return &Struct{fields: scope{}} }

// Field names a property of an object.
func (s *Struct) Field(name string, line int) (string, error) {
	words, err := property.words(name, true)
	if err != nil {
		return "", err
	}
	field := property.unreserved(words, reservedFields)
	if err := s.fields.claim("Go name", field, owner{fmt.Sprintf("property %q", name), line}); err != nil {
		return "", err
	}
	return field, nil
}
