package specdiff

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// file compares what is said about the file as a whole.
func (c *comparison) file() {
	before, after := c.before.File, c.after.File
	if before.Package() != after.Package() {
		c.add(Breaking, "package", fmt.Sprintf("%s is now %s", before.Package(), after.Package()),
			"It answers gRPC calls under the new name only.",
			"gRPC clients get UNIMPLEMENTED until they are generated anew; JSON clients notice nothing.", Wire, RPC)
	}
	if !proto.Equal(before.Options(), after.Options()) {
		c.add(Neutral, "file", "has other options, which are for generators of other languages", "", "", Options)
	}
}

// Name is an element's name without the package.
func Name(d protoreflect.Descriptor) string {
	return strings.TrimPrefix(string(d.FullName()), string(d.ParentFile().Package())+".")
}

// both calls visit for each name in either list: in the order of after, then
// what is only in before. What is absent is nil.
func both[D protoreflect.Descriptor](before, after []D, visit func(old, new *D)) {
	old := make(map[string]*D, len(before))
	for i := range before {
		old[Name(before[i])] = &before[i]
	}
	seen := make(map[string]bool, len(after))
	for i := range after {
		key := Name(after[i])
		seen[key] = true
		visit(old[key], &after[i])
	}
	for i := range before {
		if !seen[Name(before[i])] {
			visit(&before[i], nil)
		}
	}
}

// list is what all lists of descriptors are.
type list[D any] interface {
	Len() int
	Get(int) D
}

func slice[D any](l list[D]) []D {
	all := make([]D, l.Len())
	for i := range all {
		all[i] = l.Get(i)
	}
	return all
}

// deprecation adds the change of a mark, if there is one.
func (c *comparison) deprecation(name string, before, after bool) {
	switch {
	case before == after:
	case after:
		c.add(Neutral, name, "is now deprecated", "It goes on working.", "They should stop using it.", Deprecated)
	default:
		c.add(Neutral, name, "is no longer deprecated", "", "", Deprecated)
	}
}
