package agent

import (
	"crypto/rand"
	"errors"
	"sync"
)

// Why a decision does not count.
var (
	errNoApproval  = errors.New("nothing waits for this approval")
	errOwnApproval = errors.New("somebody else has to decide about this deployment")
)

// approvals are the deployments that wait for somebody's decision. The zero
// value has none. It is safe for concurrent use.
type approvals struct {
	mu      sync.Mutex
	waiting map[string]*approval
}

// approval is one deployment that waits.
type approval struct {
	id        string // what the approver names; nobody guesses it
	requester string
	decided   chan decision // gets one
}

// decision is what an approver said.
type decision struct {
	by, reason string
	approved   bool
}

// ask begins to wait. The caller withdraws the approval when it stops waiting.
func (a *approvals) ask(requester string) *approval {
	w := &approval{id: rand.Text(), requester: requester, decided: make(chan decision, 1)}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.waiting == nil {
		a.waiting = make(map[string]*approval)
	}
	a.waiting[w.id] = w
	return w
}

// decide hands a decision to the deployment that waits for it. The requester of
// a deployment does not decide about it.
func (a *approvals) decide(id string, d decision) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	w := a.waiting[id]
	switch {
	case w == nil:
		return errNoApproval
	case w.requester == d.by:
		return errOwnApproval
	}
	delete(a.waiting, id)
	w.decided <- d
	return nil
}

// withdraw forgets an approval that nobody waits for any more.
func (a *approvals) withdraw(w *approval) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.waiting, w.id)
}
