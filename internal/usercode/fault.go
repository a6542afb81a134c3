package usercode

import (
	"errors"
	"go/types"
	"slices"
	"strings"
)

// uncertain are words in errors about types that depend on a package that was
// not read, such as those about a type parameter with a constraint from there.
var uncertain = []string{"invalid type", "type parameter", "specific type", "constrained by", "core type", "type set"}

// certain returns a type error as a fault if it is one whatever the packages
// hold that were not read. A method may come from an embedded type of such a
// package, so a missing one counts only for types of package skills.
func (l *loader) certain(err error) (Fault, bool) {
	typeErr, ok := errors.AsType[types.Error](err)
	if !ok {
		return Fault{}, false
	}
	message, _, _ := strings.Cut(typeErr.Msg, "\n")
	if slices.ContainsFunc(uncertain, func(words string) bool { return strings.Contains(message, words) }) {
		return Fault{}, false
	}
	fault := Fault{Pos: l.fset.Position(typeErr.Pos), Message: message}
	switch {
	case strings.HasPrefix(message, "undefined: ") && strings.Contains(message, "."):
		fault.Message = strings.TrimPrefix(message, "undefined: ") + " does not exist"
		return fault, true
	case strings.Contains(message, "has no field or method"), strings.HasPrefix(message, "unknown field"):
		return fault, strings.Contains(message, "type skills.") || strings.Contains(message, "type *skills.")
	case strings.Contains(message, "missing method"), strings.Contains(message, "wrong type for method"):
		return Fault{}, false // said better by the comparison of signatures, or uncertain
	case strings.HasPrefix(message, "cannot use "), strings.Contains(message, "mismatched types"), strings.HasPrefix(message, "cannot convert "),
		strings.HasPrefix(message, "not enough arguments in call"), strings.HasPrefix(message, "too many arguments in call"),
		strings.HasPrefix(message, "invalid operation: "), strings.HasPrefix(message, "cannot range over "):
		return fault, true
	}
	return Fault{}, false
}
