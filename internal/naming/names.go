package naming

import "strings"

// Fault says why there is no name for an id. Both texts are for a diagnostic:
// Message continues a sentence that starts with the id.
type Fault struct{ Message, Hint string }

func (f *Fault) Error() string { return f.Message + "; " + f.Hint }

// Slug returns the name of an agent for machines: its directory, its binary,
// the last element of its module path, its container image. It holds only
// small ASCII letters, digits and dashes, starts with a letter, has at most 50
// characters, and never leaves a directory.
//
// Nothing else in a project competes for it, so words without an ASCII form
// are left out as long as others remain.
func Slug(name string) (string, error) {
	words, complete := split(name, false)
	switch {
	case len(words) > 0:
		words = startWithLetter(words)
	case !complete:
		words = agent.hashed(name)
	default:
		return "", errNoWords
	}
	slug := words[0]
	for _, w := range words[1:] {
		if len(slug)+1+len(w) > longestSlug {
			break
		}
		slug += "-" + w
	}
	if len(slug) > longestSlug {
		slug = slug[:longestSlug]
	}
	if reservedSlugs[slug] || isDevice(slug) {
		slug += "-" + string(agent)
	}
	return slug, nil
}

// longestSlug leaves room for suffixes in names that may have 63 characters
// (DNS labels, container names).
const longestSlug = 50

// goName writes words as an exported Go name.
func goName(words []string) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}

// unreserved is goName for a place in which some names are taken already: such
// a name gets the kind as a further word.
func (k kind) unreserved(words []string, reserved map[string]bool) string {
	name := goName(words)
	if reserved[name] {
		name += goName([]string{string(k)})
	}
	return name
}

// fileName writes words as the name of a Go file without its .go. A test of
// the same name, with _test added, means the same to the go command.
func (k kind) fileName(words []string) string {
	name := strings.Join(words, "_")
	if goTokens[words[len(words)-1]] || reservedFiles[name] || isDevice(name) {
		name += "_" + string(k)
	}
	return name
}
