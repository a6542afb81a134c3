package specdiff

import (
	"slices"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/a2a-gen/a2a-gen/internal/rules"
)

// route is a verb, a path, and what is in the body: "" or "*".
type route struct{ verb, path, body string }

func (r route) String() string {
	if r.body == "" {
		return r.verb + " " + r.path
	}
	return r.verb + " " + r.path + " with body " + r.body
}

func join(routes []route) string {
	var words []string
	for _, r := range routes {
		words = append(words, r.String())
	}
	return strings.Join(words, ", ")
}

// annotated returns the routes that an operation has in the proto.
func annotated(m protoreflect.MethodDescriptor) []route {
	options := methodOptions(m)
	if !proto.HasExtension(options, annotations.E_Http) {
		return nil
	}
	rule := proto.GetExtension(options, annotations.E_Http).(*annotations.HttpRule)
	var all []route
	for _, binding := range append([]*annotations.HttpRule{rule}, rule.GetAdditionalBindings()...) {
		r := route{body: binding.GetBody()}
		switch pattern := binding.GetPattern().(type) {
		case *annotations.HttpRule_Get:
			r.verb, r.path = "GET", pattern.Get
		case *annotations.HttpRule_Put:
			r.verb, r.path = "PUT", pattern.Put
		case *annotations.HttpRule_Post:
			r.verb, r.path = "POST", pattern.Post
		case *annotations.HttpRule_Delete:
			r.verb, r.path = "DELETE", pattern.Delete
		case *annotations.HttpRule_Patch:
			r.verb, r.path = "PATCH", pattern.Patch
		case *annotations.HttpRule_Custom:
			r.verb, r.path = pattern.Custom.GetKind(), pattern.Custom.GetPath()
		}
		all = append(all, r)
	}
	return all
}

// routes compares the routes of an operation. Whether a change hurts depends on
// what the server takes besides the annotated routes.
func (c *comparison) routes(old, new protoreflect.MethodDescriptor) {
	before, after := annotated(old), annotated(new)
	if slices.Equal(before, after) {
		return
	}
	kind, agent := Neutral, "Your server already accepts it."
	if !servedAll(after, before, extras(c.before.Rules, old)) {
		kind, agent = Additive, "It accepts the new route."
	}
	clients := "Both routes work."
	if !servedAll(before, after, extras(c.after.Rules, new)) {
		kind, clients = Breaking, "Those that send the old route get 404 or 405."
	}
	if len(after) == 0 {
		agent = "It no longer answers over HTTP+JSON."
	}
	c.add(kind, methodName(new), "route "+routesOr(before)+" is now "+routesOr(after), agent, clients, Route)
}

func routesOr(routes []route) string {
	if len(routes) == 0 {
		return "(none)"
	}
	return join(routes)
}

// extras returns the verbs that a server takes for an operation besides the
// annotated ones, on each of its paths.
func extras(release *rules.Release, m protoreflect.MethodDescriptor) []rules.ExtraRoute {
	var found []rules.ExtraRoute
	for _, e := range release.ExtraRoutes {
		if e.Operation == string(m.Name()) {
			found = append(found, e)
		}
	}
	return found
}

// servedAll reports whether a server with those annotations and extra verbs
// takes all the wanted routes.
func servedAll(wanted, annotations []route, extra []rules.ExtraRoute) bool {
	for _, w := range wanted {
		if slices.Contains(annotations, w) {
			continue
		}
		path := slices.ContainsFunc(annotations, func(r route) bool { return r.path == w.path })
		verb := slices.ContainsFunc(extra, func(e rules.ExtraRoute) bool { return e.Verb == w.verb && e.Body == w.body })
		if !path || !verb {
			return false
		}
	}
	return true
}
