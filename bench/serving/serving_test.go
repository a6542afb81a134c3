package serving

import (
	"testing"
	"time"
)

func TestPiece(t *testing.T) {
	numbers := map[string]float64{Appends: 3, Bytes: 5, First: 7}
	work := NewWork(func(name string) float64 { return numbers[name] })
	if first, second := work.Piece(0), work.Piece(1); first != "xxxxxxx" || second != "xxxxx" {
		t.Errorf("%q, %q", first, second)
	}
}

// TestStamped finds in an event when its piece was made.
func TestStamped(t *testing.T) {
	before := time.Now().Round(0)
	text := Work{Text: "xx", Every: 1}.Piece(1)
	after := time.Now().Round(0)
	at, ok := Stamped([]byte(`data: {"parts":[{"text":"` + text + `"}]}`))
	if !ok || at.Before(before) || at.After(after) {
		t.Errorf("%q: %v, %v", text, at, ok)
	}
	if _, ok := Stamped([]byte(`data: {"parts":[{"text":"xx"}]}`)); ok {
		t.Error("a time where there is none")
	}
}
