package schema

import "strconv"

// Index is the path of an element of an array.
func Index(field string, i int) string {
	return field + "[" + strconv.Itoa(i) + "]"
}

// Key is the path of a member of an object that is used as a map.
func Key(field, key string) string {
	return field + "[" + strconv.Quote(key) + "]"
}

// join puts the path of a part behind the path of the whole.
func join(field, part string) string {
	if part == "" || part[0] == '[' {
		return field + part
	}
	return field + "." + part
}
