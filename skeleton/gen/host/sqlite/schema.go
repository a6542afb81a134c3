package sqlite

import (
	"errors"
	"fmt"
)

// applicationID marks a database file as one of ours ("a2as").
const applicationID = 0x61326173

// migrations lead from one version of the schema to the next: a database of
// version n has gone through the first n. Only ever append to it.
var migrations = []string{schema1}

// Times are nanoseconds since 1970, see nanos. Messages are protobuf.
//
//   - tasks: base is the sequence of the snapshot; ended says that the state is
//     terminal. A task gets a new key when it is made, so that what belongs to
//     recent tasks lies together.
//   - tasks_list, tasks_context and tasks_state are in list order and answer
//     what ListTasks can ask, tasks_ended what Purge does.
//   - counts: how many tasks of a scope are in each state, so that a list need
//     not count them.
//   - snapshots: data is the task without its artifacts, artifacts a task with
//     nothing else (null: it has none). One after the other they are the task.
//   - events: kind is 1 for artifact updates, which a list does not read, and 0
//     for all others. Within a kind they are in sequence.
const schema1 = `
CREATE TABLE tasks (
	key     INTEGER PRIMARY KEY,
	id      TEXT    NOT NULL UNIQUE,
	tenant  TEXT    NOT NULL,
	owner   TEXT    NOT NULL,
	context TEXT    NOT NULL,
	state   INTEGER NOT NULL,
	ended   INTEGER NOT NULL,
	time    INTEGER NOT NULL,
	base    INTEGER NOT NULL
) STRICT;
CREATE INDEX tasks_list    ON tasks (tenant, owner, time, id);
CREATE INDEX tasks_context ON tasks (tenant, owner, context, time, id, state);
CREATE INDEX tasks_state   ON tasks (tenant, owner, state, time, id);
CREATE INDEX tasks_ended   ON tasks (time, id) WHERE ended = 1;

CREATE TABLE counts (
	tenant TEXT    NOT NULL,
	owner  TEXT    NOT NULL,
	state  INTEGER NOT NULL,
	n      INTEGER NOT NULL,
	PRIMARY KEY (tenant, owner, state)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER tasks_created AFTER INSERT ON tasks BEGIN
	INSERT INTO counts VALUES (new.tenant, new.owner, new.state, 1)
		ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER tasks_moved AFTER UPDATE OF state ON tasks WHEN old.state <> new.state BEGIN
	UPDATE counts SET n = n - 1 WHERE tenant = old.tenant AND owner = old.owner AND state = old.state;
	INSERT INTO counts VALUES (new.tenant, new.owner, new.state, 1)
		ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER tasks_removed AFTER DELETE ON tasks BEGIN
	UPDATE counts SET n = n - 1 WHERE tenant = old.tenant AND owner = old.owner AND state = old.state;
	DELETE FROM counts WHERE tenant = old.tenant AND owner = old.owner AND state = old.state AND n = 0;
END;

CREATE TABLE snapshots (
	task      INTEGER PRIMARY KEY,
	data      BLOB NOT NULL,
	artifacts BLOB
) STRICT;

CREATE TABLE events (
	task INTEGER NOT NULL,
	kind INTEGER NOT NULL,
	seq  INTEGER NOT NULL,
	data BLOB    NOT NULL,
	PRIMARY KEY (task, kind, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE configs (
	task INTEGER NOT NULL,
	id   TEXT    NOT NULL,
	data BLOB    NOT NULL,
	PRIMARY KEY (task, id)
) STRICT, WITHOUT ROWID;
`

// migrate brings a database to the newest version of the schema, all or
// nothing.
func migrate(c *conn, migrations []string) error {
	return c.transaction(func() error {
		version, err := checkSchema(c, len(migrations))
		if err != nil || version == len(migrations) {
			return err
		}
		for i, sql := range migrations[version:] {
			if err := c.script(sql); err != nil {
				return fmt.Errorf("migration to schema %d: %w", version+i+1, err)
			}
		}
		return c.script(fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, len(migrations)))
	})
}

// checkSchema returns the version of the schema. It refuses one that is later
// than newest, and a database that some other program made.
func checkSchema(c *conn, newest int) (int, error) {
	id, err := c.number("PRAGMA application_id")
	if err != nil {
		return 0, err
	}
	version, err := c.number("PRAGMA user_version")
	if err != nil {
		return 0, err
	}
	tables, err := c.number("SELECT count(*) FROM sqlite_schema")
	switch {
	case err != nil:
		return 0, err
	case id != applicationID && (id != 0 || version != 0 || tables != 0):
		return 0, errors.New("the file is a database of another program; choose another path")
	case version > int64(newest):
		return 0, fmt.Errorf("the file has schema %d, and this program knows schemas up to %d; "+
			"use the program that wrote it or a later one", version, newest)
	}
	return int(version), nil
}
