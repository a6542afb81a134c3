package definition

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/a2a-gen/a2a-gen/internal/diag"
)

// Parse reads a definition. The file's name is for the findings only. With
// findings there is no definition; they are sorted and complete but for those
// that only show when others are gone.
func Parse(file string, data []byte) (*Definition, diag.List) {
	d := newDecoder(file)
	def := d.parse(data)
	if len(d.findings) > 0 {
		d.findings.Sort()
		return nil, slices.Compact(d.findings) // an alias repeats what is wrong with its value
	}
	d.advice.Sort()
	def.File, def.Advice = file, slices.Compact(d.advice)
	return def, nil
}

// parse reads, completes and checks. Later steps rely on values that earlier
// ones accepted, so each step is for files that are sound enough.
func (d *decoder) parse(data []byte) *Definition {
	root := d.document(data)
	if root == nil {
		return nil
	}
	def, ok := definitionObject().read(d, root, "")
	if !ok {
		return nil
	}
	d.complete(&def)
	d.name(&def)
	d.check(&def)
	return &def
}

// document returns the root of the one YAML document in data.
func (d *decoder) document(data []byte) *yaml.Node {
	var doc, next yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(data))
	err := dec.Decode(&doc)
	switch {
	case errors.Is(err, io.EOF), err == nil && len(doc.Content) == 0:
		d.fault(Pos{1, 1}, "the definition is empty", "start with version: 1; a2a-gen new writes a definition to begin with")
		return nil
	case err != nil:
		d.syntaxError(data, err)
		return nil
	}
	err = dec.Decode(&next)
	switch {
	case errors.Is(err, io.EOF):
	case err != nil:
		d.syntaxError(data, err)
		return nil
	default:
		d.fault(posOf(&next), "a second YAML document starts here", "keep one agent in a file")
	}
	return doc.Content[0]
}
