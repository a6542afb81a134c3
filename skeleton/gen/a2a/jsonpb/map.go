package jsonpb

import (
	"cmp"
	"slices"
	"strconv"
)

// AppendMap appends an object whose members are sorted by key, so that equal
// maps give equal bytes. key must append a JSON string. Sorting takes memory
// only for maps of more than 16 entries.
func AppendMap[K cmp.Ordered, V any](b []byte, m map[K]V, key func([]byte, K) []byte, value func([]byte, V) []byte) []byte {
	var few [16]K
	keys := few[:0]
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	start := len(b)
	for _, k := range keys {
		b = append(b, ',')
		b = key(b, k)
		b = append(b, ':')
		b = value(b, m[k])
	}
	return EndObject(b, start)
}

// AppendBoolMap is AppendMap for the one type of key that has no order in Go.
func AppendBoolMap[V any](b []byte, m map[bool]V, value func([]byte, V) []byte) []byte {
	start := len(b)
	if v, ok := m[false]; ok {
		b = value(append(b, `,"false":`...), v)
	}
	if v, ok := m[true]; ok {
		b = value(append(b, `,"true":`...), v)
	}
	return EndObject(b, start)
}

// AppendIntKey appends a key of type int32 or int64.
func AppendIntKey[K ~int32 | ~int64](b []byte, k K) []byte { return AppendInt64(b, int64(k)) }

// AppendUintKey appends a key of type uint32 or uint64.
func AppendUintKey[K ~uint32 | ~uint64](b []byte, k K) []byte { return AppendUint64(b, uint64(k)) }

// ReadMap reads an object as a map. key turns the name of the decoder's current
// member into a key. A key that appears twice is a failure, and so is a null
// value, except where null is a value.
func ReadMap[K comparable, V any](d *Decoder, key func(*Decoder) K, value func(*Decoder) V) map[K]V {
	var m map[K]V
	for d.BeginObject(); d.NextMember(); {
		k := key(d)
		m = put(d, m, k, value(d))
	}
	return m
}

// ReadMessageMap is ReadMap for values that are messages.
func ReadMessageMap[K comparable, V any](d *Decoder, key func(*Decoder) K, value func(*Decoder, *V)) map[K]*V {
	var m map[K]*V
	for d.BeginObject(); d.NextMember(); {
		k := key(d)
		v := new(V)
		value(d, v)
		m = put(d, m, k, v)
	}
	return m
}

// put adds an entry, which must be new.
func put[K comparable, V any](d *Decoder, m map[K]V, k K, v V) map[K]V {
	if m == nil {
		m = make(map[K]V)
	}
	n := len(m)
	m[k] = v
	if len(m) == n {
		d.Fail("the key appears twice")
	}
	return m
}

// StringKey returns the current member's name as a map key.
func (d *Decoder) StringKey() string {
	k := d.text(d.key)
	d.enterKey(k)
	return k
}

// Int32Key is StringKey for maps with 32-bit keys.
func (d *Decoder) Int32Key() int32 { return int32(d.intKey(32)) }

// Int64Key is StringKey for maps with 64-bit keys.
func (d *Decoder) Int64Key() int64 { return d.intKey(64) }

// Uint32Key is StringKey for maps with unsigned 32-bit keys.
func (d *Decoder) Uint32Key() uint32 { return uint32(d.uintKey(32)) }

// Uint64Key is StringKey for maps with unsigned 64-bit keys.
func (d *Decoder) Uint64Key() uint64 { return d.uintKey(64) }

// BoolKey is StringKey for maps with Boolean keys.
func (d *Decoder) BoolKey() bool {
	k := d.StringKey()
	if k != "true" && k != "false" {
		d.Fail("want true or false as the key")
	}
	return k == "true"
}

func (d *Decoder) intKey(bits int) int64 {
	k, err := strconv.ParseInt(d.StringKey(), 10, bits)
	if err != nil {
		d.Fail("want an integer of %d bits as the key", bits)
	}
	return k
}

func (d *Decoder) uintKey(bits int) uint64 {
	k, err := strconv.ParseUint(d.StringKey(), 10, bits)
	if err != nil {
		d.Fail("want an unsigned integer of %d bits as the key", bits)
	}
	return k
}

// enterKey notes the key of the entry that is being read.
func (d *Decoder) enterKey(k string) {
	s := &d.path[d.depth-1]
	s.name, s.index = k, mapKey
}
