package agent

import (
	"context"
	"errors"
	"strings"

	"example.com/test-runner/agent/gotest"
	"example.com/test-runner/gen/host"
	"example.com/test-runner/gen/skills"
)

// RunTests is the code of the skill run-tests: it checks out the commit, runs
// go test there, reports each package whose tests have ended, and delivers
// summary.json. Failing tests are a result; the task fails only if there is
// nothing to test, and says why.
func (a *Agent) RunTests(ctx context.Context, in skills.RunTestsInput, task *skills.RunTestsTask) error {
	task.Working("checking out " + in.Commit)
	workspace, err := gotest.Checkout(ctx, in.Repository, in.Commit)
	if err != nil {
		return explain(err)
	}
	defer func() {
		if err := workspace.Close(); err != nil {
			task.Logger().Error("the workspace is left behind", "error", err)
		}
	}()

	task.Working("testing " + workspace.Commit)
	summary, err := workspace.Test(ctx, gotest.Options{
		Packages: in.Packages,
		Observe: func(event gotest.Event) {
			if event.Result != nil && !event.Result.Empty() {
				task.Working(report(event.Result))
			}
		},
	})
	if err != nil {
		return explain(err)
	}
	return task.SummaryJson(content(summary))
}

// explain lets the client read an error that is about what it asked for. Any
// other stays in the log.
func explain(err error) error {
	if errors.Is(err, gotest.ErrRepository) || errors.Is(err, gotest.ErrCommit) || errors.Is(err, gotest.ErrModule) {
		return host.Public("%w", err)
	}
	return err
}

// report says how a package did, and what its failures printed.
func report(p *gotest.Package) string {
	paragraphs := []string{p.String()}
	if p.Output != "" {
		paragraphs = append(paragraphs, p.Output)
	}
	for _, failure := range p.Failures {
		paragraphs = append(paragraphs, failure.Test+"\n"+failure.Output)
	}
	return strings.Join(paragraphs, "\n\n")
}

// content returns the counts as summary.json has them.
func content(s gotest.Summary) skills.RunTestsSummaryJson {
	content := skills.RunTestsSummaryJson{Passed: s.Passed, Failed: s.Failed, Skipped: s.Skipped}
	for _, p := range s.Packages {
		content.Packages = append(content.Packages, skills.RunTestsSummaryJsonPackagesItem{
			Package: p.Package,
			Passed:  p.Passed,
			Failed:  p.Failed,
			Skipped: p.Skipped,
			Elapsed: p.Elapsed,
		})
	}
	return content
}
