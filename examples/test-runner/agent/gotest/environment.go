package gotest

import (
	"os"
	"strings"
)

// environment returns what a command in the workspace sees: the variables of
// this process that pass, then more, which wins.
func (w *Workspace) environment(pass func(name string) bool, more ...string) []string {
	var env []string
	for _, variable := range os.Environ() {
		// Windows doesn't care for case, and proxies are written in both.
		name, _, _ := strings.Cut(variable, "=")
		if pass(strings.ToUpper(name)) {
			env = append(env, variable)
		}
	}
	// The last three names of one thing: Unix, and Windows twice.
	env = append(env, "TMPDIR="+w.temp, "TMP="+w.temp, "TEMP="+w.temp)
	// Go asks git for modules, and tests may run git: neither can answer a prompt.
	env = append(env, "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=")
	return append(env, more...)
}

// passesToGo reports whether the go command, and so every test, sees a variable.
// The name is in upper case.
func passesToGo(name string) bool {
	switch name {
	case "PATH", "HOME", "USER", "LOGNAME", "SHELL", "TZ", "LANG", "LC_ALL", "LC_CTYPE", "XDG_CACHE_HOME", "XDG_CONFIG_HOME":
		return true
	case "GOCACHE", "GOMODCACHE", "GOPATH", "GOROOT", "GOENV", "GOFLAGS", "GOTOOLCHAIN", "GOEXPERIMENT", "CGO_ENABLED", "CC", "CXX":
		return true
	case "GOPROXY", "GONOPROXY", "GOPRIVATE", "GOSUMDB", "GONOSUMDB", "GOINSECURE", "GOVCS":
		return true
	case "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR":
		return true
	case "SYSTEMROOT", "SYSTEMDRIVE", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "PROGRAMFILES", "PROGRAMDATA":
		return true
	}
	return false
}

// passesToGit reports whether git sees a variable. An SSH agent may speak for
// git, never for a test.
func passesToGit(name string) bool {
	return name == "SSH_AUTH_SOCK" || passesToGo(name)
}
