package naming

import "strings"

// goTokens are the last words of file names that mean something to the go
// command: test, and every GOOS and GOARCH that it has known.
var goTokens = set(`test
	aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd
	openbsd plan9 solaris wasip1 windows zos
	386 amd64 amd64p32 arm arm64 arm64be armbe loong64 mips mips64 mips64le
	mips64p32 mips64p32le mipsle ppc ppc64 ppc64le riscv riscv64 s390 s390x
	sparc sparc64 wasm`)

// reservedFiles are Go files that a project has, or may have one day, next to
// those of the skills.
var reservedFiles = set(`agent bindings card client conformance doc errors
	extended handler input main router schema skills validate`)

// reservedSlugs are directories with a meaning for the go command, and module
// paths that it keeps for itself.
var reservedSlugs = set(`all cmd internal main std testdata tool vendor work`)

// reservedMethods are methods of the user's agent besides its skills, and
// words that make other tests than those of skills when Test stands before.
var reservedMethods = set(`Agent Authorize Bindings Card Close Conformance Execute Main Route`)

// reservedTypes are names of package skills that belong to no skill.
var reservedTypes = set(`Card ExtendedCard Handler New NewRouter Option Options Route Router
	Schema Schemas Skill Skills UnimplementedHandler`)

// reservedTaskMethods are the methods of a task, with room for those that it
// may get.
var reservedTaskMethods = set(`AppendArtifact Artifact Caller Cancel CancelRequest Close Complete Context Data
	Deadline Done Err Extensions Fail File Files History Id Input Log Logger Message Metadata
	Open Parts Progress Raw Receive Refuse Reject Reply Request RequireAuth RequireInput Send
	Skill Status String Task Tenant Text Turn Value Working`)

// reservedFields are methods that generated structs may have.
var reservedFields = set(`String Validate`)

// isDevice says whether Windows takes a file of this name, whatever its
// extension, for a device. Go modules may not hold such files.
func isDevice(name string) bool {
	switch name {
	case "con", "prn", "aux", "nul":
		return true
	}
	digit, isPort := strings.CutPrefix(name, "com")
	if !isPort {
		digit, isPort = strings.CutPrefix(name, "lpt")
	}
	return isPort && len(digit) == 1 && isDigit(rune(digit[0]))
}

func set(words string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}
