package codectest

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/jsonpb"
)

// TestDecode reads random messages of every type after one to three mutations
// of their JSON.
func TestDecode(t *testing.T) {
	for _, s := range subjects() {
		t.Run(s.name, func(t *testing.T) {
			for seed := range uint64(150) {
				checkDecode(t, s, mutated(t, s, seed))
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	list := subjects()
	for i, s := range list {
		for seed := range uint64(3) {
			f.Add(mutated(f, s, seed), uint(i))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, index uint) {
		checkDecode(t, list[index%uint(len(list))], data)
	})
}

// TestSpellings reads every way in which protojson can write a message: under
// the proto names, with enum numbers, with nulls for what is unset, indented.
func TestSpellings(t *testing.T) {
	for _, s := range subjects() {
		t.Run(s.name, func(t *testing.T) {
			for seed := range uint64(30) {
				checkSpellings(t, s, seed)
			}
		})
	}
}

func FuzzRoundTrip(f *testing.F) {
	list := subjects()
	f.Add(uint64(1), uint(3))
	f.Fuzz(func(t *testing.T, seed uint64, index uint) {
		checkSpellings(t, list[index%uint(len(list))], seed)
	})
}

func checkSpellings(t *testing.T, s subject, seed uint64) {
	t.Helper()
	m := s.new()
	newRandom(seed).fill(m.ProtoReflect(), 0)
	for i, options := range []protojson.MarshalOptions{
		{},
		{UseProtoNames: true, UseEnumNumbers: true},
		{EmitUnpopulated: true},
		{Multiline: true, Indent: "\t", EmitDefaultValues: true},
	} {
		data, err := options.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		got, want := s.new(), s.new()
		err, theirErr := s.unmarshal(data, got), protojson.Unmarshal(data, want)
		if err != nil && theirErr != nil {
			continue // one field's proto name is another's JSON name
		}
		if err != nil || theirErr != nil {
			t.Fatalf("%s: options %d: %v, protojson: %v: %s", s.name, i, err, theirErr, data)
		}
		if !proto.Equal(got, want) {
			t.Fatalf("%s: options %d: %s\n got %v\nwant %v", s.name, i, data, got, want)
		}
	}
}

// checkDecode compares what the codec makes of data with what protojson does.
func checkDecode(t *testing.T, s subject, data []byte) {
	t.Helper()
	got, want := s.new(), s.new()
	theirErr := protojson.UnmarshalOptions{DiscardUnknown: true, AllowPartial: true}.Unmarshal(data, want)
	err := s.unmarshal(data, got)
	ourErr, ok := errors.AsType[*jsonpb.Error](err)
	switch {
	case err != nil && !ok:
		t.Fatalf("%s: not a jsonpb.Error: %v", s.name, err)
	case (ourErr != nil && ourErr.Syntax) == validJSON(data):
		t.Fatalf("%s: wrong class of error %v for %q", s.name, err, data)
	case err != nil && theirErr == nil && !stricter(s, ourErr, data):
		t.Fatalf("%s: refused: %v: %q", s.name, err, data)
	case err == nil && theirErr != nil && !milder(data):
		t.Fatalf("%s: accepted, but protojson says %v: %q", s.name, theirErr, data)
	case err == nil && theirErr == nil && !proto.Equal(got, want):
		t.Fatalf("%s: %q\n got %v\nwant %v", s.name, data, got, want)
	case err == nil:
		checkStable(t, s, got)
	}
}

// checkStable makes sure that what was read can be written and read again.
func checkStable(t *testing.T, s subject, m proto.Message) {
	t.Helper()
	data, err := s.marshal(m)
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	back := s.new()
	if err := s.unmarshal(data, back); err != nil {
		t.Fatalf("%s: cannot read its own %s: %v", s.name, data, err)
	}
	if normalize(m); !proto.Equal(m, back) {
		t.Fatalf("%s: %s\n got %v\nwant %v", s.name, data, back, m)
	}
}

// stricter tells whether protojson is known to accept what the codec refuses.
func stricter(s subject, err *jsonpb.Error, data []byte) bool {
	text := string(data)
	switch {
	case err.Syntax:
		return true // compared with validJSON already
	case strings.HasPrefix(err.Message, "unknown value"):
		// protojson drops unknown names together with unknown members.
		return protojson.Unmarshal(data, s.new()) != nil
	case err.Message == "want base64":
		return strings.ContainsAny(text, `\`) // escaped line breaks
	case strings.HasPrefix(err.Message, "want a time"):
		return true // time.Parse takes one-digit hours, commas, and more
	case strings.Contains(err.Message, "integer"):
		return strings.ContainsAny(text, "eE") // an exponent without digits, in a string
	}
	return false
}

// milder tells whether the codec is known to accept what protojson refuses:
// whole numbers that protojson finds too long with their exponent, and members
// that look like extensions.
func milder(data []byte) bool {
	return withExponent.Match(data) || strings.Contains(string(data), `"[`)
}

var withExponent = regexp.MustCompile(`[0-9][eE][-+]?[0-9]`)
