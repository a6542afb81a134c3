// This command runs the agent. Its --help lists the flags and environment
// variables; a2a.yaml has most of their defaults.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"example.com/deployer/agent"
	"example.com/deployer/gen/host"
	"example.com/deployer/gen/skills"
	"example.com/deployer/gen/store"
)

func main() {
	if err := run(os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run serves the agent until the process is interrupted or terminated.
func run(args []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // so that a second signal ends the process at once

	config, err := host.ParseConfig(args, os.Getenv, skills.Defaults())
	if err != nil {
		return err
	}
	tasks, err := store.Open(ctx, config.Store)
	if err != nil {
		return err
	}
	return errors.Join(host.Serve(ctx, config, agent.New(), tasks), tasks.Close())
}
