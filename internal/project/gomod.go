package project

import (
	"context"
	"fmt"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"

	"github.com/a2a-gen/a2a-gen/internal/skeleton"
)

// goMod adds go.mod and go.sum; to a project in another module's directory it
// only notes what they would say. Both are made with the skeleton's own versions,
// one pair for each set of modules that a definition can ask for, so that
// nothing has to be resolved or downloaded here.
func (p *planner) goMod(context.Context) error {
	variant := variant(skeleton.For(p.in.Definition))
	data, err := skeleton.Text(variant + "go.mod")
	if err != nil {
		return err
	}
	file, err := modfile.Parse("go.mod", data, nil)
	if err != nil {
		return fmt.Errorf("skeleton: %w", err)
	}
	if err := file.AddModuleStmt(p.in.Module); err != nil {
		return fmt.Errorf("go.mod: %w", err)
	}
	mod, err := file.Format()
	if err != nil {
		return fmt.Errorf("go.mod: %w", err)
	}
	sum, err := skeleton.Text(variant + "go.sum")
	if err != nil {
		return err
	}
	for _, r := range file.Require {
		if !r.Indirect {
			p.plan.requires = append(p.plan.requires, r.Mod)
		}
	}
	p.plan.GoMod, p.plan.GoSum = mod, sum
	if p.whole() {
		p.user("go.mod", mod)
		p.user("go.sum", sum)
	}
	return nil
}

// variant begins the names of the files for the modules that parts need.
func variant(parts skeleton.Parts) string {
	name := ""
	if !parts.SQLite {
		name += "memory."
	}
	if parts.Tokens {
		name += "tokens."
	}
	return name
}

// Lacking returns what the generated code imports and a go.mod does not
// require, or only in an older version, as arguments of "go get".
func (p *Project) Lacking(goMod []byte) ([]string, error) {
	there, err := modfile.ParseLax("go.mod", goMod, nil)
	if err != nil {
		return nil, err
	}
	versions := make(map[string]string)
	for _, r := range there.Require {
		versions[r.Mod.Path] = r.Mod.Version
	}
	var lacking []string
	for _, r := range p.requires {
		if semver.Compare(versions[r.Path], r.Version) < 0 {
			lacking = append(lacking, r.Path+"@"+r.Version)
		}
	}
	return lacking, nil
}

// GoVersion is the Go version that generated code needs.
func GoVersion() (string, error) {
	data, err := skeleton.Text("go.mod")
	if err != nil {
		return "", err
	}
	file, err := modfile.ParseLax("go.mod", data, nil)
	if err != nil || file.Go == nil {
		return "", fmt.Errorf("the skeleton's go.mod has no Go version: %w", err)
	}
	return file.Go.Version, nil
}
