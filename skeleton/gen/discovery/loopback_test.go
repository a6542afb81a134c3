package discovery

import "testing"

func TestIsLoopback(t *testing.T) {
	for address, want := range map[string]bool{
		"127.0.0.1:50051":               true,
		"127.1.2.3:50051":               true,
		"[::1]:50051":                   true,
		"::1":                           true,
		"localhost:50051":               true,
		"localhost":                     true,
		"http://localhost:50051/":       true,
		"dns:///127.0.0.1:50051":        true,
		"10.0.0.1:50051":                false,
		"0.0.0.0:50051":                 false,
		"localhost.example.com:50051":   false,
		"127.0.0.1.example.com:50051":   false,
		"https://planner.example.com":   false,
		"dns://127.0.0.1/example.com:1": false,
		"":                              false,
	} {
		if got := isLoopback(address); got != want {
			t.Errorf("%q: %v, want %v", address, got, want)
		}
	}
}
