package sqlite

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// Limits of sizes. The driver keeps what a connection needs in memory of its
// own, which it reserves in one piece and never gives back, and it panics when
// that is not enough. Writing a row takes at most twice its size.
const (
	is64 = ^uint(0) >> 63 // 1 on machines with addresses of 64 bits, otherwise 0

	maxMemory = 32 << 20 << (4 * is64) // of a connection: 512 MiB, or 32 MiB
	maxRow    = maxMemory / 16         // of the messages in a row
)

// conn is a connection with its prepared statements. Only one goroutine uses
// it at a time; a pool hands it out.
type conn struct {
	db    *sqlite3.Conn
	stmts map[string]*sqlite3.Stmt // by their text
}

// pool holds the connections that nobody uses.
type pool chan *conn

// openConn opens a connection to a file, or to a new database in memory.
func openConn(ctx context.Context, path, pragmas string) (*conn, error) {
	db, err := sqlite3.OpenContext(sqlite3.WithMaxMemory(ctx, maxMemory), path)
	if err != nil {
		return nil, err
	}
	c := &conn{db: db, stmts: make(map[string]*sqlite3.Stmt)}
	if err := db.Exec(pragmas); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

func (c *conn) close() error {
	for _, st := range c.stmts {
		st.Close()
	}
	return c.db.Close()
}

// bind returns the prepared statement of a query with its arguments set: int64,
// string or []byte. The caller resets it when done.
func (c *conn) bind(query string, args ...any) (*sqlite3.Stmt, error) {
	st := c.stmts[query]
	if st == nil {
		var err error
		if st, _, err = c.db.PrepareFlags(query, sqlite3.PREPARE_PERSISTENT); err != nil {
			return nil, err
		}
		c.stmts[query] = st
	}
	for i, arg := range args {
		var err error
		switch v := arg.(type) {
		case int64:
			err = st.BindInt64(i+1, v)
		case string:
			err = st.BindText(i+1, v)
		case []byte:
			err = st.BindBlob(i+1, v)
		default:
			err = fmt.Errorf("argument %d is a %T", i+1, arg)
		}
		if err != nil {
			return nil, err
		}
	}
	return st, nil
}

// exec runs a statement that returns no rows, and says how many it changed.
func (c *conn) exec(query string, args ...any) (int64, error) {
	st, err := c.bind(query, args...)
	if err != nil {
		return 0, err
	}
	if err := st.Exec(); err != nil {
		return 0, err
	}
	return c.db.Changes(), nil
}

// row runs a query and calls scan for its first row. It says whether there is
// one.
func (c *conn) row(scan func(*sqlite3.Stmt), query string, args ...any) (bool, error) {
	found := false
	err := c.rows(func(st *sqlite3.Stmt) (more bool, err error) {
		scan(st)
		found = true
		return false, nil
	}, query, args...)
	return found, err
}

// rows runs a query and calls scan for its rows while that wants more.
func (c *conn) rows(scan func(*sqlite3.Stmt) (more bool, err error), query string, args ...any) error {
	st, err := c.bind(query, args...)
	if err != nil {
		return err
	}
	for st.Step() {
		more, err := scan(st)
		if err != nil || !more {
			return errors.Join(err, st.Reset())
		}
	}
	return errors.Join(st.Err(), st.Reset())
}

// number returns the result of a query that is one number.
func (c *conn) number(query string, args ...any) (n int64, err error) {
	_, err = c.row(func(st *sqlite3.Stmt) { n = st.ColumnInt64(0) }, query, args...)
	return n, err
}

// transaction runs f in a transaction that no other connection can write in,
// and commits it if f returns nil.
func (c *conn) transaction(ctx context.Context, f func() error) error {
	c.db.SetInterrupt(ctx)
	defer c.db.SetInterrupt(context.Background())
	if _, err := c.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := f()
	if err == nil {
		_, err = c.exec("COMMIT")
	}
	if err != nil {
		c.rollback()
	}
	return err
}

// view runs f in a transaction that sees one state of the database.
func (c *conn) view(f func() error) error {
	if _, err := c.exec("BEGIN"); err != nil {
		return err
	}
	defer c.rollback()
	return f()
}

// rollback ends a transaction that has failed. Grave errors have ended it
// already. If it cannot be ended, the next one cannot begin, and says so.
func (c *conn) rollback() {
	c.db.SetInterrupt(context.Background())
	if !c.db.GetAutocommit() {
		_, _ = c.exec("ROLLBACK")
	}
}

// nanos returns a time as the database has it: nanoseconds since 1970, the
// nearest that there is for years outside of 1678 to 2261.
func nanos(t time.Time) int64 {
	switch {
	case t.Before(time.Unix(0, math.MinInt64)):
		return math.MinInt64
	case t.After(time.Unix(0, math.MaxInt64)):
		return math.MaxInt64
	}
	return t.UnixNano()
}
