package skills

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/diag"
)

// printType prints the declaration of a type for a schema, of the types inside
// it, and of their methods. Only the types of inputs are read from JSON.
func (f *file) printType(s *definition.Schema, name, about string, read bool) {
	doc(f.GeneratedFile, about, s.Title, s.Description)
	if isStruct(s) {
		f.P("type ", name, " struct {")
		for i := range s.Properties {
			p := &s.Properties[i]
			doc(f.GeneratedFile, fieldDoc(p))
			f.P(p.GoName, " ", fieldType(p), tag(p))
		}
		f.P("}")
	} else {
		f.P("type ", name, " ", goType(s))
	}
	f.P()
	f.printValidate(s, name)
	if read {
		f.printRead(s, name)
	} else {
		f.printMarshal(s, name)
	}
	f.printInner(s, name, read)
}

// printInner prints the struct types inside a schema.
func (f *file) printInner(s *definition.Schema, name string, read bool) {
	if s.Items != nil {
		f.printNested(s.Items, "an element of "+name, read)
	}
	for i := range s.Properties {
		p := &s.Properties[i]
		inner, what := p.Schema, "the member "+oneLine(p.Name)
		for inner.Type == definition.TypeArray {
			inner, what = inner.Items, "an element of the member "+oneLine(p.Name)
		}
		f.printNested(inner, what+" of "+name, read)
	}
}

func (f *file) printNested(s *definition.Schema, what string, read bool) {
	if isStruct(s) {
		f.printType(s, s.GoType, fmt.Sprintf("%s is %s.", s.GoType, what), read)
	} else if s.Items != nil {
		f.printNested(s.Items, what, read)
	}
}

// isStruct reports whether a schema is a Go struct.
func isStruct(s *definition.Schema) bool { return len(s.Properties) > 0 }

// goType is the Go type of a value of a schema.
func goType(s *definition.Schema) string {
	switch s.Type {
	case definition.TypeString:
		return "string"
	case definition.TypeInteger:
		return "int"
	case definition.TypeNumber:
		return "float64"
	case definition.TypeBoolean:
		return "bool"
	case definition.TypeArray:
		return "[]" + goType(s.Items)
	}
	if isStruct(s) {
		return s.GoType
	}
	return "map[string]any"
}

// isNilable reports whether the Go type is a list or a map.
func isNilable(s *definition.Schema) bool {
	return s.Type == definition.TypeArray || s.Type == definition.TypeObject && !isStruct(s)
}

// fieldType is the Go type of a struct field.
func fieldType(p *definition.Property) string {
	if isPointer(p) {
		return "*" + goType(p.Schema)
	}
	return goType(p.Schema)
}

// isPointer reports whether leaving a member out needs a pointer to be seen:
// its zero value could be meant, and nothing stands in for it.
func isPointer(p *definition.Property) bool {
	if !isOptional(p) {
		return false
	}
	switch p.Schema.Type {
	case definition.TypeInteger, definition.TypeNumber:
		return true
	}
	return isStruct(p.Schema)
}

// isOptional reports whether a member may be left out with nothing in its
// place.
func isOptional(p *definition.Property) bool {
	return !p.Required && p.Schema.Default == nil
}

// fieldDoc says what a field means and what it may be.
func fieldDoc(p *definition.Property) string {
	s := p.Schema
	text := clean(s.Description)
	if text == "" {
		text = clean(s.Title)
	}
	var facts []string
	if s.Default != nil {
		facts = append(facts, "Default: "+display(s.Default)+".")
	}
	if values := allowed(s); len(values) > 1 {
		facts = append(facts, "One of "+displayList(values)+".")
	}
	return strings.TrimSpace(text + "\n" + strings.Join(facts, " "))
}

// tag is the struct tag of a field. A member whose name no tag can carry has
// none; see unnameable.
func tag(p *definition.Property) string {
	if !isTagName(p.Name) {
		return ""
	}
	option := ""
	if isOptional(p) {
		option = ",omitzero"
	}
	return " " + quoteRaw(fmt.Sprintf("json:%q", p.Name+option))
}

// isTagName reports whether encoding/json takes a name from a tag.
func isTagName(name string) bool {
	return name != "-" && strings.IndexFunc(name, func(r rune) bool {
		return !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) < 0
}

// unnameable finds the members of artifacts that encoding/json would write
// under another name. Inputs are read without it, so any name will do there.
func unnameable(def *definition.Definition) diag.List {
	var found diag.List
	var search func(s *definition.Schema)
	search = func(s *definition.Schema) {
		if s == nil {
			return
		}
		search(s.Items)
		for i := range s.Properties {
			p := &s.Properties[i]
			if !isTagName(p.Name) {
				found = append(found, diag.Diagnostic{
					File: def.File, Line: p.Pos.Line, Col: p.Pos.Col,
					Message: fmt.Sprintf("property %q has a character that encoding/json doesn't allow in names", p.Name),
					Hint:    "use letters, digits, dashes and the like, no quotes, commas or backslashes",
				})
			}
			search(p.Schema)
		}
	}
	for _, s := range def.AllSkills() {
		for i := range s.Artifacts {
			search(s.Artifacts[i].Schema)
		}
	}
	return found
}

// printMarshal prints a MarshalJSON method for a list or a map, or a struct
// that must have one: nil is written as empty, for null would break the schema.
func (f *file) printMarshal(s *definition.Schema, name string) {
	type nilable struct{ value, typ string }
	var all []nilable
	if isNilable(s) {
		all = append(all, nilable{"v", name})
	}
	for i := range s.Properties {
		if p := &s.Properties[i]; !isOptional(p) && isNilable(p.Schema) {
			all = append(all, nilable{"v." + p.GoName, goType(p.Schema)})
		}
	}
	if len(all) == 0 {
		return
	}
	doc(f.GeneratedFile, "MarshalJSON writes what the schema requires as empty where it is nil.")
	f.P("func (v ", name, ") MarshalJSON() ([]byte, error) {")
	for _, n := range all {
		f.P("if ", n.value, " == nil {")
		f.P(n.value, " = ", n.typ, "{}")
		f.P("}")
	}
	f.P("type plain ", name, " // without this method")
	f.P("return ", jsonPackage.Ident("Marshal"), "(plain(v))")
	f.P("}")
	f.P()
}
