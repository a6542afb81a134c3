package definition_test

import (
	"testing"

	"github.com/a2a-gen/a2a-gen/internal/definition"
)

// BenchmarkParse measures the share that reading the definition has in a run.
func BenchmarkParse(b *testing.B) {
	data := read(b, fixtures+"/valid/test-runner.yaml")
	for b.Loop() {
		if _, findings := definition.Parse("a2a.yaml", data); len(findings) > 0 {
			b.Fatal(findings)
		}
	}
}
