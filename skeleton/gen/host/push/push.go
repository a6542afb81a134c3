// Package push delivers push notifications to webhooks (section 4.3.3).
package push

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/egress"
)

// Timeout is how long one attempt may take (section 4.3.3).
const Timeout = 15 * time.Second

const (
	attempts  = 6                      // for one event, over about 16 s if the answers come at once
	firstWait = 500 * time.Millisecond // after the first failure, doubled after each
	maxAnswer = 64 << 10               // bytes of an answer that are read
)

// ErrGone says that there is no webhook at the URL any more: it answered 410, or
// 404 to the last attempt.
var ErrGone = errors.New("the webhook is gone")

// Sender sends notifications. It is safe for concurrent use.
type Sender struct {
	policy egress.Policy
	client *http.Client
}

// NewSender returns a sender that calls what the policy allows.
func NewSender(policy egress.Policy) *Sender {
	return &Sender{policy: policy, client: policy.Client(Timeout)}
}

// Send delivers one event, given as its JSON, to the webhook of a valid
// configuration. It tries again after failures, longer apart each time. An
// error means that it gave up, or that ctx was cancelled.
func (s *Sender) Send(ctx context.Context, config *a2apb.TaskPushNotificationConfig, event []byte) error {
	wait := firstWait
	for attempt := 1; ; attempt++ {
		again, err := s.post(ctx, config, event)
		if err == nil {
			return nil
		}
		if !again || attempt == attempts {
			return fmt.Errorf("after %d attempts: %w", attempt, err)
		}
		// Between half and one and a half of the wait, so that hooks that
		// failed together do not come back together.
		select {
		case <-time.After(wait/2 + rand.N(wait)):
		case <-ctx.Done():
			return ctx.Err()
		}
		wait *= 2
	}
}

// post makes one attempt. It says whether another makes sense.
func (s *Sender) post(ctx context.Context, config *a2apb.TaskPushNotificationConfig, event []byte) (again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, config.GetUrl(), bytes.NewReader(event))
	if err != nil {
		return false, err
	}
	setHeaders(req.Header, config)
	resp, err := s.client.Do(req)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = failed.Err // without the URL, which may hold a secret
	}
	if err != nil {
		return ctx.Err() == nil && !errors.Is(err, egress.ErrRefused), err
	}
	defer resp.Body.Close()
	// Read to the end for the connection to be used again, but not any length.
	_, _ = io.CopyN(io.Discard, resp.Body, maxAnswer)
	switch code := resp.StatusCode; {
	case code >= 200 && code < 300:
		return false, nil
	case code == http.StatusGone || code == http.StatusNotFound:
		return code == http.StatusNotFound, fmt.Errorf("%w: it answered %s", ErrGone, resp.Status)
	case code >= 300 && code < 400:
		return false, fmt.Errorf("the webhook answered %s", resp.Status)
	default:
		return true, fmt.Errorf("the webhook answered %s", resp.Status)
	}
}

// setHeaders sets the headers of a notification. The token goes under both
// names that receivers look for.
func setHeaders(h http.Header, config *a2apb.TaskPushNotificationConfig) {
	h.Set("Content-Type", "application/a2a+json")
	h.Set("User-Agent", "a2a-agent")
	if token := config.GetToken(); token != "" {
		h.Set("A2A-Notification-Token", token)
		h.Set("X-A2A-Notification-Token", token)
	}
	if auth := config.GetAuthentication(); auth.GetCredentials() != "" {
		h.Set("Authorization", auth.GetScheme()+" "+auth.GetCredentials())
	}
}

// Close ends idle connections.
func (s *Sender) Close() { s.client.CloseIdleConnections() }
