#!/usr/bin/env bash
# Makes the agent test-runner in build/test-runner and starts it. Needs Go.
set -euo pipefail
cd "$(dirname "$0")/.."
rm -rf build/test-runner
go run ./cmd/a2a-gen new test-runner --definition testdata/definitions/valid/test-runner.yaml --dir build/test-runner
cd build/test-runner
exec go run ./cmd/test-runner
