package wire

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
)

// restFailure reads the failure that a body of the HTTP+JSON binding holds, or
// returns nil: google.rpc.Status as section 11.6 has it, or the problem details
// of RFC 9457 that sections 6.4 and 6.5 still show. The kind is nil if only the
// HTTP status can tell it.
func restFailure(kinds []*Kind, body []byte) *Error {
	var answer struct {
		Error *struct {
			Code    int               `json:"code"`
			Status  string            `json:"status"`
			Message string            `json:"message"`
			Details []json.RawMessage `json:"details"`
		} `json:"error"`
		Type   string `json:"type"`
		Title  string `json:"title"`
		Detail string `json:"detail"`
		Errors []struct {
			Field   string `json:"field"`
			Message string `json:"message"`
		} `json:"errors"`
	}
	_ = json.Unmarshal(body, &answer) // what fits is taken
	if status := answer.Error; status != nil {
		e := &Error{Message: status.Message}
		e.Kind = kindByReason(kinds, readDetails(e, status.Details))
		if e.Kind == nil && status.Status == "NOT_FOUND" {
			e.Kind = kindByGRPC(kinds, codes.NotFound)
		} else if e.Kind == nil && status.Code >= 400 {
			e.Kind = kindByHTTP(status.Code)
		}
		return e
	}
	if answer.Title == "" && answer.Detail == "" {
		return nil
	}
	e := &Error{Message: answer.Detail}
	if e.Message == "" {
		e.Message = answer.Title
	}
	problem := answer.Type[strings.LastIndexByte(answer.Type, '/')+1:]
	e.Kind = kindByReason(kinds, strings.ToUpper(strings.ReplaceAll(problem, "-", "_")))
	for _, v := range answer.Errors {
		e.Violations = append(e.Violations, FieldViolation{Field: v.Field, Description: v.Message})
	}
	return e
}

// rpcError is the error object of a JSON-RPC response (section 9.5).
type rpcError struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

// failure reads the error. Its data is a list of details; some servers send a
// single one, or something that is not for clients to read.
func (r *rpcError) failure(kinds []*Kind) *Error {
	e := &Error{Message: r.Message}
	var details []json.RawMessage
	if json.Unmarshal(r.Data, &details) != nil {
		details = []json.RawMessage{r.Data}
	}
	if e.Kind = kindByReason(kinds, readDetails(e, details)); e.Kind == nil {
		e.Kind = kindByRPC(kinds, r.Code)
	}
	return e
}

// completed adds to a failure what HTTP says of it; nil stands for a body in
// which there is none. In matters of credentials the status has the last word
// (section 3.3.2).
func completed(e *Error, resp *http.Response) *Error {
	if e == nil {
		e = &Error{Message: "the agent answered " + resp.Status}
	}
	if e.Kind == nil || resp.StatusCode == http.StatusUnauthorized || resp.StatusCode == http.StatusForbidden {
		e.Kind = kindByHTTP(resp.StatusCode)
	}
	e.Challenge = resp.Header.Get("WWW-Authenticate")
	if e.RetryAfter == 0 {
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After")) // a date or nothing says nothing
		e.RetryAfter = time.Duration(seconds) * time.Second
	}
	return e
}

// readDetails fills an error from google.rpc details in JSON and returns the
// ErrorInfo reason.
func readDetails(e *Error, details []json.RawMessage) (reason string) {
	for _, raw := range details {
		var d struct {
			Type       string            `json:"@type"`
			Reason     string            `json:"reason"`
			Metadata   map[string]string `json:"metadata"`
			Violations []FieldViolation  `json:"fieldViolations"`
			RetryDelay string            `json:"retryDelay"`
		}
		_ = json.Unmarshal(raw, &d) // what fits is taken; some servers nest objects in the metadata
		switch d.Type[strings.LastIndexByte(d.Type, '/')+1:] {
		case "google.rpc.ErrorInfo":
			reason, e.Metadata = d.Reason, d.Metadata
		case "google.rpc.BadRequest":
			e.Violations = d.Violations
		case "google.rpc.RetryInfo":
			e.RetryAfter, _ = time.ParseDuration(d.RetryDelay) // a delay that cannot be read says nothing
		}
	}
	return reason
}
