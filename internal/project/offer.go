package project

import "slices"

// Offers reports whether a later text of a planned file is offered to the user
// who has an earlier one: not of what the project is made from, nor of code and
// tests of skills, whose beginnings nobody wants merged into what became of
// them.
func (p *Project) Offers(path string) bool {
	if slices.Contains(p.inputs, path) {
		return false
	}
	return !slices.ContainsFunc(p.Stubs, func(s Stub) bool { return s.Path == path || s.Test == path })
}
