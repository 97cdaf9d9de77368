package result

// PeakMemory returns the most memory that this process has had resident so far, or 0 if the
// operating system does not say.
func PeakMemory() Bytes { return peakMemory() }
