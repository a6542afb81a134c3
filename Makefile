# Commands for those who work on a2a-gen. Plain "make" lists them.

.PHONY: help
help: ## List the commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1	\2/p' $(MAKEFILE_LIST) | expand -t 12

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

.PHONY: scan
scan: ## Look for known vulnerabilities and habits that lead to some (needs the network)
	go run golang.org/x/vuln/cmd/govulncheck@v1.9.0 ./...
	go run github.com/securego/gosec/v2/cmd/gosec@v2.30.0 -quiet ./...
