package game

import "combigo.dev/combigo/result"

// checkMemory returns an error if something, in the singular, needs more than the ceiling, 0 being
// none.
func checkMemory(what string, need, ceiling result.Bytes) error {
	if ceiling > 0 && need > ceiling {
		return &result.MemoryError{Of: what, Need: need, Ceiling: ceiling, Given: true}
	}
	return nil
}
