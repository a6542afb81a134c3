// Package skill brings a message to the code of the skill that it is for. The
// generated package skills lists an agent's skills for it and wraps [Task]
// with what each skill declares.
//
// # Choosing
//
// In this order:
//
//  1. the task's own skill, for a message to a task that exists;
//  2. the skill that the metadata of the message or the request names under
//     [MetadataKey];
//  3. the only skill;
//  4. the one skill whose input schema the data of the message satisfies;
//  5. what the agent's route function says;
//  6. none: the task asks which skill is meant (INPUT_REQUIRED).
//
// # Input
//
// The input of a skill with a schema is made of the data parts of the task's
// messages, and of text parts that are a JSON object themselves: members of
// later parts replace those of earlier ones. So a client that is asked for a
// missing value sends only that. Input that lacks something or is wrong never
// reaches the skill's code; the task asks for it, field by field.
//
// # Refusals before a task exists
//
// [Mux.Check] refuses an unknown skill (InvalidParams) and parts of a media
// type that is not among the input modes (ContentTypeNotSupported, section
// 3.1.1), so that neither leaves a task behind.
package skill
