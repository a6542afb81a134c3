package merge

import (
	"fmt"
	"go/version"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// GoMod brings a user's go.mod up to what the generated code needs. Only the go
// line and requirements are changed: they are added or raised, never lowered,
// and removed only if the tool once asked for that version and no longer does.
// Everything else, and every comment, is the user's. A file without need of a
// change is returned as it is, to the byte.
func GoMod(base, ours, theirs []byte) ([]byte, error) {
	was, err := modfile.ParseLax("go.mod", base, nil)
	if err != nil {
		return nil, fmt.Errorf("go.mod as offered last: %w", err)
	}
	have, err := modfile.Parse("go.mod", ours, nil)
	if err != nil {
		return nil, fmt.Errorf("go.mod: %w", err)
	}
	want, err := modfile.ParseLax("go.mod", theirs, nil)
	if err != nil {
		return nil, fmt.Errorf("go.mod as offered: %w", err)
	}
	raised, err := raiseGo(have, want)
	if err != nil {
		return nil, err
	}
	requires, changed := requirements(was.Require, have.Require, want.Require)
	if !raised && !changed {
		return ours, nil
	}
	if changed {
		have.SetRequireSeparateIndirect(requires)
	}
	have.Cleanup()
	merged, err := have.Format()
	if err != nil {
		return nil, fmt.Errorf("go.mod: %w", err)
	}
	return tree.LikeLineEnds(merged, ours), nil
}

// raiseGo raises the go line, and drops a toolchain line that is older.
func raiseGo(have, want *modfile.File) (bool, error) {
	if want.Go == nil || have.Go != nil && compareGo(have.Go.Version, want.Go.Version) >= 0 {
		return false, nil
	}
	if err := have.AddGoStmt(want.Go.Version); err != nil {
		return false, fmt.Errorf("go.mod: %w", err)
	}
	if have.Toolchain != nil && compareGo(strings.TrimPrefix(have.Toolchain.Name, "go"), want.Go.Version) < 0 {
		have.DropToolchainStmt()
	}
	return true, nil
}

// compareGo compares Go versions such as 1.26 and 1.26.0.
func compareGo(a, b string) int { return version.Compare("go"+a, "go"+b) }

// requirements returns what the merged file requires, and whether that differs
// from what the user's does.
func requirements(was, have, want []*modfile.Require) (merged []*modfile.Require, changed bool) {
	for _, r := range have {
		offered, wanted := find(was, r.Mod.Path), find(want, r.Mod.Path)
		switch {
		case wanted == nil && offered != nil && offered.Mod == r.Mod && offered.Indirect == r.Indirect:
			changed = true // ours alone, and no longer needed
			continue
		case wanted != nil && (semver.Compare(r.Mod.Version, wanted.Mod.Version) < 0 || r.Indirect && !wanted.Indirect):
			changed = true
			r = &modfile.Require{Mod: newer(r.Mod, wanted.Mod), Indirect: r.Indirect && wanted.Indirect, Syntax: r.Syntax}
		}
		merged = append(merged, r)
	}
	for _, wanted := range want {
		if find(have, wanted.Mod.Path) != nil || tidiedAway(was, wanted) {
			continue
		}
		changed = true
		merged = append(merged, &modfile.Require{Mod: wanted.Mod, Indirect: wanted.Indirect})
	}
	return merged, changed
}

// tidiedAway reports whether a requirement that the user's file lacks was
// offered before, just so, and is one that only "go mod tidy" judges.
func tidiedAway(was []*modfile.Require, wanted *modfile.Require) bool {
	offered := find(was, wanted.Mod.Path)
	return wanted.Indirect && offered != nil && offered.Indirect && offered.Mod == wanted.Mod
}

func newer(a, b module.Version) module.Version {
	if semver.Compare(a.Version, b.Version) < 0 {
		return b
	}
	return a
}

func find(list []*modfile.Require, path string) *modfile.Require {
	i := slices.IndexFunc(list, func(r *modfile.Require) bool { return r.Mod.Path == path })
	if i < 0 {
		return nil
	}
	return list[i]
}

// GoSum returns the lines of both files, in the order of the go command. A file
// that has all lines already is returned as it is.
func GoSum(ours, theirs []byte) []byte {
	lines := strings.Split(strings.TrimSpace(string(tree.LF(ours))), "\n")
	lacking := false
	for line := range strings.Lines(string(tree.LF(theirs))) {
		if line = strings.TrimSpace(line); line != "" && !slices.Contains(lines, line) {
			lines, lacking = append(lines, line), true
		}
	}
	if !lacking {
		return ours
	}
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
	slices.SortFunc(lines, compareSums)
	return tree.LikeLineEnds([]byte(strings.Join(lines, "\n")+"\n"), ours)
}

// compareSums orders lines of go.sum by module, version, and then the rest.
func compareSums(a, b string) int {
	aFields, bFields := append(strings.Fields(a), "", ""), append(strings.Fields(b), "", "")
	if c := strings.Compare(aFields[0], bFields[0]); c != 0 {
		return c
	}
	aVersion, aFile, _ := strings.Cut(aFields[1], "/")
	bVersion, bFile, _ := strings.Cut(bFields[1], "/")
	if c := semver.Compare(aVersion, bVersion); c != 0 {
		return c
	}
	if c := strings.Compare(aFile, bFile); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}
