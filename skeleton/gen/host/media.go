package host

import "strings"

// Accepts reports whether a media type is one of the modes of a card or a
// skill, which may be ranges such as text/*. Parameters and case don't count.
func Accepts(modes []string, mediaType string) bool {
	mediaType = essence(mediaType)
	main, _, _ := strings.Cut(mediaType, "/")
	for _, mode := range modes {
		switch essence(mode) {
		case "*/*", "*", mediaType, main + "/*":
			return true
		}
	}
	return false
}

// essence returns a media type without its parameters, in lower case.
func essence(mediaType string) string {
	mediaType, _, _ = strings.Cut(mediaType, ";")
	return strings.ToLower(strings.TrimSpace(mediaType))
}
