package count

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"sort"

	"combigo/border"
	"combigo/result"
)

// onBorder is what the ways that use package border have in common.
type onBorder struct {
	*instance
	c   *counter
	as  Method // Halves or DP
	opt border.Options
}

func (b *onBorder) method() Method { return b.as }

// needOf returns the bytes for a number of residues a pass, or for exact numbers if that is 0.
func (b *onBorder) needOf(residues int) (result.Bytes, error) {
	bytes, err := b.c.engine.Need(b.size.Short(), b.size.Long(), residues, b.opt)
	return result.Bytes(bytes), err
}

func (b *onBorder) describe(r *result.Result, stats border.Stats) {
	r.Method = DP.String()
	r.Description = fmt.Sprintf("dynamic programming over states of %d border points", stats.Height)
	if stats.Halves {
		r.Method = Halves.String()
		r.Description += ", on half of the board, joined with the other half"
	}
	r.Engine = "border"
	r.Threads = stats.Threads
	r.States = stats.States
	r.StateSteps = stats.StateSteps
}

// options returns those of the engine with a report of progress.
func (b *onBorder) options(progress func(float64)) border.Options {
	opt := b.opt
	opt.Progress = progress
	return opt
}

// wrong makes an [InternalError] of a sum over halves that is no integer.
func (b *onBorder) wrong(err error) error {
	if errors.Is(err, border.ErrNotInteger) {
		return result.Wrong(b.number(), "%v", err)
	}
	return err
}

// checkInteger: a sum over joined halves is a rational number, and has been found to be an integer. Modulo primes it is one anyway.
func checkInteger(_ context.Context, r *result.Result) (string, error) {
	if r.Method != Halves.String() || len(r.Moduli) > 0 {
		return "", nil
	}
	return "the sum over the joined halves is an integer", nil
}

// exactly computes exact numbers, the whole vector in memory.
type exactly struct {
	onBorder
	pass *pass // boards of a table may share it
}

func (e *exactly) need() (result.Bytes, error) { return e.needOf(0) }

func (e *exactly) run(ctx context.Context, progress func(float64), r *result.Result) error {
	value, err := e.pass.value(ctx, e, progress)
	if err != nil {
		return e.wrong(err)
	}
	r.Value = value
	r.Limbs = e.pass.stats.Limbs
	r.Notes = append(r.Notes, e.pass.notes()...)
	e.describe(r, e.pass.stats)
	return nil
}

func (e *exactly) checks() []check {
	return []check{e.checkBounds, e.checkFormula, checkInteger, e.c.checkBrute(e.instance), e.checkRecount}
}

// checkRecount compares with the repetition of the pass modulo a prime, if it was
// cheap enough to be made.
func (e *exactly) checkRecount(_ context.Context, r *result.Result) (string, error) {
	if e.pass.residues == nil {
		return "", nil
	}
	name := fmt.Sprintf("recount %s, modulo the prime %d", e.pass.otherWay, e.pass.prime)
	passed, err := e.congruent(r, e.pass.residues[e.size.Long()], e.pass.prime, "a "+name)
	if err != nil {
		return "", err
	}
	return passed[len("a "):], nil
}

// A pass counts all boards of a table that have the same shorter side, exactly:
// the program passes the shorter ones on its way to the longest. It also
// repeats them modulo a prime if that is cheap.
type pass struct {
	height      int
	first, last int // widths
	values      map[int]*big.Int
	prime       uint64
	residues    map[int]uint64
	otherWay    string // how they were counted
	stats       border.Stats
}

// recountSteps is the longest pass, in states times steps, that is repeated
// modulo a prime: some ten milliseconds.
const recountSteps = 2e7

// recountLimbs is the length of numbers above which a repetition modulo a
// prime takes next to nothing beside the pass itself.
const recountLimbs = 40

func newPass(height, width int) *pass {
	return &pass{height: height, first: width, last: width}
}

// include lets the pass count one more width.
func (p *pass) include(width int) {
	p.first, p.last = min(p.first, width), max(p.last, width)
}

// value returns the number for the width of the board. The first call makes the pass.
func (p *pass) value(ctx context.Context, e *exactly, progress func(float64)) (*big.Int, error) {
	if p.values == nil {
		if err := p.count(ctx, e, progress); err != nil {
			p.values = nil
			return nil, err
		}
	}
	return p.values[e.size.Long()], nil
}

func (p *pass) count(ctx context.Context, e *exactly, progress func(float64)) error {
	p.values = make(map[int]*big.Int)
	var err error
	p.stats, err = e.c.engine.CountEach(ctx, p.height, p.first, p.last, e.options(progress),
		func(width int, value *big.Int) { p.values[width] = value })
	if err != nil {
		return err
	}
	other := e.opt
	other.Whole = p.stats.Halves
	p.otherWay = "through half of the columns"
	if other.Whole {
		p.otherWay = "through all columns"
	}
	if p.stats.StateSteps > recountSteps && p.stats.Limbs < recountLimbs {
		return nil
	}
	p.residues = make(map[int]uint64)
	p.prime = checkPrime()
	_, err = e.c.engine.ResiduesEach(ctx, p.height, p.first, p.last, []uint64{p.prime}, other,
		func(width int, residues []uint64) { p.residues[width] = residues[0] })
	return err
}

// notes says what else the pass counted.
func (p *pass) notes() []string {
	if p.first == p.last {
		return nil
	}
	return []string{fmt.Sprintf("one run of %d rows counted all widths from %d to %d", p.height, p.first, p.last)}
}

// inFiles computes residues of half of the board, one in memory, the others in files below a directory.
type inFiles struct {
	onBorder
	dir string
}

// fits tells whether memory and disk suffice, and notes why or why not.
func (f *inFiles) fits(p *plan, exact, free result.Bytes) (bool, error) {
	need, err := f.c.engine.FilesNeed(f.size.Short(), f.size.Long(), f.opt)
	ceiling := result.Bytes(f.opt.Memory)
	if err != nil || !fits(result.Bytes(need.Memory), ceiling) {
		return false, err
	}
	disk := result.Bytes(need.Disk)
	if disk > free-free/20 {
		p.notes = append(p.notes, fmt.Sprintf("residues in files would be faster: they need %s of disk, %s has %s", disk, f.dir, free))
		return false, nil
	}
	p.notes = append(p.notes, fmt.Sprintf(
		"one residue in memory and the others in files of %s, %s at once and %s written and read, for lack of memory: exact numbers need %s, there are %s",
		f.dir, disk, result.Bytes(need.Moved), exact, ceiling))
	return true, nil
}

func (f *inFiles) run(ctx context.Context, progress func(float64), r *result.Result) error {
	value, stats, err := f.c.engine.CountInFiles(ctx, f.size.Short(), f.size.Long(), f.dir, f.options(progress))
	if err != nil {
		return f.wrong(err)
	}
	r.Value = value
	f.describe(r, stats)
	return nil
}

func (f *inFiles) checks() []check {
	return []check{f.checkBounds, f.checkFormula, checkInteger, f.c.checkBrute(f.instance)}
}

// byResidues computes residues modulo primes, in as few passes as memory allows.
type byResidues struct {
	onBorder
	primes  []uint64
	perPass int // residues that a pass carries at most
}

func (b *byResidues) need() (result.Bytes, error) { return b.needOf(b.perPass) }

// spread carries more residues in a pass, if there is memory for it.
func (b *byResidues) spread() {
	perPass := sort.Search(min(len(b.primes), border.MaxResidues), func(i int) bool {
		bytes, err := b.needOf(i + 1)
		return err != nil || !fits(bytes, result.Bytes(b.opt.Memory))
	})
	b.perPass = spread(len(b.primes), perPass)
}

func (b *byResidues) run(ctx context.Context, progress func(float64), r *result.Result) error {
	var steps float64
	value, passes, err := b.passes(b.primes, b.perPass, progress, func(moduli []uint64, progress func(float64)) ([]uint64, error) {
		var residues []uint64
		stats, err := b.c.engine.ResiduesEach(ctx, b.size.Short(), b.size.Long(), b.size.Long(), moduli, b.options(progress),
			func(_ int, values []uint64) { residues = values })
		steps += stats.StateSteps
		b.describe(r, stats)
		return residues, err
	})
	if err != nil {
		return err
	}
	r.Value, r.StateSteps, r.Moduli, r.Passes = value, steps, b.primes, passes
	return nil
}

func (b *byResidues) checks() []check {
	return []check{b.checkBounds, b.checkFormula, b.checkResidues, b.c.checkBrute(b.instance)}
}

const (
	// borderCheckSide and borderCheckPoints bound the plain boards that are
	// counted by package border as well: some ten milliseconds.
	borderCheckSide   = 9
	borderCheckPoints = 400
)

// checkBorder compares a plain board that was counted by another method with what package border counts.
func (c *counter) checkBorder(in *instance) check {
	return func(ctx context.Context, r *result.Result) (string, error) {
		if !in.plain() || in.size.Short() > borderCheckSide || in.points() > borderCheckPoints {
			return "", nil
		}
		var value *big.Int
		_, err := c.engine.CountEach(ctx, in.size.Short(), in.size.Long(), in.size.Long(), border.Options{Threads: 1},
			func(_ int, v *big.Int) { value = v })
		return in.equal(r, value, err, "dynamic programming over border states")
	}
}

// chooseBorder decides which numbers the border engine computes: exact ones if they fit, else residues, in files if there
// is room for these.
func (c *counter) chooseBorder(in *instance, opt Options) (*plan, error) {
	ceiling, given := c.ceiling(opt)
	if err := exceedsMemory(in.size, ceiling, given); err != nil {
		return nil, err
	}
	b := onBorder{instance: in, c: c, as: Halves}
	if opt.Method == DP {
		b.as = DP
	}
	b.opt = border.Options{Threads: opt.threads(), Memory: int64(ceiling), Whole: b.as == DP}
	p := &plan{instance: in}
	exact := &exactly{onBorder: b, pass: newPass(in.size.Short(), in.size.Long())}
	need, err := exact.need()
	if err != nil {
		return nil, err
	}
	if !opt.Modular && fits(need, ceiling) {
		p.way = exact
		return p, nil
	}
	if !opt.Modular && b.as == Halves {
		files := &inFiles{onBorder: b, dir: opt.scratch()}
		if ok, err := files.fits(p, need, c.disk(files.dir)); ok || err != nil {
			p.way = files
			return p, err
		}
	}
	residues := &byResidues{onBorder: b, primes: choosePrimes(in.size), perPass: 1}
	one, err := residues.need()
	if err != nil {
		return nil, err
	}
	if !fits(one, ceiling) {
		return nil, memoryError(in.size, need, one, ceiling, given, false)
	}
	residues.spread()
	p.way = residues
	if !opt.Modular {
		p.notes = append(p.notes, fmt.Sprintf(
			"residues, not exact numbers, for lack of memory: exact numbers need %s, there are %s", need, ceiling))
	}
	return p, nil
}
