package count

import "combigo/result"

// headroom is the share of the available memory that is left to the rest of the
// process and of the machine.
const headroom = 0.1

// availableMemory returns the bytes that the machine can give to an engine, or
// 0 if that is unknown.
func availableMemory() result.Bytes {
	return result.Bytes((1 - headroom) * float64(unusedMemory()))
}

// AvailableMemory returns the memory that the machine can give to an engine, or 0
// if that is unknown. It is what [Options] without a ceiling stand for.
func AvailableMemory() result.Bytes { return availableMemory() }
