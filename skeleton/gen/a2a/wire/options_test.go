package wire

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// The log has what is this side's fault, and nothing else.
func TestLog(t *testing.T) {
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	for name, test := range map[string]struct {
		ctx  context.Context
		err  error
		want bool
	}{
		"a fault":                  {t.Context(), errors.New("disk full"), true},
		"a mistake of the client":  {t.Context(), InvalidField("id", "is empty"), false},
		"the client is gone":       {t.Context(), context.Canceled, false},
		"the client's own limit":   {late, context.DeadlineExceeded, false},
		"a limit of somebody else": {t.Context(), context.DeadlineExceeded, true},
	} {
		var log strings.Builder
		opts := Options{Logger: slog.New(slog.NewTextHandler(&log, nil))}
		opts.log(test.ctx, AsError(test.err))
		if got := log.Len() > 0; got != test.want {
			t.Errorf("%s: logged %v: %s", name, got, &log)
		}
	}
}
