package host

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"time"
)

// newID returns a version 7 UUID: the time in steps of a quarter of a
// microsecond (RFC 9562, section 6.2, method 3), then 62 random bits. Ids made
// later sort later, which databases like, and which orders the tasks of one
// millisecond in lists; they cannot be guessed.
func newID() string { return string(appendID(make([]byte, 0, idLength))) }

// newIDs returns two ids in one piece of memory.
func newIDs() (string, string) {
	pair := string(appendID(appendID(make([]byte, 0, 2*idLength))))
	return pair[:idLength], pair[idLength:]
}

const idLength = 36

func appendID(b []byte) []byte {
	var u [16]byte
	rand.Read(u[8:]) // never fails
	now := uint64(time.Now().UnixNano())
	ms, fraction := now/1e6, now%1e6*4096/1e6
	binary.BigEndian.PutUint16(u[0:], uint16(ms>>32))
	binary.BigEndian.PutUint32(u[2:], uint32(ms))
	binary.BigEndian.PutUint16(u[6:], uint16(fraction)|0x7000)
	u[8] = u[8]&0x3f | 0x80

	var s [idLength]byte
	hex.Encode(s[0:], u[0:4])
	hex.Encode(s[9:], u[4:6])
	hex.Encode(s[14:], u[6:8])
	hex.Encode(s[19:], u[8:10])
	hex.Encode(s[24:], u[10:])
	s[8], s[13], s[18], s[23] = '-', '-', '-', '-'
	return append(b, s[:]...)
}

// maxContextID limits the context ids that clients bring along, in bytes.
const maxContextID = 128

// validContextID says whether a client's context id is taken as it is: 1 to
// 128 printable ASCII characters without spaces. Others are refused, never
// replaced (section 3.4.1).
func validContextID(id string) bool {
	if id == "" || len(id) > maxContextID {
		return false
	}
	for i := range len(id) {
		if id[i] < '!' || id[i] > '~' {
			return false
		}
	}
	return true
}
