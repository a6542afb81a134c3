package reload

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestValue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "keys")
		write := func(text string) {
			t.Helper()
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			time.Sleep(interval)
		}
		write("one")
		loads := 0
		load := func() (string, error) {
			loads++
			data, err := os.ReadFile(path)
			if string(data) == "bad" {
				return "", errors.New("bad file")
			}
			return string(data), err
		}
		var log bytes.Buffer
		v, err := New(slog.New(slog.NewTextHandler(&log, nil)), load, path)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range []struct{ text, want string }{{"", "one"}, {"three", "three"}, {"bad", "three"}, {"thirteen", "thirteen"}} {
			if step.text != "" {
				write(step.text)
			}
			for range 3 {
				if got := v.Get(); got != step.want {
					t.Errorf("after writing %q: got %q, want %q", step.text, got, step.want)
				}
			}
		}
		if loads != 4 {
			t.Errorf("the file was read %d times, want once for each content", loads)
		}
		if !strings.Contains(log.String(), "bad file") {
			t.Errorf("nothing says that a file is bad:\n%s", log.String())
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		time.Sleep(interval)
		if got := v.Get(); got != "thirteen" {
			t.Errorf("after the file has gone: got %q", got)
		}
	})
}

func TestNewFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none")
	if _, err := New(slog.Default(), func() ([]byte, error) { return os.ReadFile(path) }, path); err == nil {
		t.Error("a file that is not there makes a value")
	}
}
