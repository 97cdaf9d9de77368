package run

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sort"
	"time"

	"combigo/board"
	"combigo/border"
	"combigo/result"
)

// A Site is machines that a run is planned for; they need not be here.
type Site struct {
	Nodes     int
	Cores     int           // of a node
	Memory    result.Bytes  // of a node
	Disk      result.Bytes  // that all nodes share, 0: enough
	DiskSpeed result.Bytes  // a second, read and written by all nodes together
	TimeLimit time.Duration // of a job, 0: none
}

// A Way is a way to cut the work of a run, and what it takes at a site. Times are by the figures of package run for one
// kind of processor, on machines that do nothing else.
type Way struct {
	Engine    Engine
	Method    Method
	Shared    int           // with the method modulo: the first columns, which are computed exactly, once for all residues
	Moduli    int           // residues in all
	Steps     float64       // state-steps of all of them
	Residues  int           // worked on side by side, where there are as many
	Tasks     int           // that a stage of a residue is cut in
	Threads   int           // of a task
	Memory    result.Bytes  // of a task; the largest bins go through in parts if they do not fit
	Disk      result.Bytes  // at the peak, no stage being kept
	Traffic   result.Bytes  // read and written
	Spilled   result.Bytes  // of it, for bins in parts
	Jobs      int           // for Slurm, tasks of arrays counted; for Disk as many as the time limit asks for
	Longest   time.Duration // of a task
	Bin       time.Duration // of the longest bin, which is done within one job or not at all
	Time      time.Duration // from the beginning to the end
	CoreHours float64       // that tasks hold
	Missing   []string      // why it does not fit, empty if it does
}

// Fits tells whether the site has what the way needs.
func (w *Way) Fits() bool { return len(w.Missing) == 0 }

// Ways are the ways to cut the work of L(Size).
type Ways struct {
	Size   board.Size
	Site   Site
	Vector result.Bytes
	Tasks  int // of a stage of a residue that help: with more, those of the largest bins take longer than the rest by then
	Ways   []Way
}

// TasksAtOnce is the number of tasks that help a method, with all of its residues worked on side by side.
func (w *Ways) TasksAtOnce(method Method) int {
	for _, one := range w.Ways {
		if one.Method == method {
			return w.Tasks * one.Moduli
		}
	}
	return 0
}

// Cheapest returns the way that fits with the fewest core-hours, the faster one of several, nil if none fits.
func (w *Ways) Cheapest() *Way {
	var best *Way
	for i := range w.Ways {
		one := &w.Ways[i]
		if one.Fits() && (best == nil || cmp.Or(cmp.Compare(one.CoreHours, best.CoreHours), cmp.Compare(one.Time, best.Time)) < 0) {
			best = one
		}
	}
	return best
}

// Nearest returns the way of those that do not fit that lacks least: the one with the fewest things missing, and of these the
// one that needs the least memory and disk.
func (w *Ways) Nearest() *Way {
	best := slices.MinFunc(w.Ways, func(a, b Way) int {
		return cmp.Or(cmp.Compare(len(a.Missing), len(b.Missing)), cmp.Compare(a.Memory, b.Memory), cmp.Compare(a.Disk, b.Disk))
	})
	return &best
}

// taskStart is about what the scheduler takes from the end of a stage to the beginning of the next one.
const taskStart = 5 * time.Second

// taskCounts are the numbers of tasks of a stage that are compared.
var taskCounts = []int{1, 2, 4, 8, 16, 32, 64}

// PlanWays estimates what L(size) takes at a site, for each way to cut the work: one machine, and stages of 1 to 64 tasks on
// nodes that are shared by one, two and four of them. The tables from which the sizes of bins are found are
// made here, which from 18 rows on takes gigabytes: the error is a [MemoryError] if they do not fit this machine.
func PlanWays(ctx context.Context, size board.Size, method Method, site Site) (*Ways, error) {
	if site.Nodes < 1 || site.Cores < 1 || site.Memory < 1 || site.DiskSpeed < 1 {
		return nil, fmt.Errorf("a site of %d nodes with %d cores and %s, disk of %s a second: want more than none of each", site.Nodes, site.Cores, site.Memory, site.DiskSpeed)
	}
	p, err := sizedPlan(size, Options{Method: method, Threads: site.Cores})
	if err != nil {
		return nil, err
	}
	methods, err := p.methods()
	if err != nil {
		return nil, err
	}
	w := &Ways{Size: size, Site: site, Vector: result.Bytes(8 * p.engine.VectorStates())}
	cuttings := []*cutting{newCutting(p, site, Disk, 1)}
	for _, perNode := range []int{1, 2, 4} {
		if site.Cores%perNode == 0 {
			cuttings = append(cuttings, newCutting(p, site, Slurm, perNode))
		}
	}
	for _, method := range methods {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		schemes, err := p.schemesOf(method, true)
		if err != nil {
			return nil, err
		}
		for _, s := range schemes {
			if err := p.estimateMemory(s); err != nil {
				return nil, err
			}
			of := *p
			able := cuttings
			if s.shared > 0 {
				able = cuttings[:1] // on one machine
			}
			for i := range able {
				able[i].plan = &of
			}
			w.add(&of, able)
		}
	}
	return w, nil
}

// add adds the ways of a method.
func (w *Ways) add(p *Plan, cuttings []*cutting) {
	g := p.graph()
	loads := map[kind][]load{}
	for _, at := range g.order() {
		if k := g.kind(at); loads[k] == nil {
			loads[k] = g.loads(at)
			w.Tasks = max(w.Tasks, tasksThatHelp(g.allSteps(at)))
		}
	}
	for _, c := range cuttings {
		c.loads = loads
		for _, tasks := range taskCounts {
			if c.engine == Disk && tasks > 1 || tasks > w.Site.Nodes*c.perNode {
				break
			}
			c.tasks, c.most = tasks, 0
			way := c.way()
			w.Ways = append(w.Ways, way)
			if way.Residues > 1 { // one residue after the other holds the cores for less long where the disk is what they wait for
				c.most = 1
				w.Ways = append(w.Ways, c.way())
			}
		}
	}
}

// tasksThatHelp is the least number of tasks with which a stage takes no longer than its largest bin.
func tasksThatHelp(steps []int64) int {
	largest := slices.Max(steps)
	return sort.Search(len(steps), func(n int) bool {
		return !slices.ContainsFunc(shareOut(steps, n+1), func(bins []int) bool {
			var sum int64
			for _, bin := range bins {
				sum += steps[bin]
			}
			return sum > largest
		})
	}) + 1
}

// sizedPlan is a plan of which nothing but the engine is known.
func sizedPlan(size board.Size, opt Options) (*Plan, error) {
	if err := checkSize(size); err != nil {
		return nil, err
	}
	p := &Plan{Size: size, opt: opt, Cluster: true}
	return p, p.newEngine()
}

// cutting is a way to cut the work that is being measured.
type cutting struct {
	plan    *Plan
	site    Site
	engine  Engine
	threads int
	perNode int // tasks that a node takes
	tasks   int
	most    int          // residues that are worked on at the same time, 0: as many as there are nodes and disk for
	memory  result.Bytes // that a task is given
	need    border.ExternalNeed
	loads   map[kind][]load // of bins, without what is spilled
}

func newCutting(p *Plan, site Site, engine Engine, perNode int) *cutting {
	c := &cutting{plan: p, site: site, engine: engine, threads: site.Cores / perNode, perNode: perNode, tasks: 1}
	c.memory = site.Memory / result.Bytes(perNode)
	c.memory -= c.memory / sparedShare // for the system, and files on their way
	c.need = p.engine.ExternalNeed(border.Options{Threads: c.threads, Memory: int64(c.memory)})
	return c
}

// load is what a task, or a bin, does in a stage.
type load struct {
	steps         float64
	read, written float64 // bytes
	files         float64
}

func (l *load) add(m load) {
	l.steps += m.steps
	l.read += m.read
	l.written += m.written
	l.files += m.files
}

// kind is what decides how much a stage does.
type kind struct {
	stage   int // of a half, or the join
	sources int // vectors that are read
	leaves  bool
}

func (g graph) kind(p place) kind {
	left, right := g.sources(p)
	k := kind{p.stage % 2, len(left) + len(right), p.stage < g.stages()-1}
	if g.isJoin(p.stage) {
		k.stage = p.stage
	}
	return k
}

// loads is what each bin does in a stage if none is spilled.
func (g graph) loads(p place) []load {
	k := g.kind(p)
	var loads []load
	for _, steps := range g.allSteps(p) {
		loads = append(loads, load{steps: float64(steps), files: 1})
	}
	if k.sources > 0 {
		for bin, tiles := range g.engine.TileSizes(p.stage - 1) {
			for _, states := range tiles {
				loads[bin].read += 8 * float64(k.sources) * float64(states)
			}
		}
	}
	if k.leaves {
		for _, tiles := range g.engine.TileSizes(p.stage) {
			for bin, states := range tiles {
				loads[bin].written += 8 * float64(states)
			}
		}
	}
	return loads
}

// spillShare is how small a bin may be, against the largest one, to be among those that spill.
const spillShare = 4

// stageLoads is what each bin does in a stage. What is spilled is shared out among the largest ones.
func (c *cutting) stageLoads(p place) []load {
	g := c.plan.graph()
	loads := slices.Clone(c.loads[g.kind(p)])
	spilled := 8 * float64(c.need.Spilled) / 2 // of the two stages of a column
	if spilled == 0 || g.isJoin(p.stage) {
		return loads
	}
	var cut float64
	largest := slices.MaxFunc(loads, func(a, b load) int { return cmp.Compare(a.steps, b.steps) }).steps
	for _, l := range loads {
		if spillShare*l.steps >= largest {
			cut += l.steps
		}
	}
	for bin, l := range loads {
		if spillShare*l.steps >= largest {
			loads[bin].read += spilled * l.steps / cut
			loads[bin].written += spilled * l.steps / cut
		}
	}
	return loads
}

// compute is the seconds that the processors take.
func (c *cutting) compute(l load) float64 {
	return (l.steps*secondsPerStep+l.files*secondsPerFile+(l.read+l.written)/2*secondsPerByte)/float64(c.threads) + l.written*secondsPerByte
}

// way measures the cutting.
func (c *cutting) way() Way {
	p := c.plan
	g := p.graph()
	join := g.joinNeed(p.joined, c.threads)
	order, sequences := g.order(), len(g.sequences(1))
	spill := 8 * c.need.Spill(c.tasks, false)
	w := Way{
		Engine: c.engine, Method: p.Method, Shared: p.Shared, Moduli: len(p.Primes), Tasks: c.tasks, Threads: c.threads, Residues: 1,
		Spilled: result.Bytes(8 * c.need.Spilled * int64(len(order))), Memory: max(result.Bytes(c.need.Memory), joinMemory(join, c.memory)),
	}
	if c.engine == Slurm {
		w.Residues = max(1, min(g.residues, c.site.Nodes*c.perNode/c.tasks))
		if c.most > 0 {
			w.Residues = min(w.Residues, c.most)
		}
		if c.site.Disk > 0 {
			w.Residues = min(w.Residues, g.sideBySide(max(1, int64(c.site.Disk-margin)), spill, 0))
		}
	}
	disk := func(residues int) result.Bytes {
		return result.Bytes(8*g.peakOf(0, residues)+int64(residues)*spill) + margin
	}
	w.Disk = disk(w.Residues)
	moved, _ := g.values()
	w.Traffic = result.Bytes(8*moved) + w.Spilled + g.joinAgain(join, c.memory)
	var seconds, held, longest, bin float64
	type situation struct {
		kind    kind
		running int // residues
	}
	alike := map[situation]stageTime{}
	for _, sequence := range g.sequences(w.Residues) {
		waits := g.waits(sequence, w.Residues)
		done := make([]float64, len(sequence))
		for i, at := range sequence {
			s := situation{g.kind(at), min(w.Residues, g.running(at))}
			t, known := alike[s]
			if !known {
				t = c.stageTime(at, s.running)
				alike[s] = t
			}
			for _, l := range c.loads[s.kind] {
				w.Steps += l.steps
			}
			for _, other := range waits[i] {
				done[i] = max(done[i], done[other])
			}
			done[i] += t.seconds
			held += t.held
			longest, bin = max(longest, t.longest), max(bin, t.bin)
			w.Jobs += t.tasks
		}
		seconds += slices.Max(done)
	}
	w.Longest, w.Bin = duration(longest), duration(bin)
	rounds := 1
	if sequences > 1 {
		rounds = (sequences + w.Residues - 1) / w.Residues
	}
	w.Time = duration(float64(rounds) * seconds / float64(sequences))
	w.CoreHours = held * float64(c.threads) / 3600
	w.Jobs += sequences // each has a job for its sum
	if c.engine == Disk {
		w.Jobs = 1
		if c.site.TimeLimit > 0 {
			w.Jobs = int((w.Time + c.site.TimeLimit - 1) / c.site.TimeLimit)
		}
	}
	w.Missing = c.missing(&w, disk(1), result.Bytes(max(join.Least, c.need.Least)))
	return w
}

func duration(seconds float64) time.Duration {
	return time.Duration(min(seconds*float64(time.Second), math.MaxInt64/2))
}

// stageTime is what a stage takes.
type stageTime struct {
	seconds float64 // until its last task is done
	held    float64 // by all its tasks
	longest float64 // of a task
	bin     float64 // of a bin
	tasks   int
}

func (c *cutting) stageTime(p place, residues int) stageTime {
	loads := c.stageLoads(p)
	steps := make([]int64, len(loads))
	for bin, l := range loads {
		steps[bin] = int64(l.steps)
	}
	shares := shareOut(steps, c.tasks)
	var all load
	for _, l := range loads {
		all.add(l)
	}
	running := float64(residues * len(shares)) // tasks that share the disk
	whole := (all.read + all.written) * float64(residues) / float64(c.site.DiskSpeed)
	disk := func(l load) float64 { return min(whole, (l.read+l.written)*running/float64(c.site.DiskSpeed)) }
	t := stageTime{tasks: len(shares)}
	for _, bins := range shares {
		var task load
		for _, bin := range bins {
			task.add(loads[bin])
			t.bin = max(t.bin, c.compute(loads[bin]), disk(loads[bin]))
		}
		took := max(c.compute(task), disk(task))
		t.longest = max(t.longest, took)
		t.held += took
	}
	t.bin = min(t.bin, t.longest)
	t.seconds = max(t.longest, whole)
	if c.engine == Slurm {
		t.seconds += taskStart.Seconds()
	} else {
		t.seconds += syncsPerStage * assumedSpeed.File.Seconds()
	}
	return t
}

// missing says what the site lacks for a way.
func (c *cutting) missing(w *Way, disk, least result.Bytes) []string {
	var lacks []string
	if w.Memory > c.memory {
		lacks = append(lacks, fmt.Sprintf("a task needs %s of memory, a node leaves it %s", least, c.memory))
	}
	if c.site.Disk > 0 && disk > c.site.Disk {
		lacks = append(lacks, fmt.Sprintf("one residue after the other needs %s of disk, there are %s", disk, c.site.Disk))
	}
	if limit := c.site.TimeLimit; limit > 0 && w.Bin > limit {
		lacks = append(lacks, fmt.Sprintf("the longest bin takes %s, a job may take %s", w.Bin.Round(time.Minute), limit))
	}
	return lacks
}
