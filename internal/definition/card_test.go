package definition_test

import (
	"encoding/json"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// TestCardIsProtoJSON holds that every card is an AgentCard and nothing more.
func TestCardIsProtoJSON(t *testing.T) {
	for _, file := range files(t, "valid") {
		def := parse(t, file)
		card(t, def)
		if extended, err := def.ExtendedCardJSON(); err != nil {
			t.Error(err)
		} else if extended != nil {
			unmarshal(t, extended)
		}
	}
}

func card(t *testing.T, def *definition.Definition) *a2apb.AgentCard {
	t.Helper()
	data, err := def.CardJSON()
	if err != nil {
		t.Fatal(err)
	}
	return unmarshal(t, data)
}

func unmarshal(t *testing.T, data []byte) *a2apb.AgentCard {
	t.Helper()
	c := new(a2apb.AgentCard)
	if err := protojson.Unmarshal(data, c); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	return c
}

// neverMade are members of an AgentCard that no definition leads to.
var neverMade = map[protoreflect.FullName]string{
	"lf.a2a.v1.OAuthFlows.implicit": "RFC 9700",
	"lf.a2a.v1.OAuthFlows.password": "RFC 9700",
}

// TestEveryCardMember holds that a definition can say everything that a card
// can.
func TestEveryCardMember(t *testing.T) {
	def := parse(t, fixtures+"/valid/all-card-members.yaml")
	said := make(map[protoreflect.FullName]bool)
	note(card(t, def).ProtoReflect(), said)
	for _, field := range fieldsOf(card(t, def).ProtoReflect().Descriptor(), make(map[protoreflect.FullName]bool)) {
		if !said[field] && neverMade[field] == "" {
			t.Errorf("%s is not on the card", field)
		}
	}
}

// note collects the fields that are set in a message and in what it contains.
func note(m protoreflect.Message, said map[protoreflect.FullName]bool) {
	m.Range(func(field protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		said[field.FullName()] = true
		switch {
		case field.IsMap() && field.MapValue().Message() != nil:
			v.Map().Range(func(_ protoreflect.MapKey, v protoreflect.Value) bool {
				note(v.Message(), said)
				return true
			})
		case field.IsList() && field.Message() != nil:
			for i := range v.List().Len() {
				note(v.List().Get(i).Message(), said)
			}
		case field.Message() != nil && !field.IsMap():
			note(v.Message(), said)
		}
		return true
	})
}

// fieldsOf lists the fields of the protocol's messages that are reachable.
func fieldsOf(m protoreflect.MessageDescriptor, seen map[protoreflect.FullName]bool) []protoreflect.FullName {
	if seen[m.FullName()] || !strings.HasPrefix(string(m.FullName()), "lf.a2a.") {
		return nil
	}
	seen[m.FullName()] = true
	var fields []protoreflect.FullName
	for i := range m.Fields().Len() {
		f := m.Fields().Get(i)
		if !m.IsMapEntry() {
			fields = append(fields, f.FullName())
		}
		if neverMade[f.FullName()] == "" && f.Message() != nil {
			fields = append(fields, fieldsOf(f.Message(), seen)...)
		}
	}
	return fields
}

// TestRequiredLists holds that lists that clients rely on are never null.
func TestRequiredLists(t *testing.T) {
	for _, file := range files(t, "valid") {
		data, err := parse(t, file).CardJSON()
		if err != nil {
			t.Fatal(err)
		}
		var c map[string]any
		if err := json.Unmarshal(data, &c); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"skills", "defaultInputModes", "defaultOutputModes", "supportedInterfaces"} {
			if _, ok := c[name].([]any); !ok {
				t.Errorf("%s: %s is %v", file, name, c[name])
			}
		}
		for _, skill := range c["skills"].([]any) {
			if _, ok := skill.(map[string]any)["tags"].([]any); !ok {
				t.Errorf("%s: tags are missing in %v", file, skill)
			}
		}
		for _, unset := range []string{": null,", `"security":`, `"provider": {}`} {
			if strings.Contains(string(data), unset) && !strings.Contains(file, "all-card-members") {
				t.Errorf("%s: the card has %s", file, unset)
			}
		}
	}
}

// TestPastedCard holds that a piece of a card can be pasted into a definition.
func TestPastedCard(t *testing.T) {
	def := parse(t, fixtures+"/valid/all-card-members.yaml")
	data, err := def.CardJSON()
	if err != nil {
		t.Fatal(err)
	}
	var c map[string]json.RawMessage
	if err := json.Unmarshal(data, &c); err != nil {
		t.Fatal(err)
	}
	pasted := "version: 1\nagent: {name: Deployer, description: Deploys.}\nserver: {publicUrl: https://deployer.example.com}\n" +
		"host: {auth: {bearer: {issuer: https://id.example.com, audience: a}, browser: {issuer: https://id.example.com, audience: a}, certificate: {file: f}, key: {file: f}}}\n"
	for _, name := range []string{"capabilities", "securitySchemes", "securityRequirements", "defaultInputModes", "defaultOutputModes", "signatures", "skills"} {
		pasted += name + ": " + string(c[name]) + "\n"
	}
	again, findings := definition.Parse("a2a.yaml", []byte(pasted))
	if err := findings.Err(); err != nil {
		t.Fatal(err)
	}
	got, err := again.CardJSON()
	if err != nil {
		t.Fatal(err)
	}
	var gotCard map[string]json.RawMessage
	if err := json.Unmarshal(got, &gotCard); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"capabilities", "securitySchemes", "securityRequirements", "skills", "signatures"} {
		if string(gotCard[name]) != string(c[name]) {
			t.Errorf("%s\ngot  %s\nwant %s", name, gotCard[name], c[name])
		}
	}
}
