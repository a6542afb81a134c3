package naming

import "fmt"

// scope is one place in which names must differ, and who has them.
type scope map[string]owner

// owner is whose a name is: such as `skill "get-user"`, on a line.
type owner struct {
	what string
	line int
}

// claim takes a name, or says who has it.
func (s scope) claim(noun, name string, o owner) error {
	if first, taken := s[name]; taken {
		return &Fault{
			Message: fmt.Sprintf("gets the %s %s, which %s on line %d has already", noun, name, first.what, first.line),
			Hint:    "rename one of them",
		}
	}
	s[name] = o
	return nil
}

// once refuses an id that was given before. Ids and names share the scope: a
// name never contains a colon and a space.
func (s scope) once(id string, o owner) error {
	key := "id: " + id
	if first, taken := s[key]; taken {
		return &Fault{
			Message: fmt.Sprintf("is there twice, first on line %d", first.line),
			Hint:    "remove or rename one of them",
		}
	}
	s[key] = o
	return nil
}
