package wire

import (
	"slices"
	"testing"
)

func TestRoutes(t *testing.T) {
	method := func(name string) *Method { return &Method{Operation: &Operation{Name: name}} }
	table := newRoutes([]Route{
		{Verb: "POST", Pattern: "/{tenant}/message:send", Method: method("tenant-send")},
		{Verb: "POST", Pattern: "/message:send", Method: method("send")},
		{Verb: "GET", Pattern: "/tasks/{id}", Method: method("get")},
		{Verb: "GET", Pattern: "/{tenant}/tasks", Method: method("tenant-list")},
		{Verb: "GET", Pattern: "/{tenant}/tasks/{id}", Method: method("tenant-get")},
		{Verb: "POST", Pattern: "/tasks/{id}:cancel", Method: method("cancel")},
		{Verb: "GET", Pattern: "/tasks/{id}:subscribe", Method: method("subscribe")},
		{Verb: "DELETE", Pattern: "/tasks/{task_id}/configs/{id}", Method: method("delete")},
	})
	tests := []struct {
		verb, path string
		operation  string
		params     []string
		allowed    []string
	}{
		{"POST", "/message:send", "send", nil, nil},
		{"POST", "/acme/message:send", "tenant-send", []string{"acme"}, nil},
		{"GET", "/tasks/1", "get", []string{"1"}, nil},
		{"GET", "/tasks/tasks", "get", []string{"tasks"}, nil},
		{"GET", "/acme/tasks", "tenant-list", []string{"acme"}, nil},
		{"GET", "/acme/tasks/1", "tenant-get", []string{"acme", "1"}, nil},
		{"POST", "/tasks/urn:task:7:cancel", "cancel", []string{"urn:task:7"}, nil},
		{"POST", "/tasks/urn:task:7%3Acancel", "", nil, []string{"GET"}},
		{"GET", "/tasks/urn%3Atask%3A7", "get", []string{"urn:task:7"}, nil},
		{"GET", "/tasks/x:cancel", "get", []string{"x:cancel"}, nil},
		{"GET", "/tasks/x%3Acancel", "get", []string{"x:cancel"}, nil},
		{"GET", "/tasks/x:pause", "get", []string{"x:pause"}, nil},
		{"GET", "/tasks/x:subscribe", "subscribe", []string{"x"}, nil},
		{"GET", "/tasks/a%2Fb", "get", []string{"a/b"}, nil},
		{"GET", "/tasks/100%25", "get", []string{"100%"}, nil},
		{"GET", "/tasks/discount%2520", "get", []string{"discount%20"}, nil},
		{"GET", "/tasks/%2E%2E", "get", []string{".."}, nil},
		{"GET", "/tasks/a+b", "get", []string{"a+b"}, nil},
		{"DELETE", "/tasks/a%2Fb/configs/c:d", "delete", []string{"a/b", "c:d"}, nil},
		{"GET", "/tasks/", "", nil, nil},
		{"GET", "/tasks//", "", nil, nil},
		{"POST", "//message:send", "", nil, nil},
		{"PUT", "/message:send", "", nil, []string{"POST"}},
		{"POST", "/tasks/:cancel", "", nil, []string{"GET"}},
		{"GET", "/nope", "", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.verb+tt.path, func(t *testing.T) {
			route, params, allowed := table.find(tt.verb, tt.path)
			operation := ""
			if route != nil {
				operation = route.Method.Operation.Name
			}
			var values []string
			for _, p := range params {
				values = append(values, p.value)
			}
			if operation != tt.operation || !slices.Equal(values, tt.params) || !slices.Equal(allowed, tt.allowed) {
				t.Errorf("got %q %q, allowed %q; want %q %q, allowed %q", operation, values, allowed, tt.operation, tt.params, tt.allowed)
			}
		})
	}
}

func TestSegmentComesBack(t *testing.T) {
	table := newRoutes([]Route{
		{Verb: "GET", Pattern: "/{tenant}/tasks/{id}", Method: &Method{}},
		{Verb: "GET", Pattern: "/tasks/{id}:subscribe", Method: &Method{}},
		{Verb: "GET", Pattern: "/tasks/{id}", Method: &Method{}},
	})
	for _, id := range []string{"a/b", "100%", "discount%20", "a b", ".", "..", "a+b", "a?b#c", "日本", "x:subscribe"} {
		route, params, _ := table.find("GET", "/tasks/"+Segment(id))
		if route == nil || len(params) != 1 || params[0].value != id {
			t.Errorf("id %q came back as %v", id, params)
		}
	}
}
