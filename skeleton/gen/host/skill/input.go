package skill

import (
	"maps"
	"strings"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// merge puts the JSON objects in a message over the data of earlier ones,
// member by member. Data is nil as long as there is none.
func merge(data *structpb.Struct, m *a2apb.Message) *structpb.Struct {
	for _, part := range m.GetParts() {
		object := object(part)
		if object == nil {
			continue
		}
		if data == nil {
			data = &structpb.Struct{Fields: make(map[string]*structpb.Value)}
		}
		maps.Copy(data.Fields, object.GetFields())
	}
	return data
}

// object returns the JSON object that a part is: its data, or its text read as
// JSON. It is nil for every other part.
func object(part *a2apb.Part) *structpb.Struct {
	switch content := part.GetContent().(type) {
	case *a2apb.Part_Data:
		return content.Data.GetStructValue()
	case *a2apb.Part_Text:
		if !strings.HasPrefix(strings.TrimSpace(content.Text), "{") {
			return nil
		}
		object := new(structpb.Struct)
		if err := object.UnmarshalJSON([]byte(content.Text)); err != nil {
			return nil // text that only looks like JSON is text
		}
		return object
	}
	return nil
}

// text joins the text parts of a message by line breaks.
func text(m *a2apb.Message) string {
	var texts []string
	for _, part := range m.GetParts() {
		if content, ok := part.GetContent().(*a2apb.Part_Text); ok {
			texts = append(texts, content.Text)
		}
	}
	return strings.Join(texts, "\n")
}
