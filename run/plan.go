package run

import (
	"fmt"
	"math"
	"path/filepath"
	"time"

	"combigo/board"
	"combigo/border"
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
	Spare      bool         // whether there is a residue more than needed
	Shared     int          // with the method modulo: the first columns, which are computed exactly, once for all residues
	DiskExact  result.Bytes // what the method exact takes at least, if it was considered
	read       result.Bytes // of Traffic
	// spareColumn says, where residues are found from others, that each column has one more than its values need.
	spareColumn bool
	engine      *border.Engine
	joined      *border.Join // that is measured, the same for all schemes; nil until it is needed
	join        border.JoinNeed
	dir         string
	opt         Options
	memory      result.Bytes // ceilings, 0: none known
	ofTask      bool         // whether that is what the scheduler grants a task
	disk        result.Bytes
	diskHere    result.Bytes
}

// Parts says what it takes that bins go through their stages in parts, because the memory
// has not the room for them as a whole; all is zero but Least and Whole if it has.
type Parts struct {
	Least   result.Bytes // of memory, below which there is no way
	Whole   result.Bytes // of memory, with which no bin is cut
	Traffic result.Bytes // spilled and read again by all residues
	Disk    result.Bytes // that spills take at the peak
	// kept and freed are Disk where what is read stays until the round ends, and where it is given back at once.
	kept, freed result.Bytes
	again       result.Bytes // that joins read more than once
}

// A DiskSpeed is how fast a file system makes files durable.
type DiskSpeed struct {
	Bytes    float64       // a second, of a large file
	File     time.Duration // for a file, beside its bytes: to sync it and the directory
	Measured bool          // or else assumed
}

// assumedSpeed is that of a plain solid-state disk.
var assumedSpeed = DiskSpeed{Bytes: 500e6, File: 2 * time.Millisecond}

// Figures for the guess of the time, fitted to the processor time of whole runs from 9x9 to 14x14
// at 2.3 GHz; see docs/performance.md.
const (
	secondsPerStep = 3.0e-9  // of one thread, for a state-step
	secondsPerByte = 0.63e-9 // that is read or written: checksums, and the system's copies
	secondsPerFile = 1.5e-3  // of the system, above all
	// syncsPerStage are those of directories and of files that nothing is computed behind.
	syncsPerStage = 3
)

func (p *Plan) graph() graph {
	return graph{p.engine, p.Size, p.Method, len(p.Primes), p.Shared, p.spareColumn}
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

// margin is for what the run has on the disk beside vectors and spills.
const margin = 16 << 20

// beside is what the run has on the disk beside vectors.
func (p *Plan) beside() result.Bytes { return margin + p.Parts.Disk }

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

// peak is the largest number of bytes of vectors on the disk at once.
func (p *Plan) peak(keep int, reclaim bool) result.Bytes {
	atOnce := 0
	if reclaim {
		atOnce = p.opt.threads() + commitsAtOnce
	}
	return result.Bytes(8 * p.graph().peak(keep, atOnce))
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

// bareNeed returns a [DiskError] if the disk does not even hold the bare classes of states. For high borders that is
// known at once, when the sizes of all bins take long.
func (p *Plan) bareNeed() error {
	need := border.VectorBytes(p.Size.Short())
	if c := p.ceiling(); c > 0 && need > c {
		return &DiskError{Dir: p.dir, Need: need, Ceiling: c, Given: c == p.disk, AtLeast: true}
	}
	return nil
}
