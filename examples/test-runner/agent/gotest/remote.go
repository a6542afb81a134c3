package gotest

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"unicode"
)

// protocols are the ways to a repository that git may go. Others, "ext" above
// all, would run a command of the caller's choice.
const protocols = "file:git:http:https:ssh"

// remote is a repository to fetch from.
type remote struct {
	location string // for git
	shown    string // for people: without credentials
	secret   string // what must not be shown: "user:password@", or empty
}

// parseRemote accepts a URL, the short form of ssh (host:path), or a path, which
// is relative to the directory that the agent runs in.
func parseRemote(repository string) (remote, error) {
	if repository == "" || strings.HasPrefix(repository, "-") || strings.ContainsFunc(repository, unicode.IsControl) {
		return remote{}, fmt.Errorf("%w: %q is neither a URL nor a path", ErrRepository, repository)
	}
	if strings.Contains(repository, "://") {
		return parseURL(repository)
	}
	host, _, colon := strings.Cut(repository, ":")
	if colon && !strings.ContainsRune(host, '/') && !filepath.IsAbs(repository) {
		return remote{location: repository, shown: repository}, nil
	}
	path, err := filepath.Abs(repository)
	if err != nil {
		return remote{}, err
	}
	return remote{location: path, shown: repository}, nil
}

func parseURL(repository string) (remote, error) {
	u, err := url.Parse(repository)
	if err != nil {
		// The parser's error repeats the URL, and with it the password.
		return remote{}, fmt.Errorf("%w: its URL is malformed", ErrRepository)
	}
	if !strings.Contains(":"+protocols+":", ":"+u.Scheme+":") {
		return remote{}, fmt.Errorf("%w: scheme %q is not one of %s", ErrRepository, u.Scheme, strings.ReplaceAll(protocols, ":", ", "))
	}
	if strings.HasPrefix(u.Host, "-") {
		return remote{}, fmt.Errorf("%w: its URL has no valid host", ErrRepository)
	}
	r := remote{location: repository}
	if u.User != nil {
		r.secret = u.User.String() + "@"
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	r.shown = u.String()
	return r, nil
}

// quote returns the first line of git's words that says something, in a form
// that may be shown.
func (r remote) quote(words string) string {
	words = strings.ReplaceAll(words, r.location, r.shown)
	if r.secret != "" {
		words = strings.ReplaceAll(words, r.secret, "")
	}
	for line := range strings.Lines(words) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "warning:") {
			return strings.TrimPrefix(line, "fatal: ")
		}
	}
	return "git gave no reason"
}
