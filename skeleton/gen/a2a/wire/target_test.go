package wire

import "testing"

func TestGRPCTarget(t *testing.T) {
	tests := []struct {
		target    string
		plaintext bool
		want      string
		plain     bool
	}{
		{"agent.example.com:443", false, "agent.example.com:443", false},
		{"agent.example.com:443", true, "agent.example.com:443", true},
		{"https://agent.example.com:443/", false, "agent.example.com:443", false},
		{"https://agent.example.com:443", true, "agent.example.com:443", false},
		{"grpcs://agent.example.com:443", true, "agent.example.com:443", false},
		{"http://127.0.0.1:50051", false, "127.0.0.1:50051", true},
		{"grpc://127.0.0.1:50051", false, "127.0.0.1:50051", false},
		{"grpc://127.0.0.1:50051", true, "127.0.0.1:50051", true},
		{"dns:///agent.example.com:443", false, "dns:///agent.example.com:443", false},
		{"[::1]:50051", true, "[::1]:50051", true},
	}
	for _, tt := range tests {
		if got, plain := grpcTarget(tt.target, tt.plaintext); got != tt.want || plain != tt.plain {
			t.Errorf("%s, %v: got %s, %v; want %s, %v", tt.target, tt.plaintext, got, plain, tt.want, tt.plain)
		}
	}
}
