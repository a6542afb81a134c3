package tree

import "bytes"

// LF returns text with every CRLF turned into LF. Data that holds a NUL byte
// is not text and is returned as it is.
func LF(data []byte) []byte {
	if !bytes.Contains(data, []byte("\r\n")) || bytes.IndexByte(data, 0) >= 0 {
		return data
	}
	return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
}

// LikeLineEnds returns data with the line ends of old: CRLF if every line of
// old ends so, and data itself otherwise.
func LikeLineEnds(data, old []byte) []byte {
	lines := bytes.Count(old, []byte("\n"))
	if lines == 0 || lines != bytes.Count(old, []byte("\r\n")) || bytes.IndexByte(old, 0) >= 0 {
		return data
	}
	return bytes.ReplaceAll(LF(data), []byte("\n"), []byte("\r\n"))
}

// SameText reports whether two files differ in nothing but line ends.
func SameText(a, b []byte) bool {
	return bytes.Equal(a, b) || bytes.Equal(LF(a), LF(b))
}
