package conformance

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// listing is about ListTasks (section 3.1.4).
func listing() []requirement {
	return []requirement{
		{id: "OP-11", section: "13.1", level: must, run: listIsTheCallers},
		{id: "OP-12", section: "3.1.4", level: must, run: listInPages},
		{id: "OP-13", section: "3.1.4", level: must, run: newestFirst},
		{id: "OP-14", section: "3.1.4", level: must, run: tokenIsAlwaysThere},
		{id: "OP-15", section: "3.1.4", level: must, run: artifactsOnDemand},
		{id: "OP-16", section: "3.1.4", level: must, run: pageSizes},
		{id: "OP-17", section: "3.1.4", level: must, run: statusAfter},
		{id: "OP-18", section: "3.1.4", level: must, run: totalCountsAll},
	}
}

// ids lists the ids of the tasks in an answer.
func ids(result obj) []string {
	var all []string
	for _, task := range items(result, "tasks") {
		all = append(all, text(task, "id"))
	}
	return all
}

// number returns the number at a path; a field that is not there is zero.
func number(v any, path string) int {
	n, _ := at(v, path).(float64)
	return int(n)
}

func listIsTheCallers(c *check) {
	mine := c.task(complete)
	theirs := c.taskOf(c.sending(complete), as("other-"+c.caller))
	c.same("the caller's tasks", ids(c.ok("ListTasks", obj{})), []any{mine["id"]})
	for _, filter := range []obj{{"contextId": theirs["contextId"]}, {"contextId": theirs["contextId"], "status": "TASK_STATE_COMPLETED"}} {
		result := c.ok("ListTasks", filter)
		if len(ids(result)) > 0 || number(result, "totalSize") != 0 {
			c.Errorf("the caller sees another's tasks: %v", result)
		}
	}
}

// tick waits until the clock shows another millisecond, so that what happens
// next is newer.
func tick() {
	for now := time.Now().UnixMilli(); time.Now().UnixMilli() == now; {
		runtime.Gosched()
	}
}

// tasksInARow makes tasks one after another and returns their ids, the last of
// them first.
func (c *check) tasksInARow(n int) []string {
	c.Helper()
	made := make([]string, n)
	for i := range made {
		tick()
		made[n-1-i] = text(c.task(complete), "id")
	}
	return made
}

func listInPages(c *check) {
	want := c.tasksInARow(5)
	var got []string
	token := ""
	for page := 0; page < 3; page++ {
		result := c.ok("ListTasks", obj{"pageSize": 2, "pageToken": token})
		got = append(got, ids(result)...)
		token = text(result, "nextPageToken")
		if last := page == 2; (token == "") != last {
			c.Fatalf("page %d has the token %q", page, token)
		}
		tick()
		c.task(complete) // comes before the pages that are left
	}
	c.same("the pages", got, want)
	c.blames(c.refused(invalidParams, "ListTasks", obj{"pageToken": "no token"}), "pageToken")
	c.blames(c.refused(invalidParams, "ListTasks", obj{"pageToken": "AAAA"}), "pageToken")
}

func newestFirst(c *check) {
	first := c.task(ask)
	others := c.tasksInARow(2)
	c.same("the tasks", ids(c.ok("ListTasks", obj{})), append(slices.Clone(others), text(first, "id")))
	tick()
	c.taskOf(c.following(first, ask))
	result := c.ok("ListTasks", obj{})
	var stamps []string
	for _, task := range items(result, "tasks") {
		stamps = append(stamps, text(task, "status.timestamp"))
	}
	newer := func(a, b string) int { return parseTime(c, b).Compare(parseTime(c, a)) }
	if !slices.IsSortedFunc(stamps, newer) {
		c.Errorf("the timestamps %v are not in descending order", stamps)
	}
	c.same("the tasks after a change", ids(result), append([]string{text(first, "id")}, others...))
	c.listsEqualTimes()
}

// listsEqualTimes checks that tasks of one millisecond have an order too.
func (c *check) listsEqualTimes() {
	c.Helper()
	for range 20 {
		c.task(complete)
	}
	tasks := items(c.ok("ListTasks", obj{}), "tasks")
	for i := 1; i < len(tasks); i++ {
		newer, older := tasks[i-1], tasks[i]
		if text(newer, "status.timestamp") == text(older, "status.timestamp") && text(newer, "id") < text(older, "id") {
			c.Errorf("of two tasks with one timestamp %s comes before %s", text(newer, "id"), text(older, "id"))
		}
	}
}

func parseTime(c *check, stamp string) time.Time {
	c.Helper()
	t, err := time.Parse(time.RFC3339Nano, stamp)
	if err != nil {
		c.Fatal(err)
	}
	return t
}

func tokenIsAlwaysThere(c *check) {
	for range 2 { // without tasks, and with one
		result := c.ok("ListTasks", obj{})
		for _, member := range []string{"tasks", "nextPageToken", "pageSize", "totalSize"} {
			if c.binding != wire.GRPC && !has(result, member) { // protobuf has no empty values
				c.Errorf("ListTasks lacks %s: %v", member, result)
			}
		}
		c.same("the token of the last page", text(result, "nextPageToken"), "")
		c.same("the page size", number(result, "pageSize"), 50)
		c.task(complete)
	}
}

func artifactsOnDemand(c *check) {
	c.task(ask) // has none
	tick()
	task := c.task(complete)
	for _, params := range []obj{{}, {"includeArtifacts": false}} {
		for _, listed := range items(c.ok("ListTasks", params), "tasks") {
			if has(listed, "artifacts") {
				c.Errorf("ListTasks %v has artifacts: %v", params, listed)
			}
		}
	}
	tasks := items(c.ok("ListTasks", obj{"includeArtifacts": true}), "tasks")
	c.same("the artifacts", at(tasks[0], "artifacts"), task["artifacts"])
	if has(tasks[1], "artifacts") {
		c.Errorf("a task without artifacts has %v", at(tasks[1], "artifacts"))
	}
}

func pageSizes(c *check) {
	for _, size := range []int{0, -1, 101, 1 << 20} {
		c.blames(c.refused(invalidParams, "ListTasks", obj{"pageSize": size}), "pageSize")
	}
	for _, size := range []int{1, 100} {
		c.same("the page size", number(c.ok("ListTasks", obj{"pageSize": size}), "pageSize"), size)
	}
}

func statusAfter(c *check) {
	task := c.task(complete)
	stamp := text(task, "status.timestamp")
	c.same("the tasks at a time", ids(c.ok("ListTasks", obj{"statusTimestampAfter": stamp})), []any{task["id"]})
	next := parseTime(c, stamp).Add(time.Millisecond).Format(time.RFC3339Nano)
	if got := ids(c.ok("ListTasks", obj{"statusTimestampAfter": next})); len(got) > 0 {
		c.Errorf("tasks after the last one: %v", got)
	}
	if c.binding == wire.HTTPJSON { // an older name that clients send
		c.same("the tasks", ids(c.ok("ListTasks", obj{"lastUpdatedAfter": stamp})), []any{task["id"]})
		c.same("no tasks", len(ids(c.ok("ListTasks", obj{"lastUpdatedAfter": next}))), 0)
	}
}

func totalCountsAll(c *check) {
	c.tasksInARow(3)
	waiting := c.task(ask)
	c.taskOf(c.sending(complete), as("other-"+c.caller))
	for want, params := range map[int]obj{
		4: {"pageSize": 1},
		1: {"status": "TASK_STATE_INPUT_REQUIRED"},
		3: {"status": "TASK_STATE_COMPLETED", "pageSize": 2},
	} {
		if got := number(c.ok("ListTasks", params), "totalSize"); got != want {
			c.Errorf("totalSize of %v is %d, want %d", params, got, want)
		}
	}
	c.same("the total of a context", number(c.ok("ListTasks", obj{"contextId": waiting["contextId"]}), "totalSize"), 1)
	many := c.taskOf(c.sending(func(_ context.Context, turn *host.Turn) error {
		for i := range 3 {
			if err := turn.Artifact(artifact(fmt.Sprint(i), "x")); err != nil {
				return err
			}
		}
		return nil
	}))
	c.same("the artifacts", len(items(many, "artifacts")), 3)
}
