package project

import (
	"context"
	"fmt"

	"golang.org/x/mod/modfile"

	"github.com/a2a-gen/a2a-gen/internal/skeleton"
)

// goMod adds go.mod and go.sum. Both are made with the skeleton's own versions,
// one pair for each set of modules that a definition can ask for, so that
// nothing has to be resolved or downloaded here.
func (p *planner) goMod(context.Context) error {
	variant := ""
	if !skeleton.For(p.in.Definition).SQLite {
		variant = "memory."
	}
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
	p.user("go.mod", mod)
	p.user("go.sum", sum)
	return nil
}
