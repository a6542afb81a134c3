package merge

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// MarkUnmerged tells git about conflicts in the working tree of a directory, the
// way that "git merge" does: base, ours and theirs go into the index, so that
// "git status", "git mergetool" and editors know the files as unmerged. Files
// that git doesn't track, and directories outside of a repository, are left
// alone. It runs git only if there is a conflict.
func MarkUnmerged(ctx context.Context, dir string, results []Result) error {
	conflicts := slices.DeleteFunc(slices.Clone(results), func(r Result) bool { return !r.Conflict })
	if len(conflicts) == 0 {
		return nil
	}
	out, err := git(ctx, dir, nil, "rev-parse", "--is-inside-work-tree", "--show-prefix")
	prefix, inside := strings.CutPrefix(out, "true\n")
	if err != nil || !inside {
		return nil // no repository, or no git: the markers in the file have to do
	}
	var entries bytes.Buffer
	for _, r := range conflicts {
		if _, err := git(ctx, dir, nil, "ls-files", "--error-unmatch", "--", literal(r.Path)); err != nil {
			continue
		}
		text, err := stages(ctx, dir, strings.TrimSuffix(prefix, "\n"), r)
		if err != nil {
			return fmt.Errorf("mark %s as unmerged: %w", r.Path, err)
		}
		entries.WriteString(text)
	}
	if entries.Len() == 0 {
		return nil
	}
	if _, err := git(ctx, dir, entries.Bytes(), "update-index", "-z", "--index-info"); err != nil {
		return fmt.Errorf("mark conflicts as unmerged: %w", err)
	}
	return nil
}

// stages returns the index entries of an unmerged file, which replace the one
// that it had. Paths in them start at the top of the repository.
func stages(ctx context.Context, dir, prefix string, r Result) (string, error) {
	mode := "100644"
	if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(r.Path))); err == nil && executable(info) {
		mode = "100755"
	}
	var b strings.Builder
	for i, data := range [][]byte{r.Base, r.Ours, r.Theirs} {
		id, err := git(ctx, dir, data, "hash-object", "-w", "--stdin", "--path", r.Path)
		if err != nil {
			return "", err
		}
		id = strings.TrimSpace(id)
		if i == 0 {
			fmt.Fprintf(&b, "0 %s\t%s%s\x00", strings.Repeat("0", len(id)), prefix, r.Path)
		}
		fmt.Fprintf(&b, "%s %s %d\t%s%s\x00", mode, id, i+1, prefix, r.Path)
	}
	return b.String(), nil
}

func executable(info fs.FileInfo) bool { return info.Mode().Perm()&0o100 != 0 }

// literal is a pathspec that matches just this path.
func literal(name string) string { return ":(literal)" + name }

// git runs git in a directory and returns what it prints.
func git(ctx context.Context, dir string, stdin []byte, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	cmd.Stdin = bytes.NewReader(stdin)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return stdout.String(), nil
}
