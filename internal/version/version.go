// Package version says which a2a-gen this is.
package version

import (
	"cmp"
	"runtime/debug"
)

// Devel is the version of a binary that was not built from a release.
const Devel = "(devel)"

// String returns the module version that the binary was built from, such as
// v0.3.0, or [Devel].
func String() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Devel
	}
	return cmp.Or(info.Main.Version, Devel)
}
