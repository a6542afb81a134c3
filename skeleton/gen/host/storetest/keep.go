package storetest

import (
	"fmt"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

func pushConfig(taskID, id string) *a2apb.TaskPushNotificationConfig {
	return &a2apb.TaskPushNotificationConfig{
		Tenant: "payments", TaskId: taskID, Id: id, Url: "https://example.com/" + id, Token: "t-" + id,
		Authentication: &a2apb.AuthenticationInfo{Scheme: "Bearer", Credentials: "s3cret"},
	}
}

func testPushConfigs(t *testing.T, s host.Store) {
	create(t, s, scope, newTask("t1", 0), newTask("t2", 0))
	put := func(config *a2apb.TaskPushNotificationConfig) {
		t.Helper()
		if err := s.PutPushConfig(t.Context(), scope, config); err != nil {
			t.Fatalf("PutPushConfig: %v", err)
		}
	}
	want := func(taskID string, want ...*a2apb.TaskPushNotificationConfig) {
		t.Helper()
		got, err := s.PushConfigs(t.Context(), scope, taskID)
		if err != nil || len(got) != len(want) {
			t.Fatalf("PushConfigs: %d configurations, error %v; want %d", len(got), err, len(want))
		}
		for i := range got {
			if !proto.Equal(got[i], want[i]) {
				t.Errorf("PushConfigs[%d]:\n got %v\nwant %v", i, got[i], want[i])
			}
		}
	}
	want("t1")
	put(pushConfig("t1", "b"))
	put(pushConfig("t1", "a"))
	put(pushConfig("t2", "a"))
	want("t1", pushConfig("t1", "a"), pushConfig("t1", "b"))

	one, err := s.PushConfig(t.Context(), scope, "t1", "b")
	if err != nil || !proto.Equal(one, pushConfig("t1", "b")) {
		t.Errorf("PushConfig: %v, %v", one, err)
	}
	replaced := pushConfig("t1", "a")
	replaced.Url = "https://example.com/elsewhere"
	put(replaced)
	want("t1", replaced, pushConfig("t1", "b"))
	want("t2", pushConfig("t2", "a"))

	for range 2 {
		if err := s.DeletePushConfig(t.Context(), scope, "t1", "a"); err != nil {
			t.Errorf("DeletePushConfig: %v", err)
		}
	}
	want("t1", pushConfig("t1", "b"))
	_, err = s.PushConfig(t.Context(), scope, "t1", "a")
	wantErr(t, "a deleted configuration", err, host.ErrNotFound)
}

func testPushScopes(t *testing.T, s host.Store) {
	create(t, s, scope, newTask("t1", 0))
	if err := s.PutPushConfig(t.Context(), scope, pushConfig("t1", "a")); err != nil {
		t.Fatal(err)
	}
	for what, ref := range map[string]host.Ref{
		"another owner":  {Scope: host.Scope{Tenant: "payments", Owner: "bob"}, ID: "t1"},
		"another tenant": {Scope: host.Scope{Tenant: "planner", Owner: "alice"}, ID: "t1"},
		"unknown task":   {Scope: scope, ID: "nope"},
	} {
		_, err := s.PushConfig(t.Context(), ref.Scope, ref.ID, "a")
		wantErr(t, "PushConfig of "+what, err, host.ErrNotFound)
		_, err = s.PushConfigs(t.Context(), ref.Scope, ref.ID)
		wantErr(t, "PushConfigs of "+what, err, host.ErrNotFound)
		err = s.PutPushConfig(t.Context(), ref.Scope, pushConfig(ref.ID, "a"))
		wantErr(t, "PutPushConfig of "+what, err, host.ErrNotFound)
		err = s.DeletePushConfig(t.Context(), ref.Scope, ref.ID, "a")
		wantErr(t, "DeletePushConfig of "+what, err, host.ErrNotFound)
	}
	if _, err := s.PushConfig(t.Context(), scope, "t1", "a"); err != nil {
		t.Errorf("the owner lost the configuration: %v", err)
	}
}

func testUnfinished(t *testing.T, s host.Store) {
	bob := host.Scope{Owner: "bob"}
	create(t, s, scope, newTask("t1", 0), newTask("t2", 0), newTask("t3", 0))
	create(t, s, bob, newTask("t4", 0))
	add(t, s, "t1", 1, status("t1", completed, 1))
	add(t, s, "t2", 1, status("t2", input, 1))
	add(t, s, "t3", 1, status("t3", working, 1))
	refs, err := s.Unfinished(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[host.Ref]bool)
	for _, ref := range refs {
		got[ref] = true
	}
	if len(refs) != 2 || !got[host.Ref{Scope: scope, ID: "t3"}] || !got[host.Ref{Scope: bob, ID: "t4"}] {
		t.Errorf("got %v, want t3 of %+v and t4 of %+v", refs, scope, bob)
	}
}

// fill makes six tasks, terminal at their second, but for t0 and t1.
func fill(t *testing.T, s host.Store) {
	t.Helper()
	for i := range 6 {
		id := fmt.Sprint("t", i)
		create(t, s, scope, newTask(id, i))
		if i >= 2 {
			add(t, s, id, 1, status(id, completed, i))
		}
	}
}

func wantPurged(t *testing.T, s host.Store, before time.Time, keep, removed int, left string) {
	t.Helper()
	n, err := s.Purge(t.Context(), before, keep)
	if err != nil || n != removed {
		t.Errorf("Purge: %d removed, error %v; want %d", n, err, removed)
	}
	page := list(t, s, scope, host.ListQuery{PageSize: 10})
	if ids(page) != left || page.TotalSize != len(page.Tasks) {
		t.Errorf("left %s of %d, want %s", ids(page), page.TotalSize, left)
	}
}

func testPurgeAge(t *testing.T, s host.Store) {
	fill(t, s)
	if err := s.PutPushConfig(t.Context(), scope, pushConfig("t2", "a")); err != nil {
		t.Fatal(err)
	}
	wantPurged(t, s, time.Time{}, 0, 0, "[t5 t4 t3 t2 t1 t0]")
	wantPurged(t, s, at(4), 0, 2, "[t5 t4 t1 t0]") // t4 is at the limit, t0 and t1 still run
	_, _, err := s.Load(t.Context(), scope, "t2")
	wantErr(t, "Load of a purged task", err, host.ErrNotFound)
	_, err = s.PushConfigs(t.Context(), scope, "t2")
	wantErr(t, "PushConfigs of a purged task", err, host.ErrNotFound)

	create(t, s, scope, newTask("t2", 9)) // nothing of it is left
	configs, err := s.PushConfigs(t.Context(), scope, "t2")
	if err != nil || len(configs) != 0 {
		t.Errorf("%d configurations came back, error %v", len(configs), err)
	}
}

func testPurgeCount(t *testing.T, s host.Store) {
	fill(t, s)
	wantPurged(t, s, time.Time{}, 3, 1, "[t5 t4 t3 t1 t0]")
	wantPurged(t, s, at(4), 1, 2, "[t5 t1 t0]")
	wantPurged(t, s, at(100), 5, 1, "[t1 t0]")
}
