//go:build !linux && !darwin

package result

// PeakMemory returns 0: the operating system does not say.
func PeakMemory() Bytes { return 0 }
