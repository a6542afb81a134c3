package definition_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/a2a-gen/a2a-gen/internal/definition"
)

// TestJSONSchemaAccepts holds that an editor has nothing to say about valid
// definitions.
func TestJSONSchemaAccepts(t *testing.T) {
	definitions := map[string][]byte{"starter": definition.Starter("test-runner")}
	for _, file := range files(t, "valid") {
		definitions[file] = read(t, file)
	}
	for name, data := range definitions {
		var value any
		if err := yaml.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &value); err != nil {
			t.Fatal(err)
		}
		if why := newValidator(t).validate(value); why != "" {
			t.Errorf("%s: %s", name, why)
		}
	}
}

// TestJSONSchemaRefuses holds that an editor sees what is wrong with single
// keys and values.
func TestJSONSchemaRefuses(t *testing.T) {
	for _, name := range []string{"unknown-keys", "missing", "values", "values-host", "version", "card-keys", "oauth", "server-no-bindings", "list", "text"} {
		var value any
		data := read(t, fixtures+"/invalid/"+name+".yaml")
		if err := yaml.Unmarshal(data, &value); err != nil {
			t.Fatal(err)
		}
		if newValidator(t).validate(value) == "" {
			t.Errorf("%s: nothing is wrong", name)
		}
	}
}

// validator knows the part of JSON Schema that JSONSchema uses, and fails on
// any other keyword.
type validator struct {
	t    *testing.T
	root map[string]any
}

func newValidator(t *testing.T) *validator {
	v := &validator{t: t}
	if err := json.Unmarshal(definition.JSONSchema(), &v.root); err != nil {
		t.Fatal(err)
	}
	return v
}

// validate says what is wrong with a value, "" if nothing is.
func (v *validator) validate(value any) string { return v.check(value, v.root, "") }

func (v *validator) check(value any, schema map[string]any, path string) string {
	for keyword, arg := range schema {
		if why := v.keyword(value, schema, keyword, arg, path); why != "" {
			return why
		}
	}
	return ""
}

func (v *validator) keyword(value any, schema map[string]any, keyword string, arg any, path string) string {
	bad := func(format string, args ...any) string { return path + ": " + fmt.Sprintf(format, args...) }
	text, isText := value.(string)
	list, _ := value.([]any)
	object, _ := value.(map[string]any)
	switch keyword {
	case "$schema", "$defs", "title", "description", "default", "format":
	case "$ref":
		name := strings.TrimPrefix(arg.(string), "#/$defs/")
		def, ok := v.root["$defs"].(map[string]any)[name].(map[string]any)
		if !ok {
			v.t.Fatalf("no $defs for %s", arg)
		}
		return v.check(value, def, path)
	case "type":
		if !hasType(value, arg.(string)) {
			return bad("%v is no %v", value, arg)
		}
	case "const":
		if fmt.Sprint(value) != fmt.Sprint(arg) {
			return bad("%v is not %v", value, arg)
		}
	case "enum":
		if !slices.Contains(arg.([]any), value) {
			return bad("%v is not one of %v", value, arg)
		}
	case "pattern":
		if isText && !regexp.MustCompile(arg.(string)).MatchString(text) {
			return bad("%q does not match %s", text, arg)
		}
	case "minLength":
		if isText && float64(len([]rune(text))) < arg.(float64) {
			return bad("%q is too short", text)
		}
	case "maxLength":
		if isText && float64(len([]rune(text))) > arg.(float64) {
			return bad("%q is too long", text)
		}
	case "minimum":
		if n, ok := value.(int); ok && float64(n) < arg.(float64) {
			return bad("%v is too small", n)
		}
	case "minItems":
		if list != nil && float64(len(list)) < arg.(float64) {
			return bad("too few items")
		}
	case "uniqueItems":
		for i := range list {
			if slices.Contains(list[:i], list[i]) {
				return bad("%v is there twice", list[i])
			}
		}
	case "items":
		for i, item := range list {
			if why := v.check(item, arg.(map[string]any), fmt.Sprintf("%s[%d]", path, i)); why != "" {
				return why
			}
		}
	case "properties":
		for name, property := range arg.(map[string]any) {
			if member, ok := object[name]; ok {
				if why := v.check(member, property.(map[string]any), path+"."+name); why != "" {
					return why
				}
			}
		}
	case "required":
		for _, name := range arg.([]any) {
			if _, ok := object[name.(string)]; object != nil && !ok {
				return bad("%s is missing", name)
			}
		}
	case "propertyNames":
		for name := range object {
			if why := v.check(name, arg.(map[string]any), path+"."+name); why != "" {
				return why
			}
		}
	case "additionalProperties":
		return v.additional(object, schema, arg, path)
	case "anyOf":
		for _, alternative := range arg.([]any) {
			if v.check(value, alternative.(map[string]any), path) == "" {
				return ""
			}
		}
		return bad("no alternative fits")
	default:
		v.t.Fatalf("the validator does not know %s", keyword)
	}
	return ""
}

func (v *validator) additional(object, schema map[string]any, arg any, path string) string {
	properties, _ := schema["properties"].(map[string]any)
	for name, member := range object {
		if _, known := properties[name]; known {
			continue
		}
		of, allowed := arg.(map[string]any)
		if !allowed {
			return path + ": unknown key " + name
		}
		if why := v.check(member, of, path+"."+name); why != "" {
			return why
		}
	}
	return ""
}

func hasType(value any, name string) bool {
	switch value.(type) {
	case string:
		return name == "string"
	case bool:
		return name == "boolean"
	case int:
		return name == "integer" || name == "number"
	case float64:
		return name == "number"
	case []any:
		return name == "array"
	case map[string]any:
		return name == "object"
	}
	return false
}

// TestJSONSchemaStable holds that the schema is the same each time.
func TestJSONSchemaStable(t *testing.T) {
	if !bytes.Equal(definition.JSONSchema(), definition.JSONSchema()) {
		t.Error("two calls differ")
	}
}
