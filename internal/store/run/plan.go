package run

import (
	"crypto/rand"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/result"
)

// A Site is the machines that do the work of a run; this machine need not be one of them.
type Site struct {
	Nodes     int
	Cores     int           // of a node
	Memory    result.Bytes  // of a node, 0: enough
	Disks     []*Portion    // that all nodes share, with the speed at which all nodes together read and write each
	Disk      result.Bytes  // ceiling on all disks together, 0: none
	TimeLimit time.Duration // of a job, 0: none
}

// Executor says who schedules the work.
type Executor string

// The executors.
const (
	Disk  Executor = "disk"  // one program, share after share
	Slurm Executor = "slurm" // the tasks of a job array on a cluster
)

// A Way is a way to split the work of a run into tasks and shares, with the memory and the time
// that it needs at a site. Times are estimates from the figures of this package, for one kind of
// processor and for machines that do nothing else.
type Way struct {
	*need        `json:"-"`
	Engine       Executor      `json:"engine"`
	Tasks        int           `json:"tasks"`                 // at the same time
	Threads      int           `json:"threads"`               // of a task
	Shares       int           `json:"shares"`                // of a stage
	Memory       result.Bytes  `json:"memory_bytes"`          // of a task
	Jobs         int           `json:"jobs"`                  // that the tasks take, as many as the time limit asks for
	LongestShare time.Duration `json:"longest_share_seconds"` // of the share that takes longest; a share is done within one job
	Time         time.Duration `json:"seconds"`               // from the beginning to the end
	CoreHours    float64       `json:"core_hours"`            // of all cores that the tasks have
	Missing      []error       `json:"missing"`               // why the way does not fit, empty if it does
}

// Fits reports whether the site has what the way needs.
func (w *Way) Fits() bool { return len(w.Missing) == 0 }

// secondsBetweenStages is how long several tasks take from the end of a stage to the beginning of
// the next one.
const secondsBetweenStages = 0.2

// estimate computes the memory and the times of a way at a site, where each task may have some
// memory: given says that the user has set this, and that it is not what the machine has. The time
// of a stage is that of the processors or that of the disk, whichever is longer, since files are
// read and written while shares are computed.
func (w *Way) estimate(s *Site, memory result.Bytes, given bool) {
	if w.Shares == 0 {
		w.Shares = w.sharesFor(min(2*w.Tasks, maxShares), w.Threads, memory)
	}
	w.Memory, w.Missing, w.Jobs = w.memory(w.Shares, w.Threads), nil, w.Tasks
	if err := w.refusal(w.Shares, w.Threads, memory, given); err != nil {
		w.Missing = append(w.Missing, err)
	}
	left := distribute(s.Disks, w.Shares, w.Disk)
	if s.Disk > 0 && w.Disk > s.Disk {
		w.Missing = append(w.Missing, &DiskError{Need: w.Disk, Ceiling: s.Disk})
	} else if left > 0 {
		w.Missing = append(w.Missing, &RoomError{w.Shares, left, w.Disk / result.Bytes(w.Shares)})
	}
	speed := combinedSpeed(s.Disks, w.Shares)
	// The tasks take the shares in turn: this is the fraction of the shares that one task does at
	// most.
	part := math.Ceil(float64(w.Shares)/float64(w.Tasks)) / float64(w.Shares)
	tables := w.tables / float64(w.Threads)
	seconds, share := tables, 0.0
	for _, c := range w.chains {
		for _, one := range c.Costs {
			work := secondsOf(one, w.Shares) / float64(w.Threads)
			disk := float64(one.Traffic())/float64(speed.Bytes) + float64(w.Shares)*speed.File.Seconds()
			seconds += max(work*part, disk)
			if w.Tasks > 1 {
				seconds += secondsBetweenStages
			}
			share = max(share, tables+max(work, disk*float64(w.Tasks))/float64(w.Shares))
		}
	}
	w.LongestShare, w.Time = duration(share), duration(seconds)
	w.CoreHours = seconds * float64(w.Tasks*w.Threads) / 3600
	if limit := s.TimeLimit; limit > 0 {
		w.Jobs *= int((w.Time + limit - 1) / limit)
		if w.LongestShare > limit {
			w.Missing = append(w.Missing, fmt.Errorf("a share takes %s, a job may take %s", w.LongestShare.Round(time.Minute), limit))
		}
	}
}

// duration returns seconds as a duration, the largest one if they are too many.
func duration(seconds float64) time.Duration {
	return time.Duration(min(seconds*float64(time.Second), math.MaxInt64/2))
}

// A Plan is the way in which a run will be done on this machine, before it begins.
type Plan struct {
	Size board.Size
	*Way
	Least     result.Bytes // the least memory that a program needs, with any number of shares
	Dirs      []*Portion   // where the files will be, with the speeds that the estimate of the time uses
	Holes     bool         // whether the disk gives back the space of tiles that have been read
	DiskExact result.Bytes // the disk that the method exact needs, if another method was chosen in its place

	dir, id     string
	opt         Options
	ceiling     result.Bytes // on the memory of a program, 0: not known
	diskCeiling result.Bytes // 0: not known
}

// NewPlan plans a run for L(size) in a directory, which need not exist. It chooses the first method
// that fits.
func NewPlan(fs storage.FS, dir string, size board.Size, opt Options) (*Plan, error) {
	dirs, err := newPortions(fs, dir, &opt)
	if err != nil {
		return nil, err
	}
	holes := true
	for _, d := range dirs {
		holes = holes && storage.CanPunch(fs, existing(fs, d.Name), rand.Text())
	}
	needs, err := needsOf(size, opt.Method, opt.Primes, holes)
	if err != nil {
		return nil, err
	}
	p := &Plan{Size: size, Holes: holes, Dirs: dirs, dir: dir, id: newID(), opt: opt, ceiling: opt.ceiling(filesInMemory(dirs)), diskCeiling: roomOf(dirs)}
	for _, n := range needs {
		p.Way = &Way{need: n, Engine: Disk, Tasks: max(1, opt.Tasks), Threads: opt.threads(), Shares: opt.Shares}
		if opt.Tasks > 0 {
			p.Engine = Slurm
		}
		p.estimate()
		if p.Fits() {
			break
		}
	}
	if p.Method != needs[0].Method {
		p.DiskExact = needs[0].Disk
	}
	return p, nil
}

// roomOf returns the room of all directories together, 0 if it is not known.
func roomOf(dirs []*Portion) (room result.Bytes) {
	for _, d := range dirs {
		if d.Room == 0 {
			return 0
		}
		room += d.Room
	}
	return room
}

// estimate estimates the way of a plan from its directories.
func (p *Plan) estimate() {
	p.Way.estimate(&Site{Disks: p.Dirs, Disk: p.diskCeiling}, p.ceiling, p.ceiling == p.opt.Memory)
	p.Least = p.memory(p.sharesFor(1, p.Threads, 1), p.Threads)
}

// Refusal returns an error if the run cannot fit.
func (p *Plan) Refusal() error {
	if p.Fits() {
		return nil
	}
	if disk, ok := p.Missing[0].(*DiskError); ok {
		disk.Dir, disk.Given = p.dir, slices.ContainsFunc(p.Dirs, func(d *Portion) bool { return d.Limit > 0 && d.Limit == d.Room })
	}
	return p.Missing[0]
}

// Measure measures the speed of the disks, and estimates the time again. It writes some megabytes
// near each directory, and removes them. The speed of a disk that cannot be written stays an
// assumption: the run itself will meet the error.
func (p *Plan) Measure(fs storage.FS) {
	for _, d := range p.Dirs {
		if speed, err := measureDisk(fs, existing(fs, d.Name)); err == nil {
			d.Speed = speed
		}
	}
	p.estimate()
}

// Ways are all ways to split the work of L(Size) at a site.
type Ways struct {
	Size     board.Size
	Site     Site
	Vector   result.Bytes // one residue of the vector
	All      []*Way
	Cheapest *Way // of the ways that fit, one with the fewest core-hours, and of these the fastest; nil if none fits
	Fastest  *Way // of the ways that fit, one with the shortest time, and of these the cheapest; nil if none fits
	Nearest  *Way // the way that lacks the fewest things, and of these the one with the least memory and disk
	// CheaperWithDisk takes fewer core-hours than the cheapest one, and lacks nothing but disk, of
	// which it takes the least; nil if there is none.
	CheaperWithDisk *Way
}

// leastBy returns the way whose figures come first in lexicographic order, nil if there are no
// ways.
func leastBy(ways []*Way, figures func(w *Way) []float64) (best *Way) {
	for _, w := range ways {
		if best == nil || slices.Compare(figures(w), figures(best)) < 0 {
			best = w
		}
	}
	return best
}

// maxTasks is the largest number of tasks for which PlanWays makes a way.
const maxTasks = 1024

// PlanWays estimates what L(size) needs at a site, for each way to split the work: on one machine,
// and by 1 to 1024 tasks, with one, two or four tasks on each node.
func PlanWays(size board.Size, method Method, site Site) (*Ways, error) {
	if site.Nodes < 1 || site.Cores < 1 || site.Memory < 1 || len(site.Disks) == 0 {
		return nil, fmt.Errorf("a site of %d nodes with %d cores and %s, %d disks: want more than none of each",
			site.Nodes, site.Cores, site.Memory, len(site.Disks))
	}
	site.Disk = roomOf(site.Disks)
	needs, err := needsOf(size, method, nil, true)
	if err != nil {
		return nil, err
	}
	w := &Ways{Size: size, Site: site, Vector: needs[0].Vector}
	add := func(n *need, engine Executor, perNode, tasks, threads int) bool {
		way := &Way{need: n, Engine: engine, Tasks: tasks, Threads: threads}
		way.estimate(&site, spared(site.Memory/result.Bytes(perNode)), true)
		w.All = append(w.All, way)
		return way.Fits()
	}
	for _, n := range needs {
		// Each thread takes memory: fewer may fit.
		for threads := site.Cores; !add(n, Disk, 1, 1, threads) && threads > 1; {
			threads /= 2
		}
		for _, perNode := range []int{1, 2, 4} {
			for tasks := 1; site.Cores%perNode == 0 && tasks <= min(maxTasks, site.Nodes*perNode); tasks *= 2 {
				add(n, Slurm, perNode, tasks, site.Cores/perNode)
			}
		}
	}
	w.choose()
	return w, nil
}

// choose finds the cheapest way and the others that Ways names.
func (w *Ways) choose() {
	w.Nearest = leastBy(w.All, func(a *Way) []float64 {
		return []float64{float64(len(a.Missing)), float64(a.Memory), float64(a.Disk)}
	})
	if !w.Nearest.Fits() {
		return
	}
	fit := slices.DeleteFunc(slices.Clone(w.All), func(a *Way) bool { return !a.Fits() })
	w.Cheapest = leastBy(fit, func(a *Way) []float64 { return []float64{a.CoreHours, float64(a.Time)} })
	w.Fastest = leastBy(fit, func(a *Way) []float64 { return []float64{float64(a.Time), a.CoreHours} })
	short := slices.DeleteFunc(slices.Clone(w.All), func(a *Way) bool {
		return len(a.Missing) != 1 || w.Site.Disk == 0 || a.Disk <= w.Site.Disk || a.CoreHours >= w.Cheapest.CoreHours
	})
	w.CheaperWithDisk = leastBy(short, func(a *Way) []float64 { return []float64{float64(a.Disk), a.CoreHours} })
}

// newPortions returns the directories of a plan with their room. Directories on one disk share its
// room.
func newPortions(fs storage.FS, dir string, opt *Options) (all []*Portion, err error) {
	var paths []string // of those so far, with a separator at the end
	for i, d := range append([]Dir{{Name: dir, Limit: opt.Limit}}, opt.More...) {
		path, err := filepath.Abs(d.Name)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			d.Name = path
		}
		path += string(filepath.Separator)
		above := existing(fs, d.Name)
		p := &Portion{Dir: d, Speed: assumedSpeed, Memory: storage.InMemory(above)}
		if !opt.Elsewhere {
			free, _ := fs.Free(above) // 0 with an error
			p.Room = result.Bytes(free)
		}
		within := func(o string) bool { return strings.HasPrefix(o, path) || strings.HasPrefix(path, o) }
		switch {
		case slices.ContainsFunc(paths, within):
			return nil, fmt.Errorf("%s: one of the directories is in another one: want directories apart", d.Name)
		case p.Memory && len(opt.More) > 0 && d.Limit == 0:
			return nil, fmt.Errorf("%s: files there take memory: want a limit, such as %s=8GiB", d.Name, d.Name)
		case p.Memory && opt.Tasks > 0 && len(opt.More) > 0:
			return nil, fmt.Errorf("%s: files there are on one node only", d.Name)
		}
		all, paths = append(all, p), append(paths, path)
	}
	for i, p := range all {
		on := 0
		for _, o := range all {
			if o == p || storage.SameDisk(existing(fs, o.Name), existing(fs, p.Name)) {
				on++
			}
		}
		if p.Room /= result.Bytes(on); p.Limit > 0 && (p.Room == 0 || p.Limit < p.Room) {
			all[i].Room = p.Limit
		}
	}
	return all, nil
}

// filesInMemory returns how much memory the files of a run may take, in directories that are in
// memory.
func filesInMemory(all []*Portion) (bytes result.Bytes) {
	for _, p := range all {
		if p.Memory && p.Limit > 0 && len(all) > 1 {
			bytes += p.Limit
		}
	}
	return bytes
}

// Start makes the directory of a new run, which must be empty or not there, and returns the run,
// locked. Nothing is computed yet. The error is a [result.MemoryError] or a [DiskError] if the run
// cannot fit; then there is no directory either.
func Start(fs storage.FS, dir string, size board.Size, opt Options) (*Run, error) {
	plan, err := NewPlan(fs, dir, size, opt)
	if err != nil {
		return nil, err
	}
	return plan.Start(fs)
}

// Start makes the directory of the run that was planned; see [Start].
func (p *Plan) Start(fs storage.FS) (*Run, error) {
	if err := p.Refusal(); err != nil {
		return nil, err
	}
	dir := p.dir
	for _, d := range p.Dirs {
		if err := mustBeEmpty(fs, d.Name); err != nil {
			return nil, err
		}
	}
	r, err := p.newRun(fs)
	if err != nil {
		return nil, err
	}
	if err := storage.MakeDir(fs, dir); err != nil {
		return nil, err
	}
	if err := r.acquire(); err != nil {
		return nil, err
	}
	// Another program may have begun a run before the lock was had.
	if err := mustBeEmpty(fs, dir); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	if err := errors.Join(r.explain(r.makeDisks()), r.save()); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// newRun returns the run that was planned. It writes nothing.
func (p *Plan) newRun(fs storage.FS) (*Run, error) {
	r := newRun(fs, p.dir, p.opt)
	r.ceiling = p.ceiling
	m := &manifest{
		Format: format, ID: p.id, Rows: p.Size.Rows, Cols: p.Size.Cols,
		Method: p.Method, Primes: p.opt.Primes, Spare: p.Spare, Shares: p.Shares, Holes: p.Holes,
	}
	for i, d := range p.Dirs {
		if len(p.Dirs) == 1 {
			break
		}
		one := d.Dir
		if i == 0 { // which may be moved
			one.Name = ""
		}
		m.Dirs = append(m.Dirs, one)
	}
	return r, r.adopt(m)
}

// mustBeEmpty returns an error unless a directory is missing, is empty, or has only files that a
// program leaves that is killed in [Start].
func mustBeEmpty(fs storage.FS, dir string) error {
	entries, err := fs.ReadDir(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%s: this, or what it is in, is a file: want a directory, new or empty", dir)
	}
	for _, e := range entries {
		switch name := e.Name(); {
		case name == manifestName:
			return &HelpError{fmt.Errorf("%s: there is a run already", dir), Help{Remedy: Elsewhere, Dir: dir}}
		case name != storage.LockName && name != copyName && !storage.IsTemporary(name):
			err = fmt.Errorf("%s: the directory is not empty: want a new one, or an empty one", dir)
		}
	}
	return err
}
