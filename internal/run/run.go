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

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/internal/storage"
	"combigo.dev/combigo/internal/tilefile"
	"combigo.dev/combigo/result"
)

// outcome is what is known of a chain.
type outcome struct {
	value *big.Int // nil if it is not known
	fault error    // a [DamageError]: there is a file, but it cannot be trusted
}

func (o *outcome) known() bool { return o.value != nil }

// A Run is a directory in which a number is computed.
type Run struct {
	fs       storage.FS
	dir      string
	tag      string // tells the files of this program from those of others
	manifest *manifest
	settings Settings
	// settingsFault is a [DamageError] if the settings cannot be read: then nothing is computed.
	settingsFault  error
	chains         []*chain
	outcomes       []outcome // by chain
	engine         *border.Engine
	division       *border.Division // nil until it is needed
	memoryOfShares buffers
	lock           io.Closer
	fresh          bool // whether this program has started the run
	log            *journal
	threads        int
	memory         result.Bytes
}

// place is a stage of a chain.
type place struct{ chain, stage int }

// Size returns the board.
func (r *Run) Size() board.Size { return r.manifest.size() }

// Engine says who schedules the work.
func (r *Run) Engine() Engine { return r.settings.Engine }

// Method says how the number is computed.
func (r *Run) Method() Method { return r.manifest.Method }

// Dir returns the directory.
func (r *Run) Dir() string { return r.dir }

// adopt makes a manifest that of the run.
func (r *Run) adopt(m *manifest) error {
	e, err := border.New(border.Board{Height: m.size().Short(), Colours: 2})
	if err != nil {
		return err
	}
	r.manifest, r.engine = m, e
	r.chains = chainsOf(m.size(), m.Method, len(m.Primes), residuesOf(e, m.Spare))
	r.outcomes = make([]outcome, len(r.chains))
	return nil
}

// end is the number of stages of a chain.
func (r *Run) end(chain int) int { return len(r.chains[chain].stages) }

func (r *Run) stage(p place) *stage { return &r.chains[p.chain].stages[p.stage] }

func (r *Run) shares() int { return r.manifest.Shares }

// primes are those of all residues.
func (r *Run) primes() []uint64 {
	var primes []uint64
	for _, prime := range r.manifest.Primes {
		primes = append(primes, uint64(prime))
	}
	return primes
}

// modulus is the prime of what a stage leaves; 0 for parts of the number, and after the last stage
// of the method exact.
func (r *Run) modulus(p place) uint64 {
	number := r.chains[p.chain].prime()
	if p.stage < r.end(p.chain) {
		s := r.stage(p)
		if number = s.prime; s.ends == joinsExact {
			number = -1
		}
	}
	if number < 0 {
		return 0
	}
	return uint64(r.manifest.Primes[number])
}

func (r *Run) chainDir(chain int) string {
	return filepath.Join(r.dir, fmt.Sprintf("chain-%02d", chain))
}

const (
	tilesEnd = ".tiles"
	partEnd  = ".part"
	valueEnd = ".value"
)

// valueName is the file of the value of a chain.
func (r *Run) valueName(chain int) string { return r.chainDir(chain) + valueEnd }

func (r *Run) stageDir(p place) string {
	return filepath.Join(r.chainDir(p.chain), fmt.Sprintf("stage-%04d", p.stage))
}

// fileName is the file that a share leaves.
func (r *Run) fileName(p place, share int) string {
	end := tilesEnd
	if r.stage(p).leavesParts() {
		end = partEnd
	}
	return filepath.Join(r.stageDir(p), fmt.Sprintf("share-%04d%s", share, end))
}

// scripts are the files of the scheduler, below the directory of the run.
const scripts = "slurm"

// identity is what the file of a share says of itself.
func (r *Run) identity(p place, share int) (tilefile.Identity, error) {
	id, err := r.manifest.runID()
	return tilefile.Identity{Run: id, Modulus: r.modulus(p), Stage: uint32(p.stage), Share: uint32(share)}, err
}

// listShares tells for each share of a stage whether its file is there.
func (r *Run) listShares(p place) ([]bool, error) {
	done := make([]bool, r.shares())
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
	for share := range done {
		done[share] = there[filepath.Base(r.fileName(p, share))]
	}
	return done, nil
}

func all(done []bool) bool { return !slices.Contains(done, false) }

// listStages lists the stages of a chain that have a directory.
func (r *Run) listStages(chain int) ([]int, error) {
	entries, err := r.fs.ReadDir(r.chainDir(chain))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var stages []int
	for _, e := range entries {
		number, ok := strings.CutPrefix(e.Name(), "stage-")
		if stage, err := strconv.Atoi(number); ok && err == nil && stage >= 0 && stage < r.end(chain) {
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
