package auth

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"strings"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/reload"
)

// entry is one line of a file of secrets.
type entry struct {
	name   string
	sum    [sha256.Size]byte // of the secret
	scopes []string
}

// list is a file of secrets: a line NAME:SHA256 each, or NAME:SHA256:SCOPES
// with the scopes that it grants, separated by spaces. SHA256 is that of the
// secret in hexadecimal. A name may have several secrets, so that one can be
// replaced by the next. Empty lines and those that begin with # do not count.
//
// A plain hash is as good as a slow one for secrets that nobody can guess, and
// costs a call nothing: secrets have to be random, not chosen by people.
type list struct {
	scheme  string
	entries *reload.Value[[]entry]
}

func newList(config host.AuthConfig, logger *slog.Logger) (*list, error) {
	env := host.AuthEnv(config.Scheme, "FILE")
	if config.File == "" {
		return nil, fmt.Errorf("%s: name the file with what the scheme %s accepts", env, config.Scheme)
	}
	entries, err := reload.New(logger, func() ([]entry, error) { return readList(config.File) }, config.File)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", env, err)
	}
	return &list{scheme: config.Scheme, entries: entries}, nil
}

// entryName keeps names apart from what surrounds them in the file, the log and
// the names of identities.
var entryName = regexp.MustCompile(`^[A-Za-z0-9._@+-]{1,128}$`)

func readList(path string) ([]entry, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var entries []entry
	lines := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		e, err := readEntry(line)
		if err != nil { // which does not quote the line: somebody may have put a secret there
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		entries = append(entries, e)
	}
	return entries, lines.Err()
}

func readEntry(line string) (entry, error) {
	name, rest, _ := strings.Cut(line, ":")
	sum, scopes, _ := strings.Cut(rest, ":")
	e := entry{name: name, scopes: strings.Fields(scopes)}
	if !entryName.MatchString(name) {
		return e, errors.New("the name has to be of letters, digits and . _ @ + -; write NAME:SHA256")
	}
	raw, err := hex.DecodeString(strings.TrimSpace(sum))
	if err != nil || len(raw) != sha256.Size {
		return e, errors.New("what follows the name is no SHA-256; write the 64 hexadecimal digits of: printf %s SECRET | sha256sum")
	}
	copy(e.sum[:], raw)
	return e, nil
}

// find returns the identity of a secret. Names other than the given one do not
// count, unless that is "". The time it takes does not depend on how much of a
// secret is right, or which one.
func (l *list) find(name, secret string) (host.Identity, bool) {
	sum := sha256.Sum256([]byte(secret))
	found := -1
	entries := l.entries.Get()
	for i := range entries {
		same := subtle.ConstantTimeCompare(entries[i].sum[:], sum[:])
		if name != "" {
			same &= subtle.ConstantTimeCompare([]byte(entries[i].name), []byte(name))
		}
		found = subtle.ConstantTimeSelect(same, i, found)
	}
	if found < 0 {
		return host.Identity{}, false
	}
	return host.Identity{Name: l.scheme + ":" + entries[found].name, Scopes: entries[found].scopes}, true
}
