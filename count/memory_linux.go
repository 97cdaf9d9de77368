package count

import (
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
)

// unusedMemory returns the bytes that can be had without swapping, or 0 if the
// system does not say: what the machine has available, or what the tightest
// control group around this process leaves, whichever is less.
func unusedMemory() int64 { return unusedIn(os.DirFS("/")) }

func unusedIn(root fs.FS) int64 {
	unused := field(root, "proc/meminfo", "MemAvailable:") * 1024
	for group := ownGroup(root); ; group = path.Dir(group) {
		left, limited := leftInGroup(root, path.Join("sys/fs/cgroup", group))
		if limited && (unused == 0 || left < unused) {
			unused = left
		}
		if group == "." || group == "/" {
			return unused
		}
	}
}

// ownGroup returns the path of this process in the control group hierarchy,
// version 2: the line of /proc/self/cgroup that begins with "0::".
func ownGroup(root fs.FS) string {
	text, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return "."
	}
	for line := range strings.Lines(string(text)) {
		if group, ok := strings.CutPrefix(strings.TrimSpace(line), "0::"); ok {
			return path.Join(".", group)
		}
	}
	return "."
}

// leftInGroup returns how much more memory the processes of a control group may
// take, and whether that is limited. Cached files that nobody uses can be
// dropped, and so count as free.
func leftInGroup(root fs.FS, group string) (bytes int64, limited bool) {
	limit, ok := readNumber(root, path.Join(group, "memory.max"))
	if !ok {
		return 0, false
	}
	used, _ := readNumber(root, path.Join(group, "memory.current"))
	used -= field(root, path.Join(group, "memory.stat"), "inactive_file")
	return max(1, limit-max(0, used)), true
}

// readNumber reads a file that holds one number; it may hold "max" instead.
func readNumber(root fs.FS, name string) (int64, bool) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}

// field returns the number after a name at the start of a line, 0 if there is
// none.
func field(root fs.FS, file, name string) int64 {
	text, err := fs.ReadFile(root, file)
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) >= 2 && words[0] == name {
			n, _ := strconv.ParseInt(words[1], 10, 64)
			return n
		}
	}
	return 0
}
