#!/usr/bin/env bash
# Everything that must hold before a change lands: format, vet, the tests of
# this module under the race detector, and the tests of every example project,
# each a module of its own. Needs Go and git.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; }

step format
files=$(git ls-files --cached --others --exclude-standard '*.go' | xargs gofmt -l)
[ -z "$files" ] || { printf 'not formatted; run gofmt -w on:\n%s\n' "$files" >&2; exit 1; }

step vet
go vet ./...

step tidy
go mod tidy -diff

step tests
go test -race -coverprofile=coverage.out ./...
go tool cover -func=coverage.out | tail -n 1

for module in examples/*/go.mod; do
	step "${module%/go.mod}"
	(cd "${module%/go.mod}" && go vet ./... && go test -race ./...)
done
