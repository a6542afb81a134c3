package schema

import "strconv"

// Index is the path of an element of an array.
func Index(field string, i int) string {
	return field + "[" + strconv.Itoa(i) + "]"
}

// join puts the path of a part behind the path of the whole.
func join(field, part string) string {
	if part == "" || part[0] == '[' {
		return field + part
	}
	return field + "." + part
}
