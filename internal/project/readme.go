package project

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/definition"
)

// call is a command that sends the agent a message.
type call struct{ Binding, Command string }

// The JSON of a call, with its members in the order in which people read it.
type (
	rpc struct {
		JSONRPC string      `json:"jsonrpc"`
		ID      int         `json:"id"`
		Method  string      `json:"method"`
		Params  sendRequest `json:"params"`
	}
	sendRequest struct {
		Tenant  string  `json:"tenant,omitempty"`
		Message message `json:"message"`
	}
	message struct {
		MessageID string `json:"messageId"`
		Role      string `json:"role"`
		Parts     []part `json:"parts"`
	}
	part struct {
		Text string          `json:"text,omitempty"`
		Data json.RawMessage `json:"data,omitempty"`
	}
)

// calls returns a curl command for each HTTP binding, with the first example
// that the definition has.
func calls(def *definition.Definition) ([]call, error) {
	request := sendRequest{Message: message{"message-1", "ROLE_USER", []part{examplePart(def)}}}
	if len(def.Tenants) > 0 {
		request.Tenant = def.Tenants[0]
	}
	var found []call
	for _, binding := range def.Server.Bindings {
		var path, mediaType string
		var body any = request
		switch binding {
		case definition.JSONRPC:
			path, mediaType = definition.JSONRPCPath, "application/json"
			body = rpc{"2.0", 1, "SendMessage", request}
		case definition.HTTPJSON:
			path, mediaType = definition.RESTPath+"/message:send", "application/a2a+json"
		default:
			continue
		}
		command, err := curl(def, path, mediaType, body)
		if err != nil {
			return nil, err
		}
		found = append(found, call{Binding: title(binding), Command: command})
	}
	return found, nil
}

func title(binding string) string {
	if binding == definition.JSONRPC {
		return "JSON-RPC"
	}
	return binding
}

// examplePart is the first example that a skill can read, as JSON for a skill
// that takes JSON.
func examplePart(def *definition.Definition) part {
	for _, s := range def.AllSkills() {
		for _, example := range s.Examples {
			if s.Input == nil {
				return part{Text: example}
			}
			if fits(s.Input, example) {
				return part{Data: json.RawMessage(example)}
			}
		}
	}
	return part{Text: "hello"}
}

// curl returns a command on several lines that a POSIX shell understands.
func curl(def *definition.Definition, path, mediaType string, body any) (string, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(body); err != nil {
		return "", err
	}
	lines := []string{
		"curl -s " + shell(def.Server.PublicURL+path),
		"  -H 'A2A-Version: 1.0' -H 'Content-Type: " + mediaType + "'",
	}
	if len(def.SecurityRequirements) > 0 {
		lines = append(lines, `  -H "Authorization: Bearer $TOKEN"`)
	}
	lines = append(lines, "  -d "+shell(strings.TrimSpace(text.String())))
	return strings.Join(lines, " \\\n"), nil
}

// shell quotes a word for a POSIX shell if it needs that.
func shell(word string) string {
	if !strings.ContainsAny(word, " \t\n'\"\\$`{}[]()*?!&|;<>#~") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
