package memory

import (
	"io/fs"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"

	"combigo.dev/combigo/result"
)

const kibi = 1024

// unused returns the bytes that this process can have without swapping or being killed, 0 if the
// system does not say.
func unused() int64 {
	left := unusedIn(os.DirFS("/"))
	for _, limit := range []struct {
		resource int
		used     string
	}{{syscall.RLIMIT_AS, "VmSize:"}, {syscall.RLIMIT_DATA, "VmData:"}} {
		var r syscall.Rlimit
		if syscall.Getrlimit(limit.resource, &r) != nil || r.Cur >= math.MaxInt64 {
			continue
		}
		address := addressLeft(int64(r.Cur), field(os.DirFS("/"), "proc/self/status", limit.used)*kibi)
		if left == 0 || address < left {
			left = address
		}
	}
	return left
}

// addressLeft returns how much memory fits in the address space that a limit leaves. The runtime
// reserves it in arenas, threads have large stacks there, and pages that are free again keep their
// addresses.
func addressLeft(limit, used int64) int64 {
	const threads, packing = 128 << 20, 0.7
	return max(1, int64(packing*float64(limit-used-threads)))
}

// unusedIn returns what the machine has available, or what the tightest control group around this
// process leaves, whichever is less; 0 if neither is known.
func unusedIn(root fs.FS) int64 {
	unused := field(root, "proc/meminfo", "MemAvailable:") * kibi
	for _, version := range []groups{version1, version2} {
		for group := version.own(root); ; group = path.Dir(group) {
			left, limited := version.left(root, path.Join(version.mount, group))
			if limited && (unused == 0 || left < unused) {
				unused = left
			}
			if group == "." || group == "/" {
				break
			}
		}
	}
	return unused
}

// groups is how a version of control groups is written down.
type groups struct {
	mount        string
	limit, used  string // files
	idle         string // field of memory.stat: cached files that nobody uses
	isController func(controllers string) bool
}

var (
	version1 = groups{
		mount: "sys/fs/cgroup/memory", limit: "memory.limit_in_bytes", used: "memory.usage_in_bytes",
		idle: "total_inactive_file",
		isController: func(controllers string) bool {
			return strings.Contains(","+controllers+",", ",memory,")
		},
	}
	version2 = groups{
		mount: "sys/fs/cgroup", limit: "memory.max", used: "memory.current", idle: "inactive_file",
		isController: func(controllers string) bool { return controllers == "" },
	}
)

// own returns the path of this process in the hierarchy. A line of /proc/self/cgroup is
// number:controllers:path. Where there is none the root is tried: containers may see nothing but
// their own group, as the root.
func (g groups) own(root fs.FS) string {
	text, _ := fs.ReadFile(root, "proc/self/cgroup")
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) == 3 && g.isController(parts[1]) {
			return path.Join(".", parts[2])
		}
	}
	return "."
}

// left returns how much more memory the processes of a control group may take, and whether that is
// limited. Cached files that nobody uses can be dropped, and so count as free. Version 1 has a
// limit of almost 2^63 for none.
func (g groups) left(root fs.FS, group string) (bytes int64, limited bool) {
	limit, ok := readNumber(root, path.Join(group, g.limit))
	if !ok || limit >= math.MaxInt64/2 {
		return 0, false
	}
	used, _ := readNumber(root, path.Join(group, g.used))
	used -= field(root, path.Join(group, "memory.stat"), g.idle)
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

// field returns the number after a name at the start of a line, 0 if there is none.
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

func resident() residence {
	root := os.DirFS("/")
	all := field(root, "proc/self/status", "VmRSS:")
	anonymous := field(root, "proc/self/status", "RssAnon:")
	return residence{result.Bytes(all * kibi), result.Bytes((all - anonymous) * kibi)}
}
