package agent

import (
	"context"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/skills"
)

// Echo is the skill echo: it gives the text of the message back as the
// artifact echo.txt.
func (a *Agent) Echo(ctx context.Context, task *skills.EchoTask) error {
	if task.Text() == "" {
		return task.RequireInput("Send a text.")
	}
	return task.EchoTxt(task.Text())
}
