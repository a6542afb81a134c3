package main

import (
	"context"
	"io"
)

func measureBuild(ctx context.Context, w io.Writer) error { return nil }
