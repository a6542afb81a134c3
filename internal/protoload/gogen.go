package protoload

import (
	"errors"
	"fmt"

	gengo "google.golang.org/protobuf/cmd/protoc-gen-go/internal_gengo"
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/types/pluginpb"
)

// GenerateGo does what the program protoc-gen-go does with a request, of the version that go.mod pins. Take the
// request from [Request.ForGo], or options come out encoded otherwise than under buf.
//
// A response never carries an error: what the plugin would put there is returned as the error.
func GenerateGo(req *pluginpb.CodeGeneratorRequest) (*pluginpb.CodeGeneratorResponse, error) {
	plugin, err := protogen.Options{}.New(req)
	if err != nil {
		return nil, fmt.Errorf("protoc-gen-go: %w", err)
	}
	for _, file := range plugin.Files {
		if file.Generate {
			gengo.GenerateFile(plugin, file)
		}
	}
	plugin.SupportedFeatures = gengo.SupportedFeatures
	plugin.SupportedEditionsMinimum = gengo.SupportedEditionsMinimum
	plugin.SupportedEditionsMaximum = gengo.SupportedEditionsMaximum
	resp := plugin.Response()
	if resp.Error != nil {
		return nil, errors.New("protoc-gen-go: " + resp.GetError())
	}
	return resp, nil
}
