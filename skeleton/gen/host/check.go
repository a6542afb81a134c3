package host

import (
	"fmt"
	"math"
	"unicode/utf8"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// What an agent's code emits must have a form in all bindings: every part has
// a content, every string is UTF-8, every number is one that JSON knows. The
// checks here look for the first fault and name its path. A fault is an
// InvalidAgentResponse (section 3.3.2).

// checkArtifact checks an artifact that the agent emits.
func checkArtifact(a *a2apb.Artifact) error {
	if a == nil {
		return invalidOutput("artifact", "is missing")
	}
	if a.GetArtifactId() == "" {
		return invalidOutput("artifact.artifactId", "is empty")
	}
	if err := checkParts("artifact.parts", a.GetParts()); err != nil {
		return err
	}
	if !validStrings(a.GetArtifactId(), a.GetName(), a.GetDescription()) || !validStrings(a.GetExtensions()...) {
		return invalidOutput("artifact", "has text that is not UTF-8")
	}
	return checkStruct("artifact.metadata", a.GetMetadata())
}

// checkParts checks the parts of a message or an artifact.
func checkParts(path string, parts []*a2apb.Part) error {
	if len(parts) == 0 {
		return invalidOutput(path, "has no part")
	}
	for i, part := range parts {
		if fault := partFault(part); fault != "" {
			return invalidOutput(fmt.Sprintf("%s[%d]", path, i), fault)
		}
	}
	return nil
}

// partFault says what is wrong with a part, "" if nothing is.
func partFault(part *a2apb.Part) string {
	const notUTF8 = "has text that is not UTF-8"
	switch content := part.GetContent().(type) {
	case nil:
		return "has no content"
	case *a2apb.Part_Text:
		if !utf8.ValidString(content.Text) {
			return notUTF8
		}
	case *a2apb.Part_Url:
		if !utf8.ValidString(content.Url) {
			return notUTF8
		}
	case *a2apb.Part_Data:
		if fault := valueFault(content.Data); fault != "" {
			return fault
		}
	}
	if !validStrings(part.GetFilename(), part.GetMediaType()) {
		return notUTF8
	}
	return structFault(part.GetMetadata())
}

func validStrings(list ...string) bool {
	for _, s := range list {
		if !utf8.ValidString(s) {
			return false
		}
	}
	return true
}

func checkStruct(path string, s *structpb.Struct) error {
	if fault := structFault(s); fault != "" {
		return invalidOutput(path, fault)
	}
	return nil
}

func structFault(s *structpb.Struct) string {
	for key, value := range s.GetFields() {
		if !utf8.ValidString(key) {
			return "has a key that is not UTF-8"
		}
		if fault := valueFault(value); fault != "" {
			return fault
		}
	}
	return ""
}

func valueFault(v *structpb.Value) string {
	switch kind := v.GetKind().(type) {
	case nil:
		return "has a value of no kind"
	case *structpb.Value_NumberValue:
		if math.IsNaN(kind.NumberValue) || math.IsInf(kind.NumberValue, 0) {
			return "has a number that JSON cannot express"
		}
	case *structpb.Value_StringValue:
		if !utf8.ValidString(kind.StringValue) {
			return "has text that is not UTF-8"
		}
	case *structpb.Value_StructValue:
		return structFault(kind.StructValue)
	case *structpb.Value_ListValue:
		for _, item := range kind.ListValue.GetValues() {
			if fault := valueFault(item); fault != "" {
				return fault
			}
		}
	}
	return ""
}

func invalidOutput(path, fault string) error {
	return a2a.InvalidAgentResponse.New("the agent gave an invalid answer: %s %s", path, fault)
}
