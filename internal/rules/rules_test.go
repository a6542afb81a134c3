package rules

import "testing"

func TestReleasesDifferOnlyInCodes(t *testing.T) {
	latest, first := Lookup("1.0.1"), Lookup("1.0.0")
	if Default().Version != latest.Version {
		t.Fatalf("default release is %s, want the newest", Default().Version)
	}
	var differ []string
	for i, e := range latest.Errors {
		f := first.Errors[i]
		if e.Reason != f.Reason || e.JSONRPC != f.JSONRPC {
			t.Errorf("%s and %s: reason and JSON-RPC code never change", e.Name, f.Name)
		}
		if e.HTTP != f.HTTP || e.GRPC != f.GRPC {
			differ = append(differ, e.Name)
		}
	}
	if len(differ) != 6 {
		t.Errorf("rows that differ: %v, want six", differ)
	}
}

func TestLookupOfAnUnknownRelease(t *testing.T) {
	if r := Lookup("0.3.0"); r != nil {
		t.Errorf("got release %s, want none", r.Version)
	}
}

func TestCodesAreUnique(t *testing.T) {
	for _, version := range Versions() {
		codes, reasons := map[int]bool{}, map[string]bool{}
		for _, e := range Lookup(version).Errors {
			if codes[e.JSONRPC] || reasons[e.Reason] {
				t.Errorf("%s: %s repeats a code or reason", version, e.Name)
			}
			codes[e.JSONRPC], reasons[e.Reason] = true, true
			if e.JSONRPC < -32099 || e.JSONRPC > -32001 {
				t.Errorf("%s: code %d of %s is outside the protocol's range", version, e.JSONRPC, e.Name)
			}
		}
	}
}
