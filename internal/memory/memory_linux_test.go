package memory

import (
	"testing"
	"testing/fstest"
)

func files(texts map[string]string) fstest.MapFS {
	root := fstest.MapFS{}
	for name, text := range texts {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return root
}

const meminfo = "MemTotal:       16384 kB\nMemFree:  10 kB\nMemAvailable:    8192 kB\n"

func TestUnusedMemory(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"nothing known": {map[string]string{}, 0},
		"no groups":     {map[string]string{"proc/meminfo": meminfo}, 8 << 20},
		"no limit": {map[string]string{
			"proc/meminfo":             meminfo,
			"sys/fs/cgroup/memory.max": "max\n",
		}, 8 << 20},
		"container": {map[string]string{
			"proc/meminfo":                 meminfo,
			"proc/self/cgroup":             "0::/\n",
			"sys/fs/cgroup/memory.max":     "4194304\n",
			"sys/fs/cgroup/memory.current": "3145728\n",
			"sys/fs/cgroup/memory.stat":    "anon 1048576\ninactive_file 1048576\n",
		}, 2 << 20},
		"limit above what there is": {map[string]string{
			"proc/meminfo":             meminfo,
			"sys/fs/cgroup/memory.max": "999999999999\n",
		}, 8 << 20},
		"parent limits": {map[string]string{
			"proc/meminfo":                   meminfo,
			"proc/self/cgroup":               "1:cpu:/x\n0::/slice/job\n",
			"sys/fs/cgroup/slice/memory.max": "1048576\n",
		}, 1 << 20},
		"version 1": {map[string]string{
			"proc/meminfo":     meminfo,
			"proc/self/cgroup": "9:cpu,memory:/slurm/job_7\n0::/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":             "9223372036854771712\n",
			"sys/fs/cgroup/memory/slurm/job_7/memory.limit_in_bytes": "4194304\n",
			"sys/fs/cgroup/memory/slurm/job_7/memory.usage_in_bytes": "2097152\n",
			"sys/fs/cgroup/memory/slurm/job_7/memory.stat":           "inactive_file 1\ntotal_inactive_file 1048576\n",
		}, 3 << 20},
		"version 1 seen from inside": {map[string]string{
			"proc/meminfo":     meminfo,
			"proc/self/cgroup": "4:memory:/docker/abc\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "3145728\n",
			"sys/fs/cgroup/memory/memory.usage_in_bytes": "1048576\n",
		}, 2 << 20},
		"nothing left": {map[string]string{
			"proc/meminfo":                 meminfo,
			"sys/fs/cgroup/memory.max":     "1048576\n",
			"sys/fs/cgroup/memory.current": "2097152\n",
		}, 1},
	} {
		if got := unusedIn(files(c.files)); got != c.want {
			t.Errorf("%s: %d bytes unused, want %d", name, got, c.want)
		}
	}
}

func TestUnusedMemoryOfThisMachine(t *testing.T) {
	if unused := unused(); unused < 1<<20 || unused > 1<<46 {
		t.Errorf("%d bytes unused", unused)
	}
}
