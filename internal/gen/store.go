package gen

import (
	"path"
	"strings"

	"google.golang.org/protobuf/compiler/protogen"

	"github.com/a2a-gen/a2a-gen/internal/definition"
	"github.com/a2a-gen/a2a-gen/internal/gen/bindings"
)

// printStore prints package store, which opens the stores that the definition
// asks for. It is what decides which drivers end up in the binary.
func (r *run) printStore() {
	in := func(name string) protogen.GoImportPath {
		return protogen.GoImportPath(path.Join(string(r.root), name))
	}
	sqlite := r.definition.Host.Store == definition.StoreSQLite
	f := r.plugin.NewGeneratedFile(path.Join(string(r.root), "store/store.go"), in("store"))
	f.P(bindings.Header)
	f.P()
	f.P("// Package store opens the stores that a2a.yaml asks for.")
	f.P("package store")
	f.P()
	forms := []string{"memory:"}
	if sqlite {
		forms = append(forms, "sqlite:PATH")
	}
	f.P("// Open opens the store of a URL: ", strings.Join(forms, " or "), ". The caller closes it.")
	f.P("func Open(ctx ", protogen.GoImportPath("context").Ident("Context"), ", url string) (", in("host").Ident("Store"), ", error) {")
	f.P("scheme, ", place(sqlite), ", _ := ", protogen.GoImportPath("strings").Ident("Cut"), `(url, ":")`)
	f.P("switch scheme {")
	f.P(`case "memory":`)
	f.P("return ", in("host/memory").Ident("New"), "(), nil")
	if sqlite {
		f.P(`case "sqlite":`)
		f.P("return ", in("host/sqlite").Ident("Open"), "(ctx, path)")
	}
	f.P("}")
	f.P("return nil, ", protogen.GoImportPath("fmt").Ident("Errorf"), `("store %q: want `, strings.Join(forms, " or "), `", url)`)
	f.P("}")
}

func place(used bool) string {
	if used {
		return "path"
	}
	return "_"
}
