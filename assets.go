// Package a2agen holds the files that a2a-gen carries inside: the skeleton of
// an agent, the templates, and the protos that an agent is made from. Nothing
// is fetched at run time, so the same version makes the same project anywhere.
package a2agen

import (
	"embed"
	"io/fs"
)

//go:embed all:skeleton all:templates all:proto
var assets embed.FS

// Skeleton is the skeleton directory: a working agent, copied into projects.
func Skeleton() fs.FS { return sub("skeleton") }

// Templates is the templates directory: the text files of a project.
func Templates() fs.FS { return sub("templates") }

// Proto is the proto directory: a2a.proto and what it imports, under their
// import paths.
func Proto() fs.FS { return sub("proto") }

// sub returns a directory of the assets. The names above are in the embed
// pattern, so that it exists is settled when this file compiles.
func sub(dir string) fs.FS {
	fsys, err := fs.Sub(assets, dir)
	if err != nil {
		panic("a2agen: " + err.Error())
	}
	return fsys
}
