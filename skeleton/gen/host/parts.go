package host

import (
	"encoding/json"
	"fmt"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// Text returns a part with text.
func Text(s string) *a2apb.Part {
	p := new(textPart)
	p.content.Text = s
	p.part.Content = &p.content
	return &p.part
}

// textPart is a part and its content, which are nearly always both needed.
type textPart struct {
	part    a2apb.Part
	content a2apb.Part_Text
}

// Data returns a part with the JSON form of a value, with the media type
// application/json. It fails if encoding/json cannot encode the value.
func Data(v any) (*a2apb.Part, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("data part: %w", err)
	}
	value := new(structpb.Value)
	if err := value.UnmarshalJSON(raw); err != nil {
		return nil, fmt.Errorf("data part: %w", err)
	}
	return &a2apb.Part{Content: &a2apb.Part_Data{Data: value}, MediaType: "application/json"}, nil
}

// File returns a part with the bytes of a file. The name may be empty.
func File(name, mediaType string, raw []byte) *a2apb.Part {
	return &a2apb.Part{Content: &a2apb.Part_Raw{Raw: raw}, Filename: name, MediaType: mediaType}
}

// Link returns a part that points to a file elsewhere. The name may be empty.
func Link(name, mediaType, url string) *a2apb.Part {
	return &a2apb.Part{Content: &a2apb.Part_Url{Url: url}, Filename: name, MediaType: mediaType}
}
