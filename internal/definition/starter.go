package definition

import (
	"encoding/json"
	"regexp"
	"strings"
)

// SchemaFile is where a project keeps the JSON Schema of its definition, for
// editors: relative to the definition, with slashes.
const SchemaFile = ".a2a-gen/a2a.schema.json"

// Starter returns the definition that a new project begins with. It has one
// skill, and comments that say what else there is. It parses without findings
// for every name that package naming accepts.
func Starter(name string) []byte {
	return []byte(strings.NewReplacer("NAME", yamlText(name), "SCHEMA", SchemaFile).Replace(starter))
}

// plainText is text that YAML takes as it is, whatever it says.
var plainText = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)+$`)

// yamlText writes a text as a YAML scalar. JSON strings are YAML.
func yamlText(s string) string {
	if plainText.MatchString(s) {
		return s
	}
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings always marshal
	}
	return string(b)
}

const starter = `# yaml-language-server: $schema=SCHEMA
#
# What this agent is. After a change run: a2a-gen generate
# Every key and its default: a2a-gen schema, or docs/definition.md of a2a-gen.
version: 1

agent:
  name: NAME
  description: Answers with what it was told. Replace this by what your agent is for.
  version: 0.1.0
  # provider: {organization: Example Platform Team, url: https://platform.example.com}

# Where the agent listens. JSON-RPC is at /a2a/jsonrpc, HTTP+JSON at /a2a/rest.
server:
  http: 127.0.0.1:41241
  grpc: 127.0.0.1:41242
  # publicUrl: https://agent.example.com   # what the card tells clients

capabilities:
  streaming: true
  pushNotifications: false

# Without this anybody may call. To ask for a token:
# securitySchemes:
#   bearer: {httpAuthSecurityScheme: {scheme: Bearer, bearerFormat: JWT}}
# securityRequirements: [{bearer: []}]
# host:
#   auth:
#     bearer: {issuer: https://id.example.com, audience: my-agent}

# Each skill becomes a method that you write, in agent/.
skills:
  - id: echo
    name: Echo
    description: Repeats a text, once or several times.
    tags: [example]
    examples:
      - '{"text": "hello", "times": 2}'

    # What a request must hold. It becomes a Go struct, and requests that do not
    # fit are answered before your code runs. Leave it out to take free text.
    input:
      type: object
      required: [text]
      properties:
        text: {type: string, description: What to repeat., minLength: 1}
        times: {type: integer, description: How often., minimum: 1, maximum: 100, default: 1}

    # What the skill produces. Each becomes a method of its task.
    artifacts:
      - name: echo.txt
        mediaType: text/plain
        description: The repeated text.
`
