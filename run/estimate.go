package run

import (
	"math"
	"time"

	"combigo/border"
	"combigo/internal/par"
	"combigo/internal/storage"
	"combigo/result"
)

// estimate finds out what the run takes by a scheme.
func (p *Plan) estimate(s scheme) error {
	if err := p.estimateMemory(s); err != nil {
		return err
	}
	p.Vector = result.Bytes(8 * p.engine.VectorStates())
	p.Steps = p.graph().steps(everyStage)
	moved, read := p.graph().values()
	p.Traffic = result.Bytes(8*moved) + p.Parts.Traffic + p.Parts.again
	p.read = result.Bytes(8*read) + p.Parts.Traffic/2 + p.Parts.again
	p.estimateTime()
	p.chooseDisk()
	return nil
}

func (p *Plan) estimateMemory(s scheme) error {
	p.Method, p.Shared, p.Spare, p.spareColumn = s.method, s.shared, s.spare, s.spareColumn
	p.Primes = primes(p.Size, s.method, s.spare)
	opt := border.Options{Threads: p.opt.threads()}
	if s.method != DP {
		if p.joined == nil {
			var err error
			if p.joined, err = p.engine.NewJoin(p.Size.Long(), p.Primes[:1], opt); err != nil {
				return err
			}
		}
	}
	p.join = p.graph().joinNeed(p.joined, opt.Threads)
	p.fitMemory(opt)
	return nil
}

// fitMemory finds out how the run can do with the memory that there is.
func (p *Plan) fitMemory(opt border.Options) {
	opt.Memory = int64(p.memory)
	if !p.Cluster {
		opt.Memory = int64(memoryHere(p.memory))
	}
	need := p.engine.ExternalNeed(opt)
	stages := int64(len(p.graph().order())) // two a column, or nearly
	p.Parts = Parts{
		Least: result.Bytes(need.Least), Whole: result.Bytes(need.Whole),
		Traffic: result.Bytes(8 * need.Spilled * stages),
		kept:    result.Bytes(8 * need.Spill(p.programs(), false)),
		freed:   result.Bytes(8 * need.Spill(p.programs(), true)),
	}
	p.Parts.Disk = p.Parts.kept
	ceiling := result.Bytes(opt.Memory)
	p.Memory = max(result.Bytes(need.Memory), joinMemory(p.join, ceiling))
	p.Parts.Least, p.Parts.Whole = max(p.Parts.Least, result.Bytes(p.join.Least)), max(p.Parts.Whole, result.Bytes(p.join.Whole))
	p.Parts.again = p.graph().joinAgain(p.join, ceiling)
}

// programs is how many may work at one stage at the same time.
func (p *Plan) programs() int {
	if p.Cluster && p.opt.Cluster != nil {
		return max(1, p.opt.Cluster.Tasks)
	}
	return 1
}

// memoryRefusal returns an error if the run cannot do with the memory, into as many parts as bins are cut. What the plan takes is
// no measure: it fits what was available when the plan was made, and a little less may be available now.
func (p *Plan) memoryRefusal() error {
	if p.memory > 0 && p.Parts.Least > p.memory {
		return &MemoryError{Need: p.Parts.Least, Ceiling: p.memory, Given: true, OfTask: p.ofTask}
	}
	if available := memoryHere(p.memory); available > 0 && p.Parts.Least > available && !p.Cluster {
		return &MemoryError{Need: p.Parts.Least, Ceiling: available}
	}
	return nil
}

// Measure measures the disk, and what other programs leave of the processors, and corrects the
// guess of the time. It writes some megabytes beside the directory, and removes them.
// Where nothing can be written the disk's speed stays assumed: the run will meet the
// error itself if it stands in its way.
func (p *Plan) Measure(fs storage.FS) {
	if speed, err := measureDisk(fs, existing(fs, p.dir)); err == nil {
		p.Speed = speed
	}
	if !p.Cluster { // else other machines do the work
		p.Processors = measureProcessors(p.opt.threads())
	}
	p.estimateTime()
	p.chooseDisk()
}

// cached tells whether what a stage reads is in memory still.
func (p *Plan) cached() bool {
	available := par.Available()
	return available == 0 || p.peak(0, false)+p.Memory < available
}

// estimateTime guesses the time: the longer of what the processors and what the disk take, for
// files are synced behind the computation, and what is left at the end of each stage.
func (p *Plan) estimateTime() {
	threads := float64(p.opt.threads())
	processors := threads
	if p.Processors > 0 {
		processors = min(threads, p.Processors)
	}
	files := float64(p.graph().files())
	read, written := float64(p.read), float64(p.Traffic-p.read)
	work := (p.Steps*secondsPerStep + files*secondsPerFile + read*secondsPerByte) / processors
	work += written * secondsPerByte * threads / processors // a file is written by one thread
	sync := p.Speed.File.Seconds()
	disk := written/p.Speed.Bytes + files*sync/commitsAtOnce
	if !p.cached() {
		disk += read / p.Speed.Bytes
	}
	seconds := max(work, disk) + float64(len(p.graph().order()))*syncsPerStage*sync
	p.Time = time.Duration(seconds * float64(time.Second))
}

// stageTime is about how many seconds a stage takes.
func (p *Plan) stageTime() float64 { return p.Time.Seconds() / float64(len(p.graph().order())) }

// keepSpan is about how old the stage is that is kept: older than what a disk may still have
// had in its own memory when the power went.
const keepSpan = 5 * time.Minute

// chooseKeep decides how often a stage is kept: as the options want it, or, where there is the
// room, so that it takes about keepSpan from one to the next, of which half a residue
// has one at least.
func (p *Plan) chooseKeep() {
	switch every := p.opt.KeepEvery; {
	case every != 0:
		p.Keep = max(0, every)
	default:
		p.Keep = max(1, min(p.graph().stages()/2, int(math.Ceil(keepSpan.Seconds()/p.stageTime()))))
		if !p.fitsWith(p.Keep) {
			p.Keep = 0
		}
	}
}

// fitsWith tells whether the disk is known to have the room to keep stages; on a cluster, for as many residues side by side
// as if none was kept.
func (p *Plan) fitsWith(keep int) bool {
	if p.ceiling()-p.beside() < p.peak(keep, false) {
		return false
	}
	side := func(keep int) int {
		return p.graph().sideBySide(int64(p.ceiling()-margin), int64(p.Parts.Disk), keep)
	}
	return !p.Cluster || side(keep) == side(0)
}

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

// spillBytes is what the tasks of one residue have spilled at the most.
func (r *Run) spillBytes() int64 {
	opt := r.settings.options(0)
	memory, _, _ := opt.memory() // the settings are checked
	need := r.engine.ExternalNeed(border.Options{Threads: opt.threads(), Memory: int64(memory)})
	return 8 * need.Spill(max(1, opt.Cluster.Tasks), false)
}
