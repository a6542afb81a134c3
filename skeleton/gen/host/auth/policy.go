package auth

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// Requirement is met by the credentials of all its schemes together, each with
// the scopes that are listed for it. One without schemes is met by anybody.
type Requirement map[string][]string

// Policy is what the card declares about credentials.
type Policy struct {
	Realm   string // names the agent in challenges
	Schemes map[string]Kind
	Agent   []Requirement            // any of them; none at all admits anybody
	Skills  map[string][]Requirement // by skill, besides those of the agent
}

// New returns what checks callers as a policy says and a configuration details.
// Everything that is missing in the configuration is in the error.
func New(policy Policy, config host.Config) (host.Authenticator, error) {
	c := &checker{realm: policy.Realm, agent: policy.Agent, skills: policy.Skills, names: slices.Sorted(maps.Keys(policy.Schemes))}
	var errs []error
	for _, name := range c.names {
		i := slices.IndexFunc(config.Auth, func(a host.AuthConfig) bool { return a.Scheme == name })
		if i < 0 {
			errs = append(errs, fmt.Errorf("security scheme %s: nothing says how to check it; add it to Config.Auth", name))
			continue
		}
		scheme, err := policy.Schemes[name](config.Auth[i], config.Logger)
		errs = append(errs, err)
		c.schemes = append(c.schemes, scheme)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if len(c.agent) == 0 { // whoever shows something is known by it
		for _, name := range c.names {
			c.agent = append(c.agent, Requirement{name: nil})
		}
		c.agent = append(c.agent, Requirement{})
	}
	return c.authenticate, nil
}

// checker decides about calls.
type checker struct {
	realm   string
	names   []string // of the schemes, sorted
	schemes []Scheme // parallel to names
	agent   []Requirement
	skills  map[string][]Requirement
}

// proof is what the credentials of one scheme have shown.
type proof struct {
	identity host.Identity
	err      error
}

func (c *checker) authenticate(ctx context.Context, call *wire.Call) (host.Identity, error) {
	proofs := make(map[string]proof, len(c.schemes))
	for i, name := range c.names {
		id, err := c.schemes[i].Check(ctx, call)
		id.Scheme = name
		proofs[name] = proof{id, err}
	}
	id, err := c.identify(proofs)
	if err != nil {
		return host.Identity{}, err
	}
	for skill, requirements := range c.skills {
		if !anyMet(requirements, proofs) {
			if id.Denied == nil {
				id.Denied = make(map[string]*wire.Error)
			}
			id.Denied[skill] = c.denied(skill, requirements, proofs)
		}
	}
	return id, nil
}

// identify returns the identity that the first requirement that is met gives.
func (c *checker) identify(proofs map[string]proof) (host.Identity, error) {
	anybody := false
	for _, r := range c.agent {
		switch {
		case len(r) == 0:
			anybody = true
		case r.met(proofs):
			return combine(slices.Sorted(maps.Keys(r)), proofs), nil
		}
	}
	if !anybody || slices.ContainsFunc(c.names, func(name string) bool { return proofs[name].wrong() }) {
		return host.Identity{}, c.refuse(c.agent, proofs)
	}
	var proven []string
	for _, name := range c.names {
		if proofs[name].err == nil {
			proven = append(proven, name)
		}
	}
	if len(proven) > 0 {
		return combine(proven, proofs), nil
	}
	return host.Identity{Anonymous: true, Challenge: c.challenge(c.names, proofs, "")}, nil
}

// combine makes one identity of those of several schemes.
func combine(names []string, proofs map[string]proof) host.Identity {
	id := proofs[names[0]].identity
	for _, name := range names[1:] {
		next := proofs[name].identity
		if next.Name != id.Name {
			id.Name += " & " + next.Name
		}
		id.Scheme += " & " + next.Scheme
		id.Scopes = slices.Concat(id.Scopes, next.Scopes)
		if id.Claims == nil {
			id.Claims = next.Claims
		}
	}
	return id
}

// wrong says whether there are credentials, and they are not good.
func (p proof) wrong() bool { return p.err != nil && !errors.Is(p.err, ErrNone) }

// met says whether proofs are all that a requirement asks for.
func (r Requirement) met(proofs map[string]proof) bool {
	for name, scopes := range r {
		if p := proofs[name]; p.err != nil || len(missing(scopes, p.identity.Scopes)) > 0 {
			return false
		}
	}
	return true
}

// lacks returns the scopes that are all that keeps proofs from meeting a
// requirement. False says that more is missing.
func (r Requirement) lacks(proofs map[string]proof) ([]string, bool) {
	var lacking []string
	for _, name := range slices.Sorted(maps.Keys(r)) {
		p := proofs[name]
		if p.err != nil {
			return nil, false
		}
		lacking = append(lacking, missing(r[name], p.identity.Scopes)...)
	}
	return lacking, true
}

func anyMet(list []Requirement, proofs map[string]proof) bool {
	return len(list) == 0 || slices.ContainsFunc(list, func(r Requirement) bool { return r.met(proofs) })
}

// missing returns the scopes that are wanted and not there.
func missing(want, have []string) []string {
	var out []string
	for _, scope := range want {
		if !slices.Contains(have, scope) {
			out = append(out, scope)
		}
	}
	return out
}

// denied returns what a caller is told who may not use a skill.
func (c *checker) denied(skill string, list []Requirement, proofs map[string]proof) *wire.Error {
	err := c.refuse(list, proofs)
	err.Message = fmt.Sprintf("the skill %s: %s", skill, err.Message)
	return err
}

// refuse returns what a caller is told whose proofs meet none of a list of
// requirements.
func (c *checker) refuse(list []Requirement, proofs map[string]proof) *wire.Error {
	var names []string
	for _, r := range list {
		if scopes, only := r.lacks(proofs); only && len(r) > 0 {
			err := wire.PermissionDenied.New("the credentials lack the scope %s", strings.Join(scopes, " "))
			err.Challenge = c.challenge(slices.Sorted(maps.Keys(r)), proofs, strings.Join(scopes, " "))
			return err
		}
		names = append(names, slices.Collect(maps.Keys(r))...)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	err := wire.Unauthenticated.New("send credentials; WWW-Authenticate says which")
	for _, name := range names {
		p := proofs[name]
		if unchecked, ok := errors.AsType[*wire.Error](p.err); ok {
			return unchecked // nobody knows whether they are good
		}
		if fault, ok := errors.AsType[*Fault](p.err); ok {
			err.Message, err.Cause = fault.Text, fmt.Errorf("scheme %s: %w", name, fault)
		} else if p.wrong() {
			return &wire.Error{Kind: wire.Unavailable, Message: "credentials cannot be checked now", Cause: p.err}
		}
	}
	err.Challenge = c.challenge(names, proofs, "")
	return err
}
