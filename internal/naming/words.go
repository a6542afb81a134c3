package naming

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// A kind is what an id stands for. It is the word that makes a name of its own
// where the id alone does not.
type kind string

const (
	skill    kind = "skill"
	artifact kind = "artifact"
	property kind = "field"
	agent    kind = "agent"
)

// errNoWords is the fault of an id like "--".
var errNoWords = &Fault{
	Message: "has no letter or digit that a name can be made of",
	Hint:    "use letters, digits and dashes, such as run-tests",
}

// words cuts an id into words of small ASCII letters and digits, the first of
// which starts with a letter. camel also cuts before capitals.
func (k kind) words(id string, camel bool) ([]string, error) {
	words, ascii := split(id, camel)
	switch {
	case !ascii:
		sum := sha256.Sum256([]byte(norm.NFKC.String(id)))
		return []string{string(k), hex.EncodeToString(sum[:4])}, nil
	case len(words) == 0:
		return nil, errNoWords
	}
	if isDigit(rune(words[0][0])) {
		words[0] = "n" + words[0]
	}
	return words, nil
}

// split returns the words of an id, and whether they say all that the id says:
// false if it has letters, digits or symbols without an ASCII form.
func split(id string, camel bool) (words []string, ascii bool) {
	runes := []rune(norm.NFKD.String(id))
	var word strings.Builder
	end := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	for i, r := range runes {
		switch {
		case isLower(r) || isDigit(r):
			word.WriteRune(r)
		case isUpper(r):
			if camel && startsWord(runes, i) {
				end()
			}
			word.WriteRune(unicode.ToLower(r))
		case unicode.Is(unicode.Mn, r) && word.Len() > 0:
			// An accent of the letter before it.
		case r > unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsSymbol(r)):
			return nil, false
		default:
			end()
		}
	}
	end()
	return words, true
}

// startsWord says whether the capital at i starts a word: after a small letter
// or digit (getUser), or as the last of several before a small one (HTTPServer).
func startsWord(runes []rune, i int) bool {
	if i == 0 {
		return false
	}
	if before := runes[i-1]; !isUpper(before) {
		return true
	}
	return i+1 < len(runes) && isLower(runes[i+1])
}

func isLower(r rune) bool { return 'a' <= r && r <= 'z' }
func isUpper(r rune) bool { return 'A' <= r && r <= 'Z' }
func isDigit(r rune) bool { return '0' <= r && r <= '9' }
