package jsonpb

import "sync"

var decoders = sync.Pool{New: func() any { return new(Decoder) }}

// Acquire is NewDecoder with memory that an earlier text has used. The decoder
// goes back with Release.
func Acquire(data []byte) *Decoder {
	d := decoders.Get().(*Decoder)
	d.Reset(data)
	return d
}

// Release gives d back. Neither d nor what Key and SkipValue returned may be
// used afterwards; its error and the values that it read may.
func (d *Decoder) Release() {
	d.Reset(nil)
	decoders.Put(d)
}
