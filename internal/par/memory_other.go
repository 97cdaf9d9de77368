//go:build !linux

package par

import "combigo/result"

// unused is not known on this system.
func unused() int64 { return 0 }

func resident() residence {
	return residence{all: result.PeakMemory(), mapped: result.PeakMemory() / 2}
}
