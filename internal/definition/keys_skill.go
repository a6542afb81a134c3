package definition

func skillObject() object[Skill] {
	modes := func() kind[[]string] {
		return filled(setOf(mediaType()), "list at least one media type or remove the key")
	}
	return object[Skill]{
		name:    "skill",
		meaning: "One ability of the agent. It becomes one method of the handler.",
		pos:     func(s *Skill) *Pos { return &s.Pos },
		keys: []key[Skill]{
			member("id", ident("text"), func(s *Skill) *string { return &s.ID },
				"What identifies the skill. Go names and files are made of it; see [Names](#names).").required("give the skill an id, such as run-tests"),
			member("name", line(), func(s *Skill) *string { return &s.Name },
				"Name for people.").orElse("the id"),
			member("description", prose(), func(s *Skill) *string { return &s.Description },
				"What the skill does, for people and models that choose among skills.").required("say what the skill does"),
			member("tags", setOf(line()), func(s *Skill) *[]string { return &s.Tags },
				"Words to find it by.").or("[]"),
			member("examples", listOf(prose()), func(s *Skill) *[]string { return &s.Examples },
				"Requests that it serves."),
			member("inputModes", modes(), func(s *Skill) *[]string { return &s.InputModes },
				"Media types that it takes.").orElse("the agent's `defaultInputModes`"),
			member("outputModes", modes(), func(s *Skill) *[]string { return &s.OutputModes },
				"Media types that it produces.").orElse("the agent's `defaultOutputModes`, and those of its artifacts"),
			member("securityRequirements", listOf(requirement()), func(s *Skill) *[]SecurityRequirement { return &s.SecurityRequirements },
				"Schemes that callers of this skill need."),
			member("input", pointer(lazy("schema", schemaObject)), func(s *Skill) **Schema { return &s.Input },
				"What a request must look like, an object. Requests that do not fit never reach the handler.").orElse("free text and files"),
			member("artifacts", listOf(artifactObject().kind()), func(s *Skill) *[]Artifact { return &s.Artifacts },
				"What it produces. Each becomes a method of the handler's task."),
			member("reply", boolean(), func(s *Skill) *bool { return &s.Reply },
				"The handler may answer with a message instead of a task.").or("false"),
		},
		hints: map[string]string{
			"security":     "its name is securityRequirements since protocol 1.0",
			"inputSchema":  "its name is input",
			"outputSchema": "give each artifact its schema",
		},
	}
}

func artifactObject() object[Artifact] {
	return object[Artifact]{
		name:    "artifact",
		meaning: "Something that a skill produces.",
		pos:     func(a *Artifact) *Pos { return &a.Pos },
		keys: []key[Artifact]{
			member("name", ident("text"), func(a *Artifact) *string { return &a.Name },
				"Name of the artifact, such as `summary.json`. The method is named after it.").required("give the artifact a name, such as summary.json"),
			member("mediaType", mediaType(), func(a *Artifact) *string { return &a.MediaType },
				"Its media type.").orElse("`application/json` with a schema; required without"),
			member("description", prose(), func(a *Artifact) *string { return &a.Description },
				"What it holds."),
			member("schema", pointer(lazy("schema", schemaObject)), func(a *Artifact) **Schema { return &a.Schema },
				"What its JSON looks like. Only for JSON."),
		},
	}
}

func extendedObject() object[Extended] {
	return object[Extended]{
		name:    "extended",
		meaning: "What only the extended card shows.",
		pos:     func(e *Extended) *Pos { return &e.Pos },
		keys: []key[Extended]{
			member("description", prose(), func(e *Extended) *string { return &e.Description },
				"Description of the agent there.").orElse("the agent's"),
			member("skills", listOf(skillObject().kind()), func(e *Extended) *[]Skill { return &e.Skills },
				"Further skills, in addition to the public ones."),
		},
	}
}
