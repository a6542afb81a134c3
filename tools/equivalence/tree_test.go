package equivalence_test

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"
)

// A repository with two buf modules: one with the protos of A2A, one with
// messages and a service of its own.
const bufYAML = `
version: v2
modules:
  - path: proto
  - path: api
`

const paymentsProto = `
syntax = "proto3";

package acme.payments.v1;

import "acme/shared/v1/money.proto";
import "google/api/annotations.proto";
import "lf/a2a/v1/a2a.proto";

// PaymentService is a service that has nothing to do with A2A.
service PaymentService {
  rpc Pay(PayRequest) returns (PayResponse) {
    option (google.api.http) = {post: "/pay" body: "*"};
  }
}

message PayRequest {
  acme.shared.v1.Money amount = 1;
  lf.a2a.v1.Message note = 2;
}

message PayResponse {}
`

const moneyProto = `
syntax = "proto3";

package acme.shared.v1;

message Money {
  string currency = 1;
  int64 units = 2;
}
`

// bufGenYAML lets buf manage the options of the repository's own protos, and
// leaves those of others as they are. %s is a strategy.
const bufGenYAML = `
version: v2
clean: true
managed:
  enabled: true
  disable:
    - path: google/api
    - path: lf
  override:
    - file_option: go_package_prefix
      value: example.com/test-runner/gen
plugins:
  - local: protoc-gen-go
    out: gen
    strategy: %s
    opt:
      - module=example.com/test-runner/gen
      - Mlf/a2a/v1/a2a.proto=example.com/test-runner/gen/a2apb;a2apb
  - local: protoc-gen-a2a
    out: gen
    strategy: %s
    opt:
      - module=example.com/test-runner/gen
      - Mlf/a2a/v1/a2a.proto=example.com/test-runner/gen/a2apb;a2apb
      - definition=a2a.yaml
inputs:
  - directory: .
    paths: [proto/lf, api/acme]
`

// Managed mode, several modules, other protos and services in the tree, one
// call of the plugin a directory or one for all: the agent's code is the same,
// and there is one of it.
func TestBufInALargerTree(t *testing.T) {
	buf := program(t, "buf")
	dir := project(t)
	want := files(t, filepath.Join(dir, "gen"))
	write(t, dir, "buf.yaml", bufYAML)
	write(t, dir, "api/acme/payments/v1/payments.proto", paymentsProto)
	write(t, dir, "api/acme/shared/v1/money.proto", moneyProto)
	for _, tc := range []struct{ name, strategy, config string }{
		{"by directory", "directory", bufGenYAML},
		{"all at once", "all", bufGenYAML},
		{"everything managed", "directory", strings.Replace(bufGenYAML, "    - path: lf\n", "", 1)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			write(t, dir, "buf.gen.yaml", strings.ReplaceAll(tc.config, "%s", tc.strategy))
			if out := run(t, dir, buf, "generate"); strings.Contains(out, "uplicate") {
				t.Errorf("buf warns:\n%s", out)
			}
			got, want := files(t, filepath.Join(dir, "gen")), maps.Clone(want)
			for _, name := range []string{"acme/payments/v1/payments.pb.go", "acme/shared/v1/money.pb.go"} {
				if _, ok := got[name]; !ok {
					t.Errorf("%s is missing", name)
				}
				delete(got, name)
			}
			if tc.config != bufGenYAML { // the options that buf sets are in the descriptor in that file
				const types = "a2apb/a2a.pb.go"
				want[types] = got[types]
			}
			equal(t, got, want)
		})
	}
	run(t, dir, "go", "vet", "./gen/acme/...")
}

// Without the mapping the plugin says what is missing.
func TestBufWithoutMapping(t *testing.T) {
	buf := program(t, "buf")
	dir := project(t)
	write(t, dir, "buf.gen.yaml", "version: v2\nplugins:\n  - {local: protoc-gen-a2a, out: gen}\ninputs: [{directory: ., paths: [proto/lf]}]\n")
	out, err := try(t, dir, buf, "generate")
	if err == nil || !strings.Contains(out, "Mlf/a2a/v1/a2a.proto=") {
		t.Errorf("%v:\n%s", err, out)
	}
}
