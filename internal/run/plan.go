package run

import (
	"math"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/internal/storage"
	"combigo.dev/combigo/result"
)

// A Plan says what a run will take, before it begins.
type Plan struct {
	Size board.Size
	*need
	Shares    int          // of a stage
	Memory    result.Bytes // of a program
	Least     result.Bytes // of memory, with which any number of shares will do
	Time      time.Duration
	Speed     DiskSpeed    // that Time stands on
	Cluster   bool         // whether other machines than this one do the work, one task at a time as far as Time goes
	DiskExact result.Bytes // what the method exact would take, if it was considered and another one chosen

	dir      string
	opt      Options
	diskHere result.Bytes // 0: not known
}

// NewPlan estimates what L(size) takes. The directory need not exist.
func NewPlan(fs storage.FS, dir string, size board.Size, opt Options) (*Plan, error) {
	needs, err := needsOf(size, opt.Method, opt.Spare)
	if err != nil {
		return nil, err
	}
	free, _ := fs.Free(existing(fs, dir)) // 0, not known, with an error
	p := &Plan{
		Size: size, dir: dir, Cluster: opt.Engine == Slurm,
		diskHere: result.Bytes(free), opt: opt, Speed: assumedSpeed,
	}
	for _, p.need = range needs {
		p.take()
		if p.Refusal() == nil {
			break
		}
	}
	if p.Method != needs[0].Method {
		p.DiskExact = needs[0].Disk
	}
	return p, nil
}

// take deals out what the method needs in shares.
func (p *Plan) take() {
	n, threads := p.need, p.opt.threads()
	ceiling := p.opt.Memory
	if !p.Cluster {
		ceiling = memoryHere(p.opt.Memory)
	}
	atLeast := 1
	if p.Cluster && p.opt.Cluster != nil {
		atLeast = p.opt.Cluster.Tasks
	}
	if p.Shares = p.opt.Shares; p.Shares == 0 {
		p.Shares = n.shares(min(atLeast, maxShares), threads, ceiling)
	}
	p.Memory = n.memory(p.Shares, threads)
	p.Least = n.memory(n.shares(1, threads, 1), threads)
	p.estimateTime()
}

// ceiling is the disk that the run may take, 0 if that is not known.
func (p *Plan) ceiling() result.Bytes {
	if p.opt.Disk > 0 && p.Cluster {
		return p.opt.Disk // whoever says so knows the disk that all nodes share
	}
	if p.opt.Disk > 0 && (p.diskHere == 0 || p.opt.Disk <= p.diskHere) {
		return p.opt.Disk
	}
	return p.diskHere
}

// Refusal returns an error if the run cannot fit.
func (p *Plan) Refusal() error {
	if given := p.opt.Memory; given > 0 && p.Memory > given {
		return tooLittle(p.Memory, given, true)
	}
	if available := memoryHere(p.opt.Memory); available > 0 && p.Memory > available && !p.Cluster {
		return tooLittle(p.Memory, available, false)
	}
	if c := p.ceiling(); c > 0 && p.Disk > c {
		return &DiskError{Dir: p.dir, Need: p.Disk, Ceiling: c, Given: c == p.opt.Disk}
	}
	return nil
}

// Measure measures the disk, and corrects the guess of the time. It writes some megabytes near the
// directory, and removes them. Where nothing can be written the speed of the disk stays assumed:
// the run will meet the error itself if it stands in its way.
func (p *Plan) Measure(fs storage.FS) {
	if speed, err := measureDisk(fs, existing(fs, p.dir)); err == nil {
		p.Speed = speed
	}
	p.estimateTime()
}

// cached tells whether what a stage reads is in memory still.
func (p *Plan) cached() bool {
	available := memory.Available()
	return available == 0 || p.Disk+p.Memory < available
}

// estimateTime guesses the time: the longer of what the processors and what the disk take, for
// files are read and written while others are computed.
func (p *Plan) estimateTime() {
	n := p.need
	files := len(n.stages) * max(1, p.Shares)
	disk := n.all.written/p.Speed.Bytes + float64(files)*p.Speed.File.Seconds()
	if !p.cached() {
		disk += n.all.read / p.Speed.Bytes
	}
	p.Time = duration(max(n.all.work(files)/float64(p.opt.threads()), disk))
}

func duration(seconds float64) time.Duration {
	return time.Duration(min(seconds*float64(time.Second), math.MaxInt64/2))
}
