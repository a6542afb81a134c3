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
	words, complete := split(id, camel)
	switch {
	case !complete:
		return k.hashed(id), nil
	case len(words) == 0:
		return nil, errNoWords
	}
	return startWithLetter(words), nil
}

// hashed returns words for an id that has none of its own.
func (k kind) hashed(id string) []string {
	sum := sha256.Sum256([]byte(norm.NFKC.String(id)))
	return []string{string(k), hex.EncodeToString(sum[:4])}
}

func startWithLetter(words []string) []string {
	if isDigit(rune(words[0][0])) {
		words[0] = "n" + words[0]
	}
	return words
}

// split returns the ASCII words of an id, and whether these are all of its
// words. Words with letters, digits or symbols that have no ASCII form are not.
func split(id string, camel bool) (words []string, complete bool) {
	runes := []rune(norm.NFKD.String(id))
	var word strings.Builder
	complete, foreign := true, false
	end := func() {
		if foreign {
			complete = false
		} else if word.Len() > 0 {
			words = append(words, word.String())
		}
		word.Reset()
		foreign = false
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
			foreign = true
		default:
			end()
		}
	}
	end()
	return words, complete
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
