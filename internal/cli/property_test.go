package cli

import (
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-gen/a2a-gen/internal/diag"
	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/output"
	"github.com/a2a-gen/a2a-gen/internal/project"
	"github.com/a2a-gen/a2a-gen/internal/tree"
	"github.com/a2a-gen/a2a-gen/internal/usercode"
)

var (
	runs = flag.Int("runs", 60, "number of random changes in TestProperty; CI makes 500")
	seed = flag.Uint64("seed", 1, "of the random changes in TestProperty")
)

// buildEvery is the number of changes after which the project is built.
const buildEvery = 50

// TestProperty changes projects at random, one change after another: the user
// edits, moves, adds and deletes files; skills come, go and change; so do
// capabilities, store and specification. After each change the project is
// generated, and not a byte of the user's may be different, the project builds
// or the report names the places that do not, and a second run writes nothing.
func TestProperty(t *testing.T) {
	const histories = 2
	for n := range uint64(histories) {
		t.Run(fmt.Sprintf("seed %d", *seed+n), func(t *testing.T) {
			t.Parallel()
			h := newChronicle(t, *seed+n)
			for run := range *runs / histories {
				h.change()
				h.generate()
				if run%buildEvery == buildEvery/2 {
					h.build()
				}
				if t.Failed() {
					t.Fatalf("seed %d, change %d: %s", *seed+n, run, strings.Join(h.did, ", "))
				}
			}
		})
	}
}

// chronicle is a project and what happens to it.
type chronicle struct {
	*testing.T
	rand     *rand.Rand
	dir      string
	variants []*variant
	now      *variant
	findings diag.List // of the last run
	did      []string  // in the last change
	added    int       // files of the user
	hurt     string    // a generated file that was edited by hand
}

// variant is a definition with a specification, and the plan of both.
type variant struct {
	definition, spec string
	planned          *project.Project
	gen              *usercode.Generated
}

func newChronicle(t *testing.T, seed uint64) *chronicle {
	h := &chronicle{T: t, rand: rand.New(rand.NewPCG(seed, seed)), dir: filepath.Join(t.TempDir(), "agent")}
	if code := Main([]string{"new", "agent", "--dir", h.dir}, Streams{Out: io.Discard, Err: os.Stderr}); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	spec := h.read(project.SpecPath(lock.Standalone))
	for range 4 + *runs/50 {
		v := &variant{definition: randomDefinition(h.rand), spec: spec}
		if h.rand.IntN(4) == 0 {
			v.spec = randomSpec(h.rand, spec)
		}
		h.variants = append(h.variants, v)
	}
	h.redefine()
	h.generate()
	return h
}

// generate is what "a2a-gen generate" does, with the plans of earlier runs, and
// checks what it did.
func (h *chronicle) generate() {
	before := h.files()
	if h.hurt != "" {
		h.refused(before)
	}
	r := h.run(true)
	after := h.files()
	for name, was := range before.user {
		if is, ok := after.user[name]; !ok || is.text != was.text || is.mode != was.mode {
			h.Errorf("%s of the user is not what it was", name)
		}
	}
	for name := range after.user {
		if _, was := before.user[name]; !was && !slices.ContainsFunc(r.planned.Files, func(f tree.File) bool { return f.Path == name && f.Owner == tree.User }) {
			h.Errorf("%s appeared", name)
		}
	}
	if again := h.run(false); len(again.report.Pending()) > 0 {
		h.Errorf("the second run writes %v", again.report.Pending()[0].Path)
	}
	h.findings = r.findings
}

// run compares and, if it is to, writes.
func (h *chronicle) run(write bool) *renewal {
	h.Helper()
	dir, err := output.Open(h.dir)
	if err != nil {
		h.Fatal(err)
	}
	defer dir.Close()
	ws, err := openWorkspace(dir, h.dir, "(devel)", true, io.Discard) // takes the changed specification
	if err != nil {
		h.Fatal(err)
	}
	if h.now.planned == nil {
		if h.now.planned, err = project.Plan(h.Context(), ws.input("(devel)")); err != nil {
			h.Fatal(err)
		}
		h.now.gen = ws.generated(h.now.planned)
	}
	planned := *h.now.planned
	planned.Files, planned.Lock = slices.Clone(planned.Files), planned.Lock.Clone()
	for i := range planned.Files { // the plan knows one a2a.yaml, users write comments
		if planned.Files[i].Path == project.DefinitionPath {
			planned.Files[i].Data = ws.source.text
		}
	}
	r, err := ws.compare(&planned, h.now.gen)
	if err != nil {
		h.Fatal(err)
	}
	if err := refuse(r.report, false); err != nil {
		if write {
			h.Fatal(err)
		}
		return r
	}
	if write {
		if err := dir.Commit(r.report); err != nil {
			h.Fatal(err)
		}
	}
	return r
}

// refused checks that an edited generated file stops everything, and mends it.
func (h *chronicle) refused(before snapshot) {
	r := h.run(false)
	err := refuse(r.report, false)
	if err == nil || !strings.Contains(err.Error(), h.hurt) {
		h.Errorf("%s was edited, and the command says %v", h.hurt, err)
	}
	if after := h.files(); !maps.Equal(before.times, after.times) {
		h.Error("a run that refused has written")
	}
	for _, c := range r.report.Conflicts() {
		h.write(c.Path, strings.TrimSuffix(h.read(c.Path), handMade))
	}
	h.hurt = ""
}

// place is where the compiler found an error.
var place = regexp.MustCompile(`(?m)^(agent/[^:]+:\d+):\d+: (.*)$`)

// build builds the agent. If it fails, the last report named the places.
func (h *chronicle) build() {
	cmd := exec.CommandContext(h.Context(), "go", "build", "./agent")
	cmd.Dir = h.dir
	cmd.Env = os.Environ()
	for name, value := range goEnvironment(h) {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	out, err := cmd.CombinedOutput()
	if err == nil {
		for _, d := range h.findings {
			if !strings.HasSuffix(d.File, "_test.go") {
				h.Errorf("it builds, but the report says: %s", d)
			}
		}
		return
	}
	if len(h.findings) == 0 {
		h.Errorf("it does not build, and the report is empty:\n%s", out)
	}
	for _, m := range place.FindAllStringSubmatch(string(out), -1) {
		named := slices.ContainsFunc(h.findings, func(d diag.Diagnostic) bool { return fmt.Sprintf("%s:%d", d.File, d.Line) == m[1] })
		if !named && !strings.Contains(m[2], "does not implement skills.Handler") { // said at the method
			h.Errorf("the report does not name %s\nbut %v", m[0], h.findings)
		}
	}
}

// snapshot is what is on disk: the files of the user with their text, and the
// times of all.
type snapshot struct {
	user  map[string]content
	times map[string]time.Time
}

type content struct {
	text string
	mode fs.FileMode
}

func (h *chronicle) files() snapshot {
	h.Helper()
	l, err := lock.Parse([]byte(h.read(lock.Path)))
	if err != nil {
		h.Fatal(err)
	}
	s := snapshot{make(map[string]content), make(map[string]time.Time)}
	err = fs.WalkDir(os.DirFS(h.dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		s.times[name] = info.ModTime()
		if strings.HasSuffix(name, ".tmp") || name == output.StateDir+"/journal" {
			h.Errorf("%s is left", name)
		}
		if l.Files.Tool[name] == "" && name != lock.Path && !strings.HasPrefix(name, output.BaseDir+"/") {
			s.user[name] = content{h.read(name), info.Mode()}
		}
		return err
	})
	if err != nil {
		h.Fatal(err)
	}
	return s
}

func (h *chronicle) read(name string) string {
	h.Helper()
	data, err := os.ReadFile(filepath.Join(h.dir, name))
	if err != nil {
		h.Fatal(err)
	}
	return string(data)
}

func (h *chronicle) write(name, text string) {
	h.Helper()
	file := filepath.Join(h.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		h.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		h.Fatal(err)
	}
}
