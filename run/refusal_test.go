package run

import (
	"errors"
	"testing"

	"combigo/result"
)

// A run is refused if not even its least need fits, and the error compares that need with what there is.
func TestMemoryRefusal(t *testing.T) {
	here := memoryHere(0)
	if here == 0 {
		t.Skip("the memory of this machine is not known")
	}
	tight := &Plan{Memory: here + result.Bytes(1<<30), Parts: Parts{Least: 1 << 20}} // made when there was more
	if err := tight.memoryRefusal(); err != nil {
		t.Errorf("a run that can do with the memory is refused: %v", err)
	}
	for _, p := range []*Plan{
		{Memory: 1 << 60, Parts: Parts{Least: 1 << 60}},
		{Memory: 2 << 20, Parts: Parts{Least: 2 << 20}, memory: 1 << 20},
		{Memory: 2 << 20, Parts: Parts{Least: 2 << 20}, memory: 1 << 20, Cluster: true},
	} {
		var refused *MemoryError
		if err := p.memoryRefusal(); !errors.As(err, &refused) || refused.Need != p.Parts.Least || refused.Need <= refused.Ceiling {
			t.Errorf("a run of %s is not refused as it should be: %v", p.Parts.Least, err)
		}
	}
}
