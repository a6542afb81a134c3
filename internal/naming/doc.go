// Package naming decides what things of a definition are called in Go and on
// disk. It is the only place that does.
//
// # Design
//
// A name depends on nothing but the id that it is made of: not on other ids,
// their order, or the version of this tool. So a new skill never renames
// another, and an update never breaks a user's code. The price is that two ids
// may want one name; then the second is refused, with the place of both.
//
// # Rules
//
//   - An id is cut into words at everything that is no letter or digit, and
//     where a small letter or digit meets a capital: get-user, get_user and
//     getUser are the words get, user; HTTPServer is http, server.
//   - Go names write each word with one capital: GetUserId, ParseUrl. Acronyms
//     are words like others, because a list of acronyms changes over time.
//   - Accents are dropped and compatibility forms replaced (Unicode NFKD): café
//     is Cafe and ＡＢＣ is Abc.
//   - An id with letters or symbols that have no ASCII form is named after its
//     kind and eight hex digits of its SHA-256 (of the NFKC form):
//     Skill1c2e3f4a. The slug of an agent, which competes with no other, leaves
//     such words out instead as long as others remain.
//   - A name that would start with a digit gets an N: 2fa is N2fa in Go and
//     n2fa in file names.
//   - A name that belongs to somebody else (a method of the task, a file that
//     every project has, a file name with a meaning for Go or Windows) gets its
//     kind as a further word: windows is the file windows_skill.go, and the
//     artifact status has the method StatusArtifact.
//
// Names start with a capital, so they are never keywords or predeclared.
//
// # Layout
//
//	words.go     ids to words
//	names.go     words to Go names, file names and slugs
//	reserved.go  names that are taken
//	table.go     who has which name; refuses the second
package naming
