package skills_test

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/types/pluginpb"

	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/gen/skills"
)

func parse(t *testing.T, text string) *definition.Definition {
	t.Helper()
	def, findings := definition.Parse("a2a.yaml", []byte(text))
	if def == nil {
		t.Fatal(findings)
	}
	return def
}

func TestMethods(t *testing.T) {
	methods := skills.Methods(parse(t, `
version: 1
agent: {name: a, description: An agent., version: 0.1.0}
skills:
  - {id: echo, description: Echoes., reply: true}
  - id: run-tests
    description: Runs tests.
    input: {type: object}
    artifacts:
      - {name: summary.json, schema: {type: object, properties: {passed: {type: integer}}}}
      - {name: any.json, mediaType: application/json}
      - {name: log, mediaType: text/plain}
      - {name: image, mediaType: image/png}
`))
	echo, run := methods[0], methods[1]
	if echo.HasInput() || !echo.Reply || echo.Signature != "Echo(ctx context.Context, task *skills.EchoTask) error" {
		t.Errorf("echo: %+v", echo)
	}
	if !run.HasInput() || run.Reply || run.File != "run_tests" || run.InputType != "RunTestsInput" || run.TaskType != "RunTestsTask" ||
		run.Signature != "RunTests(ctx context.Context, in skills.RunTestsInput, task *skills.RunTestsTask) error" {
		t.Errorf("run-tests: %+v", run)
	}
	var got []string
	for _, a := range run.Artifacts {
		got = append(got, strings.Join([]string{a.GoName, a.Parameter, a.Writer}, ", "))
	}
	want := []string{
		"SummaryJson, v RunTestsSummaryJson, ",
		"AnyJson, v any, ",
		"LogArtifact, text string, LogArtifactWriter",
		"Image, data []byte, ",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestNames holds that odd names are fine in inputs, and found in artifacts.
func TestNames(t *testing.T) {
	const odd = `{type: object, properties: {list: {type: array, items: {type: object, properties: {"a,b": {type: string}, 'c"d': {type: string}, ok: {type: string}}}}}}`
	const head = "version: 1\nagent: {name: a, description: An agent., version: 0.1.0}\nskills:\n  - id: x\n    description: Does x.\n"
	print := func(text string) error {
		plugin, err := protogen.Options{}.New(new(pluginpb.CodeGeneratorRequest))
		if err != nil {
			t.Fatal(err)
		}
		return skills.Generate(plugin, parse(t, text), root)
	}
	if err := print(head + "    input: " + odd); err != nil {
		t.Error(err)
	}
	err := print(head + "    artifacts: [{name: x.json, schema: " + odd + "}]")
	if err == nil || strings.Count(err.Error(), "\n") != 1 || !strings.HasPrefix(err.Error(), `a2a.yaml:6:123: property "a,b" has a character`) {
		t.Errorf("got %v", err)
	}
}
