package signature

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

func card(t testing.TB, text string) *a2apb.AgentCard {
	t.Helper()
	m := new(a2apb.AgentCard)
	if err := a2a.Unmarshal([]byte(text), m); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestPayload goes through the presence rules of section 8.4.1.
func TestPayload(t *testing.T) {
	tests := []struct{ name, card, want string }{
		{
			"the example of the specification",
			`{"name":"Example Agent","description":"","capabilities":{"streaming":false,"pushNotifications":false,"extensions":[]},"skills":[]}`,
			`{"capabilities":{"pushNotifications":false,"streaming":false},"defaultInputModes":[],"defaultOutputModes":[],"description":"","name":"Example Agent","skills":[],"supportedInterfaces":[],"version":""}`,
		}, {
			"required members that are absent are there",
			`{"capabilities":{}}`,
			`{"capabilities":{},"defaultInputModes":[],"defaultOutputModes":[],"description":"","name":"","skills":[],"supportedInterfaces":[],"version":""}`,
		}, {
			"optional text that is set and empty stays, absent text does not come",
			`{"documentationUrl":"","provider":{"url":"","organization":""}}`,
			`{"defaultInputModes":[],"defaultOutputModes":[],"description":"","documentationUrl":"","name":"","provider":{"organization":"","url":""},"skills":[],"supportedInterfaces":[],"version":""}`,
		}, {
			"defaults of other members go",
			`{"capabilities":{"extensions":[{"uri":"u","description":"","required":false}]},"supportedInterfaces":[{"url":"u","protocolBinding":"GRPC","tenant":"","protocolVersion":"1.0"}],"securitySchemes":{},"securityRequirements":[]}`,
			`{"capabilities":{"extensions":[{"uri":"u"}]},"defaultInputModes":[],"defaultOutputModes":[],"description":"","name":"","skills":[],"supportedInterfaces":[{"protocolBinding":"GRPC","protocolVersion":"1.0","url":"u"}],"version":""}`,
		}, {
			"free JSON stays as it is",
			`{"capabilities":{"extensions":[{"uri":"u","params":{"größe":1e21,"\ufb33":0,"😀":"","no":false,"list":[],"none":null,"z":{}}}]}}`,
			"{\"capabilities\":{\"extensions\":[{\"params\":{\"größe\":1e+21,\"list\":[],\"no\":false,\"none\":null,\"z\":{},\"😀\":\"\",\"\ufb33\":0},\"uri\":\"u\"}]},\"defaultInputModes\":[],\"defaultOutputModes\":[],\"description\":\"\",\"name\":\"\",\"skills\":[],\"supportedInterfaces\":[],\"version\":\"\"}",
		}, {
			"signatures and unknown members are no part",
			`{"signatures":[{"protected":"x","signature":"y"}],"url":"https://old.example.com","name":"Prüfer"}`,
			`{"defaultInputModes":[],"defaultOutputModes":[],"description":"","name":"Prüfer","skills":[],"supportedInterfaces":[],"version":""}`,
		}, {
			"empty schemes and scopes are said",
			`{"securitySchemes":{"m":{"mtlsSecurityScheme":{}}},"securityRequirements":[{"schemes":{"m":{"list":[]}}}]}`,
			`{"defaultInputModes":[],"defaultOutputModes":[],"description":"","name":"","securityRequirements":[{"schemes":{"m":{}}}],"securitySchemes":{"m":{"mtlsSecurityScheme":{}}},"skills":[],"supportedInterfaces":[],"version":""}`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Payload(card(t, test.card))
			if err != nil || string(got) != test.want {
				t.Errorf("got  %s, %v\nwant %s", got, err, test.want)
			}
		})
	}
}

// TestPayloadOfTheSpecification reproduces the canonical form that section
// 8.4.1 gives, which is of a fragment: other required members are left out.
func TestPayloadOfTheSpecification(t *testing.T) {
	payload, err := Payload(card(t, `{"name":"Example Agent","description":"","capabilities":{"streaming":false,"pushNotifications":false,"extensions":[]},"skills":[]}`))
	if err != nil {
		t.Fatal(err)
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(payload, &members); err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(members, func(name string, _ json.RawMessage) bool {
		return !slices.Contains([]string{"capabilities", "description", "name", "skills"}, name)
	})
	text, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"capabilities":{"pushNotifications":false,"streaming":false},"description":"","name":"Example Agent","skills":[]}`
	if got, err := Canonical(text); err != nil || string(got) != want {
		t.Errorf("got  %s, %v\nwant %s", got, err, want)
	}
}

// TestPayloadSurvives holds that the payload does not depend on who wrote the
// card's JSON.
func TestPayloadSurvives(t *testing.T) {
	found, err := filepath.Glob("../../../../testdata/definitions/valid/*.card.json")
	if err != nil || len(found) == 0 {
		t.Fatalf("no cards: %v", err)
	}
	for _, name := range found {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		before := card(t, string(data))
		want, err := Payload(before)
		if err != nil {
			t.Fatal(err)
		}
		other, err := protojson.MarshalOptions{Multiline: true}.Marshal(before)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Payload(card(t, string(other))); err != nil || string(got) != string(want) {
			t.Errorf("%s: written by protojson\n%s, %v\nwant\n%s", name, got, err, want)
		}
	}
}
