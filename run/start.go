package run

import (
	"cmp"
	"errors"
	"fmt"
	iofs "io/fs"
	"os"
	"slices"
	"syscall"
	"time"

	"combigo/board"
	"combigo/border"
	"combigo/border/halves"
	"combigo/internal/storage"
	"combigo/result"
)

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
	schemes, err := p.schemes()
	if err != nil {
		return nil, err
	}
	for _, s := range schemes {
		if err := p.estimate(s); err != nil {
			return nil, err
		}
		if s.method == Exact {
			p.DiskExact = min(p.Disk, p.peak(0, false)+p.beside())
		}
		if p.Refusal() == nil {
			break
		}
	}
	return p, nil
}

// schemes lists the schemes that will do, the fastest first.
func (p *Plan) schemes() ([]scheme, error) {
	methods, err := p.methods()
	if err != nil {
		return nil, err
	}
	if n := p.opt.Shared; n > 0 {
		if !slices.Contains(methods, Modulo) {
			return nil, fmt.Errorf("board %s: method %s shares no columns: want modulo", p.Size, methods[0])
		}
		if most := maxShared(p.Size); n > most {
			return nil, fmt.Errorf("board %s: %d columns to share: want at most %d", p.Size, n, most)
		}
		methods = []Method{Modulo}
	}
	var schemes []scheme
	for _, method := range methods {
		of, err := p.schemesOf(method, !p.Cluster)
		if err != nil {
			return nil, err
		}
		schemes = append(schemes, of...)
	}
	return schemes, nil
}

// schemesOf lists those of a method; with columns that are shared, if they can be.
func (p *Plan) schemesOf(method Method, canShare bool) ([]scheme, error) {
	spare, err := p.opt.Spare.wanted(p.Size, method)
	if err != nil {
		return nil, err
	}
	spareColumn, err := p.opt.Spare.wanted(p.Size, Exact)
	if err != nil {
		return nil, err
	}
	if method != Modulo {
		return []scheme{{method, 0, spare, spareColumn && method == Exact}}, nil
	}
	if n := p.opt.Shared; n > 0 {
		return []scheme{{method, n, spare, spareColumn}}, nil
	}
	var schemes []scheme
	if p.opt.Shared == 0 && canShare {
		peak := func(s scheme) int64 {
			return graph{p.engine, p.Size, s.method, len(primes(p.Size, s.method, s.spare)), s.shared, s.spareColumn}.peak(0, 0)
		}
		exact := peak(scheme{Exact, 0, spareColumn, spareColumn})
		for _, n := range sharedColumns(p.Size, spareColumn) {
			if s := (scheme{method, n, spare, spareColumn}); peak(s) < exact { // otherwise that is faster
				schemes = append(schemes, s)
			}
		}
	}
	return append(schemes, scheme{method, 0, spare, false}), nil
}

// sharedColumns lists the numbers of columns that are worth sharing, the largest first: for each number of residues that are
// kept for that, as many columns as these make known.
func sharedColumns(size board.Size, spare bool) []int {
	var numbers []int
	kept := 0
	for k := maxShared(size); k > 0; k-- {
		n := border.ResiduesFor(size.Short(), k)
		if spare {
			n++
		}
		if n != kept {
			numbers = append(numbers, k)
		}
		kept = n
	}
	return numbers
}

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

func (p *Plan) manifest() *manifest {
	m := &manifest{
		Format: manifestFormat, ID: newID(), Rows: p.Size.Rows, Cols: p.Size.Cols, Layout: layoutOf(p.engine),
		Method: p.Method, Shared: p.Shared, Spare: p.spareColumn, Created: time.Now().UTC().Truncate(time.Second),
	}
	for _, prime := range p.Primes {
		m.Moduli = append(m.Moduli, decimal(prime))
	}
	return m
}

func (p *Plan) settings() Settings {
	return Settings{
		Engine: cmp.Or(p.opt.Engine, Disk), Memory: p.opt.Memory, Disk: p.opt.Disk, Reclaim: p.Reclaim, KeepEvery: p.Keep, Cluster: p.opt.Cluster,
	}
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
