package diag

import "strings"

// longestWord bounds the work for words that are no typing errors.
const longestWord = 64

// Closest returns the known word that somebody probably meant by word, or ""
// when none is near. Words that differ only in case, dashes and underscores
// are nearest; else one typing error in three letters is forgiven. The first
// of equally near words wins.
func Closest(word string, known []string) string {
	if len(word) > longestWord {
		return ""
	}
	best, bestDistance := "", len(word)/3+1
	for _, k := range known {
		if squash(k) == squash(word) {
			return k
		}
		if d := distance(strings.ToLower(word), strings.ToLower(k)); d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best
}

// squash drops what naming styles differ in.
func squash(s string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(s))
}

// distance counts the insertions, deletions, replacements and swaps of
// neighbours that make b of a (optimal string alignment).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	var before []int
	last := make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row := make([]int, len(y)+1)
		row[0] = i
		for j := 1; j <= len(y); j++ {
			change := last[j-1]
			if x[i-1] != y[j-1] {
				change++
			}
			row[j] = min(change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(y)]
}
