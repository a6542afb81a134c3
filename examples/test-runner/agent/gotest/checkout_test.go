package gotest

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCheckoutFindsCommits(t *testing.T) {
	watchTemp(t)
	r := newRepository(t)
	first := r.commit(map[string]string{"version": "1"})
	second := r.commit(map[string]string{"version": "2"})
	r.git("branch", first[:7]+"0000", second) // looks like a commit, and is none
	r.git("checkout", "--quiet", "-b", "topic")
	loose := r.commit(map[string]string{"version": "3"})
	r.git("checkout", "--quiet", "main")
	r.git("update-ref", "refs/pull/1/head", loose)
	r.git("branch", "--quiet", "-D", "topic")

	tests := []struct {
		name, repository, commit, want, version string
	}{
		{"full name", r.dir, first, first, "1"},
		{"short name", r.dir, first[:7], first, "1"},
		{"tip", r.dir, second[:12], second, "2"},
		{"URL", "file://" + filepath.ToSlash(r.dir), second, second, "2"},
		{"on no branch", r.dir, loose, loose, "3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w, err := Checkout(t.Context(), test.repository, test.commit)
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			version, err := os.ReadFile(filepath.Join(w.Dir, "version"))
			if err != nil {
				t.Fatal(err)
			}
			if w.Commit != test.want || string(version) != test.version {
				t.Errorf("got commit %s with version %s, want %s with %s", w.Commit, version, test.want, test.version)
			}
		})
	}

	t.Run("branch that looks like a commit", func(t *testing.T) {
		if _, err := Checkout(t.Context(), r.dir, first[:7]+"0000"); !errors.Is(err, ErrCommit) {
			t.Errorf("got %v, want ErrCommit", err)
		}
	})
	t.Run("relative path", func(t *testing.T) {
		t.Chdir(filepath.Dir(r.dir))
		w, err := Checkout(t.Context(), filepath.Base(r.dir), first)
		if err != nil {
			t.Fatal(err)
		}
		w.Close()
	})
}

func TestCheckoutFromShallowClone(t *testing.T) {
	watchTemp(t)
	r := newRepository(t)
	r.commit(map[string]string{"version": "1"})
	last := r.commit(map[string]string{"version": "2"})
	clone := repository{t: t, dir: filepath.Join(t.TempDir(), "clone")}
	r.git("clone", "--quiet", "--depth=1", "file://"+filepath.ToSlash(r.dir), clone.dir)

	for _, commit := range []string{last, last[:7]} {
		if w := checkout(t, clone, commit); w.Commit != last {
			t.Errorf("%s: got %s, want %s", commit, w.Commit, last)
		}
	}
}

func TestCheckoutErrors(t *testing.T) {
	watchTemp(t)
	r := newRepository(t)
	commit := r.commit(map[string]string{"a": "a"})
	r.commit(map[string]string{"a": "b"})
	tree := r.git("rev-parse", commit+"^{tree}")
	empty := newRepository(t)
	private := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("WWW-Authenticate", `Basic realm="private"`)
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer private.Close()
	missing := filepath.Join(t.TempDir(), "missing")
	escaped := filepath.Join(t.TempDir(), "escaped")

	tests := []struct {
		name, repository, commit string
		want                     error
	}{
		{"no repository", missing, commit, ErrRepository},
		{"no repository at a URL", "file://" + filepath.ToSlash(missing), commit, ErrRepository},
		{"not a repository", t.TempDir(), commit, ErrRepository},
		{"folder of a repository", filepath.Join(r.dir, ".git", "refs"), commit, ErrRepository},
		{"no server", "http://127.0.0.1:1/payments-api.git", commit, ErrRepository},
		{"private", private.URL + "/payments-api.git", commit, ErrRepository},
		{"no name", "", commit, ErrRepository},
		{"malformed URL", "https://%zz/", commit, ErrRepository},
		{"option", "--upload-pack=touch " + escaped, commit, ErrRepository},
		{"option as host", "ssh://-oProxyCommand=touch " + escaped + "/x", commit, ErrRepository},
		{"option as short host", "-oProxyCommand=touch:" + escaped, commit, ErrRepository},
		{"command", "ext::touch " + escaped, commit, ErrRepository},
		{"command as URL", "ext://touch " + escaped, commit, ErrRepository},
		{"line break", r.dir + "\n", commit, ErrRepository},

		{"no full commit", r.dir, strings.Repeat("0", 40), ErrCommit},
		{"no short commit", r.dir, "0000000", ErrCommit},
		{"no commit in an empty repository", empty.dir, commit, ErrCommit},
		{"tree", r.dir, tree, ErrCommit},
		{"short tree", r.dir, tree[:12], ErrCommit},
		{"branch", r.dir, "main", ErrCommit},
		{"too short", r.dir, commit[:6], ErrCommit},
		{"too long", r.dir, commit + "0", ErrCommit},
		{"upper case", r.dir, "ABCDEF0", ErrCommit},
		{"option as commit", r.dir, "--detach", ErrCommit},
		{"expression", r.dir, commit + "~1", ErrCommit},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w, err := Checkout(t.Context(), test.repository, test.commit)
			if w != nil || !errors.Is(err, test.want) {
				t.Fatalf("got %v, %v, want %v", w, err, test.want)
			}
			for _, other := range []error{ErrRepository, ErrCommit, ErrModule} {
				if other != test.want && errors.Is(err, other) {
					t.Errorf("%v is also %v", err, other)
				}
			}
			if strings.Contains(err.Error(), os.Getenv("TMPDIR")+string(filepath.Separator)+"gotest-") {
				t.Errorf("error shows the workspace: %v", err)
			}
			if _, err := os.Stat(escaped); err == nil {
				t.Error("ran the caller's command")
			}
		})
	}
}

func TestCheckoutShowsNoCredentials(t *testing.T) {
	watchTemp(t)
	private := httptest.NewServer(http.NotFoundHandler())
	defer private.Close()
	location := strings.Replace(private.URL, "://", "://robot:s3cret@", 1) + "/payments-api.git?token=t0ken"

	_, err := Checkout(t.Context(), location, strings.Repeat("0", 40))
	if !errors.Is(err, ErrRepository) {
		t.Fatalf("got %v, want ErrRepository", err)
	}
	for _, secret := range []string{"robot", "s3cret", "t0ken"} {
		if strings.Contains(err.Error(), secret) {
			t.Errorf("error shows %q: %v", secret, err)
		}
	}
}

// Hooks run neither from the configuration of the account nor from a template,
// and submodules stay away.
func TestCheckoutRunsNothing(t *testing.T) {
	watchTemp(t)
	r := newRepository(t)
	commit := r.commit(map[string]string{"a": "a"})
	r.git("update-index", "--add", "--cacheinfo", "160000,"+commit+",sub")
	if err := os.WriteFile(filepath.Join(r.dir, ".gitmodules"), []byte("[submodule \"sub\"]\n\tpath = sub\n\turl = "+r.dir+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r.git("add", ".gitmodules")
	r.git("commit", "--quiet", "--message=with submodule")
	withSub := r.git("rev-parse", "HEAD")

	home := t.TempDir()
	ran := filepath.Join(home, "ran")
	hook := "#!/bin/sh\necho hook >>'" + ran + "'\n"
	for _, path := range []string{"hooks/post-checkout", "template/hooks/post-checkout"} {
		path = filepath.Join(home, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(hook), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	config := "[core]\n\thooksPath = " + home + "/hooks\n[init]\n\ttemplateDir = " + home + "/template\n[submodule]\n\trecurse = true\n"
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)

	w := checkout(t, r, withSub)
	if _, err := os.Stat(ran); err == nil {
		t.Error("a hook ran")
	}
	if files, err := os.ReadDir(filepath.Join(w.Dir, "sub")); err != nil || len(files) > 0 {
		t.Errorf("submodule: got %v, %v, want an empty directory", files, err)
	}
}

func TestCheckoutCanceled(t *testing.T) {
	watchTemp(t)
	why := errors.New("enough")

	t.Run("before", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(why)
		if _, err := Checkout(ctx, newRepository(t).dir, strings.Repeat("0", 40)); !errors.Is(err, why) {
			t.Errorf("got %v, want the cause", err)
		}
	})
	t.Run("while a server is silent", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			cancel(why)
			<-r.Context().Done() // git is gone
		}))
		defer server.Close()
		if _, err := Checkout(ctx, server.URL, strings.Repeat("0", 40)); !errors.Is(err, why) {
			t.Errorf("got %v, want the cause", err)
		}
	})
}

func TestCloseRemovesReadOnlyDirectories(t *testing.T) {
	watchTemp(t)
	w, err := newWorkspace()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(w.temp, "module", "cache")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o444); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, filepath.Dir(dir)} {
		if err := os.Chmod(path, 0o555); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
}
