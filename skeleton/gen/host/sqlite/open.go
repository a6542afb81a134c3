package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

var _ host.Store = (*Store)(nil)

// Memory is the path of a database that is kept in memory and gone after
// Close. It is for tests; its readers wait for each other.
const Memory = ":memory:"

// errClosed is returned by calls after Close.
var errClosed = errors.New("sqlite: the store is closed")

// Settings of the connections. The one of the writer waits for up to 5 s when
// another process writes to the same file.
const (
	writerPragmas = `PRAGMA busy_timeout = 5000; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY;
		PRAGMA cache_size = -8000; PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864`
	readerPragmas = `PRAGMA busy_timeout = 5000; PRAGMA temp_store = MEMORY; PRAGMA query_only = ON`
)

// Store is a [host.Store] in a database file. Several processes can use one
// file at the same time, though their writes wait for each other.
type Store struct {
	writer  *writer
	readers pool
	pools   []pool // all, each once
	closed  chan struct{}
}

// Open opens the database file at path, makes it if there is none, and brings
// its schema to the version of this program. The directory must exist. Once
// begun, opening goes on when ctx ends.
func Open(ctx context.Context, path string) (*Store, error) {
	s, err := open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("sqlite: open %s: %w", path, err)
	}
	return s, nil
}

func open(ctx context.Context, path string) (*Store, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := &Store{closed: make(chan struct{})}
	writers := make(pool, 1)
	if path == Memory {
		s.readers, s.pools = writers, []pool{writers}
	} else {
		if err := createFile(path); err != nil {
			return nil, err
		}
		s.readers = make(pool, max(2, min(runtime.GOMAXPROCS(0), 8)))
		s.pools = []pool{writers, s.readers}
	}
	if err := s.connect(path, writers); err != nil {
		return nil, errors.Join(err, s.disconnect())
	}
	s.writer = startWriter(writers)
	return s, nil
}

// connect fills the pools.
func (s *Store) connect(path string, writers pool) error {
	c, err := openConn(uri(path), writerPragmas)
	if err != nil {
		return err
	}
	writers <- c
	if path != Memory {
		if _, err := checkSchema(c, len(migrations)); err != nil {
			return err // before the file is changed in any way
		}
		if err := useWAL(c); err != nil {
			return err
		}
	}
	if err := migrate(c, migrations); err != nil {
		return err
	}
	for len(s.readers) < cap(s.readers) {
		c, err := openConn(uri(path), readerPragmas)
		if err != nil {
			return err
		}
		s.readers <- c
	}
	return nil
}

// disconnect closes the connections that are in the pools.
func (s *Store) disconnect() error {
	var err error
	for _, p := range s.pools {
		for len(p) > 0 {
			err = errors.Join(err, (<-p).close())
		}
	}
	return err
}

// createFile makes an empty file that only its owner may read, unless it
// exists. SQLite gives the mode of the file to those that it puts next to it.
func createFile(path string) error {
	dir := filepath.Dir(path)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no directory %s; create it first", dir)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// uri returns the URI of a path, in which nothing is taken for an option.
func uri(path string) string {
	if path == Memory {
		return "file::memory:"
	}
	path = (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath()
	if strings.HasPrefix(path, "/") {
		path = "//" + path // no host
	}
	return "file:" + path
}

// useWAL turns on the write-ahead log.
func useWAL(c *conn) error {
	mode := ""
	_, err := c.row(func(r row) { mode = r.text(0) }, "PRAGMA journal_mode = WAL")
	if err == nil && mode != "wal" {
		err = errors.New("the file system does not support write-ahead logging; choose a local disk")
	}
	return err
}

// read runs f with a connection of its own, unless ctx ends before one is free.
func (s *Store) read(ctx context.Context, f func(*conn) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case c := <-s.readers:
		defer func() { s.readers <- c }()
		return f(c)
	case <-ctx.Done():
		return ctx.Err()
	case <-s.closed:
		return errClosed
	}
}

// Close waits for the changes that were asked for, writes the log into the
// database file and closes it.
func (s *Store) Close() error {
	if !s.writer.stop() {
		return errClosed
	}
	close(s.closed)
	var err error
	for _, p := range s.pools {
		for range cap(p) {
			err = errors.Join(err, (<-p).close())
		}
	}
	if err != nil {
		return fmt.Errorf("sqlite: close: %w", err)
	}
	return nil
}
