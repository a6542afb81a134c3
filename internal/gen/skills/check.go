package skills

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/definition"
)

// checked reports whether a schema says more than the Go type does, so that
// there is a Validate method, or something to check, for it.
func checked(s *definition.Schema) bool {
	return s.Items != nil && checked(s.Items) ||
		slices.ContainsFunc(s.Properties, func(p definition.Property) bool { return checked(p.Schema) }) ||
		allowed(s) != nil || s.Pattern != "" || s.Format != "" ||
		s.MinLength != nil || s.MaxLength != nil || s.MinItems != nil || s.MaxItems != nil ||
		s.Minimum != nil || s.Maximum != nil || s.ExclusiveMinimum != nil || s.ExclusiveMaximum != nil ||
		isEmptyObject(s)
}

// isEmptyObject reports whether a schema allows only {}.
func isEmptyObject(s *definition.Schema) bool {
	return s.Type == definition.TypeObject && !isStruct(s) && !s.AdditionalProperties
}

// printValidate prints the Validate method of a type, if there is anything to
// check.
func (f *file) printValidate(s *definition.Schema, name string) {
	if !checked(s) {
		return
	}
	c := &checker{file: f, typ: name}
	receiver := "*" + name
	if isStruct(s) {
		for i := range s.Properties {
			c.property(&s.Properties[i])
		}
		c.whole("v", `""`, s)
	} else {
		receiver = name
		c.value("v", `""`, s, 0)
	}
	c.printVars()
	doc(f.GeneratedFile, "Validate names each value that breaks the schema.")
	f.P("func (v ", receiver, ") Validate() ", f.wire.Ident("Violations"), " {")
	f.P("var faults ", f.wire.Ident("Violations"))
	for _, line := range c.lines {
		f.P(line)
	}
	f.P("return faults")
	f.P("}")
	f.P()
}

// checker writes the statements of one Validate method. Paths are Go
// expressions for the field that a fault is noted for.
type checker struct {
	*file
	typ   string
	field string // of typ, that is being checked
	guard string // condition under which that is there at all; "" for always
	lines []string
	vars  []string
}

func (c *checker) line(parts ...string) { c.lines = append(c.lines, strings.Join(parts, "")) }

// fault notes a fault when a condition holds.
func (c *checker) fault(condition, path, description string) {
	c.line("if ", condition, " {")
	c.line("faults.Add(", path, ", ", quote(description), ")")
	c.line("}")
}

// guarded is fault for a condition that also holds for what is not there.
func (c *checker) guarded(condition, path, description string) {
	if c.guard != "" {
		condition = c.guard + " && " + condition
	}
	c.fault(condition, path, description)
}

// printVars prints the variables that the statements use.
func (c *checker) printVars() {
	for _, v := range c.vars {
		c.P(v)
		c.P()
	}
}

// property checks a field, unless the client left it out.
func (c *checker) property(p *definition.Property) {
	if !checked(p.Schema) {
		return
	}
	value, path := "v."+p.GoName, strconv.Quote(p.Name)
	c.field, c.guard = p.GoName, ""
	if isOptional(p) {
		c.guard = present(value, p)
	}
	switch {
	case c.guard != "" && isStruct(p.Schema):
		c.line("if ", c.guard, " {")
		c.value(value, path, p.Schema, 0)
		c.line("}")
	case isPointer(p):
		c.value("*"+value, path, p.Schema, 0)
	default:
		c.value(value, path, p.Schema, 0)
	}
}

// present is the condition for a member that was not left out.
func present(value string, p *definition.Property) string {
	switch {
	case p.Schema.Type == definition.TypeString:
		return value + ` != ""`
	case p.Schema.Type == definition.TypeBoolean:
		return value
	}
	return value + " != nil"
}

// value checks one value. Depth counts the loops around it.
func (c *checker) value(value, path string, s *definition.Schema, depth int) {
	if isStruct(s) {
		if checked(s) {
			c.line("faults.In(", path, ", ", value, ".Validate())")
		}
		return
	}
	switch s.Type {
	case definition.TypeString:
		c.text(value, path, s)
	case definition.TypeInteger, definition.TypeNumber:
		c.bounds(value, path, s)
	case definition.TypeArray:
		c.list(value, path, s, depth)
	case definition.TypeObject:
		if isEmptyObject(s) {
			c.fault("len("+value+") > 0", path, "must be an empty object")
		}
	}
	c.whole(value, path, s)
}

func (c *checker) text(value, path string, s *definition.Schema) {
	length := func() string { return c.name(utf8Package, "RuneCountInString") + "(" + value + ")" }
	switch least := s.MinLength; {
	case least == nil || *least == 0:
	case *least > 1:
		c.guarded(fmt.Sprintf("%s < %d", length(), *least), path, fmt.Sprintf("must have at least %d characters", *least))
	case c.guard == "":
		c.fault(value+` == ""`, path, "must not be empty")
	}
	if most := s.MaxLength; most != nil {
		c.fault(fmt.Sprintf("%s > %d", length(), *most), path, "must have at most "+count(*most, "character"))
	}
	if s.Pattern != "" {
		name := c.newVar(c.typ, c.field, "Pattern")
		c.vars = append(c.vars, "var "+name+" = "+c.name(regexpPackage, "MustCompile")+"("+quoteRaw(s.Pattern)+")")
		c.guarded("!"+name+".MatchString("+value+")", path, "must match "+s.Pattern)
	}
	if is, ok := formats[s.Format]; ok {
		c.guarded("!"+c.name(c.schema, is.function)+"("+value+")", path, "must be "+is.what)
	}
}

// formats are the functions that check the formats of strings.
var formats = map[string]struct{ function, what string }{
	"date-time": {"IsDateTime", "a date and time such as 2026-01-31T13:00:00Z"},
	"date":      {"IsDate", "a date such as 2026-01-31"},
	"time":      {"IsTime", "a time such as 13:00:00Z"},
	"duration":  {"IsDuration", "a duration such as PT1H30M"},
	"email":     {"IsEmail", "an e-mail address"},
	"hostname":  {"IsHostname", "a host name"},
	"ipv4":      {"IsIPv4", "an IPv4 address"},
	"ipv6":      {"IsIPv6", "an IPv6 address"},
	"uri":       {"IsURI", "an absolute URI"},
	"uuid":      {"IsUUID", "a UUID"},
}

func (c *checker) bounds(value, path string, s *definition.Schema) {
	bound := func(limit *float64, operator, description string) {
		if limit != nil {
			c.guarded(compared(value, s, *limit)+" "+operator+" "+number(*limit), path, description+" "+number(*limit))
		}
	}
	bound(s.Minimum, "<", "must be at least")
	bound(s.ExclusiveMinimum, "<=", "must be greater than")
	bound(s.Maximum, ">", "must be at most")
	bound(s.ExclusiveMaximum, ">=", "must be less than")
}

// compared is an expression for a number that can be compared with limits.
func compared(value string, s *definition.Schema, limits ...float64) string {
	if s.Type == definition.TypeInteger && slices.ContainsFunc(limits, func(l float64) bool { return !fitsInt(l) }) {
		return "float64(" + value + ")"
	}
	return value
}

func (c *checker) list(value, path string, s *definition.Schema, depth int) {
	if least := s.MinItems; least != nil && *least > 0 {
		c.guarded(fmt.Sprintf("len(%s) < %d", value, *least), path, "must have at least "+count(*least, "element"))
	}
	if most := s.MaxItems; most != nil {
		c.fault(fmt.Sprintf("len(%s) > %d", value, *most), path, "must have at most "+count(*most, "element"))
	}
	if !checked(s.Items) {
		return
	}
	i := string(rune('i' + depth))
	c.line("for ", i, " := range ", value, " {")
	c.guard = ""
	if element := value + "[" + i + "]"; isStruct(s.Items) {
		c.line("faults.At(", path, ", ", i, ", ", element, ".Validate())")
	} else {
		c.value(element, c.name(c.schema, "Index")+"("+path+", "+i+")", s.Items, depth+1)
	}
	c.line("}")
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
