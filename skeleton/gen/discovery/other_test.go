package discovery_test

import (
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/discovery"
)

// TestSecurityInOtherForms reads what cards say of security in the words of
// 0.3 and of the JavaScript SDK as if it stood there in those of 1.0.
func TestSecurityInOtherForms(t *testing.T) {
	tests := []struct{ name, members, want string }{
		{"1.0",
			`"securitySchemes":{"b":{"httpAuthSecurityScheme":{"scheme":"Bearer"}}},"securityRequirements":[{"schemes":{"b":{"list":["x"]}}}]`,
			`"securitySchemes":{"b":{"httpAuthSecurityScheme":{"scheme":"Bearer"}}},"securityRequirements":[{"schemes":{"b":{"list":["x"]}}}]`},
		{"a oneof in memory",
			`"securitySchemes":{"b":{"scheme":{"$case":"httpAuthSecurityScheme","value":{"description":"","scheme":"Bearer","bearerFormat":"JWT"}}}}`,
			`"securitySchemes":{"b":{"httpAuthSecurityScheme":{"scheme":"Bearer","bearerFormat":"JWT"}}}`},
		{"two oneofs in memory",
			`"securitySchemes":{"o":{"scheme":{"$case":"oauth2SecurityScheme","value":{"oauth2MetadataUrl":"","flows":{"flow":{"$case":"clientCredentials","value":{"tokenUrl":"https://id.example.com","scopes":{"a":"A"}}}}}}}}`,
			`"securitySchemes":{"o":{"oauth2SecurityScheme":{"flows":{"clientCredentials":{"tokenUrl":"https://id.example.com","scopes":{"a":"A"}}}}}}`},
		{"0.3",
			`"url":"https://planner.example.com","securitySchemes":{"b":{"type":"http","scheme":"Bearer"},"k":{"type":"apiKey","in":"header","name":"X-Key"},"m":{"type":"mutualTLS"},"d":{"type":"openIdConnect","openIdConnectUrl":"https://id.example.com"}},"security":[{"b":[],"k":["x"]},{"m":[]}]`,
			`"securitySchemes":{"b":{"httpAuthSecurityScheme":{"scheme":"Bearer"}},"k":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}},"m":{"mtlsSecurityScheme":{}},"d":{"openIdConnectSecurityScheme":{"openIdConnectUrl":"https://id.example.com"}}},"securityRequirements":[{"schemes":{"b":{},"k":{"list":["x"]}}},{"schemes":{"m":{}}}]`},
		{"scopes in bare lists",
			`"securitySchemes":{"b":{"httpAuthSecurityScheme":{"scheme":"Bearer"}}},"securityRequirements":[{"schemes":{"b":["x","y"],"k":{"list":["z"]}}},{"schemes":{"b":[]}}],"skills":[{"id":"a","name":"A","securityRequirements":[{"schemes":{"b":["x"]}}]}]`,
			`"securitySchemes":{"b":{"httpAuthSecurityScheme":{"scheme":"Bearer"}}},"securityRequirements":[{"schemes":{"b":{"list":["x","y"]},"k":{"list":["z"]}}},{"schemes":{"b":{}}}],"skills":[{"id":"a","name":"A","securityRequirements":[{"schemes":{"b":{"list":["x"]}}}]}]`},
		{"both in one",
			`"securitySchemes":{"b":{"type":"http","scheme":"Basic","httpAuthSecurityScheme":{"scheme":"Bearer"}}},"security":[{"x":[]}],"securityRequirements":[{"schemes":{"b":{}}}]`,
			`"securitySchemes":{"b":{"httpAuthSecurityScheme":{"scheme":"Bearer"}}},"securityRequirements":[{"schemes":{"b":{}}}]`},
		{"of skills",
			`"skills":[{"id":"a","security":[{"b":["x"]}]},{"id":"c"}]`,
			`"skills":[{"id":"a","securityRequirements":[{"schemes":{"b":{"list":["x"]}}}]},{"id":"c"}]`},
		{"unknown",
			`"securitySchemes":{"a":{"type":"magic"},"b":{"type":7},"c":{"scheme":{"$case":"magic","value":{}}},"d":{"type":"http","scheme":[]},"e":{}},"security":"none","Skills":[],"skills":[{"id":"a"}]`,
			`"securitySchemes":{"a":{},"b":{},"c":{},"d":{},"e":{}},"skills":[{"id":"a"}]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			const ifaces = `{"supportedInterfaces":[{"url":"https://planner.example.com"}],`
			got, err := discovery.Fetch(t.Context(), serveCard(t, ifaces+tt.members+`}`), wire.ClientOptions{})
			if err != nil {
				t.Fatal(err)
			}
			want := new(a2apb.AgentCard)
			if err := protojson.Unmarshal([]byte(ifaces+tt.want+`}`), want); err != nil {
				t.Fatal(err)
			}
			if !proto.Equal(got, want) {
				t.Errorf("got  %v\nwant %v", got, want)
			}
		})
	}
}
