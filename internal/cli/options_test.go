package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/a2a-gen/a2a-gen/internal/lock"
)

// execute runs a command with arguments up to its run function.
func execute(t *testing.T, cmd *cobra.Command, args ...string) {
	t.Helper()
	cmd.SetArgs(args)
	cmd.SetContext(t.Context())
	if err := cmd.Execute(); err != nil {
		t.Fatal(err)
	}
}

func TestNewOptions(t *testing.T) {
	var got newOptions
	execute(t, newNew(func(_ context.Context, o *newOptions) error {
		got = *o
		got.out, got.err = nil, nil
		return nil
	}), "planner", "--module", "example.com/x", "--definition", "d.yaml", "--dir", "there", "--proto", "p.proto")
	want := newOptions{name: "planner", module: "example.com/x", definition: "d.yaml", dir: "there", proto: "p.proto"}
	if got != want {
		t.Errorf("options = %+v, want %+v", got, want)
	}
}

func TestNewDefaults(t *testing.T) {
	o := newOptions{name: "planner"}
	if err := o.complete(); err != nil {
		t.Fatal(err)
	}
	if o.module != "example.com/planner" || o.dir != "planner" {
		t.Errorf("defaults: %+v", o)
	}
	for name, hint := range map[string]string{
		"Planner": "how about planner", "my planner": "my-planner", "../x": "how about x", "2fa": "how about n2fa", "": "cannot be the name",
		"con": "how about con-",
	} {
		err := (&newOptions{name: name}).complete()
		if err == nil || !strings.Contains(err.Error(), hint) {
			t.Errorf("name %q: %v, want %q", name, err, hint)
		}
	}
}

func TestGenerateOptions(t *testing.T) {
	var got generateOptions
	execute(t, newGenerate(func(_ context.Context, o *generateOptions) error {
		got = *o
		return nil
	}), "--check", "--diff", "--dry-run", "--force")
	if !got.check || !got.diff || !got.dryRun || !got.force || got.dir != "." || !got.reads() {
		t.Errorf("options = %+v", got)
	}
}

func TestValidateAndCardOptions(t *testing.T) {
	execute(t, newValidate(func(o *validateOptions) error {
		if o.file != "a2a.yaml" || o.format != "text" {
			t.Errorf("defaults: %+v", o)
		}
		return nil
	}))
	execute(t, newCard(func(o *cardOptions) error {
		if o.file != "x.yaml" || !o.extended {
			t.Errorf("options: %+v", o)
		}
		return nil
	}), "x.yaml", "--extended")
}

// An older tool must not undo what a newer one did.
func TestOlderTool(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "planner")
	var out bytes.Buffer
	if code := Main([]string{"new", "planner", "--dir", dir}, Streams{Out: &out, Err: &out}); code != 0 {
		t.Fatal(out.String())
	}
	name := filepath.Join(dir, lock.Path)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, bytes.Replace(data, []byte("tool: (devel)"), []byte("tool: v0.2.0"), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	for tool, refused := range map[string]bool{"v0.1.9": true, "v0.2.0": false, "v0.3.0": false, "(devel)": false} {
		err := runGenerate(t.Context(), &generateOptions{dir: dir, tool: tool, check: true, out: &out, err: &out})
		if got := err != nil && strings.Contains(err.Error(), "was written by v0.2.0"); got != refused {
			t.Errorf("a2a-gen %s: %v, want refused %v", tool, err, refused)
		}
	}
	if err := runGenerate(t.Context(), &generateOptions{dir: dir, tool: "v0.1.9", force: true, out: &out, err: &out}); err != nil {
		t.Errorf("with --force: %v", err)
	}
}
