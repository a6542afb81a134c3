package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// jsPins say which packages the JavaScript server gets; the interop tests use
// the same.
const jsPins = "../interop/js"

func isJS(t target) bool { return t.name == js.name }

// hasJS says whether the JavaScript server is there; the first call installs
// it.
func (s *settings) hasJS(ctx context.Context) bool {
	if s.js == "" && s.noJS == nil {
		s.js, s.noJS = installJS(ctx, s.dir)
	}
	return s.noJS == nil
}

// installJS installs the JavaScript server with its packages in a directory
// and returns its program. Without node, npm or the packages it returns why.
func installJS(ctx context.Context, dir string) (program string, err error) {
	for _, need := range []string{"node", "npm"} {
		if _, err := exec.LookPath(need); err != nil {
			return "", fmt.Errorf("%s is not installed", need)
		}
	}
	dir = filepath.Join(dir, "js")
	program = filepath.Join(dir, "server.mjs")
	err = os.Mkdir(dir, 0o755)
	for _, file := range []string{jsPins + "/package.json", jsPins + "/package-lock.json", "servers/js/server.mjs"} {
		err = errors.Join(err, copyInto(dir, file))
	}
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		progress("%s: %v\n%s", cmd, err, bytes.TrimSpace(out))
		return "", errors.New("npm ci does not get its packages")
	}
	return program, nil
}

func copyInto(dir, file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, filepath.Base(file)), data, 0o644)
}
