package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/output"
)

// specSource is an a2a.proto and where it was taken from.
type specSource struct {
	name     string // for messages about what is in it
	text     []byte
	origin   string // for the lock
	revision string // commit that origin meant; "" for a file
}

// gitPrefix marks a specification that is in a git repository.
const gitPrefix = "git+"

// readSpec reads what --proto names: a file, or git+URL#ref:path.
func readSpec(ctx context.Context, arg string) (*specSource, error) {
	if location, ok := strings.CutPrefix(arg, gitPrefix); ok {
		at, err := parseGitSpec(location)
		if err != nil {
			return nil, err
		}
		return at.fetch(ctx)
	}
	text, err := os.ReadFile(arg)
	if err != nil {
		return nil, notThere(arg, err)
	}
	origin := filepath.ToSlash(arg)
	if filepath.IsAbs(arg) { // a lock is for everybody, a path of one machine is not
		origin = filepath.Base(arg)
	}
	return &specSource{name: arg, text: text, origin: origin}, nil
}

// record notes in a lock where the specification is from.
func (s *specSource) record(l *lock.Lock) { l.Origin, l.Revision = s.origin, s.revision }

// gitSpec is a file in a git repository.
type gitSpec struct {
	url, ref string
	paths    []string // the first that exists
}

// specPaths are where the repository of the specification has had its proto.
var specPaths = []string{"specification/a2a.proto", "specification/grpc/a2a.proto"}

// parseGitSpec reads URL#ref:path. Without a ref the default branch is meant,
// without a path the places where the specification's own repository keeps it.
// A ref that git could take for anything but a name is refused.
func parseGitSpec(location string) (*gitSpec, error) {
	s := &gitSpec{url: location, ref: "HEAD", paths: specPaths}
	if i := strings.LastIndexByte(location, '#'); i >= 0 {
		s.url = location[:i]
		ref, path, hasPath := strings.Cut(location[i+1:], ":")
		if ref != "" {
			s.ref = ref
		}
		if hasPath {
			s.paths = []string{path}
		}
	}
	const form = "write it like git+https://example.com/spec.git#v1.0.1:specification/a2a.proto"
	switch {
	case s.url == "" || strings.HasPrefix(s.url, "-"):
		return nil, fmt.Errorf("%q is no address of a git repository; %s", s.url, form)
	case strings.HasPrefix(s.ref, "-") || strings.Contains(s.ref, "..") || strings.ContainsAny(s.ref, "~^?*[\\ @{") || strings.ContainsFunc(s.ref, isControl):
		return nil, fmt.Errorf("%q is no name of a branch, tag or commit; %s", s.ref, form)
	case !fs.ValidPath(s.paths[0]) || s.paths[0] == ".":
		return nil, fmt.Errorf("%q is no path in a git repository; %s", s.paths[0], form)
	}
	return s, nil
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// fetch reads the file from the repository, of which nothing else is kept.
func (s *gitSpec) fetch(ctx context.Context) (spec *specSource, err error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, errors.New("git is needed to fetch a specification, and there is none in PATH; install git, or give --proto a file")
	}
	scratch, err := output.NewScratch()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, scratch.Remove()) }()
	gitDir := "--git-dir=" + scratch.Path
	if _, err := runGit(ctx, ".", "init", "--quiet", "--bare", "--", scratch.Path); err != nil {
		return nil, err
	}
	if _, err := runGit(ctx, ".", gitDir, "fetch", "--quiet", "--depth=1", "--no-tags", "--", s.url, s.ref); err != nil {
		return nil, fmt.Errorf("fetch %s from %s: %w", s.ref, s.shown(), err)
	}
	commit, err := runGit(ctx, ".", gitDir, "rev-parse", "--verify", "FETCH_HEAD^{commit}")
	if err != nil {
		return nil, fmt.Errorf("fetch %s from %s: %w", s.ref, s.shown(), err)
	}
	for _, path := range s.paths {
		text, blobErr := runGit(ctx, ".", gitDir, "cat-file", "blob", "FETCH_HEAD:"+path)
		if blobErr == nil {
			return &specSource{
				name: s.ref + ":" + path, text: []byte(text),
				origin:   gitPrefix + s.shown() + "#" + s.ref + ":" + path,
				revision: strings.TrimSpace(commit),
			}, nil
		}
	}
	return nil, fmt.Errorf("%s of %s has no file %s", s.ref, s.shown(), strings.Join(s.paths, " or "))
}

// shown is the address without credentials.
func (s *gitSpec) shown() string {
	u, err := url.Parse(s.url)
	if err != nil || u.User == nil {
		return s.url
	}
	if u.Scheme == "ssh" {
		u.User = url.User(u.User.Username())
	} else {
		u.User = nil
	}
	return u.String()
}

// local are variables that tie git to a repository, as hooks have them.
var local = []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_NAMESPACE"}

// runGit runs git in a directory, without a shell and without questions, and
// returns what it prints. Transports that run programs of the URL's choice are
// off.
func runGit(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(local, name)
	})
	cmd.Env = append(cmd.Env, "GIT_TERMINAL_PROMPT=0", "GIT_ALLOW_PROTOCOL=file:git:http:https:ssh", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if text := strings.TrimSpace(stderr.String()); text != "" {
			return "", errors.New(text)
		}
		return "", fmt.Errorf("git: %w", err)
	}
	return stdout.String(), nil
}
