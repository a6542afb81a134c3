package project

import (
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
		{"A2A_PUSH_ALLOW_PRIVATE", "false", "Whether webhooks may be on private addresses, loopback included, and plain http."},
	}
	for i := range list {
		if list[i].Default != "" {
			list[i].Default = "`" + list[i].Default + "`"
		}
	}
	return list
}
