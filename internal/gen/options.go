package gen

import "fmt"

// options are the plugin's own; protogen reads the standard ones, paths,
// module and M.
type options struct {
	definition string // path of a2a.yaml; "" for bindings only
	root       string // import path of the gen folder
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
