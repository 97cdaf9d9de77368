package run

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"time"

	"combigo/board"
	"combigo/border"
	"combigo/border/halves"
	"combigo/internal/par"
	"combigo/internal/storage"
	"combigo/result"
)

// A Plan says what a run will take, before it begins.
type Plan struct {
	Size    board.Size
	Primes  []uint64
	Vector  result.Bytes  // the values between two stages
	Memory  result.Bytes  // of the largest part of a bin, twice, and the tables
	Parts   Parts         // what it means that bins do not fit
	Disk    result.Bytes  // at the peak
	Traffic result.Bytes  // read and written by all residues
	Time    time.Duration // a guess
	Reclaim bool          // whether tiles must be given back as soon as they are read
	Keep    int           // every Keep-th stage is kept, 0: none
	Steps   float64       // state-steps of all residues
	Speed   DiskSpeed     // what the guess stands on
	// Processors is how many of them the threads get beside other programs, 0 if not measured.
	Processors float64
	Cluster    bool // whether other machines than this one do the work, one task at a time as far as Time goes
	Method     Method
	Spare      bool         // with the method exact: whether there is a residue more than the values need
	DiskExact  result.Bytes // what the method exact takes at least, if it was considered
	read       result.Bytes // of Traffic
	engine     *border.Engine
	join       result.Bytes // of memory that the join takes
	dir        string
	opt        Options
	memory     result.Bytes // ceilings, 0: none known
	ofTask     bool         // whether that is what the scheduler grants a task
	disk       result.Bytes
	diskHere   result.Bytes
}

// NewPlan estimates what L(size) takes. The directory need not exist.
func NewPlan(fs storage.FS, dir string, size board.Size, opt Options) (*Plan, error) {
	if err := checkSize(size); err != nil {
		return nil, err
	}
	free, err := freeBelow(fs, dir)
	if err != nil {
		return nil, err
	}
	p := &Plan{
		Size: size, dir: dir, Cluster: opt.Engine == Slurm,
		disk: opt.Disk, diskHere: result.Bytes(free), opt: opt, Speed: assumedSpeed,
	}
	if p.memory, p.ofTask, err = opt.memory(); err != nil {
		return nil, err
	}
	if err := p.bareNeed(); err != nil && !opt.DryRun {
		return nil, err
	}
	if err := p.newEngine(); err != nil {
		return nil, err
	}
	spare, err := opt.Spare.wanted(size)
	if err != nil {
		return nil, err
	}
	methods, err := p.methods()
	if err != nil {
		return nil, err
	}
	for _, method := range methods {
		if err := p.estimate(method, spare); err != nil {
			return nil, err
		}
		if method == Exact {
			p.DiskExact = 8*result.Bytes(p.graph().peak(0, false)) + p.beside()
		}
		if p.Refusal() == nil {
			break
		}
	}
	return p, nil
}

// newEngine finds the sizes of all bins, if there is memory for that.
func (p *Plan) newEngine() (err error) {
	if need, available := planNeed(p.Size.Short()), par.Available(); available > 0 && need > available {
		return &MemoryError{Need: need, Ceiling: available}
	}
	p.engine, err = borderEngine(p.Size.Short())
	return err
}

func checkSize(size board.Size) error {
	if size.Short() < 2 {
		return fmt.Errorf("board %s: want at least 2 rows and 2 columns: combigo count is for lines", size)
	}
	if size.Short() > border.MaxHeight {
		return fmt.Errorf("board %s: the shorter side has at most %d points", size, border.MaxHeight)
	}
	return nil
}

// estimate finds out what the run takes by a method.
func (p *Plan) estimate(method Method, spare bool) error {
	if err := p.estimateMemory(method, spare); err != nil {
		return err
	}
	p.Vector = result.Bytes(8 * p.engine.VectorStates())
	p.Steps = p.graph().steps(everyStage)
	moved, read := p.graph().values()
	p.Traffic = result.Bytes(8*moved) + p.Parts.Traffic
	p.read = result.Bytes(8*read) + p.Parts.Traffic/2
	p.estimateTime()
	p.chooseDisk()
	return nil
}

func (p *Plan) estimateMemory(method Method, spare bool) error {
	p.Method, p.Spare = method, spare && method == Exact
	p.Primes = primes(p.Size, method, p.Spare)
	opt := border.Options{Threads: p.opt.threads()}
	p.join = 0
	if method != DP {
		j, err := p.engine.NewJoin(p.Size.Long(), p.Primes[:1], opt)
		if err != nil {
			return err
		}
		p.join = result.Bytes(p.graph().joinNeed(j, opt.Threads))
	}
	p.fitMemory(opt)
	return nil
}

// Columns is the number of columns that residues go through, all together.
func (p *Plan) Columns() int {
	g := p.graph()
	n := 0
	for _, q := range g.order() {
		if !g.isJoin(q.stage) {
			n++
		}
	}
	return n / 2
}

func (p *Plan) graph() graph { return graph{p.engine, p.Size, p.Method, len(p.Primes), p.Spare} }

const (
	// leastHalves is the least width of a board of which half the columns are taken.
	leastHalves = 3
	// maxExact is the largest number of residues whose files the join opens at once.
	maxExact = 16
)

// methods lists the methods that will do, the fastest first.
func (p *Plan) methods() ([]Method, error) {
	many := len(primes(p.Size, Exact, true)) > maxExact
	switch method := p.opt.Method; {
	case method == DP:
		return []Method{DP}, nil
	case method == "" && (p.Size.Long() < leastHalves || p.Size.Short() > halves.MaxRuns):
		return []Method{DP}, nil
	case method != "" && method != Halves && method != Exact && method != Modulo:
		return nil, fmt.Errorf("method %q: want %s, %s, %s or %s", method, Halves, Exact, Modulo, DP)
	case p.Size.Long() < leastHalves:
		return nil, fmt.Errorf("board %s: method %s wants at least %d columns: use dp", p.Size, method, leastHalves)
	case method == Exact && many:
		return nil, fmt.Errorf("board %s: method exact takes at most %d residues, not %d: use modulo", p.Size, maxExact, len(primes(p.Size, Exact, true)))
	case method == Modulo || many:
		return []Method{Modulo}, nil
	case method == Exact:
		return []Method{Exact}, nil
	}
	return []Method{Exact, Modulo}, nil
}

// planNeed is about the memory that the tables take from which the sizes of all bins
// are found. It grows as the words of half a border do; measured at 18 points, 2.4 GB.
func planNeed(height int) result.Bytes {
	const bytesPerRoot, bytesPerWord = 8600, 8
	return result.Bytes(bytesPerRoot * math.Sqrt(float64(border.VectorBytes(height))/bytesPerWord))
}

// PlanNeed is about what [PlanWays] takes: the time of one processor, and the memory. Measured at 17, 18 and 19 points: 8, 19
// and 43 s. The error says which boards there are plans for.
func PlanNeed(size board.Size) (time.Duration, result.Bytes, error) {
	if err := checkSize(size); err != nil {
		return 0, 0, err
	}
	need := planNeed(size.Short())
	return time.Duration(float64(need) * 7.7e-9 * float64(time.Second)).Round(time.Second), need, nil
}

// bareNeed returns a [DiskError] if the bare classes of states are too many for
// the disk. For high borders that is known at once, when the sizes of all bins take long.
func (p *Plan) bareNeed() error {
	need := border.VectorBytes(p.Size.Short())
	if c := p.ceiling(); c > 0 && need > c {
		return &DiskError{Dir: p.dir, Need: need, Ceiling: c, Given: c == p.disk, AtLeast: true}
	}
	return nil
}

// freeBelow returns the room for a directory that need not exist.
func freeBelow(fs storage.FS, dir string) (int64, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return 0, err
	}
	for {
		if free, err := fs.Free(dir); err == nil {
			return free, nil
		}
		if above := filepath.Dir(dir); above != dir {
			dir = above
			continue
		}
		return 0, nil
	}
}

// margin is for what the run has on the disk beside vectors and spills.
const margin = 16 << 20

// beside is what the run has on the disk beside vectors.
func (p *Plan) beside() result.Bytes { return margin + p.Parts.Disk }

// chooseDisk decides whether the vectors that a stage stands on fit and one that is kept, or those, or tiles have to be given
// back as soon as they are read. On a cluster nothing can be given back, since a task may be run twice, and then
// reads again.
func (p *Plan) chooseDisk() {
	p.Reclaim, p.Parts.Disk = false, p.Parts.kept
	p.chooseKeep()
	p.Disk = p.peak(p.Keep, false) + p.beside()
	if p.Keep == 0 && p.Disk > p.ceiling() && p.ceiling() > 0 && storage.CanDiscard && !p.Cluster {
		p.Reclaim = true
		p.Parts.Disk = p.Parts.freed
		p.Disk = p.peak(0, true) + p.beside()
	}
}

// ceiling is the disk that the run may take, 0 if that is not known.
func (p *Plan) ceiling() result.Bytes {
	if p.disk > 0 && p.Cluster {
		return p.disk // whoever says so knows the disk that all nodes share
	}
	if p.disk > 0 && (p.diskHere == 0 || p.disk <= p.diskHere) {
		return p.disk
	}
	return p.diskHere
}

// Refusal returns an error if the run cannot fit.
func (p *Plan) Refusal() error {
	if err := p.memoryRefusal(); err != nil {
		return err
	}
	if c := p.ceiling(); c > 0 && p.Disk > c {
		return &DiskError{Dir: p.dir, Need: p.Disk, Ceiling: c, Given: c == p.disk, Keep: p.Keep}
	}
	return nil
}

func (p *Plan) settings() Settings {
	return Settings{
		Engine: cmp.Or(p.opt.Engine, Disk), Memory: p.opt.Memory, Disk: p.opt.Disk, Reclaim: p.Reclaim, KeepEvery: p.Keep, Cluster: p.opt.Cluster,
	}
}

func (p *Plan) manifest() *manifest {
	m := &manifest{
		Format: manifestFormat, ID: newID(), Rows: p.Size.Rows, Cols: p.Size.Cols, Layout: layoutOf(p.engine),
		Method: p.Method, Spare: p.Spare, Created: time.Now().UTC().Truncate(time.Second),
	}
	for _, prime := range p.Primes {
		m.Moduli = append(m.Moduli, decimal(prime))
	}
	return m
}
