package definition

import (
	"fmt"
	"math"

	"go.yaml.in/yaml/v3"
)

// boolean is true or false. The words yes, no, on and off of older YAML are text.
func boolean() kind[bool] {
	return kind[bool]{
		noun:   "boolean",
		schema: func(*reference) members { return members{{"type", "boolean"}} },
		read: func(d *decoder, n *yaml.Node, path string) (v, ok bool) {
			n, ok = d.open(n)
			if !ok {
				return false, false
			}
			if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!bool" || n.Decode(&v) != nil {
				d.wrongType(n, path, aFlag)
				return false, false
			}
			return v, true
		},
	}
}

// count is a whole number from 0.
func count() kind[int] {
	return kind[int]{
		noun:   "whole number",
		schema: func(*reference) members { return members{{"type", "integer"}, {"minimum", 0}} },
		read: func(d *decoder, n *yaml.Node, path string) (int, bool) {
			v, ok := number().read(d, n, path)
			if ok && (v < 0 || v > math.MaxInt32 || v != math.Trunc(v)) {
				d.fault(posOf(n), fmt.Sprintf("%s is %v", path, v), "use a whole number from 0")
				return 0, false
			}
			return int(v), ok
		},
	}
}

// number is a number that JSON can write.
func number() kind[float64] {
	return kind[float64]{
		noun:   "number",
		schema: func(*reference) members { return members{{"type", "number"}} },
		read: func(d *decoder, n *yaml.Node, path string) (v float64, ok bool) {
			n, ok = d.open(n)
			if !ok {
				return 0, false
			}
			if n.Kind != yaml.ScalarNode || scalarType(n) != aNumber || n.Decode(&v) != nil {
				d.wrongType(n, path, aNumber)
				return 0, false
			}
			if math.IsNaN(v) || math.IsInf(v, 0) {
				d.fault(posOf(n), fmt.Sprintf("%s is %s, which JSON cannot write", path, n.Value), "use a number")
				return 0, false
			}
			return v, true
		},
	}
}

// constant is one number.
func constant(want int) kind[int] {
	return kind[int]{
		noun:   fmt.Sprintf("`%d`", want),
		schema: func(*reference) members { return members{{"const", want}} },
		read: func(d *decoder, n *yaml.Node, path string) (int, bool) {
			v, ok := number().read(d, n, path)
			if ok && v != float64(want) {
				d.fault(posOf(n), fmt.Sprintf("%s is %v", path, v), fmt.Sprintf("this tool knows %s %d", path, want))
				return 0, false
			}
			return want, ok
		},
	}
}
