package result

import (
	"os"
	"strconv"
	"strings"
)

// PeakMemory returns the most memory that this process has had resident so far, or 0 if the
// operating system does not say. The mark of getrusage would also count the parent process.
func PeakMemory() Bytes {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "\nVmHWM:")
	line, _, _ := strings.Cut(after, "\n")
	kibibytes, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(line, "kB")), 10, 64)
	if err != nil {
		return 0
	}
	return Bytes(kibibytes * 1024)
}
