#!/usr/bin/env bash
# Runs the official conformance kit (a2aproject/a2a-tck, branch 1.0-dev)
# against examples/tck-agent, once with all capabilities and once with none.
#
#   TCK_DIR=path/to/a2a-tck TCK_PYTHON=path/to/python ./scripts/tck.sh [OUT]
#
# The kit is not fetched here: TCK_DIR is a checkout, and TCK_PYTHON has the
# packages that its pyproject.toml names. Its reports are copied into OUT,
# build/tck by default. It exits with 1 if the kit reports a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${TCK_DIR:?set TCK_DIR to a checkout of a2aproject/a2a-tck, branch 1.0-dev}"
python=$(command -v "${TCK_PYTHON:-python3}")
out=${1:-build/tck}
rm -rf "$out" && mkdir -p "$out"
out=$(cd "$out" && pwd)

agent=
trap '[ -z "$agent" ] || kill "$agent" 2>/dev/null || true' EXIT

# play NAME PROJECT URL: serves the project and runs the kit against it.
play() {
	(cd "$2" && go build -o "$out/$1.bin" ./cmd/tck-agent)
	"$out/$1.bin" >"$out/$1.log" 2>&1 &
	agent=$!
	for _ in $(seq 100); do grep -q 'the agent is ready' "$out/$1.log" && break; sleep 0.1; done
	(cd "$TCK_DIR" && "$python" run_tck.py --sut-host "$3" -- --webhook-host=127.0.0.1) | tee "$out/$1.txt" || failed=1
	cp -r "$TCK_DIR/reports" "$out/$1"
	kill "$agent" && wait "$agent" || true
	agent=
}

failed=0
play full examples/tck-agent http://127.0.0.1:41251

# The same handler behind a card that declares nothing.
go run ./cmd/a2a-gen new tck-agent --module example.com/tck-agent --definition examples/tck-agent/bare.yaml --dir "$out/project" >/dev/null
cp examples/tck-agent/agent/scenarios.go "$out/project/agent/"
play bare "$out/project" http://127.0.0.1:41261
exit "$failed"
