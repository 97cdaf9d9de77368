package run

import (
	"fmt"
	"runtime"

	"combigo/board"
	"combigo/internal/storage"
	"combigo/published"
	"combigo/result"
)

// Engine says who schedules the work.
type Engine string

// The engines.
const (
	Disk  Engine = "disk"  // this program, bin after bin
	Slurm Engine = "slurm" // job arrays on a cluster
)

// Method says how the number is computed.
type Method string

// The methods. DP is named as that of package count.
const (
	// Halves stands for Exact, or for Modulo where the disk or the memory is too small for that.
	Halves Method = "halves"
	// Exact takes the vector through half the columns in as many residues as each column needs, and joins it
	// with the other half of the board once, over all residues.
	Exact Method = "exact"
	// Modulo takes one residue after the other through half the columns, and joins each modulo its prime. One
	// residue of the vector is on the disk, and those of the columns that are shared.
	Modulo Method = "modulo"
	// DP takes one residue after the other through all columns.
	DP Method = "dp"
)

// Options says what a run may use.
type Options struct {
	Threads int             // 0: one for each processor
	Memory  result.Bytes    // ceiling, 0: what the machine has
	Disk    result.Bytes    // ceiling, 0: what the file system has free
	Engine  Engine          // empty: Disk
	Method  Method          // empty: the fastest one that fits
	Shared  int             // with the method Modulo: columns to share, 0: as many as the disk has room for, and none on a cluster; negative: none
	Spare   Spare           // empty: SpareIfNew
	Cluster *Cluster        // for Slurm
	Locking storage.Locking // how the directory is kept for one program; empty: Flock
	DryRun  bool            // whether the plan is made for its own sake, even if the run cannot fit
	// KeepEvery says which stages are kept: every KeepEvery-th; 0: as the estimate
	// suggests, and the disk allows; negative: none.
	KeepEvery int
}

func (o Options) threads() int {
	if o.Threads > 0 {
		return o.Threads
	}
	if o.Engine == Slurm && o.Cluster != nil {
		return max(1, o.Cluster.CPUs)
	}
	return runtime.GOMAXPROCS(0)
}

// memory returns the ceiling on memory, 0 if there is none, and whether it is what the
// scheduler is to grant a task.
func (o Options) memory() (ceiling result.Bytes, ofTask bool, err error) {
	if o.Engine != Slurm || o.Cluster == nil {
		return o.Memory, false, nil
	}
	task, err := parseTaskMemory(o.Cluster.Memory)
	if err != nil {
		return 0, false, err
	}
	if task > 0 && (o.Memory == 0 || task < o.Memory) {
		return task, true, nil
	}
	return o.Memory, false, nil
}

// Spare says whether there is a residue more than needed. The method [Exact] takes it through every column: then an error
// in a residue, anywhere, makes values that are too large, and passes with a chance of 2^-61. With the other methods it must fit the
// number that the others give.
type Spare string

// The choices.
const (
	SpareIfNew Spare = "auto" // with [Exact] if there is no published number to compare with, with the others always
	SpareYes   Spare = "yes"
	SpareNo    Spare = "no"
)

func (s Spare) wanted(size board.Size, method Method) (bool, error) {
	switch s {
	case "", SpareIfNew:
		if method != Exact {
			return true, nil
		}
		entry, ok := published.Legal(size)
		return !ok || entry.Kind != published.Exact, nil
	case SpareYes, SpareNo:
		return s == SpareYes, nil
	}
	return false, fmt.Errorf("spare residue %q: want %s, %s or %s", s, SpareIfNew, SpareYes, SpareNo)
}
