// Package rules holds what only the specification's prose says, one table a
// release. The descriptor of a2a.proto gives operations, routes, fields and
// presence; the error codes, the routes that servers accept besides the
// annotated ones, media types and header names are here. What changed between
// two releases is then the difference of two tables.
package rules

import "slices"

// Release is the prose of one release of the specification.
type Release struct {
	Version     string // of the specification: "1.0.1"
	Protocol    string // version on the wire, Major.Minor: "1.0"
	Errors      []Error
	ExtraRoutes []ExtraRoute
	QueryNames  []QueryName
	OneOfs      []string // full names of the oneofs of which exactly one member is set
	MediaTypes  MediaTypes
	Headers     Headers
	Streams     Streams
}

// Error is one of the protocol's own errors (section 5.4).
type Error struct {
	Name    string // Go name: "TaskNotFound"
	Reason  string // ErrorInfo reason
	Title   string // what it says when nobody says more
	JSONRPC int
	HTTP    int
	GRPC    string // name of the constant in package codes
}

// ExtraRoute is a verb that a server takes for an operation besides the
// annotated one.
type ExtraRoute struct {
	Operation string
	Verb      string
	Body      string // "*", or "" for a verb without one
	Client    bool   // clients send this one
}

// QueryName is another name under which clients send a field as a query
// parameter.
type QueryName struct {
	Operation string
	Name      string
	Field     string // proto name
}

// MediaTypes are the content types of the HTTP binding and of webhooks.
type MediaTypes struct {
	Preferred string
	Accepted  []string
}

// Headers are the names of the service parameters and of webhook tokens.
type Headers struct {
	Version    string
	Extensions string
	Tokens     []string
}

// Streams says at which states a stream ends by itself (sections 3.1.2, 3.1.6,
// 7.6.1 and 11.7).
type Streams struct {
	SendEnds      []string // SendStreamingMessage
	SubscribeEnds []string // SubscribeToTask
}

// Default is the release that new projects follow.
func Default() *Release { return releases()[0] }

// Lookup returns the table of a release, or nil.
func Lookup(version string) *Release {
	all := releases()
	if i := slices.IndexFunc(all, func(r *Release) bool { return r.Version == version }); i >= 0 {
		return all[i]
	}
	return nil
}

// Versions lists the known releases, the newest first.
func Versions() []string {
	var versions []string
	for _, r := range releases() {
		versions = append(versions, r.Version)
	}
	return versions
}
