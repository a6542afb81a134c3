#!/usr/bin/env bash
# Prints how much of internal/ and skeleton/gen/ the tests of a coverage
# profile reach, by folder and in all.
#
#   ./scripts/coverage.sh coverage.out
set -euo pipefail
awk '
NR > 1 {
	split($1, place, ":"); file = place[1]
	sub(/^github\.com\/a2a-gen\/a2a-gen\//, "", file); sub(/\/[^\/]*$/, "", file)
	key = $1; if (!(key in statements)) { statements[key] = $2; folder[key] = file }
	if ($3 > 0) hit[key] = 1
}
END {
	for (key in statements) {
		all[folder[key]] += statements[key]; total += statements[key]
		if (key in hit) { covered[folder[key]] += statements[key]; reached += statements[key] }
	}
	for (f in all) printf "%5.1f%%  %s\n", 100 * covered[f] / all[f], f | "sort -k2"
	close("sort -k2")
	printf "%5.1f%%  in all\n", 100 * reached / total
}' "$1"
