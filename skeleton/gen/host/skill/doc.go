// Package skill brings a message to the code of the skill that it is for. The
// generated package skills lists an agent's skills for it and wraps [Task]
// with what each skill declares.
//
// # Choosing
//
// In this order:
//
//  1. for a message to a task that a skill has worked on: that skill;
//  2. the skill that the metadata of the message, or of the request, names
//     under [MetadataKey];
//  3. the only skill;
//  4. the one skill whose input schema the data of the messages satisfies;
//  5. what the agent's route function says;
//  6. none: the task asks which skill is meant (INPUT_REQUIRED).
//
// What a skill asks of a client carries the id of the skill, in the metadata of
// its first part under the same key. That is how the answer finds the way back,
// also after a restart.
//
// Skills of the extended card do not exist for callers that are anonymous.
//
// # Input
//
// The input of a skill with a schema is made of the data parts of the task's
// messages, and of text parts that are JSON objects themselves: members of
// later parts replace those of earlier ones. So a client that is asked for a
// missing value sends only that. Input that lacks something or is wrong never
// reaches the skill's code; the task asks for it, field by field.
//
// What the client wants back, its acceptedOutputModes, is for the skill's code
// to read in the request. Nothing is refused for it.
//
// # Refusals
//
// A skill that does not exist (InvalidParams) and parts of a media type that
// is not among the input modes (ContentTypeNotSupported, section 3.1.1) are
// refused without leaving a task behind. A task that exists stays as it was
// and asks again.
package skill
