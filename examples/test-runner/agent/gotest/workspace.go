package gotest

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Workspace is a checked-out commit and the only place where its tests leave
// files. It is for one goroutine at a time.
//
// Commands that run in it get a small environment: of the agent's own variables
// those that say where things are and how to reach the network (PATH, HOME, TZ
// and the locale, the Go command's settings, proxies, certificates; git gets
// SSH_AUTH_SOCK as well), and TMPDIR, which lies inside the workspace. Nothing
// else is passed on, so a token in the agent's environment stays there. GOPROXY
// and HTTPS_PROXY are passed on as they are: give the agent ones without a
// password.
type Workspace struct {
	Dir    string // the work tree
	Commit string // the full name of the commit

	root string // what Close removes: Dir and temp
	temp string // TMPDIR of every command
}

func newWorkspace() (*Workspace, error) {
	root, err := os.MkdirTemp("", "gotest-")
	if err != nil {
		return nil, err
	}
	// The paths that tests print are compared with ours to take them out again.
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	w := &Workspace{Dir: filepath.Join(root, "src"), root: root, temp: filepath.Join(root, "tmp")}
	for _, dir := range []string{w.Dir, w.temp} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			w.Close()
			return nil, err
		}
	}
	return w, nil
}

// Close removes the workspace with everything in it. Closing it again is fine.
func (w *Workspace) Close() error {
	if os.RemoveAll(w.root) == nil {
		return nil
	}
	// Tests may leave directories that even their owner can't write to: a module
	// cache is made of them.
	_ = filepath.WalkDir(w.root, func(path string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(w.root)
}
