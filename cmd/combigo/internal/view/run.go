package view

import (
	"fmt"
	"math"
	"strings"
	"time"

	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/store/run"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/result"
)

// Plan says what a run will take.
func Plan(p *run.Plan) *Document {
	d := &Document{}
	d.head("run %s: %s of columns modulo a prime, %.3g state-steps, about %s%s", p.Size, Plural(p.Columns, "residue"), p.Steps, Roughly(p.Time), map[bool]string{true: fmt.Sprintf(" if %s run at once", Plural(p.Tasks, "task"))}[p.Engine == run.Slurm])
	d.fact("method", methodText(p))
	d.fact("memory", fmt.Sprintf("%s, in %s of each stage (at least %s)", p.Memory, Plural(p.Shares, "share"), p.Least))
	d.fact("disk", fmt.Sprintf("%s at the peak", p.Disk))
	d.fact("traffic", fmt.Sprintf("%s read and written", p.Traffic()))
	for _, dir := range p.Dirs {
		if len(p.Dirs) > 1 {
			d.record("%s: %d of %s, %s", dir.Name, dir.Shares, Plural(p.Shares, "share"), p.Disk*result.Bytes(dir.Shares)/result.Bytes(p.Shares))
		}
		d.fact("disk speed", diskSpeed(dir.Speed))
	}
	return d
}

// DryRun says what a run would take, and what would be submitted, or why it is refused.
func DryRun(p *run.Plan, s *run.Submission) *Answer {
	d, refusal, submission := Plan(p), any(absent{}), any(absent{})
	if s != nil {
		d.submission(s)
		submission = submissionObject(s)
	} else if err := p.Refusal(); err != nil {
		d.line("refused: %v", err)
		refusal = err.Error()
	}
	var dirs []object
	if len(p.Dirs) > 1 {
		dirs = objects(p.Dirs, func(d *run.Portion) object {
			return object{"dir", d.Name, "shares", d.Shares, "room_bytes", some(d.Room), "disk_bytes_per_second", d.Speed.Bytes}
		})
	}
	return &Answer{Document: d, json: object{
		"rows", p.Size.Rows, "cols", p.Size.Cols, "method", p.Method, "residues", len(p.Primes), "residue_columns", p.Columns, "spare", p.Spare,
		"shares", p.Shares, "vector_bytes", p.Vector, "memory_bytes", p.Memory, "memory_least_bytes", p.Least, "disk_bytes", p.Disk,
		"traffic_bytes", p.Traffic(), "state_steps", p.Steps, "seconds", p.Time, "disk_bytes_per_second", p.Dirs[0].Speed.Bytes,
		"disk_seconds_per_file", p.Dirs[0].Speed.File, "disk_speed_measured", p.Dirs[0].Speed.Measured, "dirs", some(dirs), "refusal", refusal, "submission", submission,
	}}
}

// Submission has the calls of sbatch.
func Submission(s *run.Submission) *Answer {
	d := &Document{}
	d.submission(s)
	return &Answer{Document: d, json: submissionObject(s)}
}

func (d *Document) submission(s *run.Submission) {
	var b strings.Builder
	_, _ = s.WriteTo(&b) // never fails
	d.script(b.String())
}

// submissionObject is what sbatch is called with, and what the jobs run.
func submissionObject(s *run.Submission) object {
	return object{"script", s.Script, "jobs", objects(s.Jobs, func(j run.Job) object {
		return object{
			"name", j.Name, "tasks", j.Tasks, "after", some(j.After), "sbatch", s.Command(j, ""),
		}
	})}
}

// methodText says how the number is computed.
func methodText(p *run.Plan) string {
	text := fmt.Sprintf("modulo: half of the columns for each of %d primes, one after the other", len(p.Primes))
	switch {
	case p.Partial():
		var numbers []int
		for _, prime := range p.Primes {
			numbers = append(numbers, run.PrimeNumber(prime))
		}
		text = fmt.Sprintf("modulo: half of the columns for --primes %s; the number takes %d primes", run.FormatPrimes(numbers), p.Whole())
	case p.Method == run.Exact:
		text = "exact: half of the columns, each in as many residues as its values need"
	}
	if p.Spare {
		text += ", and one residue more as a check"
	}
	if p.DiskExact > 0 {
		text += fmt.Sprintf(" (method exact would take %s of disk)", p.DiskExact)
	}
	return text
}

func diskSpeed(s run.DiskSpeed) string {
	how := "measured"
	if !s.Measured {
		how = "assumed"
	}
	return fmt.Sprintf("%s a second, and %.1f ms a file: %s", s.Bytes, 1e3*s.File.Seconds(), how)
}

// RunStatus says how far a run has come.
func RunStatus(s *run.Status) *Answer {
	d := &Document{}
	d.head("run %s: %.2f %% done%s", s.Size, 100*s.Share, activity(s))
	for i := range s.Chains {
		c := &s.Chains[i]
		name := "number"
		if c.Modulus > 0 {
			name = fmt.Sprintf("residue %-3d modulo %d, prime %d", i, c.Modulus, run.PrimeNumber(c.Modulus))
		}
		d.record("%s: %s", name, chainText(c))
	}
	if s.Jobs != nil {
		for _, job := range s.Jobs.Held {
			d.fact("held", fmt.Sprintf("job %s, %s: %s; fix: scontrol release %s, when what held it is mended", job.ID, job.Name, job.Reason, job.ID))
		}
	}
	if s.Seconds > 0 {
		d.fact("speed", fmt.Sprintf("%.3g state-steps a second, %s read, %s written", s.Steps/s.Seconds, s.Read, s.Written))
	}
	for _, dir := range s.Dirs[min(1, len(s.Dirs)):] {
		d.record("%s: %d of %s of each stage", dir.Name, dir.Shares, Plural(s.Shares, "share"))
	}
	if s.Left > 0 && !s.Done {
		d.fact("time left", fmt.Sprintf("about %s", s.Left))
	}
	if !s.Holes {
		d.fact("disk", "files stay until their stage is done: the file system punches no holes")
	}
	jobs := any(absent{})
	if s.Jobs != nil {
		jobs = object{"running", s.Jobs.Running, "waiting", s.Jobs.Waiting, "held", objects(s.Jobs.Held, func(job run.HeldJob) object {
			return object{"id", job.ID, "name", job.Name, "reason", job.Reason}
		})}
	}
	return &Answer{Document: d, json: object{
		"rows", s.Size.Rows, "cols", s.Size.Cols, "engine", s.Engine, "busy", s.Work == storage.AtWork, "work", s.Work, "done", s.Done, "share", s.Share,
		"chains", objects(s.Chains, chainObject), "state_steps", s.Steps, "seconds", s.Seconds, "bytes_read", s.Read, "bytes_written", s.Written,
		"seconds_left", s.Left.Round(time.Millisecond), "holes", s.Holes, "dirs", some(each(s.Dirs[min(1, len(s.Dirs)):], func(d run.Dir) string { return d.Name })), "jobs", jobs,
	}}
}

func chainObject(c run.ChainState) object {
	value, fault := any(absent{}), any(absent{})
	if c.Value != nil {
		value = c.Value.String()
	}
	if c.Fault != nil {
		fault = Explained(c.Fault)
	}
	return object{"modulus", c.Modulus, "value", value, "stage", c.Stage, "stages", c.End, "shares", c.Shares(), "shares_done", c.Ready(), "fault", fault}
}

// chainText says how far a chain has come.
func chainText(c *run.ChainState) string {
	switch {
	case c.Fault != nil:
		return "damaged: " + Explained(c.Fault)
	case c.Value != nil && c.Modulus > 0:
		return c.Value.String()
	case c.Value != nil:
		return "done"
	case c.Stage == 0 && c.Ready() == 0:
		return "not begun"
	case c.Stage == c.End:
		return fmt.Sprintf("%d of %s", c.Stage, Plural(c.End, "stage"))
	}
	return fmt.Sprintf("%d of %s, and %d of %s", c.Stage, Plural(c.End, "stage"), c.Ready(), Plural(c.Shares(), "share"))
}

func activity(s *run.Status) string {
	switch {
	case s.Work == storage.AtWork:
		return ", a program is at work"
	case s.Done:
		return ": combigo run result prints the number"
	case s.Work == storage.Unknown:
		return "; whether a program is at work cannot be told: the lock cannot be read"
	case s.Jobs != nil && s.Jobs.Running+s.Jobs.Waiting+len(s.Jobs.Held) == 0:
		return ", none of its jobs is in the queue: combigo run resume goes on"
	case s.Jobs != nil:
		return fmt.Sprintf(", %s run, %d wait, %d are held", Plural(s.Jobs.Running, "job"), s.Jobs.Waiting, len(s.Jobs.Held))
	case s.Engine == run.Slurm:
		return ", squeue shows its jobs: where there are none, combigo run resume goes on"
	}
	return ", no program is at work: combigo run resume goes on"
}

// Verification has the faults of the files of a run, one a line, and how much was read.
func Verification(v *run.Verification) *Answer {
	d, faults := &Document{}, each(v.Faults, Explained)
	for _, fault := range faults {
		d.record("%s", fault)
	}
	gone, what := "", fmt.Sprintf("%s of values", v.Bytes)
	if v.Gone > 0 {
		gone = fmt.Sprintf("; %s gone meanwhile, the run is done with them", Plural(v.Gone, "file"))
	}
	if v.Finished {
		what = "the manifest and the values of all chains: the run is finished, and keeps no others"
	}
	d.line("%s, %s, %s%s", Plural(v.Files, "file"), what, Plural(len(v.Faults), "fault"), gone)
	return &Answer{Document: d, json: object{"files", v.Files, "bytes", v.Bytes, "files_gone", v.Gone, "finished", v.Finished, "faults", faults}}
}

// Values has what value files hold, and what came of the checks.
func Values(values []*count.Value) *Answer {
	d, numbers := &Document{}, []any{}
	for _, v := range values {
		n, prime := v.Number()
		modulo := ""
		if prime > 0 {
			modulo = fmt.Sprintf(" modulo %d, prime %d", prime, run.PrimeNumber(prime))
		}
		d.head("L(%d,%d) = %s%s", v.Board.Rows, v.Board.Cols, n, modulo)
		d.fact("file", v.Name)
		d.fact("from", fmt.Sprintf("%s; %s; %s", v.Date, v.Program, v.Machine))
		for _, check := range v.Checks {
			d.fact("check", check)
		}
		if v.Fault != nil {
			d.record("fault: %s", Explained(v.Fault))
		}
		d.gap()
		numbers = append(numbers, n)
	}
	return &Answer{Document: d, Numbers: numbers, json: object{"values", objects(values, func(v *count.Value) object {
		n, prime := v.Number()
		fault := any(absent{})
		if v.Fault != nil {
			fault = Explained(v.Fault)
		}
		return object{
			"file", v.Name, "run", fmt.Sprintf("%x", v.Run), "rows", v.Board.Rows, "cols", v.Board.Cols, "method", v.Method, "modulus", some(prime),
			"prime", some(run.PrimeNumber(prime)), "value", n, "program", v.Program, "machine", v.Machine, "date", v.Date, "checks", v.Checks, "fault", fault,
		}
	})}}
}

// Ways has the cheapest and the fastest way to run a board, or what is missing; and all ways, if
// these are wanted.
func Ways(p *run.Ways, all bool) *Answer {
	cheapest, fastest := p.Cheapest, p.Fastest
	s := p.Site
	limits := ""
	if s.Disk > 0 {
		limits += fmt.Sprintf(", %s of disk", s.Disk)
	}
	if s.TimeLimit > 0 {
		limits += fmt.Sprintf(", jobs of %s", lasts(s.TimeLimit))
	}
	var speeds []string
	for _, p := range s.Disks {
		speeds = append(speeds, p.Speed.Bytes.String())
	}
	d := &Document{}
	d.line("run %s: a vector of %s", p.Size, p.Vector)
	d.line("site: %s of %d cores and %s%s, %s a second", Plural(s.Nodes, "node"), s.Cores, s.Memory, limits, strings.Join(speeds, " and "))
	d.table(waysTable(p, all))
	switch {
	case cheapest == nil:
		d.line("nothing fits; nearest: %s", strings.Join(missing(p.Nearest), "; "))
	case cheapest == fastest:
		d.command("cheapest and fastest", commandOf(p, cheapest))
	default:
		d.command("cheapest", commandOf(p, cheapest))
		d.command("fastest", commandOf(p, fastest))
	}
	if miss := p.Miss; miss != nil {
		d.line("nearest miss: with %s of disk, method %s takes %s core-hours, not %s", miss.Disk, miss.Method, hours(miss.CoreHours), hours(cheapest.CoreHours))
	}
	var disks []object
	if len(s.Disks) > 1 {
		disks = objects(s.Disks, func(p *run.Portion) object {
			return object{"room_bytes", some(p.Room), "disk_bytes_per_second", p.Speed.Bytes}
		})
	}
	ways := []object{}
	for _, w := range p.Ways {
		command := ""
		if w.Fits() {
			command = commandOf(p, w)
		}
		ways = append(ways, object{
			"engine", w.Engine, "method", w.Method, "state_steps", w.Steps, "tasks", w.Tasks, "threads", w.Threads, "shares", w.Shares,
			"memory_bytes", w.Memory, "disk_bytes", w.Disk, "traffic_bytes", w.Traffic(), "jobs", w.Jobs, "longest_task_seconds", w.Longest,
			"longest_share_seconds", w.Share, "seconds", w.Time, "core_hours", w.CoreHours, "fits", w.Fits(), "cheapest", w == cheapest,
			"fastest", w == fastest, "missing", missing(w), "nearest_miss", w == p.Miss, "command", some(command),
		})
	}
	return &Answer{Document: d, json: object{
		"rows", p.Size.Rows, "cols", p.Size.Cols, "vector_bytes", p.Vector, "nodes", s.Nodes, "cores", s.Cores, "node_memory_bytes", s.Memory,
		"disk_ceiling_bytes", s.Disk, "disk_bytes_per_second", s.Disks[0].Speed.Bytes, "disks", some(disks), "time_limit_seconds", s.TimeLimit, "ways", ways,
	}}
}

// missing says why a way does not fit.
func missing(w *run.Way) (all []string) {
	for _, err := range w.Missing {
		all = append(all, err.Error())
	}
	return all
}

// waysTable has the cheapest and the fastest way, or if nothing fits the nearest one; or all.
func waysTable(p *run.Ways, all bool) *grid {
	t := newTable("way", "method", ">tasks", ">threads", ">shares", ">memory", ">disk", ">moved", ">jobs", ">wall time", ">core-hours", "fits")
	cheapest, fastest := p.Cheapest, p.Fastest
	for _, one := range p.Ways {
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
		if all || cheapest == nil && one == p.Nearest || one == cheapest || one == fastest {
			t.row(
				one.Engine, one.Method, one.Tasks, one.Threads, one.Shares, one.Memory, one.Disk, one.Traffic(), one.Jobs,
				lasts(one.Time), hours(one.CoreHours), fits,
			)
		}
	}
	return t
}

// commandOf is the command that runs a board in a way.
func commandOf(p *run.Ways, way *run.Way) string {
	dirs := "--dir DIR"
	if n := len(p.Site.Disks); n > 1 {
		dirs = "--dir DIR1"
		for i := range n - 1 {
			dirs += fmt.Sprintf(" --dir DIR%d", i+2)
		}
	}
	command := fmt.Sprintf("combigo run start %s %s --method %s --threads %d", sides(p.Size), dirs, way.Method, way.Threads)
	if way.Engine == run.Slurm {
		return command + fmt.Sprintf(" --engine slurm --tasks %d --memory %dGiB", way.Tasks, int64(math.Ceil(float64(way.Memory)/(1<<30))))
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
