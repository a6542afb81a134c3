package skeleton

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	a2agen "github.com/a2a-gen/a2a-gen"
	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/tree"
)

// Parts are the fixed packages that a project asks for. The protocol itself
// (wire format and JSON) is always there.
type Parts struct {
	Host   bool // task engine, server, discovery, conformance suite
	SQLite bool // the SQLite store
	Auth   bool // checks of credentials
	Tokens bool // of an issuer, among them
}

// For returns the parts of an agent with that definition, nil for bindings
// without an agent.
func For(def *definition.Definition) Parts {
	if def == nil {
		return Parts{}
	}
	parts := Parts{Host: true, SQLite: def.Host.Store == definition.StoreSQLite, Auth: len(def.Host.Auth) > 0}
	for _, a := range def.Host.Auth {
		parts.Tokens = parts.Tokens || a.Issuer != ""
	}
	return parts
}

// dirs lists the directories of the parts below gen/, without those below
// them that are not asked for.
func (p Parts) dirs() (include, exclude []string) {
	include = []string{"a2a/jsonpb", "a2a/wire"}
	if p.Host {
		include = append(include, "conformance", "discovery", "host")
	}
	exclude = []string{"host/storetest"} // for who writes a store
	if !p.SQLite {
		exclude = append(exclude, "host/sqlite")
	}
	if !p.Auth {
		exclude = append(exclude, "host/auth")
	}
	if !p.Tokens {
		exclude = append(exclude, "host/auth/oidc")
	}
	return include, exclude
}

// Gen returns the fixed packages for a gen directory whose import path is root.
// Paths are relative to that directory. It is a pure function: the CLI and the
// protoc plugin call it and get the same bytes.
func Gen(parts Parts, root string) ([]tree.File, error) {
	return gen(a2agen.Skeleton(), parts, root)
}

func gen(skeleton fs.FS, parts Parts, root string) ([]tree.File, error) {
	fsys, err := fs.Sub(skeleton, "gen")
	if err != nil {
		return nil, err
	}
	moves := []Move{{From: Module + "/gen", To: root}}
	include, exclude := parts.dirs()
	var files []tree.File
	for _, dir := range include {
		err := walk(fsys, dir, func(name string, data []byte) error {
			if isTest(name) || below(name, exclude) || isGo(name) && isGenerated(data) {
				return nil
			}
			if isGo(name) {
				text, err := Rewrite(name, data, moves)
				if err != nil {
					return err
				}
				data = append([]byte(header), text...)
			}
			files = append(files, tree.File{Path: name, Data: data, Mode: tree.Regular, Owner: tree.Tool})
			return nil
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("copy skeleton: %w", err)
		}
	}
	tree.Sort(files)
	return files, nil
}

func below(name string, dirs []string) bool {
	for _, dir := range dirs {
		if strings.HasPrefix(name, dir+"/") {
			return true
		}
	}
	return false
}
