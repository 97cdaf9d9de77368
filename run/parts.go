package run

import (
	"combigo/border"
	"combigo/internal/par"
	"combigo/result"
)

// Parts says what it takes that bins go through their stages in parts, because the memory
// has not the room for them as a whole; all is zero but Least and Whole if it has.
type Parts struct {
	Least   result.Bytes // of memory, below which there is no way
	Whole   result.Bytes // of memory, with which no bin is cut
	Traffic result.Bytes // spilled and read again by all residues
	Disk    result.Bytes // that spills take at the peak
	// kept and freed are Disk where what is read stays until the round ends, and where it is given back at once.
	kept, freed result.Bytes
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
	p.Memory = max(result.Bytes(need.Memory), p.join)
	p.Parts.Least, p.Parts.Whole = max(p.Parts.Least, p.join), max(p.Parts.Whole, p.join)
}

// programs is how many may work at one stage at the same time.
func (p *Plan) programs() int {
	if p.Cluster && p.opt.Cluster != nil {
		return max(1, p.opt.Cluster.Tasks)
	}
	return 1
}

// sparedShare of the memory that is available is left to the files that pass through it.
const sparedShare = 8

// memoryHere is what a program on this machine may take: what it is given, but no more than
// the machine has; 0 if neither is known.
func memoryHere(given result.Bytes) result.Bytes {
	available := par.Available()
	if given > 0 && (available == 0 || given <= available) {
		return given
	}
	return available - available/sparedShare
}

// memoryCeiling is what this program may take. What the scheduler grants a task is its own.
func (r *Run) memoryCeiling() result.Bytes {
	if r.settings.Engine == Slurm && r.memory > 0 {
		return r.memory
	}
	return memoryHere(r.memory)
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

// spillBytes is what the tasks of one residue have spilled at the most.
func (r *Run) spillBytes() int64 {
	opt := r.settings.options(0)
	memory, _, _ := opt.memory() // the settings are checked
	need := r.engine.ExternalNeed(border.Options{Threads: opt.threads(), Memory: int64(memory)})
	return 8 * need.Spill(max(1, opt.Cluster.Tasks), false)
}
