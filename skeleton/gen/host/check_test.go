package host

import (
	"math"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

func dataPart(v *structpb.Value) *a2apb.Part {
	return &a2apb.Part{Content: &a2apb.Part_Data{Data: v}}
}

func object(key string, v *structpb.Value) *structpb.Struct {
	return &structpb.Struct{Fields: map[string]*structpb.Value{key: v}}
}

func TestCheckArtifact(t *testing.T) {
	list := structpb.NewListValue(&structpb.ListValue{Values: []*structpb.Value{structpb.NewNumberValue(math.Inf(1))}})
	whole := func(a *a2apb.Artifact) *a2apb.Artifact {
		if a.ArtifactId == "" {
			a.ArtifactId = "a"
		}
		if a.Parts == nil {
			a.Parts = []*a2apb.Part{Text("x")}
		}
		return a
	}
	parts := func(p ...*a2apb.Part) *a2apb.Artifact { return whole(&a2apb.Artifact{Parts: p}) }
	tests := []struct {
		name string
		a    *a2apb.Artifact
		want string // beginning of what follows the common text, "" for none
	}{
		{"valid", whole(&a2apb.Artifact{Name: "näme", Metadata: object("k", structpb.NewNullValue())}), ""},
		{"every content", parts(Text(""), File("f", "a/b", []byte{0xff}), Link("", "", "https://example.com"), dataPart(structpb.NewNullValue())), ""},
		{"none", nil, "artifact is missing"},
		{"no id", &a2apb.Artifact{Parts: []*a2apb.Part{Text("x")}}, "artifact.artifactId is empty"},
		{"no parts", &a2apb.Artifact{ArtifactId: "a"}, "artifact.parts has no part"},
		{"nil part", parts(Text("x"), nil), "artifact.parts[1] has no content"},
		{"empty part", parts(&a2apb.Part{}), "artifact.parts[0] has no content"},
		{"no data", parts(dataPart(nil)), "artifact.parts[0] has a value of no kind"},
		{"empty value", parts(dataPart(&structpb.Value{})), "artifact.parts[0] has a value of no kind"},
		{"not a number", parts(dataPart(structpb.NewNumberValue(math.NaN()))), "artifact.parts[0] has a number"},
		{"infinity in a list", parts(dataPart(structpb.NewStructValue(object("k", list)))), "artifact.parts[0] has a number"},
		{"text", parts(Text("\xff")), "artifact.parts[0] has text"},
		{"url", parts(Link("", "", "\xff")), "artifact.parts[0] has text"},
		{"file name", parts(File("\xff", "", nil)), "artifact.parts[0] has text"},
		{"media type", parts(File("", "\xff", nil)), "artifact.parts[0] has text"},
		{"string value", parts(dataPart(structpb.NewStringValue("\xff"))), "artifact.parts[0] has text"},
		{"key of a part", parts(&a2apb.Part{Content: &a2apb.Part_Text{}, Metadata: object("\xff", structpb.NewNullValue())}), "artifact.parts[0] has a key"},
		{"name", whole(&a2apb.Artifact{Name: "\xff"}), "artifact has text"},
		{"extension", whole(&a2apb.Artifact{Extensions: []string{"\xff"}}), "artifact has text"},
		{"metadata", whole(&a2apb.Artifact{Metadata: object("k", nil)}), "artifact.metadata has a value of no kind"},
	}
	for _, test := range tests {
		err := checkArtifact(test.a)
		if test.want == "" {
			if err != nil {
				t.Errorf("%s: %v", test.name, err)
			}
			continue
		}
		wantKind(t, test.name, err, a2a.InvalidAgentResponse)
		if _, text, _ := strings.Cut(err.Error(), ": "); !strings.HasPrefix(text, test.want) {
			t.Errorf("%s: %q, want %q", test.name, text, test.want)
		}
	}
}

func TestParts(t *testing.T) {
	data, err := Data(struct {
		Passed int      `json:"passed"`
		Names  []string `json:"names"`
	}{3, []string{"a"}})
	if err != nil {
		t.Fatal(err)
	}
	want, err := structpb.NewValue(map[string]any{"passed": 3, "names": []any{"a"}})
	if err != nil || !proto.Equal(data.GetData(), want) || data.GetMediaType() != "application/json" {
		t.Errorf("data %v", data)
	}
	if _, err := Data(func() {}); err == nil {
		t.Error("a function became data")
	}
	if p := File("f", "a/b", []byte("x")); p.GetFilename() != "f" || p.GetMediaType() != "a/b" || string(p.GetRaw()) != "x" {
		t.Errorf("file %v", p)
	}
	if p := Link("f", "a/b", "https://example.com"); p.GetFilename() != "f" || p.GetMediaType() != "a/b" || p.GetUrl() != "https://example.com" {
		t.Errorf("link %v", p)
	}
}
