package authtest

import (
	"maps"
	"slices"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
)

// want is what credentials for one scheme are to be.
type want struct {
	quality Quality
	scopes  []string
}

// wants says what a caller shows, by scheme.
type wants map[string]want

// wantsOf returns good credentials for everything that requirements ask for.
func wantsOf(list ...*a2apb.SecurityRequirement) wants {
	all := make(wants)
	for _, r := range list {
		for name, scopes := range r.GetSchemes() {
			all[name] = want{Good, slices.Concat(all[name].scopes, scopes.GetList())}
		}
	}
	return all
}

// with returns the wants with another one for a scheme.
func (w wants) with(scheme string, other want) wants {
	w = maps.Clone(w)
	w[scheme] = other
	return w
}

// shared returns the want of a scheme. A call has one token and one
// certificate, so all schemes that take those get the same: the worst that is
// wanted, with the scopes of all.
func (a *Authority) shared(w wants, scheme string) (want, bool) {
	k := kindOf(a.schemes[scheme])
	if k != tokens && k != certificates {
		own, ok := w[scheme]
		return own, ok
	}
	all, found := want{quality: Good}, false
	for name, other := range w {
		if kindOf(a.schemes[name]) == k {
			found = true
			all.scopes = append(all.scopes, other.scopes...)
			if other.quality != Good {
				all.quality = other.quality
			}
		}
	}
	all.scopes = sorted(all.scopes)
	return all, found
}

// show returns the credentials that are wanted.
func (a *Authority) show(caller string, w wants) Credentials {
	a.t.Helper()
	var all Credentials
	for _, scheme := range slices.Sorted(maps.Keys(w)) {
		one, _ := a.shared(w, scheme)
		all = all.And(a.Credentials(scheme, caller, one.quality, one.scopes...))
	}
	return all
}

// verdict is what becomes of a call.
type verdict string

const (
	admitted        verdict = "admitted"
	unauthenticated verdict = "unauthenticated"
	forbidden       verdict = "forbidden"
)

// judge says what the card promises for a call that shows what is wanted.
func (a *Authority) judge(w wants, list []*a2apb.SecurityRequirement) verdict {
	wrong := false
	for scheme := range a.schemes {
		one, shown := a.shared(w, scheme)
		wrong = wrong || shown && one.quality != Good && one.quality != None
	}
	anybody, narrow := len(list) == 0, false
	for _, r := range list {
		proven, lacks := true, false
		for scheme, scopes := range r.GetSchemes() {
			one, shown := a.shared(w, scheme)
			proven = proven && shown && one.quality == Good
			lacks = lacks || slices.ContainsFunc(scopes.GetList(), func(s string) bool { return !slices.Contains(one.scopes, s) })
		}
		switch {
		case len(r.GetSchemes()) == 0:
			anybody = true
		case proven && !lacks:
			return admitted
		case proven:
			narrow = true
		}
	}
	switch {
	case anybody && !wrong:
		return admitted
	case narrow:
		return forbidden
	}
	return unauthenticated
}
