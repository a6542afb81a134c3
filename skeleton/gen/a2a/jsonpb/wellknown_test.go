package jsonpb

import (
	"math"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/fieldmaskpb"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// TestTimestamps reads times in all their spellings.
func TestTimestamps(t *testing.T) {
	accepted := map[string]string{
		"2025-01-31T12:00:00Z":                "2025-01-31T12:00:00.000Z",
		"2025-01-31T12:00:00.1Z":              "2025-01-31T12:00:00.100Z",
		"2025-01-31T12:00:00.123456789Z":      "2025-01-31T12:00:00.123Z",
		"2025-01-31T12:00:00.999999999+00:00": "2025-01-31T12:00:00.999Z",
		"2025-01-31T12:00:00-00:00":           "2025-01-31T12:00:00.000Z",
		"2025-01-31T23:59:59+23:59":           "2025-01-31T00:00:59.000Z",
		"2024-02-29T00:00:00-12:30":           "2024-02-29T12:30:00.000Z",
		"1969-12-31T23:59:59.5Z":              "1969-12-31T23:59:59.500Z",
		"0001-01-01T00:00:00Z":                "0001-01-01T00:00:00.000Z",
		"9999-12-31T23:59:59.999999999Z":      "9999-12-31T23:59:59.999Z",
	}
	for text, want := range accepted {
		d := NewDecoder([]byte(`"` + text + `"`))
		var m timestamppb.Timestamp
		DecodeTimestamp(d, &m)
		if got := string(AppendTimestamp(nil, &m)); d.End() != nil || got != `"`+want+`"` {
			t.Errorf("%s: got %s, %v", text, got, d.Err())
		}
		if standard, err := time.Parse(time.RFC3339Nano, text); err != nil || !standard.Equal(m.AsTime()) {
			t.Errorf("%s: got %v, want %v, %v", text, m.AsTime(), standard, err)
		}
	}
	refused := []string{
		"", "Z", "2025-01-31", "2025-01-31T12:00:00", "2025-01-31T12:00Z", "2025-01-31 12:00:00Z", "2025-01-31t12:00:00z", "2025-01-31T12:00:00.Z",
		"2025-01-31T12:00:00.1234567890Z", "2025-01-31T12:00:00,5Z", "2025-01-31T1:00:00Z", "2025-13-01T00:00:00Z", "2025-00-10T00:00:00Z", "2025-02-29T00:00:00Z",
		"2025-01-00T00:00:00Z", "2025-01-32T00:00:00Z", "2025-01-31T24:00:00Z", "2025-01-31T12:60:00Z", "2025-01-31T12:00:60Z", "2025-01-31T12:00:00+2:00",
		"2025-01-31T12:00:00+24:00", "2025-01-31T12:00:00+02:60", "2025-01-31T12:00:00+0200", "2025-01-31T12:00:00Z ", "0000-12-31T00:00:00Z",
		"0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "12025-01-31T12:00:00Z", "-025-01-31T12:00:00Z", "２025-01-31T12:00:00Z",
	}
	for _, text := range refused {
		d := NewDecoder([]byte(`"` + text + `"`))
		var m timestamppb.Timestamp
		if DecodeTimestamp(d, &m); d.Err() == nil {
			t.Errorf("%q: got %v", text, m.AsTime())
		}
	}
}

// TestUnwritable writes values that JSON has no place for.
func TestUnwritable(t *testing.T) {
	tests := map[string][]byte{
		"timestamp before the year 1":  AppendTimestamp(nil, &timestamppb.Timestamp{Seconds: firstSecond - 1}),
		"timestamp after 9999":         AppendTimestamp(nil, &timestamppb.Timestamp{Seconds: lastSecond + 1}),
		"timestamp of negative nanos":  AppendTimestamp(nil, &timestamppb.Timestamp{Nanos: -1}),
		"timestamp of too many nanos":  AppendTimestamp(nil, &timestamppb.Timestamp{Nanos: 1e9}),
		"duration out of range":        AppendDuration(nil, &durationpb.Duration{Seconds: maxDuration + 1}),
		"duration with two signs":      AppendDuration(nil, &durationpb.Duration{Seconds: 1, Nanos: -1}),
		"duration of too many nanos":   AppendDuration(nil, &durationpb.Duration{Nanos: 1e9}),
		"field mask with a capital":    AppendFieldMask(nil, &fieldmaskpb.FieldMask{Paths: []string{"aB"}}),
		"field mask with a bad path":   AppendFieldMask(nil, &fieldmaskpb.FieldMask{Paths: []string{"a", "b c"}}),
		"value without a kind":         AppendValue(nil, &structpb.Value{}),
		"no value":                     AppendValue(nil, nil),
		"value that is no number":      AppendValue(nil, structpb.NewNumberValue(math.NaN())),
		"value that is infinite":       AppendValue(nil, structpb.NewNumberValue(math.Inf(-1))),
		"null of a number that is not": AppendNullValue(nil, 7),
	}
	for name, got := range tests {
		if string(got) != "null" {
			t.Errorf("%s: got %s", name, got)
		}
	}
}

// TestStructOrder writes equal structs alike, however many members they have.
func TestStructOrder(t *testing.T) {
	fields := make(map[string]any)
	for _, k := range strings.Fields("z y x w v u t s r q p o n m l k j i h g f e d c b a") {
		fields[k] = nil
	}
	m, err := structpb.NewStruct(fields)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"a":null,"b":null,"c":null,"d":null,"e":null,"f":null,"g":null,"h":null,"i":null,"j":null,"k":null,"l":null,"m":null,` +
		`"n":null,"o":null,"p":null,"q":null,"r":null,"s":null,"t":null,"u":null,"v":null,"w":null,"x":null,"y":null,"z":null}`
	for range 3 {
		if got := string(AppendStruct(nil, m)); got != want {
			t.Fatalf("got %s", got)
		}
	}
}
