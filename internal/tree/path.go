package tree

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"golang.org/x/mod/module"
)

// Check returns an error unless the files can live beside each other on every
// system: relative slash paths without traversal, names that Go's module rules
// allow (no quotes, no control characters, no reserved Windows names), no path
// twice even where case doesn't count, and no file where another one needs a
// directory.
func Check(files []File) error {
	seen := make(map[string]string, len(files)) // folded path -> path
	for _, f := range files {
		if err := CheckPath(f.Path); err != nil {
			return err
		}
		key := strings.ToLower(f.Path)
		if first, ok := seen[key]; ok {
			return fmt.Errorf("files %s and %s would be one file", first, f.Path)
		}
		seen[key] = f.Path
	}
	for _, f := range files {
		for dir := path.Dir(strings.ToLower(f.Path)); dir != "."; dir = path.Dir(dir) {
			if first, ok := seen[dir]; ok {
				return fmt.Errorf("%s is a file, but %s needs a directory there", first, f.Path)
			}
		}
	}
	return nil
}

// CheckPath returns an error unless name is a relative slash path that stays
// below its root and is a legal file name on every system.
func CheckPath(name string) error {
	if !fs.ValidPath(name) || name == "." {
		return fmt.Errorf("path %q must be relative and stay below the project", name)
	}
	if err := module.CheckFilePath(name); err != nil {
		return fmt.Errorf("path %q is not a file name on every system: %w", name, err)
	}
	return nil
}
