package run

import (
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"combigo/board"
	"combigo/border"
	"combigo/internal/storage"
	"combigo/internal/tilefile"
	"combigo/result"
)

// outcome is what is known of a residue.
type outcome struct {
	value *big.Int // with the method [Exact] the number itself, which is known of all residues at once
	known bool
	fault error // a [DamageError]: there is a file, but it cannot be trusted
}

// A Run is a directory in which a number is computed.
type Run struct {
	fs       storage.FS
	dir      string
	tag      string // tells the files of this program from those of others
	manifest *manifest
	settings Settings
	// settingsFault is a [DamageError] if the settings cannot be read: then nothing is computed.
	settingsFault error
	outcomes      []outcome // by residue
	engine        *border.Engine
	external      *border.External // nil until it is needed
	join          *border.Join     // nil until it is needed
	lock          io.Closer
	log           *journal
	threads       int
	memory        result.Bytes
}

// Size returns the board.
func (r *Run) Size() board.Size { return r.manifest.size() }

// Engine says who schedules the work.
func (r *Run) Engine() Engine { return r.settings.Engine }

func (r *Run) graph() graph {
	return graph{r.engine, r.Size(), r.manifest.method(), len(r.manifest.Moduli), r.manifest.Shared, r.manifest.Spare}
}

// stages is the number of stages, of a residue and of the join.
func (r *Run) stages() int { return r.graph().stages() }

// bins is the number of bins of a stage.
func (r *Run) bins(stage int) int { return r.graph().bins(stage) }

// isLast tells whether a stage leaves shares, not tiles.
func (r *Run) isLast(stage int) bool { return stage == r.stages()-1 }

// modulus is the prime of a residue, 0 for the join over all of them.
func (r *Run) modulus(residue int) uint64 {
	if residue == len(r.manifest.Moduli) {
		return 0
	}
	return uint64(r.manifest.Moduli[residue])
}

// moduli are the primes of all residues.
func (r *Run) moduli() []uint64 {
	var moduli []uint64
	for _, prime := range r.manifest.Moduli {
		moduli = append(moduli, uint64(prime))
	}
	return moduli
}

// end is the place after the join, or the last stage.
func (r *Run) end(residue int) place { return place{r.graph().joinResidue(residue), r.stages()} }

func (r *Run) residueDir(residue int) string {
	return filepath.Join(r.dir, r.residueName(residue))
}

// joinName is the directory of the join over all residues.
const joinName = "join"

func (r *Run) residueName(residue int) string {
	if residue == len(r.manifest.Moduli) {
		return joinName
	}
	return fmt.Sprintf("residue-%02d", residue)
}

// outcomeName is the file of a residue that is known, or of the number.
func (r *Run) outcomeName(residue int) string {
	return filepath.Join(r.dir, r.residueName(r.end(residue).residue)+shareEnd)
}

func (r *Run) stageDir(p place) string {
	return filepath.Join(r.residueDir(p.residue), fmt.Sprintf("stage-%04d", p.stage))
}

const (
	tilesEnd = ".tiles"
	shareEnd = ".share"
)

// binName is the file that a bin leaves.
func (r *Run) binName(p place, bin int) string {
	end := tilesEnd
	if r.isLast(p.stage) {
		end = shareEnd
	}
	return filepath.Join(r.stageDir(p), fmt.Sprintf("bin-%03d%s", bin, end))
}

// scripts are the files of the scheduler, below the directory of the run.
const scripts = "slurm"

// identity is what the file of a bin says of itself.
func (r *Run) identity(p place, bin int) (tilefile.Identity, error) {
	id, err := r.manifest.runID()
	return tilefile.Identity{
		Run: id, Modulus: r.modulus(p.residue), Stage: uint32(p.stage), Bin: uint32(bin),
	}, err
}

// listBins is doneBins with the bare error.
func (r *Run) listBins(p place) ([]bool, error) {
	done := make([]bool, r.bins(p.stage))
	entries, err := r.fs.ReadDir(r.stageDir(p))
	if errors.Is(err, os.ErrNotExist) {
		return done, nil
	}
	if err != nil {
		return nil, err
	}
	there := map[string]bool{}
	for _, e := range entries {
		there[e.Name()] = true
	}
	for bin := range done {
		done[bin] = there[filepath.Base(r.binName(p, bin))]
	}
	return done, nil
}

func all(done []bool) bool {
	for _, d := range done {
		if !d {
			return false
		}
	}
	return true
}

// listStages is stageDirs with the bare error.
func (r *Run) listStages(residue int) ([]int, error) {
	entries, err := r.fs.ReadDir(r.residueDir(residue))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var stages []int
	for _, e := range entries {
		number, ok := strings.CutPrefix(e.Name(), "stage-")
		if stage, err := strconv.Atoi(number); ok && err == nil && stage >= 0 && stage < r.stages() {
			stages = append(stages, stage)
		}
	}
	slices.Sort(stages) // names of more than four digits are not in their order
	return stages, err
}

func (r *Run) readManifest(name string) (*manifest, error) {
	text, err := storage.ReadFile(r.fs, filepath.Join(r.dir, name), maxManifestBytes)
	if err != nil {
		return nil, err
	}
	return parseManifest(text)
}
