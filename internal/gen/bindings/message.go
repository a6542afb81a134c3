package bindings

import (
	"iter"

	"google.golang.org/protobuf/compiler/protogen"
)

// messages yields the messages of a file and those nested in them, in the
// order of the file. The entries of maps are no messages of their own.
func messages(list []*protogen.Message) iter.Seq[*protogen.Message] {
	return func(yield func(*protogen.Message) bool) {
		for _, m := range list {
			if m.Desc.IsMapEntry() {
				continue
			}
			if !yield(m) {
				return
			}
			for nested := range messages(m.Messages) {
				if !yield(nested) {
					return
				}
			}
		}
	}
}
