package protoload_test

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/pluginpb"

	"github.com/a2a-gen/a2a-gen/internal/diag"
	"github.com/a2a-gen/a2a-gen/internal/protoload"
)

func TestLoadAccepts(t *testing.T) {
	for name, spec := range protos(t, "testdata/accepted/*.proto") {
		t.Run(name, func(t *testing.T) {
			files := generateGo(t, mustLoad(t, name, spec), goParameter)
			if _, ok := files["gen/a2apb/a2a.pb.go"]; !ok || len(files) != 1 {
				t.Errorf("protoc-gen-go printed other files than gen/a2apb/a2a.pb.go")
			}
		})
	}
}

func TestLoadRefuses(t *testing.T) {
	for name, spec := range protos(t, "testdata/refused/*.proto") {
		t.Run(name, func(t *testing.T) {
			_, err := load(t, name+".proto", spec+"\n") // never empty: load would take the repository's own
			if err == nil {
				t.Fatal("no error")
			}
			if _, ok := errors.AsType[diag.List](err); !ok {
				t.Errorf("the error is a %T, not a list of findings", err)
			}
			compare(t, "testdata/refused/"+name+".txt", []byte(err.Error()+"\n"))
		})
	}
}

// TestRealVersions runs versions of the definition as they were published, where they are kept beside the
// repository; they are not ours to ship.
func TestRealVersions(t *testing.T) {
	pkg := regexp.MustCompile(`(?m)^package (.+);`)
	for name, spec := range protos(t, root+"../shared/spec/*.proto") {
		t.Run(name, func(t *testing.T) {
			req, err := load(t, "a2a.proto", spec)
			if at := pkg.FindStringSubmatchIndex(spec); spec[at[2]:at[3]] != "lf.a2a.v1" {
				line := strings.Count(spec[:at[0]], "\n") + 1
				list, ok := errors.AsType[diag.List](err)
				if !ok || len(list) != 1 || list[0].Line != line || !strings.HasPrefix(list[0].Message, "is package a2a.v1: ") {
					t.Errorf("got %v, want one finding about the package in line %d", err, line)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			generateGo(t, req, goParameter)
		})
	}
}

// TestForms loads the same definition as other editors would write it.
func TestForms(t *testing.T) {
	spec := protos(t, root+"proto/lf/a2a/v1/a2a.proto")["a2a"]
	want := generateGo(t, mustLoad(t, "", ""), goParameter)
	forms := map[string]string{
		"byte order mark": "\uFEFF" + spec,
		"line ends":       strings.ReplaceAll(spec, "\n", "\r\n"),
	}
	for name, form := range forms {
		t.Run(name, func(t *testing.T) {
			got := generateGo(t, mustLoad(t, name, form), goParameter)
			for file := range want {
				if string(got[file]) != string(want[file]) {
					t.Errorf("%s differs", file)
				}
			}
		})
	}
}

// TestMissing asks for files that do not exist.
func TestMissing(t *testing.T) {
	if _, err := protoload.Load(t.Context(), protoload.Sources{FS: fstest.MapFS{}}, protoload.Spec); err == nil ||
		err.Error() != "lf/a2a/v1/a2a.proto: no such file" {
		t.Errorf("without the definition: %v", err)
	}
	if _, err := protoload.Load(t.Context(), protoload.Sources{FS: fstest.MapFS{}}, "payments.proto"); err == nil ||
		!strings.Contains(err.Error(), `"payments.proto": no such file`) {
		t.Errorf("without another file: %v", err)
	}
}

// TestRequest looks at the two forms of a request.
func TestRequest(t *testing.T) {
	req := mustLoad(t, "", "")
	forGo, err := req.ForGo("paths=source_relative")
	if err != nil {
		t.Fatal(err)
	}
	forPlugin, err := req.ForPlugin("")
	if err != nil {
		t.Fatal(err)
	}
	if got := forGo.GetParameter(); got != "paths=source_relative" {
		t.Errorf("parameter = %q", got)
	}
	if forPlugin.Parameter != nil || forPlugin.CompilerVersion != nil {
		t.Error("a parameter or a compiler version that nobody gave")
	}
	if hasRoute(forGo) {
		t.Error("protoc-gen-go would see decoded options")
	}
	if !hasRoute(forPlugin) {
		t.Error("plugins would not see the HTTP routes")
	}
	seen := make(map[string]bool)
	for _, file := range forPlugin.GetProtoFile() {
		for _, dep := range file.GetDependency() {
			if !seen[dep] {
				t.Errorf("%s comes before its import %s", file.GetName(), dep)
			}
		}
		seen[file.GetName()] = true
	}
	last := forPlugin.GetProtoFile()[len(forPlugin.GetProtoFile())-1]
	if last.GetName() != protoload.Spec || len(last.GetSourceCodeInfo().GetLocation()) == 0 {
		t.Errorf("%s has no comments", last.GetName())
	}
}

// hasRoute reports whether the first method of the first service has a decoded HTTP route.
func hasRoute(req *pluginpb.CodeGeneratorRequest) bool {
	for _, file := range req.GetProtoFile() {
		if file.GetName() == protoload.Spec {
			return proto.HasExtension(file.GetService()[0].GetMethod()[0].GetOptions(), annotations.E_Http)
		}
	}
	return false
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		sources := protoload.Sources{FS: os.DirFS(root + "proto")}
		if _, err := protoload.Load(b.Context(), sources, protoload.Spec); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGenerateGo(b *testing.B) {
	req, err := protoload.Load(b.Context(), protoload.Sources{FS: os.DirFS(root + "proto")}, protoload.Spec)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		in, err := req.ForGo(goParameter)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := protoload.GenerateGo(in); err != nil {
			b.Fatal(err)
		}
	}
}
