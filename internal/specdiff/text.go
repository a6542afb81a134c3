package specdiff

import (
	"bufio"
	"fmt"
	"io"
)

// sections are the kinds as a report for people shows them.
var sections = []struct {
	kind  Kind
	title string
}{
	{Breaking, "Breaking"},
	{Additive, "Added"},
	{Neutral, "Without effect"},
}

// Text prints a report for people: a line a change, then who is touched how.
func Text(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	if len(r.Changes) == 0 {
		fmt.Fprintln(out, "The specification is the same.")
	}
	for _, s := range sections {
		changes := r.Of(s.kind)
		if len(changes) == 0 {
			continue
		}
		fmt.Fprintf(out, "%s:\n", s.title)
		for _, c := range changes {
			fmt.Fprintf(out, "  %s: %s\n", c.Name, c.What)
			if c.Agent != "" {
				fmt.Fprintf(out, "      agent:   %s\n", c.Agent)
			}
			if c.Clients != "" {
				fmt.Fprintf(out, "      clients: %s\n", c.Clients)
			}
		}
	}
	fmt.Fprintln(out, r.Prose)
	return out.Flush()
}
