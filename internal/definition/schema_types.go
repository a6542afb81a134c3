package definition

// Types of a [Schema].
const (
	TypeObject  = "object"
	TypeArray   = "array"
	TypeString  = "string"
	TypeInteger = "integer"
	TypeNumber  = "number"
	TypeBoolean = "boolean"
)

// Schema is the part of JSON Schema 2020-12 that a definition may use. It has
// been checked: keywords fit the type, bounds are in order, defaults and enum
// members are valid values, and patterns compile with package regexp.
type Schema struct {
	Pos         Pos
	Type        string // one of the Type constants
	Title       string
	Description string

	Properties           []Property // of an object, in the order of the file
	AdditionalProperties bool       // whether an object may have others; true unless the file says false
	Items                *Schema    // of an array; never nil there
	MinItems, MaxItems   *int

	Enum    []any // nil, or values of this type: string, bool, int64, float64, []any, map[string]any
	Const   any   // nil, or one such value
	Default any   // nil, or one such value

	Pattern              string
	Format               string
	MinLength, MaxLength *int // in characters

	Minimum, Maximum                   *float64
	ExclusiveMinimum, ExclusiveMaximum *float64

	required []string // until the properties are marked

	GoType string // struct type of an object that has properties, "" otherwise
}

// Property is a member of an object.
type Property struct {
	Pos      Pos // of the name
	Name     string
	Required bool
	Schema   *Schema

	GoName string // field of the struct
}
