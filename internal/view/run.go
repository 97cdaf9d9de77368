package view

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"combigo.dev/combigo/internal/run"
)

// Ways has the cheapest and the fastest way to run a board, or what is missing; and all ways, if
// these are wanted.
func Ways(p *run.Ways, all bool) *Document {
	cheapest, fastest := p.Cheapest(), p.Fastest()
	s := p.Site
	limits := ""
	if s.Disk > 0 {
		limits += fmt.Sprintf(", %s of disk", s.Disk)
	}
	if s.TimeLimit > 0 {
		limits += fmt.Sprintf(", jobs of %s", lasts(s.TimeLimit))
	}
	d := &Document{}
	d.line("run %s: a vector of %s", p.Size, p.Vector)
	d.line("site: %s of %d cores and %s%s, %s a second", Plural(s.Nodes, "node"), s.Cores, s.Memory, limits, s.DiskSpeed)
	d.gap()
	d.table(waysTable(p, all))
	d.gap()
	switch {
	case cheapest == nil:
		d.line("nothing fits; nearest: %s", strings.Join(p.Nearest().Missing, "; "))
	case cheapest == fastest:
		d.command("cheapest and fastest", commandOf(p, cheapest))
	default:
		d.command("cheapest", commandOf(p, cheapest))
		d.command("fastest", commandOf(p, fastest))
	}
	return d
}

// waysTable has the cheapest and the fastest way, or if nothing fits the nearest one; or all.
func waysTable(p *run.Ways, all bool) *grid {
	t := newTable("way", "method", "tasks", "threads", "shares", "memory", "disk", "moved", "jobs", "wall time", "core-hours", "fits")
	t.right = []int{3, 4, 5, 6, 7, 8, 9, 10, 11}
	cheapest, fastest := p.Cheapest(), p.Fastest()
	nearest := -1
	if cheapest == nil {
		missing := p.Nearest().Missing
		nearest = slices.IndexFunc(p.Ways, func(w run.Way) bool { return slices.Equal(w.Missing, missing) })
	}
	for i := range p.Ways {
		one := &p.Ways[i]
		fits := "yes"
		switch {
		case !one.Fits():
			fits = "no"
		case one == cheapest && one == fastest:
			fits = "cheapest, fastest"
		case one == cheapest:
			fits = "cheapest"
		case one == fastest:
			fits = "fastest"
		}
		if all || i == nearest || one == cheapest || one == fastest {
			t.row(
				one.Engine, one.Method, one.Tasks, one.Threads, one.Shares, one.Memory, one.Disk, one.Traffic, one.Jobs,
				lasts(one.Time), hours(one.CoreHours), fits,
			)
		}
	}
	return t
}

// commandOf is the command that runs a board in a way.
func commandOf(p *run.Ways, way *run.Way) string {
	size := fmt.Sprint(p.Size.Rows)
	if p.Size.Cols != p.Size.Rows {
		size += fmt.Sprintf(" %d", p.Size.Cols)
	}
	command := fmt.Sprintf("combigo run start %s --dir DIR --method %s --threads %d", size, way.Method, way.Threads)
	if way.Engine == run.Slurm {
		return command + fmt.Sprintf(" --engine slurm --tasks %d --task-memory %dG", way.Tasks, int64(math.Ceil(float64(way.Memory)/(1<<30))))
	}
	return command
}

// hours is a number of hours.
func hours(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.2g", x)
}

// lasts is a time in the unit that fits it.
func lasts(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f s", math.Ceil(d.Seconds()))
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	case d < 48*time.Hour:
		return fmt.Sprintf("%.1f h", d.Hours())
	}
	return fmt.Sprintf("%.1f days", d.Hours()/24)
}

// wayJSON is a way in JSON.
type wayJSON struct {
	Engine       string   `json:"engine"`
	Method       string   `json:"method"`
	StateSteps   float64  `json:"state_steps"`
	Tasks        int      `json:"tasks"`
	Threads      int      `json:"threads"`
	Shares       int      `json:"shares"`
	MemoryBytes  int64    `json:"memory_bytes"`
	DiskBytes    int64    `json:"disk_bytes"`
	TrafficBytes int64    `json:"traffic_bytes"`
	Jobs         int      `json:"jobs"`
	TaskSeconds  float64  `json:"longest_task_seconds"`
	ShareSeconds float64  `json:"longest_share_seconds"`
	Seconds      float64  `json:"seconds"`
	CoreHours    float64  `json:"core_hours"`
	Fits         bool     `json:"fits"`
	Cheapest     bool     `json:"cheapest"`
	Fastest      bool     `json:"fastest"`
	Missing      []string `json:"missing"`
	Command      string   `json:"command,omitempty"`
}

// WaysJSON is what JSON has of all ways to cut the work of a run.
func WaysJSON(p *run.Ways) any {
	ways := []wayJSON{}
	cheapest, fastest := p.Cheapest(), p.Fastest()
	for i := range p.Ways {
		w := &p.Ways[i]
		one := wayJSON{
			string(w.Engine), string(w.Method), w.Steps, w.Tasks, w.Threads, w.Shares, int64(w.Memory), int64(w.Disk), int64(w.Traffic), w.Jobs,
			w.Longest.Seconds(), w.Share.Seconds(), w.Time.Seconds(), w.CoreHours, w.Fits(), w == cheapest, w == fastest,
			append([]string{}, w.Missing...), "",
		}
		if w.Fits() {
			one.Command = commandOf(p, w)
		}
		ways = append(ways, one)
	}
	s := p.Site
	return struct {
		Rows        int       `json:"rows"`
		Cols        int       `json:"cols"`
		VectorBytes int64     `json:"vector_bytes"`
		Nodes       int       `json:"nodes"`
		Cores       int       `json:"cores"`
		MemoryBytes int64     `json:"node_memory_bytes"`
		DiskBytes   int64     `json:"disk_ceiling_bytes"`
		DiskSpeed   int64     `json:"disk_bytes_per_second"`
		TimeLimit   float64   `json:"time_limit_seconds"`
		Ways        []wayJSON `json:"ways"`
	}{
		p.Size.Rows, p.Size.Cols, int64(p.Vector), s.Nodes, s.Cores, int64(s.Memory), int64(s.Disk), int64(s.DiskSpeed), s.TimeLimit.Seconds(), ways,
	}
}
