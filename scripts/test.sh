#!/usr/bin/env bash
# Everything that must hold before a change lands: format, vet, the tests of
# this module under the race detector, and the tests of every example project,
# each a module of its own. Needs Go and git.
#
# With CI=true it also runs what takes longer or needs more: fuzzing against
# protojson, 500 random changes to a project, the mutations that the conformance
# suite must notice, buf and protoc (tools/), and the official SDKs (interop/).
# A tool that is missing then is a failure, not a skip.
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
go test -race -timeout 30m -coverprofile=coverage.out ./...
./scripts/coverage.sh coverage.out

for module in examples/*/go.mod bench/go.mod; do
	step "${module%/go.mod}"
	(cd "${module%/go.mod}" && go vet ./... && go test -race ./...)
done

[ "${CI:-}" = true ] || { step "done; CI=true runs more"; exit 0; }

step fuzz
go test ./internal/gen/bindings/codectest -run '^$' -fuzz '^FuzzDecode$' -fuzztime 60s -fuzzminimizetime 20x

step 'random changes'
go test ./internal/cli -run '^TestProperty$' -runs 500 -timeout 20m

step mutations
go test ./skeleton/gen/conformance -run '^TestMutations$' -mutate -parallel 2 -timeout 60m

for module in tools interop; do
	step "$module"
	(cd "$module" && go vet ./... && go test -timeout 20m ./...)
done
step done
