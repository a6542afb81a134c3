package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"

	"modernc.org/sqlite"
)

// conn is a connection with its prepared statements. Only one goroutine uses
// it at a time; a pool hands it out. It stands directly on the driver: the
// pools and conversions of database/sql would cost more than most statements.
type conn struct {
	db    driver.Conn
	stmts map[string]stmt // by their text
	args  []driver.NamedValue
}

// stmt is what the driver's statements can do.
type stmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// pool holds the connections that nobody uses.
type pool chan *conn

// row is a row of a result. It is valid until the next one is read.
type row []driver.Value

func (r row) int(i int) int64   { n, _ := r[i].(int64); return n }
func (r row) text(i int) string { s, _ := r[i].(string); return s }
func (r row) blob(i int) []byte { b, _ := r[i].([]byte); return b }
func (r row) null(i int) bool   { return r[i] == nil }

// openConn opens a connection to the database of a URI and sets it up.
func openConn(uri, pragmas string) (*conn, error) {
	db, err := new(sqlite.Driver).Open(uri)
	if err != nil {
		return nil, err
	}
	c := &conn{db: db, stmts: make(map[string]stmt)}
	if err := c.script(pragmas); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

func (c *conn) close() error {
	var err error
	for _, st := range c.stmts {
		err = errors.Join(err, st.Close())
	}
	return errors.Join(err, c.db.Close())
}

// prepare returns the prepared statement of a query and its arguments, which
// are int64, string, []byte or nil.
func (c *conn) prepare(query string, args []any) (stmt, []driver.NamedValue, error) {
	st := c.stmts[query]
	if st == nil {
		prepared, err := c.db.Prepare(query)
		if err != nil {
			return nil, nil, err
		}
		var ok bool
		if st, ok = prepared.(stmt); !ok {
			return nil, nil, fmt.Errorf("the driver's %T lacks contexts", prepared)
		}
		c.stmts[query] = st
	}
	c.args = c.args[:0]
	for i, arg := range args {
		c.args = append(c.args, driver.NamedValue{Ordinal: i + 1, Value: arg})
	}
	return st, c.args, nil
}

// exec runs a statement that returns no rows.
func (c *conn) exec(query string, args ...any) (driver.Result, error) {
	st, values, err := c.prepare(query, args)
	if err != nil {
		return nil, err
	}
	return st.ExecContext(context.Background(), values)
}

// script runs statements that are needed once.
func (c *conn) script(statements string) error {
	st, err := c.db.Prepare(statements)
	if err != nil {
		return err
	}
	_, err = st.(stmt).ExecContext(context.Background(), nil)
	return errors.Join(err, st.Close())
}

// rows runs a query and calls scan for its rows while that wants more. What
// scan reads is of one state of the database.
func (c *conn) rows(scan func(row) (more bool, err error), query string, args ...any) error {
	st, values, err := c.prepare(query, args)
	if err != nil {
		return err
	}
	rows, err := st.QueryContext(context.Background(), values)
	if err != nil {
		return err
	}
	r := make(row, len(rows.Columns()))
	for more := true; more && err == nil; {
		if err = rows.Next(r); err == nil {
			more, err = scan(r)
		}
	}
	if err == io.EOF {
		err = nil
	}
	return errors.Join(err, rows.Close())
}

// row runs a query and calls scan for its first row. It says whether there is
// one.
func (c *conn) row(scan func(row), query string, args ...any) (found bool, err error) {
	err = c.rows(func(r row) (bool, error) {
		scan(r)
		found = true
		return false, nil
	}, query, args...)
	return found, err
}

// number returns the result of a query that is one number.
func (c *conn) number(query string, args ...any) (n int64, err error) {
	_, err = c.row(func(r row) { n = r.int(0) }, query, args...)
	return n, err
}

// transaction runs f in a transaction that keeps all others from writing, and
// commits it if f returns nil.
func (c *conn) transaction(f func() error) error {
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

// rollback ends a transaction. It fails if a grave error has ended it already;
// if it is still there for another reason, the next one cannot begin, and says
// so.
func (c *conn) rollback() { _, _ = c.exec("ROLLBACK") }
