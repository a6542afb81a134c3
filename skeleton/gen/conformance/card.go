package conformance

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protojson"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// cards is about the agent card and its discovery (section 8).
func cards() []requirement {
	return []requirement{
		{id: "CD-01", section: "8.2", level: must, on: onCard, run: cardIsServed},
		{id: "CD-02", section: "4.4", level: must, on: onCard, run: cardIsWhole},
		{id: "CD-03", section: "8.3.1", level: must, on: onCard, run: interfacesAreReal},
		{id: "CD-06", section: "8.6.1", level: should, on: onCard, run: cardMaxAge},
		{id: "CD-07", section: "8.6.1", level: should, on: onCard, run: cardETag},
		{id: "CD-08", section: "8.6.1", level: may, on: onCard, run: cardLastModified},
	}
}

// fetchCard gets the card as anybody gets it.
func (c *check) fetchCard(verb string, headers http.Header) (*http.Response, []byte) {
	c.Helper()
	req := c.httpRequest(verb, c.base+"/.well-known/agent-card.json", nil)
	for name, values := range headers {
		req.Header[name] = values
	}
	resp := c.do(req)
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		c.Fatal(err)
	}
	return resp, data
}

// card returns the card as JSON and as a message.
func (c *check) card() (obj, *a2apb.AgentCard) {
	c.Helper()
	resp, data := c.fetchCard(http.MethodGet, nil)
	var v obj
	if err := json.Unmarshal(data, &v); err != nil || resp.StatusCode != http.StatusOK {
		c.Fatalf("the card is answered with %d, and %v: %s", resp.StatusCode, err, data)
	}
	m := new(a2apb.AgentCard)
	if err := protojson.Unmarshal(data, m); err != nil {
		c.Fatalf("the card does not fit the proto: %v", err)
	}
	return v, m
}

func cardIsServed(c *check) {
	resp, data := c.fetchCard(http.MethodGet, nil)
	c.same("the media type", resp.Header.Get("Content-Type"), "application/json")
	c.card()
	resp, none := c.fetchCard(http.MethodHead, nil)
	if resp.StatusCode != http.StatusOK || len(none) > 0 {
		c.Errorf("HEAD is answered with %d and %d bytes", resp.StatusCode, len(none))
	}
	resp, _ = c.fetchCard(http.MethodPost, nil)
	if resp.StatusCode != http.StatusMethodNotAllowed || !strings.Contains(resp.Header.Get("Allow"), "GET") {
		c.Errorf("POST is answered with %d, Allow: %q", resp.StatusCode, resp.Header.Get("Allow"))
	}
	_, again := c.fetchCard(http.MethodGet, http.Header{"A2a-Version": {"99.0"}, "A2a-Extensions": {"urn:none"}})
	if !bytes.Equal(data, again) {
		c.Error("the card depends on the protocol version")
	}
}

func cardIsWhole(c *check) {
	v, card := c.card()
	c.hasRequired("card", card.ProtoReflect().Descriptor(), v)
	// An agent without skills is odd, not wrong: its list is there and empty.
	for _, list := range []string{"supportedInterfaces", "defaultInputModes", "defaultOutputModes"} {
		if len(items(v, list)) == 0 {
			c.Errorf("the card has no %s", list)
		}
	}
	for _, name := range []string{"name", "description", "version"} {
		if text(v, name) == "" {
			c.Errorf("the %s of the card is empty", name)
		}
	}
	visit(v, "card", func(name string, value any) {
		if value == nil {
			c.Errorf("the member %q of the card is null", name)
		}
	})
	if has(v, "security") || has(v, "url") || has(v, "protocolVersion") {
		c.Error("the card has members of version 0.3")
	}
	c.securityIsDefined(v)
}

// securityIsDefined checks that security requirements name schemes of the card
// and that each scheme is of one kind.
func (c *check) securityIsDefined(card obj) {
	c.Helper()
	schemes, _ := card["securitySchemes"].(obj)
	for name, scheme := range schemes {
		if kinds, ok := scheme.(obj); !ok || len(kinds) != 1 {
			c.Errorf("the security scheme %s is %v, want one kind", name, scheme)
		}
	}
	requirements := items(card, "securityRequirements")
	for _, skill := range items(card, "skills") {
		requirements = append(requirements, items(skill, "securityRequirements")...)
	}
	for _, r := range requirements {
		alternatives, _ := at(r, "schemes").(obj)
		for name := range alternatives {
			if schemes[name] == nil {
				c.Errorf("the security requirement %v names no scheme of the card", r)
			}
		}
	}
}

func interfacesAreReal(c *check) {
	_, card := c.card()
	version := regexp.MustCompile(`^\d+\.\d+$`)
	var listed []string
	for _, i := range card.GetSupportedInterfaces() {
		listed = append(listed, i.GetProtocolBinding())
		if i.GetUrl() == "" || !version.MatchString(i.GetProtocolVersion()) {
			c.Errorf("the interface %v lacks its URL or its version", i)
		}
		if strings.HasSuffix(i.GetUrl(), "/") || strings.Contains(i.GetUrl(), "://") == (i.GetProtocolBinding() == wire.GRPC) {
			c.Errorf("the URL %s is not what clients of %s take", i.GetUrl(), i.GetProtocolBinding())
		}
	}
	for _, i := range c.interfaces() { // answers under its own URL
		other := *c
		other.binding, other.url, other.tenant = i.GetProtocolBinding(), i.GetUrl(), i.GetTenant()
		other.inState(other.task(complete), "COMPLETED")
	}
	// What is not listed is not served.
	for binding, path := range map[string]string{wire.JSONRPC: "/a2a/jsonrpc", wire.HTTPJSON: "/a2a/rest/tasks"} {
		resp := c.do(c.httpRequest(http.MethodPost, c.base+path, []byte("{}")))
		resp.Body.Close()
		if !slices.Contains(listed, binding) && resp.StatusCode != http.StatusNotFound {
			c.Errorf("%s is not on the card, but %s answers %d", binding, path, resp.StatusCode)
		}
	}
	if !slices.Contains(listed, wire.GRPC) && c.server.grpc != nil {
		c.Error("gRPC is not on the card, but is served")
	}
	c.withoutBindings(listed)
}

// withoutBindings serves one binding less at a time.
func (c *check) withoutBindings(listed []string) {
	c.Helper()
	for _, binding := range listed {
		if len(listed) == 1 || binding == wire.GRPC {
			continue
		}
		s := c.server.variant(c.T, func(agent *host.Agent, _ *host.Config) {
			agent.Card.SupportedInterfaces = slices.DeleteFunc(agent.Card.SupportedInterfaces, func(i *a2apb.AgentInterface) bool {
				return i.GetProtocolBinding() == binding
			})
		})
		for path, of := range map[string]string{"/a2a/jsonrpc": wire.JSONRPC, "/a2a/rest/tasks": wire.HTTPJSON} {
			resp := c.do(c.httpRequest(http.MethodGet, s.base+path, nil))
			resp.Body.Close()
			if of == binding && resp.StatusCode != http.StatusNotFound {
				c.Errorf("without %s on the card %s answers %d", binding, path, resp.StatusCode)
			}
		}
	}
}

func cardMaxAge(c *check) {
	resp, _ := c.fetchCard(http.MethodGet, nil)
	if got := resp.Header.Get("Cache-Control"); !regexp.MustCompile(`\bmax-age=[1-9]\d*\b`).MatchString(got) {
		c.Errorf("Cache-Control is %q, want a max-age", got)
	}
}

func cardETag(c *check) {
	resp, _ := c.fetchCard(http.MethodGet, nil)
	tag := resp.Header.Get("ETag")
	if !regexp.MustCompile(`^"[^"]+"$`).MatchString(tag) {
		c.Fatalf("ETag is %q, want a strong one", tag)
	}
	for match, want := range map[string]int{tag: http.StatusNotModified, `"other"`: http.StatusOK, `"other", ` + tag: http.StatusNotModified} {
		if resp, data := c.fetchCard(http.MethodGet, http.Header{"If-None-Match": {match}}); resp.StatusCode != want || (len(data) == 0) != (want == http.StatusNotModified) {
			c.Errorf("If-None-Match: %s is answered with %d and %d bytes, want %d", match, resp.StatusCode, len(data), want)
		}
	}
	s := c.server.variant(c.T, withCard(func(card *a2apb.AgentCard) { card.Description += " And more." }))
	resp = c.do(c.httpRequest(http.MethodGet, s.base+"/.well-known/agent-card.json", nil))
	resp.Body.Close()
	if resp.Header.Get("ETag") == tag {
		c.Error("another card has the same ETag")
	}
}

func cardLastModified(c *check) {
	resp, _ := c.fetchCard(http.MethodGet, nil)
	modified, err := http.ParseTime(resp.Header.Get("Last-Modified"))
	if err != nil || modified.After(time.Now()) {
		c.Errorf("Last-Modified is %q", resp.Header.Get("Last-Modified"))
	}
	since := http.Header{"If-Modified-Since": {resp.Header.Get("Last-Modified")}}
	if resp, _ := c.fetchCard(http.MethodGet, since); resp.StatusCode != http.StatusNotModified {
		c.Errorf("If-Modified-Since is answered with %d", resp.StatusCode)
	}
}
