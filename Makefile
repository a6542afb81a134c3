# Commands for those who work on a2a-gen. Plain "make" lists them.

.PHONY: help
help: ## List the commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1	\2/p' $(MAKEFILE_LIST) | expand -t 14

.PHONY: try
try: ## Make the agent test-runner in build/test-runner and start it
	./scripts/try.sh

.PHONY: test
test: ## Run everything that CI runs
	./scripts/test.sh

.PHONY: generate
generate: ## Renew all generated files: skeleton, goldens, examples
	go test ./internal/protoload -run TestSkeletonTypes -update
	go test ./internal/gen -run TestSkeleton -update
	go test ./internal/gen/bindings ./internal/gen/skills -update
	go test ./internal/definition -update
	go test ./internal/hostneeds ./internal/specdiff -update
	go test ./internal/project -run TestGoMod -update
	go test ./internal/cli -update

.PHONY: bench
bench: ## Measure agents beside the official SDKs (less than ten minutes)
	cd bench && go run .

.PHONY: bench-report
bench-report: ## The same and builds of an agent, into docs/performance.md
	cd bench && go run . -build -out ../docs/performance.md

.PHONY: bench-codec
bench-codec: ## Compare the JSON codec with protojson by benchstat (needs the network)
	@mkdir -p build
	go test ./internal/gen/bindings/codectest -run '^$$' -bench '^Benchmark(Encode|Decode)$$' -count 10 > build/codec.txt
	@sed -E 's,^(Benchmark[^/]*)/,\1/by=,' build/codec.txt > build/codec.by.txt
	go run golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da -col '/by@(protojson codec)' build/codec.by.txt

.PHONY: scan
scan: ## Look for known vulnerabilities and habits that lead to some (needs the network)
	go run golang.org/x/vuln/cmd/govulncheck@v1.9.0 ./...
	go run github.com/securego/gosec/v2/cmd/gosec@v2.30.0 -quiet ./...
