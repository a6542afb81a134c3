package sqlite

import (
	"context"

	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

const (
	pushConfig = `SELECT c.data FROM tasks t JOIN configs c ON c.task = t.key
		WHERE t.id = ? AND t.tenant = ? AND t.owner = ? AND c.id = ?`
	pushConfigs = `SELECT c.data FROM tasks t LEFT JOIN configs c ON c.task = t.key
		WHERE t.id = ? AND t.tenant = ? AND t.owner = ? ORDER BY c.id`
)

// PutPushConfig adds or replaces a configuration.
func (s *Store) PutPushConfig(ctx context.Context, scope host.Scope, config *a2apb.TaskPushNotificationConfig) error {
	data, err := proto.Marshal(config)
	if err == nil {
		err = s.writer.write(ctx, func(c *conn) error {
			key, err := taskKey(c, scope, config.GetTaskId())
			if err != nil {
				return err
			}
			_, err = c.exec(`INSERT INTO configs (task, id, data) VALUES (?, ?, ?)
				ON CONFLICT DO UPDATE SET data = excluded.data`, key, config.GetId(), data)
			return err
		})
	}
	return wrap("put push configuration of task "+config.GetTaskId(), err)
}

// PushConfig returns one configuration.
func (s *Store) PushConfig(ctx context.Context, scope host.Scope, taskID, id string) (*a2apb.TaskPushNotificationConfig, error) {
	config := new(a2apb.TaskPushNotificationConfig)
	err := s.read(ctx, func(c *conn) error {
		var invalid error
		found, err := c.row(func(r row) {
			invalid = proto.Unmarshal(r.blob(0), config)
		}, pushConfig, taskID, scope.Tenant, scope.Owner, id)
		switch {
		case err != nil:
			return err
		case !found:
			return host.ErrNotFound
		}
		return invalid
	})
	if err != nil {
		return nil, wrap("push configuration of task "+taskID, err)
	}
	return config, nil
}

// PushConfigs returns the configurations of a task.
func (s *Store) PushConfigs(ctx context.Context, scope host.Scope, taskID string) ([]*a2apb.TaskPushNotificationConfig, error) {
	var configs []*a2apb.TaskPushNotificationConfig
	err := s.read(ctx, func(c *conn) error {
		found := false
		err := c.rows(func(r row) (bool, error) {
			found = true
			if r.null(0) {
				return false, nil // a task without any
			}
			config := new(a2apb.TaskPushNotificationConfig)
			configs = append(configs, config)
			return true, proto.Unmarshal(r.blob(0), config)
		}, pushConfigs, taskID, scope.Tenant, scope.Owner)
		if err == nil && !found {
			return host.ErrNotFound
		}
		return err
	})
	if err != nil {
		return nil, wrap("push configurations of task "+taskID, err)
	}
	return configs, nil
}

// DeletePushConfig removes a configuration, if it is there.
func (s *Store) DeletePushConfig(ctx context.Context, scope host.Scope, taskID, id string) error {
	err := s.writer.write(ctx, func(c *conn) error {
		key, err := taskKey(c, scope, taskID)
		if err != nil {
			return err
		}
		_, err = c.exec(`DELETE FROM configs WHERE task = ? AND id = ?`, key, id)
		return err
	})
	return wrap("delete push configuration of task "+taskID, err)
}

// taskKey returns the key of a task that the scope may see.
func taskKey(c *conn, scope host.Scope, id string) (int64, error) {
	key, err := c.number(`SELECT key FROM tasks WHERE id = ? AND tenant = ? AND owner = ?`, id, scope.Tenant, scope.Owner)
	if err == nil && key == 0 {
		err = host.ErrNotFound
	}
	return key, err
}
