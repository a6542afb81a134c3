package project

import (
	"fmt"
	"strings"

	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/skeleton"
)

// variable is one row of the README's table of configuration.
type variable struct{ Name, Default, Meaning string }

// variables lists what an agent of that definition can be told when it starts.
// The names and meanings are those of package host; a test compares them.
func variables(def *definition.Definition) []variable {
	stores := "Where tasks are kept: `memory:`."
	store := "memory:"
	if skeleton.For(def).SQLite {
		stores = "Where tasks are kept: `memory:` or `sqlite:PATH`."
		store = "sqlite:" + def.Agent.Slug + ".db"
	}
	push := &def.Host.Push
	list := []variable{
		{"A2A_HTTP_ADDR", def.Server.HTTP, "Address of the card and the HTTP bindings. Port 0 takes a free one."},
		{"A2A_GRPC_ADDR", def.Server.GRPC, "Address of the gRPC binding; \"off\" does without."},
		{"A2A_PUBLIC_URL", def.Server.PublicURL, "Where clients reach the HTTP address, for the card. Without it the card names the address itself."},
		{"A2A_PUBLIC_GRPC", def.Server.PublicGRPC, "Where clients reach the gRPC address, HOST:PORT, for the card. Without it: the host of the public URL and the port of the address."},
		{"A2A_STORE", store, stores},
		{"A2A_LOG_LEVEL", "info", "Least level that is logged: debug, info, warn or error."},
		{"A2A_LOG_FORMAT", "text", "Form of the log: text or json."},
		{"A2A_SHUTDOWN_TIMEOUT", "10s", "How long a shutdown waits for running tasks before it stops them."},
		{"A2A_MAX_BYTES", "16777216", "Limit of one request, in bytes."},
		{"A2A_KEEPALIVE", "15s", "Silence after which a stream sends a comment, for proxies that cut idle ones; 0 sends none."},
		{"A2A_TASK_TIMEOUT", "0s", "Time without any update after which a working task fails; 0 means none. Waiting for an authorization does not count."},
		{"A2A_MAX_TURNS", "1000", "Messages that are worked on at a time; more are refused. 0 means no limit."},
		{"A2A_RETENTION_AGE", "0s", "Age at which ended tasks are removed; 0 means never. A removed task is unknown from then on."},
		{"A2A_RETENTION_COUNT", "100000", "Ended tasks that are kept, the newest; 0 means all."},
		{"A2A_PUSH_ALLOW_PRIVATE", fmt.Sprint(push.AllowPrivate), "Whether webhooks may be on private and loopback addresses."},
		{"A2A_PUSH_ALLOW_HTTP", fmt.Sprint(push.AllowHTTP), "Whether webhooks may do without TLS."},
		{"A2A_PUSH_ALLOW_HOSTS", strings.Join(push.AllowHosts, ","), "The only hosts of webhooks, as hooks.example.com,192.0.2.1. Without any, all are allowed."},
		{"A2A_PUSH_STATES_ONLY", fmt.Sprint(push.StatesOnly), "Whether webhooks get changes of state only, no artifacts and messages."},
		{"A2A_FETCH_ALLOW_PRIVATE", "false", "Whether files that messages link to may be on private and loopback addresses."},
		{"A2A_FETCH_ALLOW_HTTP", "false", "Whether such files may be fetched without TLS."},
		{"A2A_FETCH_ALLOW_HOSTS", "", "The only hosts of such files, as files.example.com,192.0.2.1. Without any, all are allowed."},
		{"A2A_TLS_CERT", "", "File with the certificate chain for TLS, PEM. Read again when it changes."},
		{"A2A_TLS_KEY", "", "File with the key of the certificate, PEM."},
		{"A2A_TLS_CLIENT_CA", "", "File with certificate authorities, PEM: connections without a certificate of one of them are refused."},
		{"A2A_INSECURE", "false", "Whether to listen without TLS on addresses that other machines reach, for example behind a proxy that does TLS."},
		{"A2A_MAX_CONNECTIONS", "10000", "Connections at a time, for HTTP and gRPC each; more wait. 0 means no limit."},
		{"A2A_MAX_STREAMS", "1000", "Calls at a time on one connection of gRPC or HTTP/2; more wait. 0 means no limit of the agent's."},
		{"A2A_RATE_LIMIT", "0", "Calls a second that one caller may make over time; 0 means no limit."},
		{"A2A_RATE_BURST", "20", "Calls that one caller may make at once where there is a limit."},
		{"A2A_AUTH_FAILURES", "20", "Failed attempts to authenticate that one address may make at once, and then one a second; 0 means no limit."},
		{"A2A_TRUSTED_PROXIES", "", "Networks of proxies whose X-Forwarded-For tells callers apart, as 10.0.0.0/8,192.0.2.1."},
		{"A2A_CORS_ORIGINS", "", "Origins whose web pages may call the agent, as https://a.example.com,https://b.example.com, or * for all. Without any, browsers let none."},
	}
	for _, a := range def.Host.Auth {
		list = append(list, authVariables(a)...)
	}
	for i := range list {
		if list[i].Default != "" {
			list[i].Default = "`" + list[i].Default + "`"
		}
	}
	return list
}

// authVariables lists what can be told about a security scheme.
func authVariables(a definition.Auth) []variable {
	row := func(part, value, meaning string) variable {
		return variable{authEnv(a.Scheme, part), value, "Scheme " + a.Scheme + ": " + meaning}
	}
	if a.File != "" {
		return []variable{row("FILE", a.File, "file with what is accepted: NAME:SHA-256 of the secret, one a line; for client certificates their authorities, PEM.")}
	}
	return []variable{
		row("ISSUER", a.Issuer, "issuer of tokens."),
		row("AUDIENCE", a.Audience, "audience that tokens must name."),
		row("JWKS_URL", a.JWKSURL, "keys of the issuer. Without it: what the issuer's metadata says."),
	}
}

// authEnv is the name of a variable about a security scheme.
func authEnv(scheme, part string) string {
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(".-", r) {
			return '_'
		}
		return r
	}, scheme)
	return "A2A_AUTH_" + strings.ToUpper(name) + "_" + part
}
