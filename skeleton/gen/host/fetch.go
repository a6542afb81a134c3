package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/egress"
)

// fetchTimeout is how long a linked file may take.
const fetchTimeout = time.Minute

// pushPolicy says where webhooks may be.
func (c *Config) pushPolicy() egress.Policy {
	return egress.Policy{AllowPrivate: c.PushAllowPrivate, AllowHTTP: c.PushAllowHTTP, AllowHosts: c.PushAllowHosts}
}

// fetchPolicy says where files that parts link to may be.
func (c *Config) fetchPolicy() egress.Policy {
	return egress.Policy{AllowPrivate: c.FetchAllowPrivate, AllowHTTP: c.FetchAllowHTTP, AllowHosts: c.FetchAllowHosts}
}

// Fetch returns the bytes of a part with a file, also of one that is only
// linked to. It calls what the agent's owner allows clients to make it call:
// public addresses by https, unless A2A_FETCH_ALLOW_PRIVATE, A2A_FETCH_ALLOW_HTTP
// and A2A_FETCH_ALLOW_HOSTS say otherwise (section 14.1.1). Redirects are not
// followed, no credentials are sent, and it gives up after a minute. Never call
// such a URL with a client of your own.
//
// A file of more than limit bytes is an error. The client may read the text of
// the errors; why a file could not be had is for the log only, because it tells
// about the agent's network.
func (t *Turn) Fetch(ctx context.Context, part *a2apb.Part, limit int64) ([]byte, error) {
	switch content := part.GetContent().(type) {
	case *a2apb.Part_Raw:
		if int64(len(content.Raw)) > limit {
			return nil, tooLong(part, limit)
		}
		return content.Raw, nil
	case *a2apb.Part_Url:
		data, err := fetch(ctx, t.task.engine.files, content.Url, limit+1)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%w: %w", Public("the file %scannot be fetched", fileName(part)), err)
		case int64(len(data)) > limit:
			return nil, tooLong(part, limit)
		}
		return data, nil
	}
	return nil, errors.New("host: the part is not a file")
}

func tooLong(part *a2apb.Part, limit int64) error {
	return Public("the file %shas more than %d bytes", fileName(part), limit)
}

// fileName is the name of a file in a sentence, which may be none.
func fileName(part *a2apb.Part) string {
	if part.GetFilename() == "" {
		return ""
	}
	return fmt.Sprintf("%q ", part.GetFilename())
}

// fetch reads at most limit bytes of what a URL leads to.
func fetch(ctx context.Context, client *http.Client, link string, limit int64) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, link, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "a2a-agent")
	resp, err := client.Do(req)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = failed.Err // without the URL, which may hold a secret
	}
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answered %s", req.URL.Host, resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, limit))
}
