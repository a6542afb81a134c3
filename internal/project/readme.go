package project

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/definition"
)

// call is a command that sends the agent a message.
type call struct{ Binding, Command string }

// calls returns a curl command for each HTTP binding, with the first example
// that the definition has.
func calls(def *definition.Definition) ([]call, error) {
	message := map[string]any{"messageId": "message-1", "role": "ROLE_USER", "parts": []any{examplePart(def)}}
	var found []call
	for _, binding := range def.Server.Bindings {
		var path, mediaType string
		var body any = map[string]any{"message": message}
		switch binding {
		case definition.JSONRPC:
			path, mediaType = "/a2a/jsonrpc", "application/json"
			body = map[string]any{"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": body}
		case definition.HTTPJSON:
			path, mediaType = "/a2a/rest/message:send", "application/a2a+json"
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

// examplePart is the first example of the first skill, as the JSON that it
// says it is or as text.
func examplePart(def *definition.Definition) map[string]any {
	for _, s := range def.AllSkills() {
		for _, example := range s.Examples {
			if s.Input != nil && json.Valid([]byte(example)) {
				return map[string]any{"data": json.RawMessage(example)}
			}
			return map[string]any{"text": example}
		}
	}
	return map[string]any{"text": "hello"}
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
