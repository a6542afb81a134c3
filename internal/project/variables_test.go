package project

import (
	"bytes"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// The README's table says what the agent's --help says.
func TestVariables(t *testing.T) {
	def, findings := definition.Parse(DefinitionPath, append(definition.Starter("planner"), `
securitySchemes:
  bearer: {httpAuthSecurityScheme: {scheme: Bearer}}
  ci.key-1: {apiKeySecurityScheme: {location: header, name: X-API-Key}}
host:
  auth:
    bearer: {issuer: "https://id.example.com", audience: planner}
    ci.key-1: {file: keys.txt}
`...))
	if def == nil {
		t.Fatal(findings)
	}
	config := host.DefaultConfig()
	config.HTTPAddr, config.GRPCAddr = def.Server.HTTP, def.Server.GRPC
	config.PublicURL, config.PublicGRPC = def.Server.PublicURL, def.Server.PublicGRPC
	config.Store = "sqlite:planner.db"
	config.Auth = []host.AuthConfig{
		{Scheme: "bearer", Issuer: "https://id.example.com", Audience: "planner"},
		{Scheme: "ci.key-1", File: "keys.txt"},
	}
	var help bytes.Buffer
	host.Usage(&help, config)

	plain := strings.NewReplacer("`", "")
	var want bytes.Buffer
	want.WriteString("Flags, each with the environment variable that does the same:\n")
	for _, v := range variables(def) {
		flag := strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(v.Name, "A2A_")), "_", "-")
		want.WriteString("\n  --" + flag + ", " + v.Name + "\n      " + plain.Replace(v.Meaning) + "\n")
		if v.Default != "" {
			want.WriteString("      Default: " + plain.Replace(v.Default) + "\n")
		}
	}
	if help.String() != want.String() {
		t.Errorf("--help says\n%s\nvariables.go says\n%s", help.String(), want.String())
	}
}
