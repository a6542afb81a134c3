package bindings

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
)

// route is one HTTP verb and path of an operation.
type route struct {
	verb    string
	pattern string // "/tasks/{task_id}/pushNotificationConfigs": variables by their proto names
	body    string // "*" or ""
	client  bool   // what clients send, if a rule says so
}

// printRoutes prints the HTTP+JSON binding: the annotated routes and those
// that the rules add.
func (g *generator) printRoutes() error {
	f := g.newFile("rest.go")
	doc(f, "NewRESTHandler serves svc by HTTP and JSON, streams as server-sent events (section 11), below opts.Prefix.")
	f.P("func NewRESTHandler(svc Service, opts ", g.wire.Ident("Options"), ") ", httpPackage.Ident("Handler"), " {")
	f.P("return ", g.wire.Ident("NewREST"), "(opts, routes(svc))")
	f.P("}")
	f.P()
	f.P("func routes(svc Service) []", g.wire.Ident("Route"), " {")
	routes := make(map[*protogen.Method][]route)
	for _, m := range g.service.Methods {
		list, err := g.routes(m)
		if err != nil {
			return err
		}
		routes[m] = list
		if len(list) > 0 {
			f.P(routeVar(m), " := ", methodFunc(m), "(svc)")
		}
	}
	f.P("return []", g.wire.Ident("Route"), "{")
	for _, m := range g.service.Methods {
		for _, r := range routes[m] {
			body := ""
			if r.body != "" {
				body = ", Body: " + quote(r.body)
			}
			f.P("{Verb: ", quote(r.verb), ", Pattern: ", quote(r.pattern), ", Method: ", routeVar(m), body, "},")
		}
	}
	f.P("}")
	f.P("}")
	return nil
}

// routeVar names the variable of an operation in the printed function routes.
func routeVar(m *protogen.Method) string {
	name := strings.ToLower(m.GoName[:1]) + m.GoName[1:]
	if token.IsKeyword(name) || slices.Contains([]string{"svc", "http", "wire"}, name) {
		return name + "Method"
	}
	return name
}

// routes gives the routes of an operation: what the descriptor annotates, then
// what the rules add to each of its paths. An operation whose client sends a
// stream has none, HTTP cannot carry it.
func (g *generator) routes(m *protogen.Method) ([]route, error) {
	options, ok := m.Desc.Options().(*descriptorpb.MethodOptions)
	if !ok || m.Desc.IsStreamingClient() || !proto.HasExtension(options, annotations.E_Http) {
		return nil, nil
	}
	rule := proto.GetExtension(options, annotations.E_Http).(*annotations.HttpRule)
	var list []route
	for _, binding := range append([]*annotations.HttpRule{rule}, rule.GetAdditionalBindings()...) {
		r, err := annotatedRoute(m, binding)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	for _, extra := range g.rules.ExtraRoutes {
		if extra.Operation == string(m.Desc.Name()) {
			list = withVerb(list, extra.Verb, extra.Body, extra.Client)
		}
	}
	return list, nil
}

// withVerb adds a verb to each path that lacks it, and marks it as the one
// that clients send if the rule says so.
func withVerb(list []route, verb, body string, client bool) []route {
	var paths []string
	for _, r := range list {
		if !slices.Contains(paths, r.pattern) {
			paths = append(paths, r.pattern)
		}
	}
	for _, path := range paths {
		i := slices.IndexFunc(list, func(r route) bool { return r.pattern == path && r.verb == verb })
		if i < 0 {
			list = append(list, route{verb: verb, pattern: path, body: body})
			i = len(list) - 1
		}
		list[i].client = client
	}
	return list
}

func annotatedRoute(m *protogen.Method, rule *annotations.HttpRule) (route, error) {
	r := route{body: rule.GetBody()}
	var template string
	switch pattern := rule.GetPattern().(type) {
	case *annotations.HttpRule_Get:
		r.verb, template = "GET", pattern.Get
	case *annotations.HttpRule_Put:
		r.verb, template = "PUT", pattern.Put
	case *annotations.HttpRule_Post:
		r.verb, template = "POST", pattern.Post
	case *annotations.HttpRule_Delete:
		r.verb, template = "DELETE", pattern.Delete
	case *annotations.HttpRule_Patch:
		r.verb, template = "PATCH", pattern.Patch
	case *annotations.HttpRule_Custom:
		r.verb, template = pattern.Custom.GetKind(), pattern.Custom.GetPath()
	}
	if r.body != "" && r.body != "*" {
		return r, routeError(m, "body %q is not supported; use \"*\"", r.body)
	}
	pattern, err := plainPattern(m, template)
	r.pattern = pattern
	return r, err
}

// plainPattern rewrites {name=*} to {name} and refuses templates that one
// segment a variable cannot express.
func plainPattern(m *protogen.Method, template string) (string, error) {
	if !strings.HasPrefix(template, "/") {
		return "", routeError(m, "path %q does not start with a slash", template)
	}
	var out strings.Builder
	for rest := template; rest != ""; {
		before, after, found := strings.Cut(rest, "{")
		out.WriteString(before)
		if !found {
			break
		}
		variable, tail, closed := strings.Cut(after, "}")
		name, shape, _ := strings.Cut(variable, "=")
		if !closed || shape != "" && shape != "*" {
			return "", routeError(m, "path %q: {%s} is not supported; a variable is one segment: {name} or {name=*}", template, variable)
		}
		if !slices.ContainsFunc(m.Input.Fields, func(f *protogen.Field) bool { return string(f.Desc.Name()) == name }) {
			return "", routeError(m, "path %q: %s has no field %s", template, m.Input.Desc.Name(), name)
		}
		out.WriteString("{" + name + "}")
		rest = tail
	}
	return out.String(), nil
}

// routeError is a fault of an http annotation at the operation's place in the
// proto file.
func routeError(m *protogen.Method, format string, args ...any) error {
	file := m.Desc.ParentFile()
	at := file.SourceLocations().ByDescriptor(m.Desc)
	return fmt.Errorf("%s:%d:%d: %s: google.api.http: %s", file.Path(), at.StartLine+1, at.StartColumn+1, m.Desc.Name(), fmt.Sprintf(format, args...))
}
