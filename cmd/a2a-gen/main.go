// a2a-gen makes A2A agents in Go and keeps their generated code up to date.
package main

import (
	"os"

	"github.com/a2a-gen/a2a-gen/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
