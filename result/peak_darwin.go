package result

import "syscall"

// PeakMemory asks getrusage, which counts in bytes on this system.
func PeakMemory() Bytes {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return Bytes(usage.Maxrss)
}
