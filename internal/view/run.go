package view

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"combigo/run"
)

// Ways has a line for each way to cut the work of a run, and below them the cheapest one, or what is missing.
func Ways(p *run.Ways) *Document {
	t := newTable("way", "method", "at once", "tasks", "threads", "memory", "disk", "moved", "jobs", "wall time", "core-hours", "fits")
	t.SetColumnConfigs(right(3, 4, 5, 6, 7, 8, 9, 10, 11))
	cheapest := p.Cheapest()
	for i := range p.Ways {
		one := &p.Ways[i]
		fits := "yes"
		switch {
		case !one.Fits():
			fits = "no"
		case one == cheapest:
			fits = "cheapest"
		}
		t.AppendRow(table.Row{
			one.Engine, wayMethod(one), one.Residues, one.Tasks, one.Threads, one.Memory, one.Disk, one.Traffic, one.Jobs, lasts(one.Time), hours(one.CoreHours), fits,
		})
	}
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
	d.table(t)
	d.gap()
	d.line("tasks that help: %d of a stage, %s with all residues side by side", p.Tasks, tasksAtOnce(p))
	if cheapest == nil {
		d.line("nothing fits; nearest: %s", strings.Join(p.Nearest().Missing, "; "))
	} else {
		d.terminal("cheapest: " + commandOf(p, cheapest) + "\n") // to be copied: on one line
	}
	return d
}

// wayMethod is the method of a way, and how many columns residues share.
func wayMethod(way *run.Way) string {
	if way.Shared > 0 {
		return fmt.Sprintf("%s, %d shared", way.Method, way.Shared)
	}
	return string(way.Method)
}

// tasksAtOnce says for each method how many tasks help.
func tasksAtOnce(p *run.Ways) string {
	var texts []string
	for _, one := range p.Ways {
		text := fmt.Sprintf("%d by %s", p.TasksAtOnce(one.Method), one.Method)
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, ", ")
}

// commandOf is the command that runs a board in a way.
func commandOf(p *run.Ways, way *run.Way) string {
	size := fmt.Sprint(p.Size.Rows)
	if p.Size.Cols != p.Size.Rows {
		size += fmt.Sprintf(" %d", p.Size.Cols)
	}
	command := fmt.Sprintf("combigo run start %s --dir DIR --method %s --threads %d", size, way.Method, way.Threads)
	if way.Engine == run.Disk && way.Method == run.Modulo {
		command += fmt.Sprintf(" --shared-columns %d", way.Shared)
	}
	if way.Engine == run.Slurm {
		return command + fmt.Sprintf(" --engine slurm --tasks %d --residues %d --task-memory %dG", way.Tasks, way.Residues, int64(math.Ceil(float64(way.Memory)/(1<<30))))
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
	Shared       int      `json:"shared_columns"`
	Moduli       int      `json:"residues"`
	StateSteps   float64  `json:"state_steps"`
	Residues     int      `json:"residues_at_once"`
	Tasks        int      `json:"tasks"`
	Threads      int      `json:"threads"`
	MemoryBytes  int64    `json:"memory_bytes"`
	DiskBytes    int64    `json:"disk_bytes"`
	TrafficBytes int64    `json:"traffic_bytes"`
	SpillTraffic int64    `json:"traffic_spill_bytes"`
	Jobs         int      `json:"jobs"`
	TaskSeconds  float64  `json:"longest_task_seconds"`
	BinSeconds   float64  `json:"longest_bin_seconds"`
	Seconds      float64  `json:"seconds"`
	CoreHours    float64  `json:"core_hours"`
	Fits         bool     `json:"fits"`
	Cheapest     bool     `json:"cheapest"`
	Missing      []string `json:"missing"`
	Command      string   `json:"command,omitempty"`
}

// WaysJSON is what JSON has of the ways to cut the work of a run.
func WaysJSON(p *run.Ways) any {
	ways := []wayJSON{}
	cheapest := p.Cheapest()
	for i := range p.Ways {
		w := &p.Ways[i]
		one := wayJSON{
			string(w.Engine), string(w.Method), w.Shared, w.Moduli, w.Steps, w.Residues, w.Tasks, w.Threads, int64(w.Memory), int64(w.Disk), int64(w.Traffic), int64(w.Spilled), w.Jobs,
			w.Longest.Seconds(), w.Bin.Seconds(), w.Time.Seconds(), w.CoreHours, w.Fits(), w == cheapest, append([]string{}, w.Missing...), "",
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
