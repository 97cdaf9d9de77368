//go:build !linux

package memory

import "combigo.dev/combigo/result"

// unused is not known on this system.
func unused() int64 { return 0 }

func resident() residence {
	return residence{all: result.PeakMemory(), mapped: result.PeakMemory() / 2}
}
