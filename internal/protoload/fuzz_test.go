package protoload_test

import (
	"errors"
	"testing"

	"github.com/a2a-gen/a2a-gen/internal/diag"
)

// FuzzLoad hands anything to the compiler in place of the definition: it is refused with findings or compiled,
// and what is compiled can be read by protoc-gen-go.
func FuzzLoad(f *testing.F) {
	for _, pattern := range []string{"testdata/accepted/*.proto", "testdata/refused/*.proto"} {
		for _, spec := range protos(f, pattern) {
			f.Add(spec)
		}
	}
	f.Fuzz(func(t *testing.T, spec string) {
		req, err := load(t, "fuzz.proto", spec+"\n")
		if err != nil {
			if _, ok := errors.AsType[diag.List](err); !ok {
				t.Errorf("the error is a %T, not a list of findings: %v", err, err)
			}
			return
		}
		if _, err := req.ForGo(""); err != nil {
			t.Error(err)
		}
	})
}
