package memory_test

import (
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/memory"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) host.Store { return memory.New() })
}
