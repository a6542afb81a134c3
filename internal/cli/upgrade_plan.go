package cli

import (
	"context"
	"fmt"
	"strings"

	a2agen "github.com/a2a-gen/a2a-gen"
	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/lock"
	"github.com/a2a-gen/a2a-gen/internal/merge"
	"github.com/a2a-gen/a2a-gen/internal/project"
	"github.com/a2a-gen/a2a-gen/internal/protoload"
	"github.com/a2a-gen/a2a-gen/internal/rules"
	"github.com/a2a-gen/a2a-gen/internal/specdiff"
)

// input is what the upgraded project is planned from.
func (u *upgrade) input() project.Input {
	in := u.ws.input(u.tool)
	in.Protos, in.SpecName = a2agen.Proto(), protoload.Spec
	if u.to != nil {
		in.Spec, in.SpecName = u.to.text, u.to.name
	}
	return in
}

// compare finds out what is different in the specification.
func (u *upgrade) compare(ctx context.Context) error {
	was, is := u.ws.input(u.tool), u.input()
	before, err := specVersion(ctx, was, rules.Default())
	if err != nil {
		return err
	}
	if u.ws.lock != nil && u.ws.lock.Rules != "" {
		if before.Rules = rules.Lookup(u.ws.lock.Rules); before.Rules == nil {
			return fmt.Errorf("this project follows the rules of release %s, which this a2a-gen does not know (it knows %s); update a2a-gen",
				u.ws.lock.Rules, strings.Join(rules.Versions(), ", "))
		}
	}
	after, err := specVersion(ctx, is, rules.Default())
	if err != nil {
		return err
	}
	server := u.ws.source.def.Server
	u.spec = specdiff.Compare(before, after, specdiff.Bindings{
		JSONRPC: server.Serves(definition.JSONRPC), REST: server.Serves(definition.HTTPJSON), GRPC: server.Serves(definition.GRPC),
	})
	return nil
}

// specVersion compiles the specification of a plan.
func specVersion(ctx context.Context, in project.Input, release *rules.Release) (specdiff.Version, error) {
	request, err := protoload.Load(ctx, protoload.Sources{FS: in.Protos, SpecName: in.SpecName, SpecData: in.Spec}, protoload.Spec)
	if err != nil {
		return specdiff.Version{}, err
	}
	file, err := request.File(protoload.Spec)
	return specdiff.Version{File: file, Rules: release}, err
}

// plan makes the upgraded project and compares it with what is there.
func (u *upgrade) plan(ctx context.Context) error {
	planned, err := project.Plan(ctx, u.input())
	if err != nil {
		return err
	}
	if u.to != nil {
		u.to.record(planned.Lock)
	}
	r := &u.renewal
	r.planned = planned
	if r.findings, err = u.ws.settle(planned); err != nil {
		return err
	}
	if u.merged, err = u.ws.merge(ctx, planned, merge.Labels{Ours: "yours", Base: "offered before", Theirs: "a2a-gen " + u.tool}); err != nil {
		return err
	}
	if u.ws.layout == lock.Embedded {
		if u.outer, err = u.ws.module.require(planned); err != nil {
			return err
		}
	}
	r.report, err = u.ws.dir.Compare(u.ws.lock, planned.Lock, planned.Files)
	if err == nil {
		r.notes = orphans(r.report)
	}
	return err
}
