package specdiff

import (
	"fmt"
	"strings"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

// methods compares the operations of all services.
func (c *comparison) methods() {
	both(methods(c.before.File), methods(c.after.File), func(old, new *protoreflect.MethodDescriptor) {
		switch {
		case old == nil:
			c.newMethod(*new)
		case new == nil:
			c.add(Breaking, methodName(*old), "removed: "+Signature(*old),
				"It no longer answers the operation; code that calls it does not compile.",
				"A call is answered with an error: the method is unknown.", RPC)
		default:
			c.method(*old, *new)
		}
	})
}

func methods(file protoreflect.FileDescriptor) []protoreflect.MethodDescriptor {
	var all []protoreflect.MethodDescriptor
	for _, service := range slice(file.Services()) {
		all = append(all, slice(service.Methods())...)
	}
	return all
}

// methodName is an operation's name as the specification says it.
func methodName(m protoreflect.MethodDescriptor) string { return string(m.Name()) }

func (c *comparison) newMethod(m protoreflect.MethodDescriptor) {
	what := "added: " + Signature(m)
	if routes := annotated(m); len(routes) > 0 {
		what += "; " + join(routes)
	}
	c.add(Additive, methodName(m), what, c.serving(m), "They can call it once the agent has code for it.", RPC)
}

// serving says where the agent answers a new operation.
func (c *comparison) serving(m protoreflect.MethodDescriptor) string {
	const until = " with UnsupportedOperation, until a2a-gen has code for it; yours needs no edit."
	if m.IsStreamingClient() {
		if !c.served.GRPC {
			return "The client sends a stream, which is gRPC only, and this agent does not serve gRPC."
		}
		return "gRPC only, since the client sends a stream: answered there" + until
	}
	var bindings []string
	if c.served.JSONRPC {
		bindings = append(bindings, "JSON-RPC")
	}
	if c.served.REST && len(annotated(m)) > 0 {
		bindings = append(bindings, "HTTP+JSON")
	}
	if c.served.GRPC {
		bindings = append(bindings, "gRPC")
	}
	if len(bindings) == 0 {
		return "It has no HTTP route, and this agent serves no other binding."
	}
	return "Answered over " + enumerate(bindings) + until
}

func (c *comparison) method(old, new protoreflect.MethodDescriptor) {
	name := methodName(old)
	if before, after := Signature(old), Signature(new); before != after {
		c.add(Breaking, name, before+" is now "+after, "Code that calls the operation may not compile.",
			"They have to be generated anew.", RPC, Wire, JSON)
	}
	c.routes(old, new)
	before, after := methodOptions(old), methodOptions(new)
	c.deprecation(name, before.GetDeprecated(), after.GetDeprecated())
	for _, o := range []*descriptorpb.MethodOptions{before, after} {
		proto.ClearExtension(o, annotations.E_Http)
		o.Deprecated = nil
	}
	if !proto.Equal(before, after) {
		c.add(Neutral, name, "has other options, which generators of client libraries read", "", "", Options)
	}
}

// methodOptions returns a copy of an operation's options.
func methodOptions(m protoreflect.MethodDescriptor) *descriptorpb.MethodOptions {
	if o, ok := m.Options().(*descriptorpb.MethodOptions); ok && o != nil {
		return proto.CloneOf(o)
	}
	return &descriptorpb.MethodOptions{}
}

// Signature is an operation's messages as the proto writes them.
func Signature(m protoreflect.MethodDescriptor) string {
	return fmt.Sprintf("(%s%s) returns (%s%s)", stream(m.IsStreamingClient()), local(m, m.Input()), stream(m.IsStreamingServer()), local(m, m.Output()))
}

func stream(is bool) string {
	if is {
		return "stream "
	}
	return ""
}

// reach returns which messages are part of what clients send, and of what they
// receive, in any of the files.
func reach(files ...protoreflect.FileDescriptor) (requests, responses map[protoreflect.FullName]bool) {
	requests, responses = make(map[protoreflect.FullName]bool), make(map[protoreflect.FullName]bool)
	for _, file := range files {
		for _, m := range methods(file) {
			follow(m.Input(), requests, make(map[protoreflect.FullName]bool))
			follow(m.Output(), responses, make(map[protoreflect.FullName]bool))
		}
		// The card is fetched, not called for.
		if card := file.Messages().ByName("AgentCard"); card != nil {
			follow(card, responses, make(map[protoreflect.FullName]bool))
		}
	}
	return requests, responses
}

func follow(m protoreflect.MessageDescriptor, found, visited map[protoreflect.FullName]bool) {
	if visited[m.FullName()] {
		return
	}
	visited[m.FullName()], found[m.FullName()] = true, true
	for _, f := range slice(m.Fields()) {
		if f.Message() != nil {
			follow(f.Message(), found, visited)
		}
	}
}

// enumerate joins words for people.
func enumerate(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
