package conformance

import (
	"context"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// subscriptions is about SubscribeToTask and several streams of one task
// (sections 3.1.6 and 3.5.2).
func subscriptions() []requirement {
	return []requirement{
		{id: "ST-06", section: "3.1.6", level: must, needs: streaming, run: beginsWithTask},
		{id: "ST-07", section: "3.1.6", level: must, needs: streaming, run: subscribesToIdleTasks},
		{id: "ST-08", section: "3.1.6", level: must, needs: streaming, run: nothingToSubscribeTo},
		{id: "ST-10", section: "3.5.2", level: may, needs: streaming, run: severalStreams},
		{id: "ST-11", section: "3.5.2", level: must, needs: streaming, run: equalStreams},
		{id: "ST-12", section: "3.5.2", level: must, needs: streaming, run: streamsAreIndependent},
		{id: "ST-16", section: "3.1.6", level: must, needs: streaming, run: noGap},
	}
}

func beginsWithTask(c *check) {
	for _, run := range []script{ask, authorize(newGate(c))} {
		task := c.task(run)
		f := c.subscribe(task)
		c.same("the first event", f.opening(), c.get(task))
		f.leave()
	}
}

func subscribesToIdleTasks(c *check) {
	task := c.task(ask)
	f := c.subscribe(task)
	c.inState(f.opening(), "INPUT_REQUIRED")
	c.taskOf(c.following(task, ask))
	f.until("INPUT_REQUIRED") // does not end it
	c.taskOf(c.following(task, complete))
	c.same("the states", states(f.rest()), []string{"WORKING", "COMPLETED"})

	parked := c.task(func(_ context.Context, turn *host.Turn) error { return turn.RequireAuth(host.Text("Log in.")) })
	f = c.subscribe(parked)
	c.inState(f.opening(), "AUTH_REQUIRED")
	c.ok("CancelTask", obj{"id": parked["id"]})
	c.same("the states", states(f.rest()), []string{"CANCELED"})

	g := newGate(c)
	busy := c.taskOf(immediately(c.sending(g.then(complete))))
	receive(c, "the message", g.entered)
	f = c.subscribe(busy)
	c.inState(f.opening(), "WORKING")
	g.open()
	c.same("the states", states(f.rest()), []string{"COMPLETED"})
}

func nothingToSubscribeTo(c *check) {
	c.refused(taskNotFound, "SubscribeToTask", obj{"id": unknownID()})
	for _, run := range []script{complete, reject, breakDown} {
		task := c.task(run)
		f := c.refused(unsupportedOperation, "SubscribeToTask", obj{"id": task["id"]})
		c.same("the state in the error", at(f.detail("ErrorInfo"), "metadata.state"), at(task, "status.state"))
	}
}

// busyTask makes a task that writes n numbers once the gate is open.
func (c *check) busyTask(n int) (obj, *gate) {
	c.Helper()
	g := newGate(c)
	task := c.taskOf(immediately(c.sending(g.then(count(n, nil)))))
	receive(c, "the message", g.entered)
	return task, g
}

func severalStreams(c *check) {
	task, g := c.busyTask(5)
	all := []*follower{c.subscribe(task), c.subscribe(task), c.subscribe(task)}
	for _, f := range all {
		f.opening()
	}
	g.open()
	for _, f := range all {
		c.same("the numbers", texts(f.rest()), counted(5))
	}
}

func equalStreams(c *check) {
	g := newGate(c)
	sender := c.stream(c.sending(g.then(count(50, nil))))
	task := sender.opening()
	receive(c, "the message", g.entered)
	first, second := c.subscribe(task), c.subscribe(task)
	c.same("the openings", first.opening(), second.opening())
	sender.until("WORKING")
	g.open()
	want := sender.rest()
	c.same("the events of a subscriber", first.rest(), want)
	c.same("the events of another one", second.rest(), want)
}

func streamsAreIndependent(c *check) {
	g := newGate(c)
	sender := c.stream(c.sending(g.then(count(20, nil))))
	task := sender.opening()
	receive(c, "the message", g.entered)
	leaving, staying := c.subscribe(task), c.subscribe(task)
	leaving.opening()
	staying.opening()
	leaving.leave()
	sender.leave() // not even the sender's own stream matters
	for range leaving.events {
	}
	for range sender.events {
	}
	g.open()
	c.same("the numbers", texts(staying.rest()), counted(20))
	c.inState(c.get(task), "COMPLETED")
}

// noGap lets subscribers come while updates are made: what is in the snapshot
// of each and what follows it must be all numbers, each once.
func noGap(c *check) {
	const n, subscribers = 60, 12
	reached, goOn := make(chan int), make(chan struct{})
	task := c.taskOf(immediately(c.sending(count(n, func(i int) {
		if i%(n/subscribers) == 0 {
			reached <- i
			<-goOn
		}
	}))))
	var all []*follower
	for range subscribers {
		receive(c, "the next number", reached)
		all = append(all, c.subscribe(task))
		goOn <- struct{}{} // the subscription races with the next updates
	}
	for _, f := range all {
		select {
		case event, open := <-f.events:
			if !open {
				continue // came too late: the task was over
			}
			snapshot, _ := event["task"].(obj)
			var seen string
			for _, part := range items(snapshot, "artifacts.0.parts") {
				seen += text(part, "text")
			}
			c.same("the snapshot and what follows it", seen+texts(f.rest()), counted(n))
		case <-c.ctx.Done():
			c.Fatal("a subscriber gets nothing")
		}
	}
}
