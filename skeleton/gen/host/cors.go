package host

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// cors lets web pages of some origins call the agent. Pages never get to use
// the cookies of their visitors: credentials have to be in headers.
type cors struct {
	origins []string // as browsers write them, or "*"
	headers string   // that pages may set
	next    http.Handler
}

// newCORS returns next itself if no origin is allowed.
func newCORS(origins []string, card *a2apb.AgentCard, next http.Handler) http.Handler {
	if len(origins) == 0 {
		return next
	}
	headers := []string{"Accept", "Authorization", "Content-Type", "Last-Event-ID", "A2A-Version", "A2A-Extensions"}
	for _, scheme := range card.GetSecuritySchemes() {
		if key := scheme.GetApiKeySecurityScheme(); key.GetLocation() == "header" && !slices.Contains(headers, key.GetName()) {
			headers = append(headers, key.GetName())
		}
	}
	slices.Sort(headers)
	return &cors{origins: origins, headers: strings.Join(headers, ", "), next: next}
}

func (c *cors) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if origin == "" || !slices.Contains(c.origins, strings.ToLower(origin)) && !slices.Contains(c.origins, "*") {
		c.next.ServeHTTP(w, r)
		return
	}
	h.Set("Access-Control-Allow-Origin", origin)
	if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
		h.Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
		h.Set("Access-Control-Allow-Headers", c.headers)
		h.Set("Access-Control-Max-Age", "600")
		w.WriteHeader(http.StatusNoContent)
		return
	}
	h.Set("Access-Control-Expose-Headers", "A2A-Extensions, ETag, Retry-After, WWW-Authenticate")
	c.next.ServeHTTP(w, r)
}
