package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/internal/store/tilefile"
	"combigo.dev/combigo/internal/store/valuefile"
	"combigo.dev/combigo/result"
)

// An Effort is what a program has spent on a run so far, or all programs. Nothing but the speed in
// [Status] depends on it.
type Effort struct {
	Steps   float64      `json:"steps"` // state-steps
	Began   time.Time    `json:"began"`
	Seconds float64      `json:"seconds"` // since the program began to compute; of all programs, while one was at work
	Read    result.Bytes `json:"read"`
	Written result.Bytes `json:"written"`
	Threads int          `json:"threads"` // the most that one program had
}

// An effortLog is the file in which a program says what it has spent. It writes that again with
// each share that is done.
type effortLog struct {
	file   storage.File // nil if none could be made
	effort Effort
}

const (
	logName  = "log"
	logEnd   = ".effort"
	aliveEnd = ".alive" // of a file that a program keeps locked while it may write others
	// maxLogBytes is more than any log has.
	maxLogBytes = 1 << 12
	// abandoned is longer than a program takes from one block of a file to the next.
	abandoned = time.Hour
)

// add counts a share. What cannot be written is left out: the run does not depend on it.
func (l *effortLog) add(c stages.Cost) {
	e := &l.effort
	e.Steps, e.Read, e.Written, e.Seconds = e.Steps+c.Steps, e.Read+c.Read, e.Written+c.Written, time.Since(e.Began).Seconds()
	if text, err := json.Marshal(e); err == nil && l.file != nil {
		_, _ = l.file.WriteAt(text, 0)
	}
}

func (l *effortLog) close() error {
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}

// parseEffort reads the log of one program, where the end of a longer text may follow.
func parseEffort(text []byte) (e Effort) {
	if json.NewDecoder(bytes.NewReader(text)).Decode(&e) != nil {
		return Effort{}
	}
	return e
}

// A Run is a directory in which a number is computed.
type Run struct {
	fs       storage.FS
	dir      string
	disks    []string // directories with files of stages: that of the run, and further ones
	diskOf   []int    // by share: which of these has its files
	tag      string   // tells the files of this program from those of others
	manifest *manifest
	id       [16]byte // that all files of the run carry
	*need
	division *border.Division  // nil until it is needed
	buffers  memory.BufferPool // for what shares read and leave
	opt      Options
	lock     io.Closer // nil if the directory is only read
	checker  valuefile.Checker
	log      effortLog
	alive    io.Closer // nil before the program writes files
	threads  int
	ceiling  result.Bytes // on the memory of this program; 0: not known yet
}

type stageID = stages.StageID

type file struct {
	stageID
	share int
}

// Size returns the board.
func (r *Run) Size() board.Size { return r.manifest.size() }

// Dir returns the directory.
func (r *Run) Dir() string { return r.dir }

// adopt makes a manifest that of the run.
func (r *Run) adopt(m *manifest) error {
	n, errNeed := newNeed(m.size(), m.Method, m.Primes, m.Spare, m.Holes)
	id, errID := m.runID()
	r.manifest, r.need, r.id, r.disks, r.diskOf = m, n, id, []string{r.dir}, make([]int, m.Shares)
	if len(m.Dirs) > 0 {
		for _, d := range m.Dirs[1:] {
			r.disks = append(r.disks, d.Name)
		}
		r.diskOf = dirsOf(m.Dirs, m.Shares)
	}
	return errors.Join(errNeed, errID)
}

func (r *Run) end(chain int) int { return len(r.chains[chain].Stages) }

func (r *Run) stage(p stageID) *stages.Stage { return &r.chains[p.Chain].Stages[p.Stage] }

func (r *Run) shares() int { return r.manifest.Shares }

// modulus is the prime of what a stage leaves; 0 for parts of the number, and after the last stage
// of the method exact.
func (r *Run) modulus(p stageID) uint64 {
	switch {
	case p.Stage == r.end(p.Chain) && r.Method == stages.Modulo:
		return r.Primes[p.Chain]
	case p.Stage == r.end(p.Chain) || r.stage(p).Step == stages.JoinExact:
		return 0
	}
	return r.Primes[r.chains[p.Chain].Prime(p.Stage)]
}

// stageDir is the directory of a stage on each disk.
func stageDir(p stageID) string { return filepath.Join(chainDir(p.Chain), stageName(p.Stage)) }

func chainDir(chain int) string { return fmt.Sprintf("chain-%02d", chain) }

func stageName(stage int) string { return fmt.Sprintf("stage-%04d", stage) }

const (
	tilesEnd = ".tiles"
	valueEnd = ".value"
)

// fileName is the file that a share leaves. After the last stage there is one, the value of the
// chain, whose name tells it from those of other runs of the board.
func (r *Run) fileName(p stageID, share int) string {
	if p.Stage == r.end(p.Chain) {
		name := r.Size().String()
		if r.Method == stages.Modulo {
			name += fmt.Sprintf("-prime-%02d", PrimeNumber(r.Primes[p.Chain]))
		}
		return filepath.Join(r.dir, name+valueEnd)
	}
	return filepath.Join(r.disks[r.diskOf[share]], stageDir(p), fmt.Sprintf("share-%04d%s", share, tilesEnd))
}

func (r *Run) identity(p stageID, share int) tilefile.Identity {
	return tilefile.Identity{Run: r.id, Modulus: r.modulus(p), Stage: uint32(p.Stage), Share: uint32(share)}
}

func (r *Run) openFile(p stageID, share int) (*tilefile.Reader, error) {
	file, err := tilefile.Open(r.fs, r.fileName(p, share), r.identity(p, share))
	return file, r.damageError(p, r.fileName(p, share), err)
}

// isDone tells whether a share is done.
func (r *Run) isDone(p stageID, share int) bool {
	_, err := r.fs.Size(r.fileName(p, share))
	return err == nil
}

// maxNumber is far more than the digits of any number.
const maxNumber = 1 << 16

// writePart writes the file of a part of a sum: one tile with the characters of a fraction, such as
// -7/3, each a value.
func (r *Run) writePart(p stageID, share int, part string) error {
	var values []uint32
	for _, c := range []byte(part) {
		values = append(values, uint32(c))
	}
	return tilefile.Write(r.fs, r.fileName(p, share), r.tag, r.identity(p, share), [][][]uint32{{values}})
}

func (r *Run) readPart(p stageID, share int) (part *big.Rat, err error) {
	file, err := r.openFile(p, share)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	values := make([]uint32, min(maxNumber, file.Sizes()[0]))
	if err := file.ReadTile(0, values); err != nil {
		return nil, r.damageError(p, r.fileName(p, share), err)
	}
	text := make([]byte, len(values))
	for i, c := range values {
		text[i] = byte(c)
	}
	part, ok := new(big.Rat).SetString(string(text))
	if !ok || part.RatString() != string(text) {
		return nil, r.damageError(p, r.fileName(p, share), fmt.Errorf("%q is not the number that is wanted", text))
	}
	return part, nil
}

func (r *Run) withRemedy(err error, remedy Remedy) error {
	return &HelpError{err, Help{Remedy: remedy, Dir: r.dir}}
}

func (r *Run) explain(err error) error {
	switch {
	case err == nil || isDamage(err) || isShortage(err) || errors.As(err, new(*HelpError)):
		return err
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return r.withRemedy(fmt.Errorf("%w: the disk, or the quota, is full", err), MakeRoom)
	case errors.As(err, new(*os.PathError)), errors.As(err, new(*os.LinkError)), errors.Is(err, syscall.EIO):
		return r.withRemedy(err, GoOn)
	}
	return err
}

// damageError makes of an error of reading a file of a stage one that says the remedy. What this
// program lacks, such as memory, is no fault of the file.
func (r *Run) damageError(p stageID, name string, err error) error {
	if err == nil || isDamage(err) || isShortage(err) {
		return err
	}
	if missing := (*MissingDirError)(nil); errors.As(err, &missing) {
		name = missing.Dir
	}
	return &DamageError{File: name, Cause: err, Help: Help{Remedy: Recompute, Dir: r.dir, Chain: p.Chain}}
}

// ChainOf returns the chain of a prime, -1 if there is none.
func (r *Run) ChainOf(prime uint64) int { return slices.Index(r.Primes, prime) }

// WrongResidue adds the way to repair the run to an error that says that residues do not fit
// together, or that the number is not what it must be. The residue of one chain may be the
// suspect; -1 if that cannot be told.
func (r *Run) WrongResidue(err error, suspect int) error {
	if suspect < 0 {
		return r.withRemedy(err, RecomputeAll)
	}
	err = fmt.Errorf("%w; residue %d is wrong, since the others fit together without it", err, suspect)
	return &HelpError{err, Help{Remedy: Recompute, Dir: r.dir, Chain: suspect}}
}

func (r *Run) readManifest(name string) (*manifest, error) {
	text, err := storage.ReadFile(r.fs, filepath.Join(r.dir, name), maxManifestBytes)
	if err != nil {
		return nil, err
	}
	return parseManifest(text)
}

func (r *Run) checkChain(chain int) error {
	if chain < 0 || chain >= len(r.chains) {
		return fmt.Errorf("there is no chain %d: want 0 to %d", chain, len(r.chains)-1)
	}
	return nil
}

// markName is the file of a further directory that says whose it is. Without it the directory is
// missing: that of a disk that is not mounted is empty.
const markName = "combigo-run"

func (r *Run) mark() []byte { return fmt.Appendf(nil, "files of the run %s\n", r.manifest.ID) }

// A MissingDirError says that a directory is missing that a run has files in.
type MissingDirError struct{ Dir string }

func (e *MissingDirError) Error() string {
	return e.Dir + ": the directory is missing, or not the one that has files of the run"
}

// checkDisk returns an error if the directory of a number is missing.
func (r *Run) checkDisk(disk int) error {
	if disk == 0 {
		return nil
	}
	mark, err := storage.ReadFile(r.fs, filepath.Join(r.disks[disk], markName), maxLogBytes)
	if err != nil || !bytes.Equal(mark, r.mark()) {
		return &MissingDirError{r.disks[disk]}
	}
	return nil
}

// makeDisks makes the further directories where they are missing.
func (r *Run) makeDisks() error {
	for i, dir := range r.disks {
		if r.checkDisk(i) == nil {
			continue
		}
		if err := storage.MakeDir(r.fs, dir); err != nil {
			return err
		}
		if err := storage.WriteFile(r.fs, filepath.Join(dir, markName), r.tag, r.mark()); err != nil {
			return err
		}
	}
	return nil
}

// removeDisks removes the further directories, which must be empty but for their marks.
func (r *Run) removeDisks() (err error) {
	all := func(string, time.Time) bool { return true }
	for i, dir := range r.disks[1:] {
		if r.checkDisk(i+1) == nil {
			err = errors.Join(err, storage.RemoveTemporary(r.fs, dir, all), storage.RemoveAll(r.fs, filepath.Join(dir, markName)))
			if one := r.fs.Remove(dir); !errors.Is(one, os.ErrNotExist) { // another program may have been faster
				err = errors.Join(err, one)
			}
		}
	}
	return err
}

// list returns the names in a directory, which each disk has a part of.
func (r *Run) list(dir string) (map[string]bool, error) {
	there := make(map[string]bool)
	for i, disk := range r.disks {
		entries, err := r.fs.ReadDir(filepath.Join(disk, dir))
		if errors.Is(err, os.ErrNotExist) {
			err = r.checkDisk(i)
		}
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			there[e.Name()] = true
		}
	}
	return there, nil
}

// remove removes a directory from all disks, that of the run last.
func (r *Run) remove(dir string) (err error) {
	for _, disk := range slices.Backward(r.disks) {
		err = errors.Join(err, storage.RemoveAll(r.fs, filepath.Join(disk, dir)))
	}
	return err
}
