package count

import (
	"context"
	"fmt"

	"combigo/board"
	"combigo/border"
	"combigo/goban"
	"combigo/recurrence"
	"combigo/result"
)

// A way is a method that is ready to count one instance.
type way interface {
	method() Method
	// run counts: it writes down the number, and how it was found.
	run(ctx context.Context, progress func(float64), r *result.Result) error
	// checks lists what the number is compared with.
	checks() []check
}

// A plan says how an instance will be counted.
type plan struct {
	*instance
	way
	notes []string
}

// choose decides how to count a board. It returns an error if the board or the options
// are not valid or memory is too short.
func (c *counter) choose(size board.Size, opt Options) (*plan, error) {
	if err := validate(size, opt); err != nil {
		return nil, err
	}
	in, err := newInstance(size, opt.Variant)
	if err != nil {
		return nil, err
	}
	switch {
	case opt.Method == Frontier || !in.plain():
		if err := in.makeGraph(); err != nil {
			return nil, err
		}
		return c.chooseForGraph(in, opt)
	case opt.Method == Brute:
		return &plan{instance: in, way: &enumeration{instance: in, c: c}}, nil
	case opt.Method == Recurrence || opt.Method == Auto && !opt.Modular && recurrencePays(size):
		return c.chooseRecurrence(in, opt)
	}
	p, err := c.chooseBorder(in, opt)
	return p, tooLarge(size, err)
}

// chooseForGraph decides how to count a board that is a graph: by the general engine unless each position is to be
// looked at.
func (c *counter) chooseForGraph(in *instance, opt Options) (*plan, error) {
	if opt.Method == Brute {
		w, err := newEnumeration(c, in)
		return &plan{instance: in, way: w}, err
	}
	ceiling, given := c.ceiling(opt)
	w, err := newGeneral(c, in, opt, ceiling, given)
	return &plan{instance: in, way: w}, err
}

func (c *counter) chooseRecurrence(in *instance, opt Options) (*plan, error) {
	ceiling, given := c.ceiling(opt)
	w := &byRecurrence{instance: in, c: c, opt: border.Options{Threads: opt.threads(), Memory: int64(ceiling)}}
	if need := w.need(); !fits(need, ceiling) {
		return nil, memoryError(in.size, need, need, ceiling, given, false)
	}
	return &plan{instance: in, way: w}, nil
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

// validate returns an error if a board cannot be counted with the options on
// any machine.
func validate(size board.Size, opt Options) error {
	if err := opt.validate(); err != nil {
		return err
	}
	if err := size.Validate(); err != nil {
		return err
	}
	switch {
	case !opt.Variant.Plain() || opt.Method == Frontier:
		return nil // what is too large is found out with the graph
	case opt.Method == Recurrence && size.Short() > recurrence.MaxExactHeight:
		return fmt.Errorf("board %s: the recurrence is found in integers for a shorter side of at most %d points, not %d",
			size, recurrence.MaxExactHeight, size.Short())
	case opt.Method == Brute && size.Points() > goban.MaxBrute:
		return fmt.Errorf("board %s: %d points are too many for brute force, which takes at most %d",
			size, size.Points(), goban.MaxBrute)
	case size.Short() > border.MaxHeight:
		return tooLarge(size, fmt.Errorf("board %s: the shorter side has at most %d points", size, border.MaxHeight))
	}
	return nil
}

// closeHeight is the largest border for which the engine says in a moment what
// it needs.
const closeHeight = 14

// exceedsMemory returns a [result.MemoryError] if the bare vector of state classes, at the
// kink where the engine keeps it, is more than the ceiling. For high borders
// that is known at once, when the engine's own estimate would take long.
func exceedsMemory(size board.Size, ceiling result.Bytes, given bool) error {
	height := size.Short()
	if height <= closeHeight {
		return nil
	}
	residue := border.VectorBytes(height)
	if fits(residue, ceiling) {
		return nil
	}
	words := result.Bytes(positionBits(size)/2/64 + 1) // of half of the board
	return memoryError(size, words*residue, residue, ceiling, given, true)
}

// ceiling returns the bytes that an engine may use, 0 if there is no limit, and
// whether that is the option: a ceiling above what the machine has is no help.
func (c *counter) ceiling(opt Options) (bytes result.Bytes, given bool) {
	available := c.available()
	if opt.Memory > 0 && (available == 0 || opt.Memory <= available) {
		return opt.Memory, true
	}
	return available, false
}

func fits(need, ceiling result.Bytes) bool {
	return ceiling == 0 || need <= ceiling
}
