package jsonpb

import (
	"bytes"
	"encoding/base64"
)

// ReadBytes reads base64 in the standard or the URL alphabet, with or without
// padding. Both alphabets in one value, white space and line breaks are
// failures, because data may have been lost.
func (d *Decoder) ReadBytes() []byte {
	const want = "base64"
	s := d.content(want)
	if d.err != nil {
		return nil
	}
	enc := base64.StdEncoding
	if bytes.ContainsAny(s, "-_") {
		enc = base64.URLEncoding
	}
	if len(s)%4 != 0 {
		enc = enc.WithPadding(base64.NoPadding)
	}
	data := make([]byte, enc.DecodedLen(len(s)))
	n, err := enc.Decode(data, s)
	if err != nil || bytes.ContainsAny(s, "\r\n") { // which Decode ignores
		d.mismatch(want)
		return nil
	}
	return data[:n]
}
