package jsonpb

// AppendList appends an array of elements that element appends.
func AppendList[T any](b []byte, list []T, element func([]byte, T) []byte) []byte {
	if len(list) == 0 {
		return append(b, "[]"...)
	}
	for i, v := range list {
		if i == 0 {
			b = append(b, '[')
		} else {
			b = append(b, ',')
		}
		b = element(b, v)
	}
	return append(b, ']')
}

// ReadList reads an array of elements that element reads. It returns nil for
// an empty one. A null element fails, except where null is a value.
func ReadList[T any](d *Decoder, element func(*Decoder) T) []T {
	var few [8]T
	list := few[:0]
	for d.BeginArray(); d.NextElement(); {
		list = append(list, element(d))
	}
	return settle(list)
}

// alone is a message and the list that has no other, in one piece of memory.
type alone[T any] struct {
	message T
	list    [1]*T
}

// ReadMessages is ReadList for messages.
func ReadMessages[T any](d *Decoder, element func(*Decoder, *T)) []*T {
	d.BeginArray()
	if !d.NextElement() {
		return nil
	}
	first := new(alone[T])
	first.list[0] = &first.message
	element(d, &first.message)
	if !d.NextElement() {
		return first.list[:]
	}
	var few [8]*T
	list := append(few[:0], &first.message)
	for {
		m := new(T)
		element(d, m)
		if list = append(list, m); !d.NextElement() {
			return settle(list)
		}
	}
}

// settle copies a list off the stack, into memory of its size.
func settle[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	settled := make([]T, len(list))
	copy(settled, list)
	return settled
}
