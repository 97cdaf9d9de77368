package view

import (
	"fmt"
	"math"
	"strings"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/store/run"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/result"
)

// Plan says what a run will take.
func Plan(p *run.Plan) *Document {
	d := &Document{}
	columns, tasks := Plural(p.Columns, "residue")+" of columns", ""
	if p.Method == run.Modulo {
		columns = fmt.Sprintf("%s modulo %s", Plural(p.Columns/len(p.Primes), "column"), Plural(len(p.Primes), "prime"))
	}
	if p.Engine == run.Slurm {
		tasks = fmt.Sprintf(" if %s run at once", Plural(p.Tasks, "task"))
	}
	d.heading("run %s: %s, %.3g state-steps, about %s%s", p.Size, columns, p.Steps, Roughly(p.Time), tasks)
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

// diskJSON is what a plan knows of one of several disks.
type diskJSON struct {
	Room  result.Bytes `json:"room_bytes,omitempty"`
	Speed result.Bytes `json:"disk_bytes_per_second"`
}

func newDiskJSON(p *run.Portion) diskJSON { return diskJSON{p.Room, p.Speed.Bytes} }

// DryRun says what a run would take, and what would be submitted, or why it is refused.
func DryRun(p *run.Plan, script string) *Answer {
	d, speed := Plan(p), p.Dirs[0].Speed
	type dirJSON struct {
		Dir    string `json:"dir"`
		Shares int    `json:"shares"`
		diskJSON
	}
	plan := struct {
		board.Size
		Method      run.Method    `json:"method"`
		Residues    int           `json:"residues"`
		Columns     int           `json:"residue_columns"`
		Spare       bool          `json:"spare"`
		Shares      int           `json:"shares"`
		Vector      result.Bytes  `json:"vector_bytes"`
		Memory      result.Bytes  `json:"memory_bytes"`
		Least       result.Bytes  `json:"memory_least_bytes"`
		Disk        result.Bytes  `json:"disk_bytes"`
		Traffic     result.Bytes  `json:"traffic_bytes"`
		Steps       float64       `json:"state_steps"`
		Time        time.Duration `json:"seconds"`
		DiskSpeed   result.Bytes  `json:"disk_bytes_per_second"`
		TimePerFile time.Duration `json:"disk_seconds_per_file"`
		Measured    bool          `json:"disk_speed_measured"`
		Dirs        []dirJSON     `json:"dirs,omitempty"`
		Refusal     error         `json:"refusal,omitempty"`
		Script      string        `json:"script,omitempty"`
	}{
		p.Size, p.Method, len(p.Primes), p.Columns, p.Spare, p.Shares, p.Vector, p.Memory, p.Least, p.Disk, p.Traffic(), p.Steps, p.Time,
		speed.Bytes, speed.File, speed.Measured, nil, p.Refusal(), script,
	}
	if len(p.Dirs) > 1 {
		plan.Dirs = mapSlice(p.Dirs, func(d *run.Portion) dirJSON { return dirJSON{d.Name, d.Shares, newDiskJSON(d)} })
	}
	if plan.Refusal != nil {
		d.line("refused: %v", plan.Refusal)
	}
	if script != "" {
		d.script(script)
	}
	return &Answer{Document: d, json: plan}
}

// methodText says how the number is computed.
func methodText(p *run.Plan) string {
	text := fmt.Sprintf("modulo: half of the columns for each of %d primes, one after the other", len(p.Primes))
	switch {
	case p.Partial():
		text = fmt.Sprintf("modulo: half of the columns for --primes %s; the number takes %d primes",
			run.FormatPrimes(mapSlice(p.Primes, run.PrimeNumber)), p.Whole())
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
	d.heading("run %s: %.2f %% done%s", s.Size, 100*s.Fraction, activity(s))
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
			d.fact("held", fmt.Sprintf("job %s: %s; fix: scontrol release %s, when what held it is mended", job.ID, job.Reason, job.ID))
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
	type chainJSON struct {
		run.ChainState
		Shares int `json:"shares"`
		Done   int `json:"shares_done"`
	}
	return &Answer{Document: d, json: struct {
		*run.Status
		Busy    bool          `json:"busy"`
		Chains  []chainJSON   `json:"chains"`
		Steps   float64       `json:"state_steps"`
		Seconds float64       `json:"seconds"`
		Read    result.Bytes  `json:"bytes_read"`
		Written result.Bytes  `json:"bytes_written"`
		Left    time.Duration `json:"seconds_left"`
		Dirs    []string      `json:"dirs,omitempty"`
	}{
		s, s.Work == storage.AtWork, mapSlice(s.Chains, func(c run.ChainState) chainJSON { return chainJSON{c, c.Shares(), c.Ready()} }),
		s.Steps, s.Seconds, s.Read, s.Written, s.Left.Round(time.Millisecond), mapSlice(s.Dirs[min(1, len(s.Dirs)):], func(d run.Dir) string { return d.Name }),
	}}
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
	d := &Document{}
	for _, fault := range v.Faults {
		d.record("%s", Explained(fault))
	}
	gone, what := "", fmt.Sprintf("%s of values", v.Bytes)
	if v.Gone > 0 {
		gone = fmt.Sprintf("; %s gone meanwhile, the run is done with them", Plural(v.Gone, "file"))
	}
	if v.Finished {
		what = "the manifest and the values of all chains: the run is finished, and keeps no others"
	}
	d.line("%s, %s, %s%s", Plural(v.Files, "file"), what, Plural(len(v.Faults), "fault"), gone)
	return &Answer{Document: d, json: v}
}

// Values has what value files hold, and what came of the checks.
func Values(values []*count.Value) *Answer {
	type valueJSON struct {
		*count.Value
		Run   string `json:"run"`
		Prime int    `json:"prime,omitempty"`
	}
	d := &Document{}
	list := mapSlice(values, func(v *count.Value) valueJSON {
		prime, modulo := run.PrimeNumber(v.Prime), ""
		if v.Prime > 0 {
			modulo = fmt.Sprintf(" modulo %d, prime %d", v.Prime, prime)
		}
		d.heading("L(%d,%d) = %s%s", v.Board.Rows, v.Board.Cols, v.Number, modulo)
		d.fact("file", v.Name)
		d.fact("from", fmt.Sprintf("%s; %s; %s", v.Date, v.Program, v.Machine))
		for _, check := range v.Checks {
			d.fact("check", check)
		}
		if v.Fault != nil {
			d.record("fault: %s", Explained(v.Fault))
		} else if len(v.Checks) == 0 {
			d.fact("check", "none: the file has no number of a narrower board, and no number is in print")
		}
		d.gap()
		return valueJSON{v, fmt.Sprintf("%x", v.Run), prime}
	})
	return &Answer{Document: d, Numbers: mapSlice(values, func(v *count.Value) any { return v.Number }), json: struct {
		Values []valueJSON `json:"values"`
	}{list}}
}

// Ways has the cheapest and the fastest way to run a board, or what is missing; and all ways, if
// these are wanted.
func Ways(p *run.Ways, all bool) *Answer {
	type wayJSON struct {
		*run.Way
		Method      run.Method   `json:"method"`
		Steps       float64      `json:"state_steps"`
		Disk        result.Bytes `json:"disk_bytes"`
		Traffic     result.Bytes `json:"traffic_bytes"`
		Fits        bool         `json:"fits"`
		Cheapest    bool         `json:"cheapest"`
		Fastest     bool         `json:"fastest"`
		NearestMiss bool         `json:"nearest_miss"`
		Command     string       `json:"command,omitempty"`
	}
	cheapest, fastest, ways := p.Cheapest, p.Fastest, []wayJSON{}
	t := newTable("way", "method", ">tasks", ">threads", ">shares", ">memory", ">disk", ">moved", ">jobs", ">wall time", ">core-hours", "fits")
	for _, w := range p.All {
		way := wayJSON{w, w.Method, w.Steps, w.Disk, w.Traffic(), w.Fits(), w == cheapest, w == fastest, w == p.CheaperWithDisk, ""}
		fits := "no"
		if way.Fits {
			fits, way.Command = "yes", commandOf(p, w)
		}
		switch {
		case way.Cheapest && way.Fastest:
			fits = "cheapest, fastest"
		case way.Cheapest:
			fits = "cheapest"
		case way.Fastest:
			fits = "fastest"
		}
		if all || way.Cheapest || way.Fastest || cheapest == nil && w == p.Nearest {
			t.row(w.Engine, w.Method, w.Tasks, w.Threads, w.Shares, w.Memory, w.Disk, way.Traffic, w.Jobs, lasts(w.Time), hours(w.CoreHours), fits)
		}
		ways = append(ways, way)
	}
	s, limits := p.Site, ""
	if s.Disk > 0 {
		limits += fmt.Sprintf(", %s of disk", s.Disk)
	}
	if s.TimeLimit > 0 {
		limits += fmt.Sprintf(", jobs of %s", lasts(s.TimeLimit))
	}
	speeds := mapSlice(s.Disks, func(p *run.Portion) string { return p.Speed.Bytes.String() })
	d := &Document{}
	d.line("run %s: a vector of %s", p.Size, p.Vector)
	d.line("site: %s of %d cores and %s%s, %s a second", Plural(s.Nodes, "node"), s.Cores, s.Memory, limits, strings.Join(speeds, " and "))
	d.show(t)
	switch {
	case cheapest == nil:
		d.line("nothing fits; nearest: %s", strings.Join(mapSlice(p.Nearest.Missing, error.Error), "; "))
	case cheapest == fastest:
		d.command("cheapest and fastest", commandOf(p, cheapest))
	default:
		d.command("cheapest", commandOf(p, cheapest))
		d.command("fastest", commandOf(p, fastest))
	}
	if miss := p.CheaperWithDisk; miss != nil {
		d.line("nearest miss: with %s of disk, method %s by engine %s takes %s core-hours, not %s", miss.Disk, miss.Method, miss.Engine, hours(miss.CoreHours), hours(cheapest.CoreHours))
	}
	var disks []diskJSON
	if len(s.Disks) > 1 {
		disks = mapSlice(s.Disks, newDiskJSON)
	}
	return &Answer{Document: d, json: struct {
		board.Size
		Vector    result.Bytes  `json:"vector_bytes"`
		Nodes     int           `json:"nodes"`
		Cores     int           `json:"cores"`
		Memory    result.Bytes  `json:"node_memory_bytes"`
		Disk      result.Bytes  `json:"disk_ceiling_bytes"`
		DiskSpeed result.Bytes  `json:"disk_bytes_per_second"`
		Disks     []diskJSON    `json:"disks,omitempty"`
		TimeLimit time.Duration `json:"time_limit_seconds"`
		Ways      []wayJSON     `json:"ways"`
	}{p.Size, p.Vector, s.Nodes, s.Cores, s.Memory, s.Disk, s.Disks[0].Speed.Bytes, disks, s.TimeLimit, ways}}
}

// commandOf is the command that runs a board in a way.
func commandOf(p *run.Ways, way *run.Way) string {
	dirs := "--dir DIR"
	if n := len(p.Site.Disks); n > 1 {
		dirs += "1"
		for i := 2; i <= n; i++ {
			dirs += fmt.Sprintf(" --dir DIR%d", i)
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
