package agent

import (
	"context"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/skills"
)

// Echo is the code of the skill echo: it delivers the text of the message as
// the artifact echo.txt. What it may return and do is said at skills.Handler.
func (a *Agent) Echo(ctx context.Context, task *skills.EchoTask) error {
	return task.EchoTxt(task.Text())
}
