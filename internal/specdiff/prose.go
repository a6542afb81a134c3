package specdiff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/rules"
)

// prose compares the tables of what no descriptor says.
func (c *comparison) prose() {
	before, after := c.before.Rules, c.after.Rules
	if before.Version == after.Version {
		c.report.Prose = fmt.Sprintf("Prose was not compared: both sides follow the rules of release %s.", after.Version)
		return
	}
	c.report.Prose = fmt.Sprintf("Prose was compared by the rules of releases %s and %s.", before.Version, after.Version)
	c.errors(before, after)
	c.text("protocol version", before.Protocol, after.Protocol, "It refuses calls of another version.", "They must send the new version.")
	c.text("preferred media type", before.MediaTypes.Preferred, after.MediaTypes.Preferred,
		"It answers with this type whoever accepts it.", "Those that read one type only may not understand answers.")
	c.text("accepted media types", strings.Join(before.MediaTypes.Accepted, ", "), strings.Join(after.MediaTypes.Accepted, ", "),
		"It refuses bodies of other types.", "They must send one of them.")
	c.text("version header", before.Headers.Version, after.Headers.Version, "It reads the new header.", "They must send the new header.")
	c.text("extensions header", before.Headers.Extensions, after.Headers.Extensions, "It reads the new header.", "They must send the new header.")
	c.text("webhook token headers", strings.Join(before.Headers.Tokens, ", "), strings.Join(after.Headers.Tokens, ", "),
		"It sends the token in the new headers.", "Receivers of webhooks must look there.")
	c.text("states that end SendStreamingMessage", strings.Join(before.Streams.SendEnds, ", "), strings.Join(after.Streams.SendEnds, ", "),
		"Its streams end at these states.", "Their streams end earlier or later than before.")
	c.text("states that end SubscribeToTask", strings.Join(before.Streams.SubscribeEnds, ", "), strings.Join(after.Streams.SubscribeEnds, ", "),
		"Its streams end at these states.", "Their streams end earlier or later than before.")
	c.text("extra routes", extraRoutes(before), extraRoutes(after), "It accepts these verbs besides the annotated ones.", "Verbs that are gone get 405.")
	c.text("query names", queryNames(before), queryNames(after), "It reads these names besides the fields' own.", "Names that are gone are ignored.")
	c.text("oneofs of which one member is required", strings.Join(before.OneOfs, ", "), strings.Join(after.OneOfs, ", "),
		"It refuses requests without a member.", "They must set exactly one member.")
}

// errors compares the table of errors (section 5.4).
func (c *comparison) errors(before, after *rules.Release) {
	old := make(map[string]rules.Error)
	for _, e := range before.Errors {
		old[e.Name] = e
	}
	for _, e := range after.Errors {
		was, known := old[e.Name]
		delete(old, e.Name)
		switch was.Title = e.Title; {
		case !known:
			c.add(Additive, "error "+e.Name, "added: "+codes(e), "It can answer with it.", "Older ones see an unknown reason.", Prose)
		case was != e:
			c.add(Breaking, "error "+e.Name, codes(was)+" is now "+codes(e), "It answers with the new codes.",
				"Those that decide by code, not by reason, have to follow.", Prose)
		}
	}
	gone := make([]rules.Error, 0, len(old))
	for _, e := range old {
		gone = append(gone, e)
	}
	slices.SortFunc(gone, func(a, b rules.Error) int { return cmp.Compare(a.Name, b.Name) })
	for _, e := range gone {
		c.add(Breaking, "error "+e.Name, "removed", "Code that uses it does not compile.", "They do not get it any more.", Prose)
	}
}

func codes(e rules.Error) string {
	return fmt.Sprintf("%s, JSON-RPC %d, HTTP %d, gRPC %s", e.Reason, e.JSONRPC, e.HTTP, e.GRPC)
}

// text compares one fact.
func (c *comparison) text(name, before, after, agent, clients string) {
	if before != after {
		c.add(Breaking, name, fmt.Sprintf("%s is now %s", orNone(before), orNone(after)), agent, clients, Prose)
	}
}

func extraRoutes(r *rules.Release) string {
	var words []string
	for _, e := range r.ExtraRoutes {
		words = append(words, route{verb: e.Verb, path: e.Operation, body: e.Body}.String())
	}
	return strings.Join(words, ", ")
}

func queryNames(r *rules.Release) string {
	var words []string
	for _, q := range r.QueryNames {
		words = append(words, q.Operation+"."+q.Name+" for "+q.Field)
	}
	return strings.Join(words, ", ")
}
