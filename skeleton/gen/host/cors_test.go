package host

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

func TestCORS(t *testing.T) {
	card := &a2apb.AgentCard{SecuritySchemes: map[string]*a2apb.SecurityScheme{
		"key": {Scheme: &a2apb.SecurityScheme_ApiKeySecurityScheme{ApiKeySecurityScheme: &a2apb.APIKeySecurityScheme{Location: "header", Name: "X-API-Key"}}},
	}}
	reached := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	tests := map[string]struct {
		origins   []string
		method    string
		origin    string
		preflight bool
		status    int
		allowed   bool
	}{
		"off":                  {nil, "POST", "https://a.example.com", false, 418, false},
		"off, preflight":       {nil, "OPTIONS", "https://a.example.com", true, 418, false},
		"listed":               {[]string{"https://a.example.com"}, "POST", "https://a.example.com", false, 418, true},
		"listed, preflight":    {[]string{"https://a.example.com"}, "OPTIONS", "https://A.example.com", true, 204, true},
		"options, no question": {[]string{"https://a.example.com"}, "OPTIONS", "https://a.example.com", false, 418, true},
		"not listed":           {[]string{"https://a.example.com"}, "POST", "https://b.example.com", false, 418, false},
		"another port":         {[]string{"https://a.example.com"}, "OPTIONS", "https://a.example.com:8443", true, 418, false},
		"a longer name":        {[]string{"https://a.example.com"}, "POST", "https://a.example.com.b.example.com", false, 418, false},
		"all":                  {[]string{"*"}, "OPTIONS", "https://c.example.com", true, 204, true},
		"no page":              {[]string{"*"}, "POST", "", false, 418, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(test.method, "/.well-known/agent-card.json", nil)
			if test.origin != "" {
				r.Header.Set("Origin", test.origin)
			}
			if test.preflight {
				r.Header.Set("Access-Control-Request-Method", "POST")
			}
			w := httptest.NewRecorder()
			newCORS(test.origins, card, reached).ServeHTTP(w, r)
			allowed := w.Header().Get("Access-Control-Allow-Origin")
			if w.Code != test.status || (allowed != "") != test.allowed || allowed != "" && allowed != test.origin {
				t.Errorf("status %d, allowed %q", w.Code, allowed)
			}
			if w.Header().Get("Access-Control-Allow-Credentials") != "" {
				t.Error("pages may use cookies")
			}
			if len(test.origins) > 0 && w.Header().Get("Vary") != "Origin" {
				t.Error("caches are not told that origins differ")
			}
			if w.Code == http.StatusNoContent {
				headers := ", " + w.Header().Get("Access-Control-Allow-Headers") + ","
				for _, name := range []string{"A2A-Version", "A2A-Extensions", "Authorization", "Content-Type", "X-API-Key"} {
					if !strings.Contains(headers, ", "+name+",") {
						t.Errorf("pages may not set %s: %s", name, headers)
					}
				}
			}
		})
	}
}
