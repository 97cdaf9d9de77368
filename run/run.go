package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	iofs "io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"

	"combigo/board"
	"combigo/border"
	"combigo/count"
	"combigo/internal/storage"
	"combigo/modular"
	"combigo/published"
	"combigo/result"
)

// Options says what a run may use.
type Options struct {
	Threads int             // 0: one for each processor
	Memory  result.Bytes    // ceiling, 0: what the machine has
	Disk    result.Bytes    // ceiling, 0: what the file system has free
	Engine  Engine          // empty: Disk
	Method  Method          // empty: the fastest one that fits
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

// Spare says whether the method [Exact] takes a residue more than the values need through every column. Then an error
// in a residue, anywhere, makes values that are too large, and passes with a chance of 2^-61. The other methods have a spare
// residue always.
type Spare string

// The choices.
const (
	SpareIfNew Spare = "auto" // if there is no published number to compare with
	SpareYes   Spare = "yes"
	SpareNo    Spare = "no"
)

func (s Spare) wanted(size board.Size) (bool, error) {
	switch s {
	case "", SpareIfNew:
		entry, ok := published.Legal(size)
		return !ok || entry.Kind != published.Exact, nil
	case SpareYes, SpareNo:
		return s == SpareYes, nil
	}
	return false, fmt.Errorf("spare residue %q: want %s, %s or %s", s, SpareIfNew, SpareYes, SpareNo)
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

// Start makes the directory of a new run, which must be empty or not there, and
// returns the run, locked. Nothing is computed yet. The error is a [MemoryError] or a
// [DiskError] if the run cannot fit; then there is no directory either.
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
	if err := mustBeEmpty(fs, dir); err != nil {
		return nil, err
	}
	r := p.newRun(fs)
	if err := storage.MakeDir(fs, dir); err != nil {
		return nil, explain(err)
	}
	if err := r.acquire(p.opt.Locking); err != nil {
		return nil, err
	}
	// Another program may have begun a run before the lock was had.
	if err := mustBeEmpty(fs, dir); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	if err := r.save(); err != nil {
		return nil, errors.Join(explain(err), r.Close())
	}
	return r, nil
}

// newRun is the run that was planned, of which nothing is on the disk.
func (p *Plan) newRun(fs storage.FS) *Run {
	r := newRun(fs, p.dir)
	r.engine, r.manifest, r.settings = p.engine, p.manifest(), p.settings()
	r.outcomes = make([]outcome, r.graph().chains())
	r.use(p.opt)
	return r
}

// Submission is what the run will hand to the scheduler when it is started; nothing is written.
func (p *Plan) Submission(fs storage.FS, queue Queue) (*Submission, error) {
	return p.newRun(fs).Submission(queue)
}

// startLeaves tells whether a file may be left by a program that was killed in [Start].
func startLeaves(name string) bool {
	return name == storage.LockName || name == storage.OwnerName || name == copyName || name == settingsName || storage.IsTemporary(name)
}

// mustBeEmpty returns an error if there is more in a directory than what a program
// leaves that is killed in [Start].
func mustBeEmpty(fs storage.FS, dir string) error {
	entries, err := fs.ReadDir(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%s: this, or what it is in, is a file: want a directory, new or empty", dir)
	case err != nil:
		return err
	case !slices.ContainsFunc(entries, func(e iofs.DirEntry) bool { return !startLeaves(e.Name()) }):
		return nil
	}
	if slices.ContainsFunc(entries, func(e iofs.DirEntry) bool { return e.Name() == manifestName }) {
		return fmt.Errorf("%s: there is a run already: combigo run resume goes on with it", dir)
	}
	return fmt.Errorf("%s: the directory is not empty: want a new one, or an empty one", dir)
}

// Open opens the directory of a run to read it.
func Open(fs storage.FS, dir string) (*Run, error) {
	r := newRun(fs, dir)
	return r, r.load()
}

// OpenShared opens the directory of a run for one of several programs that work in it at the
// same time, as [Run.Task] and [Run.Collect] can.
func OpenShared(fs storage.FS, dir string, opt Options) (*Run, error) {
	r, err := Open(fs, dir)
	if err != nil {
		return nil, err
	}
	r.use(opt)
	return r, nil
}

// OpenLocked opens the directory of a run to work in it. The error is a
// [storage.LockedError] if another program does.
func OpenLocked(fs storage.FS, dir string, opt Options) (*Run, error) {
	r, err := Open(fs, dir)
	if err != nil {
		return nil, err
	}
	if err := r.acquire(opt.Locking); err != nil {
		return nil, err
	}
	r.use(opt)
	// The manifest may have changed before the lock was had.
	if err := errors.Join(r.load(), r.saveCopy()); err != nil {
		return nil, errors.Join(explain(err), r.Close())
	}
	return r, nil
}

func newRun(fs storage.FS, dir string) *Run {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	tag := fmt.Sprintf("%s-%d-%d", host, os.Getpid(), time.Now().UnixNano())
	return &Run{fs: fs, dir: dir, tag: tag}
}

func (r *Run) use(opt Options) {
	r.threads, r.memory = opt.threads(), opt.Memory
	if r.memory == 0 {
		r.memory, _, _ = r.settings.options(r.threads).memory() // the settings are checked
	}
}

// acquire keeps the directory for this program.
func (r *Run) acquire(how storage.Locking) error {
	if how == "" {
		how = storage.Flock
	}
	lock, err := storage.Lock(r.fs, r.dir, how)
	if err != nil {
		return err
	}
	r.lock = lock
	return nil
}

// Close gives the lock and the memory back.
func (r *Run) Close() error {
	if r.external != nil {
		r.external.Free()
		r.external = nil
	}
	var err error
	if r.log != nil {
		err = r.log.close()
	}
	if r.lock != nil {
		err = errors.Join(err, r.lock.Close())
	}
	return err
}

// Size returns the board.
func (r *Run) Size() board.Size { return r.manifest.size() }

// Engine says who schedules the work.
func (r *Run) Engine() Engine { return r.settings.Engine }

// ready prepares the engine. The error is a [MemoryError] if it does not fit.
func (r *Run) ready(ctx context.Context) error {
	if r.external != nil {
		return nil
	}
	if err := r.makeEngine(); err != nil {
		return err
	}
	size := r.Size()
	opt := border.Options{Threads: r.threads, Memory: int64(r.memoryCeiling())}
	external, err := r.engine.NewExternal(ctx, size.Long(), opt)
	var memory *result.MemoryError
	if errors.As(err, &memory) {
		return &MemoryError{Need: memory.Need, Ceiling: memory.Ceiling, Given: true}
	}
	r.external = external
	return err
}

// borderEngine is another function in tests.
var borderEngine = border.New

// makeEngine makes the engine, and checks that its tiles are those of the files.
func (r *Run) makeEngine() error {
	if r.engine != nil {
		return nil
	}
	engine, err := borderEngine(r.Size().Short())
	if err != nil {
		return err
	}
	if layout := layoutOf(engine); layout != r.manifest.Layout {
		return &DamageError{
			File:  filepath.Join(r.dir, manifestName),
			Cause: fmt.Errorf("tiles are cut as in %s, but by this version of the program as in %s", r.manifest.Layout, layout),
			Fix:   "resume with the version that started the run",
		}
	}
	r.engine = engine
	return nil
}

// layoutOf is a checksum of the sizes of all tiles.
func layoutOf(e *border.Engine) string {
	return checksumOf(fmt.Append(nil, e.TileSizes(0), e.TileSizes(1)))
}

// primes returns the moduli for a board: as many as the values of half of it need, and a spare one if that is wanted, or one more
// than the number asks for.
func primes(size board.Size, method Method, spare bool) []uint64 {
	if method != Exact {
		return count.Primes(size, 1)
	}
	n := border.ResiduesFor(size.Short(), size.Long()/2)
	if spare {
		n++
	}
	return modular.PrimesBelow(1<<border.ModulusBits, n)
}
