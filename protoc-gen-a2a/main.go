// protoc-gen-a2a is a plugin for buf and protoc that prints the Go code of an
// A2A agent. docs/plugin.md is its manual.
//
// With protoc-gen-go in the same module, a buf.gen.yaml looks like this:
//
//	version: v2
//	clean: true
//	inputs:
//	  - directory: .
//	    paths: [proto/lf]
//	plugins:
//	  - local: protoc-gen-go
//	    out: gen
//	    opt: [module=example.com/you/gen, "Mlf/a2a/v1/a2a.proto=example.com/you/gen/a2apb;a2apb"]
//	  - local: protoc-gen-a2a
//	    out: gen
//	    opt: [module=example.com/you/gen, "Mlf/a2a/v1/a2a.proto=example.com/you/gen/a2apb;a2apb", definition=a2a.yaml]
//
// The options, besides paths, module and M of every Go plugin:
//
//   - definition: the agent's a2a.yaml, relative to the working directory.
//     Without it only package a2a is printed: the Service interface, its
//     bindings, clients, errors and JSON.
//   - root: import path of the folder that the packages go into. Default: the
//     parent of the package of the protobuf types. It is needed when these
//     belong to another module.
package main

import (
	"fmt"
	"io"
	"os"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/pluginpb"

	"github.com/a2a-gen/a2a-gen/internal/gen"
	"github.com/a2a-gen/a2a-gen/internal/version"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "protoc-gen-a2a:", err)
		os.Exit(1)
	}
}

const usage = `protoc-gen-a2a is a plugin; buf or protoc runs it.

Options, besides paths, module and M of every Go plugin:
  definition=FILE   the agent's a2a.yaml; without it only bindings are printed
  root=PATH         import path of the folder that the packages go into
`

func run(args []string, in io.Reader, out io.Writer) error {
	if len(args) > 0 {
		return command(args, out)
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	req := new(pluginpb.CodeGeneratorRequest)
	if err := proto.Unmarshal(data, req); err != nil {
		return fmt.Errorf("standard input is not a plugin request; run this program from buf or protoc: %w", err)
	}
	resp, err := gen.Run(req, os.ReadFile)
	if err != nil {
		return err
	}
	data, err = proto.Marshal(resp)
	if err != nil {
		return err
	}
	_, err = out.Write(data)
	return err
}

// command answers a person at a terminal.
func command(args []string, out io.Writer) error {
	switch args[0] {
	case "--help", "-h":
		_, err := io.WriteString(out, usage)
		return err
	case "--version":
		_, err := fmt.Fprintln(out, "protoc-gen-a2a", version.String())
		return err
	}
	return fmt.Errorf("unknown argument %q\n\n%s", args[0], usage)
}
