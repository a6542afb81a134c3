package protoload

import (
	"fmt"

	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
)

// File returns the descriptor of a compiled file, by its import path, with the options of google.api decoded
// and the comments of the source.
func (r *Request) File(path string) (protoreflect.FileDescriptor, error) {
	req, err := r.ForPlugin("")
	if err != nil {
		return nil, err
	}
	files, err := protodesc.NewFiles(&descriptorpb.FileDescriptorSet{File: req.GetProtoFile()})
	if err != nil {
		return nil, fmt.Errorf("link descriptors: %w", err)
	}
	return files.FindFileByPath(path)
}
