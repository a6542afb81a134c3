package gen

import (
	"fmt"
	"strings"
)

// options are the plugin's own; protogen reads the standard ones, paths,
// module and M.
type options struct {
	definition string // path of a2a.yaml; "" for bindings only
	root       string // import path of the gen folder
	module     string // prefix that protogen takes off the names of files
}

// moduleOption finds the standard option module, which protogen reads itself
// and does not hand on.
func moduleOption(parameter string) string {
	for option := range strings.SplitSeq(parameter, ",") {
		if value, ok := strings.CutPrefix(option, "module="); ok {
			return value
		}
	}
	return ""
}

func (o *options) set(name, value string) error {
	switch name {
	case "definition":
		o.definition = value
	case "root":
		o.root = value
	default:
		return fmt.Errorf("unknown option %q; the options are definition, root, paths, module and M", name)
	}
	return nil
}
