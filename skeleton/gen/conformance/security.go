package conformance

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// security is about hostile clients and careful logs (sections 13.4 and 14.1).
func security() []requirement {
	return []requirement{
		{id: "SE-02", section: "13.4", level: should, on: onCard, run: strictTransport},
		{id: "SE-03", section: "13.4", level: should, run: sizeLimits},
		{id: "SE-04", section: "13.4", level: should, run: fileTypes},
		{id: "SE-05", section: "13.4", level: must, run: noSecretsInLogs},
		{id: "SE-06", section: "13.4", level: should, run: rateLimits},
		{id: "SE-07", section: "13.4", level: should, run: denialsAreLogged},
		{id: "SE-08", section: "14.1.1", level: must, run: contentIsContent},
		{id: "SE-09", section: "14.1.1", level: must, run: linksAreNotFollowed},
	}
}

const strictHeader = "Strict-Transport-Security"

func strictTransport(c *check) {
	if resp, _ := c.fetchCard(http.MethodGet, nil); resp.Header.Get(strictHeader) != "" {
		c.Error("a connection without TLS promises TLS")
	}
	cert, key := c.certificate()
	tls := c.server.variant(c.T, func(_ *host.Agent, config *host.Config) { config.TLSCert, config.TLSKey = cert, key })
	resp := c.do(c.httpRequest(http.MethodGet, tls.base+"/.well-known/agent-card.json", nil))
	resp.Body.Close()
	if got := resp.Header.Get(strictHeader); !strings.HasPrefix(got, "max-age=") || resp.TLS == nil {
		c.Errorf("%s is %q", strictHeader, got)
	}
}

// certificate makes a certificate for this machine that nobody trusts, and
// returns the files of it and of its key.
func (c *check) certificate() (cert, key string) {
	c.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		c.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	public, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		c.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		c.Fatal(err)
	}
	write := func(name, kind string, data []byte) string {
		path := filepath.Join(c.TempDir(), name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600); err != nil {
			c.Fatal(err)
		}
		return path
	}
	return write("cert.pem", "CERTIFICATE", public), write("key.pem", "PRIVATE KEY", secret)
}

func sizeLimits(c *check) {
	c.refused(tooLarge, "SendMessage", c.sending(complete, obj{"text": strings.Repeat("x", maxBytes)}))
	c.inState(c.task(complete, obj{"text": strings.Repeat("x", maxBytes/2)}), "COMPLETED")
	if c.binding == wire.GRPC {
		deep := structpb.NewNullValue()
		for range 11_000 {
			deep = structpb.NewListValue(&structpb.ListValue{Values: []*structpb.Value{deep}})
		}
		req := &a2apb.SendMessageRequest{Message: &a2apb.Message{Metadata: &structpb.Struct{Fields: map[string]*structpb.Value{"deep": deep}}}}
		if _, err := c.client.SendMessage(c.ctx, req); wire.KindOf(err) != wire.InvalidParams {
			c.Errorf("metadata of 11,000 levels: %v", err)
		}
		return
	}
	// A body whose length nobody announced is cut off at the same size.
	r := c.newRequest("SendMessage", c.sending(complete, obj{"text": strings.Repeat("x", maxBytes)}), nil)
	r.chunked = true
	resp := c.open(r)
	resp.Body.Close()
	c.same("the status of a long body in chunks", resp.StatusCode, http.StatusRequestEntityTooLarge)

	deep := strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000)
	params := strings.Replace(string(encode(obj{"message": merge(c.say(complete), obj{"metadata": obj{"deep": "HERE"}})})), `"HERE"`, deep, 1)
	if c.binding == wire.JSONRPC {
		params = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":` + params + `}`
	}
	a := c.call("SendMessage", nil, body(params))
	if a.err == nil || a.status >= 500 || a.err.code == -32603 {
		c.Errorf("metadata of 20,000 levels: %d %s", a.status, a.body)
	}
}

func fileTypes(c *check) {
	strict := c.variant(withCard(func(card *a2apb.AgentCard) {
		card.DefaultInputModes = []string{"text/plain", "image/*"}
		for _, skill := range card.GetSkills() {
			skill.InputModes = nil
		}
	}))
	for _, file := range []obj{{"raw": "TVo="}, {"url": "https://example.com/setup.exe"}} {
		named := merge(file, obj{"filename": "picture.png", "mediaType": "application/x-msdownload"})
		strict.refused(contentTypeNotSupported, "SendMessage", strict.sending(complete, named))
		strict.inState(strict.task(complete, merge(named, obj{"mediaType": "image/png"})), "COMPLETED")
	}
}

func noSecretsInLogs(c *check) {
	secret := "secret-" + rand.Text()
	credentials := header("Authorization", "Bearer "+secret)
	c.call("SendMessage", c.sending(complete), credentials)
	c.call("GetTask", obj{"id": unknownID()}, credentials)
	c.call("ListTasks", obj{}, credentials, as(intruder))
	c.call("SendMessage", c.sending(breakDown, obj{"text": "my password is " + secret}), credentials)
	if c.host.Card().GetCapabilities().GetPushNotifications() {
		hook := newWebhook(c, func(int) int { return http.StatusGone })
		c.notified(hook, complete, obj{"token": secret, "authentication": obj{"scheme": "Bearer", "credentials": secret}})
		hook.next()
	}
	if c.log.contains(secret) {
		c.Error("the log has what is secret")
	}
}

func rateLimits(c *check) {
	limited := c.variant(func(_ *host.Agent, config *host.Config) { config.RateLimit, config.RateBurst = 0.001, 3 })
	for range 3 {
		limited.ok("ListTasks", obj{})
	}
	a := limited.call("ListTasks", obj{})
	limited.isFault("the fourth call", a, fault{"RATE_LIMITED", -32092, 429, codes.ResourceExhausted, true})
	if a.err != nil && a.err.detail("RetryInfo") == nil {
		c.Error("the error does not say when to try again")
	}
	if c.binding != wire.GRPC && a.header.Get("Retry-After") == "" {
		c.Error("there is no Retry-After")
	}
	limited.ok("ListTasks", obj{}, as("other-"+c.caller))
}

func denialsAreLogged(c *check) {
	for _, name := range []string{intruder, forbidden} {
		quiet := c.variant()
		quiet.log.clear() // what an agent says about its configuration as it starts
		quiet.ok("ListTasks", obj{})
		if quiet.log.contains("level=WARN") {
			c.Error("a good call is logged as a problem")
		}
		quiet.call("ListTasks", obj{}, as(name))
		if !quiet.log.contains("level=WARN") || !quiet.log.contains("binding="+c.binding) || !quiet.log.contains("127.0.0.1") {
			c.Errorf("the log does not say that %s was turned away", name)
		}
	}
}

func contentIsContent(c *check) {
	const script = `</script><script>alert("1")</script>` + "\u2028\u0000\x7f"
	a := c.call("SendMessage", c.sending(echo, obj{"text": script, "filename": "../../etc/passwd"}))
	if a.err != nil {
		c.Fatal(a.err.message)
	}
	c.same("the text", at(a.result, "task.artifacts.0.parts.0.text"), script)
	if c.binding != wire.GRPC && !strings.HasPrefix(a.header.Get("Content-Type"), "application/") {
		c.Errorf("the answer is %s, which a browser may run", a.header.Get("Content-Type"))
	}
	task := a.result["task"].(obj)
	c.refused(taskNotFound, "GetTask", obj{"id": task["id"]}, as("other-"+c.caller))
	if c.binding == wire.GRPC {
		req := &a2apb.SendMessageRequest{Message: &a2apb.Message{MessageId: "m", Role: a2apb.Role_ROLE_USER, Parts: []*a2apb.Part{host.Text("\xff")}}}
		if _, err := c.client.SendMessage(c.ctx, req); err == nil {
			c.Error("text that is not UTF-8 is accepted")
		}
	}
}

func linksAreNotFollowed(c *check) {
	inside := newWebhook(c, nil)
	for _, link := range []string{inside.url, "http://169.254.169.254/latest/meta-data", "file:///etc/passwd", "gopher://127.0.0.1:70/"} {
		c.inState(c.task(func(ctx context.Context, turn *host.Turn) error { return complete(ctx, turn) }, obj{"url": link}), "COMPLETED")
	}
	if n := inside.count.Load(); n > 0 {
		c.Errorf("the agent called an address that a client chose %d times", n)
	}
}
