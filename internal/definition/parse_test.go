package definition_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/internal/definition"
)

// TestTestRunner holds what generators read of the definition that examples
// and documentation are about.
func TestTestRunner(t *testing.T) {
	def := parse(t, fixtures+"/valid/test-runner.yaml")
	if def.Agent.Slug != "test-runner" || def.Server.PublicURL != "http://127.0.0.1:41241" || def.Server.PublicGRPC != "127.0.0.1:41242" {
		t.Errorf("got %q, %q, %q", def.Agent.Slug, def.Server.PublicURL, def.Server.PublicGRPC)
	}
	s := def.Skills[0]
	got := []string{s.GoName, s.InputType, s.TaskType, s.File, s.Artifacts[0].GoName, s.Artifacts[0].GoType, s.Input.GoType}
	want := []string{"RunTests", "RunTestsInput", "RunTestsTask", "run_tests", "SummaryJson", "RunTestsSummaryJson", "RunTestsInput"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	var fields []string
	for _, p := range s.Input.Properties {
		name := p.GoName
		if p.Required {
			name += "!"
		}
		fields = append(fields, name)
	}
	if want := []string{"Repository!", "Commit!", "Packages"}; !slices.Equal(fields, want) {
		t.Errorf("fields of the input: got %q, want %q", fields, want)
	}
	if packages := s.Artifacts[0].Schema.Properties[3]; packages.Schema.Items.GoType != "RunTestsSummaryJsonPackagesItem" {
		t.Errorf("items of packages: got %q", packages.Schema.Items.GoType)
	}
}

// TestGoNames holds the names of ids that are legal and full of trouble.
func TestGoNames(t *testing.T) {
	def := parse(t, fixtures+"/valid/names.yaml")
	var b strings.Builder
	b.WriteString(def.Agent.Slug + "\n")
	for _, s := range def.AllSkills() {
		b.WriteString(s.GoName + " " + s.File + ".go\n")
		if s.Input != nil {
			writeTypes(&b, s.Input)
		}
		for _, a := range s.Artifacts {
			b.WriteString("  " + a.GoName + " " + a.GoType + "\n")
			if a.Schema != nil {
				writeTypes(&b, a.Schema)
			}
		}
	}
	golden(t, fixtures+"/valid/names.go.txt", []byte(b.String()))
}

func writeTypes(b *strings.Builder, s *definition.Schema) {
	for s.Items != nil {
		s = s.Items
	}
	for _, p := range s.Properties {
		b.WriteString("  " + s.GoType + "." + p.GoName + "\n")
		writeTypes(b, p.Schema)
	}
}

// TestDefaults holds the values that a definition has without saying them.
func TestDefaults(t *testing.T) {
	def := parse(t, fixtures+"/valid/one-skill.yaml")
	modes := []string{"application/json", "text/plain"}
	bindings := []string{definition.JSONRPC, definition.HTTPJSON, definition.GRPC}
	for what, ok := range map[string]bool{
		"version":       def.Agent.Version == "0.1.0",
		"server":        def.Server.HTTP == "127.0.0.1:41241" && def.Server.GRPC == "127.0.0.1:41242",
		"public":        def.Server.PublicURL == "http://127.0.0.1:41241" && def.Server.PublicGRPC == "127.0.0.1:41242",
		"bindings":      slices.Equal(def.Server.Bindings, bindings),
		"capabilities":  def.Capabilities.Streaming && !def.Capabilities.PushNotifications && !def.Capabilities.ExtendedAgentCard,
		"modes":         slices.Equal(def.DefaultInputModes, modes) && slices.Equal(def.DefaultOutputModes, modes),
		"compat":        def.Compat == definition.Compat{ErrorTable: definition.ErrorTable101, MissingVersion: definition.MissingVersionReject},
		"host":          def.Host.Store == definition.StoreSQLite && def.Host.Bus == definition.BusMemory && def.Host.Auth == nil,
		"push":          !def.Host.Push.AllowHTTP && !def.Host.Push.AllowPrivate && !def.Host.Push.StatesOnly && def.Host.Push.AllowHosts == nil,
		"skill's name":  def.Skills[0].Name == "plan",
		"skill's modes": def.Skills[0].InputModes == nil && def.Skills[0].OutputModes == nil,
		"reply":         !def.Skills[0].Reply,
		"advice":        len(def.Advice) == 0,
	} {
		if !ok {
			t.Errorf("%s is not the default: %+v", what, def)
		}
	}
}

// TestStarter holds that new projects start without findings and advice.
func TestStarter(t *testing.T) {
	for _, name := range []string{"test-runner", "planner", "true", "1e3", `a "quoted" name`, "007 bot", "日本語"} {
		text := definition.Starter(name)
		def, findings := definition.Parse("a2a.yaml", text)
		if err := findings.Err(); err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		if def.Agent.Name != name || len(def.Advice) > 0 || len(def.Skills) != 1 {
			t.Errorf("%q: got %q, %v", name, def.Agent.Name, def.Advice)
		}
		if first, _, _ := strings.Cut(string(text), "\n"); first != "# yaml-language-server: $schema="+definition.SchemaFile {
			t.Errorf("first line: %s", first)
		}
	}
}

// TestStarterComments holds that what the starter proposes in comments works.
func TestStarterComments(t *testing.T) {
	lines := strings.Split(string(definition.Starter("test-runner")), "\n")
	proposal := regexp.MustCompile(`^ *# ( *[a-zA-Z]+: ?[\[{h]| *(host|auth|securitySchemes):)`)
	for i, line := range lines {
		if proposal.MatchString(line) {
			lines[i] = strings.Replace(line, "# ", "", 1)
		}
	}
	text := strings.Join(lines, "\n")
	if _, findings := definition.Parse("a2a.yaml", []byte(text)); len(findings) > 0 {
		t.Errorf("%v\n%s", findings, text)
	}
	if !strings.Contains(text, "\nsecuritySchemes:\n") || !strings.Contains(text, "\n  provider:") {
		t.Errorf("no proposals found in\n%s", text)
	}
}

// TestFindingsAreSorted holds the order in which people fix things.
func TestFindingsAreSorted(t *testing.T) {
	_, findings := definition.Parse("a2a.yaml", read(t, filepath.Join(fixtures, "invalid", "values.yaml")))
	sorted := slices.Clone(findings)
	sorted.Sort()
	if !slices.Equal(findings, sorted) {
		t.Error("findings are not sorted")
	}
}

// FuzzParse holds that no file makes the parser panic or hang, that every
// finding has a place, and that what is accepted has a card.
func FuzzParse(f *testing.F) {
	for _, folder := range []string{"valid", "invalid"} {
		for _, file := range files(f, folder) {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	f.Add(definition.Starter("test-runner"))
	f.Fuzz(func(t *testing.T, data []byte) {
		def, findings := definition.Parse("a2a.yaml", data)
		if (def == nil) != (len(findings) > 0) {
			t.Fatalf("%v with %d findings", def, len(findings))
		}
		for _, finding := range findings {
			if finding.Line < 1 || finding.Col < 1 || finding.Message == "" || finding.Hint == "" {
				t.Errorf("%+v", finding)
			}
		}
		if def == nil {
			return
		}
		if _, err := def.CardJSON(); err != nil {
			t.Error(err)
		}
		for _, s := range def.AllSkills() {
			if s.GoName == "" || s.File == "" {
				t.Errorf("skill %q has no name", s.ID)
			}
		}
	})
}
