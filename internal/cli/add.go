package cli

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/output"
	"github.com/a2a-gen/a2a-gen/internal/project"
	"github.com/a2a-gen/a2a-gen/internal/version"
)

// addSkillOptions are those of "a2a-gen add skill".
type addSkillOptions struct {
	skill    definition.NewSkill
	dir      string // of the project
	out, err io.Writer
}

func newAdd(run func(context.Context, *addSkillOptions) error) *cobra.Command {
	add := &cobra.Command{
		Use:   "add",
		Short: "Add to an agent",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef(cmd.CommandPath(), "say what to add: a2a-gen add skill ID")
			}
			return unknownCommand(cmd, args[0])
		},
	}
	add.AddCommand(newAddSkill(run))
	return add
}

func newAddSkill(run func(context.Context, *addSkillOptions) error) *cobra.Command {
	o := &addSkillOptions{dir: "."}
	cmd := &cobra.Command{
		Use:   "skill ID",
		Short: "Add a skill to a2a.yaml, and its code",
		Long: `Add a skill to the end of the list in a2a.yaml, then do what generate does: write
a file for its code and one for its test. What is in a2a.yaml already stays as it
is, comments and formatting included.`,
		Example: `  a2a-gen add skill roll-back
  a2a-gen add skill roll-back --name "Roll back" --description "Takes a deployment back."`,
		Args: arguments(1, 1, "ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.skill.ID, o.out, o.err = args[0], cmd.OutOrStdout(), cmd.ErrOrStderr()
			return run(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.skill.Name, "name", "", "`name` for people (default the ID)")
	cmd.Flags().StringVar(&o.skill.Description, "description", "", "`text` that says what the skill does")
	return cmd
}

func runAddSkill(ctx context.Context, o *addSkillOptions) error {
	dir, err := output.Open(o.dir)
	if err != nil {
		return err
	}
	defer dir.Close()
	if err := recoverDir(dir, false, o.err); err != nil {
		return err
	}
	ws, err := openWorkspace(dir, o.dir, version.String(), false, io.Discard)
	if err != nil {
		return err
	}
	if err := o.extend(ws); err != nil {
		return err
	}
	u, err := ws.renew(ctx, version.String())
	if err != nil {
		return err
	}
	if err := refuse(u.report, false); err != nil {
		return err
	}
	if err := dir.Commit(u.report); err != nil {
		return err
	}
	return u.print(o.out, o.err, false)
}

// extend replaces the definition by one with the skill.
func (o *addSkillOptions) extend(ws *workspace) error {
	all := ws.source.def.AllSkills()
	if i := slices.IndexFunc(all, func(s *definition.Skill) bool { return s.ID == o.skill.ID }); i >= 0 {
		return ws.source.at(all[i].Pos, fmt.Sprintf("there is a skill %q already", o.skill.ID), "choose another id")
	}
	o.skill.Tag = o.skill.ID // for people who search; better ones come to the author's mind
	if o.skill.Description == "" {
		o.skill.Description = "The skill " + o.skill.ID + "."
	}
	text, err := definition.AddSkill(ws.source.text, o.skill)
	if err != nil {
		return fmt.Errorf("%s: %w", project.DefinitionPath, err)
	}
	if _, findings := definition.Parse(project.DefinitionPath, text); findings.Err() != nil {
		first := findings[0]
		return usagef("a2a-gen add skill", "the skill would make %s invalid: %s; %s", project.DefinitionPath, first.Message, first.Hint)
	}
	if ws.source, err = parse(project.DefinitionPath, text, ws.path, o.err); err != nil {
		return err
	}
	ws.edited = true
	return nil
}
