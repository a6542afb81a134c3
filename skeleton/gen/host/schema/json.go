package schema

import (
	"encoding/json"
	"reflect"

	"google.golang.org/protobuf/types/known/structpb"
)

// DefaultJSON is [Default] for a value that is written as JSON, which must be
// valid. Members that the text leaves out get their own defaults.
func DefaultJSON[T any](o *Object, name string, read Reader[T], text string) T {
	v, ok := o.member(name)
	if !ok {
		v = new(structpb.Value)
		if err := v.UnmarshalJSON([]byte(text)); err != nil {
			panic("schema: default of " + name + ": " + err.Error())
		}
	}
	return take(o, name, v, read)
}

// OneOf reports whether v has the JSON of one of the texts. It is for arrays
// and objects; other values are compared in Go.
func OneOf(v any, texts ...string) bool {
	data, err := json.Marshal(v)
	if err != nil {
		return false
	}
	value := parse(data)
	for _, text := range texts {
		if reflect.DeepEqual(value, parse([]byte(text))) {
			return true
		}
	}
	return false
}

func parse(data []byte) (value any) {
	if json.Unmarshal(data, &value) != nil {
		return nil
	}
	return value
}
