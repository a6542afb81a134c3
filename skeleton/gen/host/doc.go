// Package host runs an agent: what the protocol leaves to the agent's owner is
// here. It keeps tasks, runs the agent's code on messages, streams updates,
// calls webhooks, decides who may do what, and serves all of it.
//
// # Design
//
// Every change of a task is an event in the task's log, and the task is a
// [Fold] over it. An event is stored before anybody sees it. Those who read
// updates, streams and webhooks alike, are cursors in the log: a slow one lags,
// and neither the agent nor other readers wait for it. An event is encoded once
// however many read it, and costs the same however many came before.
//
// One message is one [Turn], which runs in its own goroutine: a client that
// goes away stops nothing. While the task waits for its client, a message
// begins the next turn. A turn ends in a state that its [Executor] chose or
// that follows from what it returned, so no task is left WORKING; those of a
// process that died fail at the next start.
//
// Tasks that a turn works on, or that somebody reads, are open: the engine
// holds their fold and their log. All others are in the [Store] only.
//
// Tasks belong to a [Scope], tenant and caller. It is part of every key and
// query, so a foreign task is an unknown one, in every operation and binding.
//
// # Layout
//
//	agent.go executor.go turn.go parts.go   what an agent is made of
//	identity.go guard.go                    who calls, and whether that is admitted
//	service.go query.go configs.go          the operations of the protocol
//	engine.go task.go answer.go             open tasks, and what requests wait for
//	send.go run.go end.go cancel.go         turns: their beginning, their life and end
//	check.go                                what agents may say
//	log.go stream.go hook.go                updates, and those who read them
//	fetch.go                                files that messages link to
//	store.go fold.go cursor.go              what is kept
//	lifecycle.go                            start and shutdown
//	config.go settings.go                   what the owner sets
//	host.go card.go server.go               what is served
//
// Below it are the stores (memory, sqlite), the tests that every store must
// pass (storetest), the sender of push notifications (push), and the guard of
// calls to addresses that clients chose (egress). They know host, or nothing
// of it; host knows push and egress only.
package host
