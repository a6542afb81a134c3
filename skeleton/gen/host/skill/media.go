package skill

import (
	"slices"
	"strings"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// unsupported returns the index of the first part whose media type is not
// among the modes, or -1. A part that says no media type passes.
func unsupported(parts []*a2apb.Part, modes []string) int {
	return slices.IndexFunc(parts, func(p *a2apb.Part) bool {
		return p.GetMediaType() != "" && !accepts(modes, p.GetMediaType())
	})
}

// accepts reports whether one of the modes covers a media type. Case and
// parameters don't count; a mode may be "*/*" or end in "/*".
func accepts(modes []string, mediaType string) bool {
	mediaType = essence(mediaType)
	return slices.ContainsFunc(modes, func(mode string) bool {
		mode = essence(mode)
		kind, wildcard := strings.CutSuffix(mode, "*")
		return mode == "*/*" || mode == mediaType || wildcard && strings.HasPrefix(mediaType, kind)
	})
}

// essence is a media type without parameters, in lower case.
func essence(mediaType string) string {
	name, _, _ := strings.Cut(mediaType, ";")
	return strings.ToLower(strings.TrimSpace(name))
}
