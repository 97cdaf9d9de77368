package count

import (
	"fmt"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/par"
)

// choose decides how to count a board. It returns an error if the board or the options
// are not valid or memory is too short.
func (c *counter) choose(size board.Size, opt Options) (*plan, error) {
	p, err := c.chooseWay(size, opt)
	if err == nil && opt.Verify {
		err = c.verify(p, opt)
	}
	return p, err
}

func (c *counter) chooseWay(size board.Size, opt Options) (*plan, error) {
	if err := validate(size, opt); err != nil {
		return nil, err
	}
	in, err := newInstance(size, opt.Variant)
	if err != nil {
		return nil, err
	}
	switch {
	case opt.Method == Frontier || !in.words() || opt.Method == Auto && !in.wordsPay():
		if err := in.makeGraph(); err != nil {
			return nil, err
		}
		return c.chooseForGraph(in, opt)
	case opt.Method == Brute && in.plain():
		return &plan{instance: in, way: &enumeration{instance: in, c: c}}, nil
	case opt.Method == Brute:
		return c.chooseForGraph(in, opt)
	case opt.Method == Recurrence || opt.Method == Auto && in.plain() && !opt.Modular && recurrencePays(size):
		return c.chooseRecurrence(in, opt)
	}
	p, err := c.chooseBorder(in, opt)
	if in.plain() {
		err = tooLarge(size, err)
	}
	return p, err
}

func (c *counter) chooseRecurrence(in *instance, opt Options) (*plan, error) {
	ceiling, given := c.ceiling(opt)
	w := &byRecurrence{instance: in, c: c, opt: par.Options{Threads: opt.Goroutines(), Memory: ceiling}}
	if need := w.need(); !fits(need, ceiling) {
		return nil, memoryError(in.size, need, need, ceiling, given, false)
	}
	return &plan{instance: in, way: w}, nil
}

// chooseForGraph decides how to count a board that is a graph: by the general engine unless each
// position is to be looked at.
func (c *counter) chooseForGraph(in *instance, opt Options) (*plan, error) {
	if opt.Method == Brute {
		w, err := newEnumeration(c, in)
		return &plan{instance: in, way: w}, err
	}
	ceiling, given := c.ceiling(opt)
	w, err := newGeneral(c, in, opt, ceiling, given)
	return &plan{instance: in, way: w}, err
}

// Check returns the error with which [Legal] would refuse a board before it begins, nil if it would
// begin.
func Check(size board.Size, opt Options) error {
	_, err := standard().choose(size, opt)
	return err
}

// chooseBorder decides which numbers the border engine computes: exact ones if half of the board is
// enough and they fit, else residues.
func (c *counter) chooseBorder(in *instance, opt Options) (*plan, error) {
	ceiling, given := c.ceiling(opt)
	b := onBorder{instance: in, c: c, opt: par.Options{Threads: opt.Goroutines(), Memory: ceiling}, primes: in.choosePrimes()}
	need, err := c.engine.Need(in.ofBorder(), in.size.Long(), b.opt)
	if err != nil {
		return nil, err
	}
	p := &plan{instance: in}
	if in.variant.halves() && !opt.Modular && fits(need.exact, ceiling) {
		p.way = &exactHalves{b}
		return p, nil
	}
	if !fits(need.modulo, ceiling) {
		files := &inFiles{onBorder: b, scratch: opt.scratch()}
		if files.disk = c.disk(files.scratch); files.disk > 0 && files.fits(p, need.exact) {
			p.way = files
			return p, nil
		}
		return nil, memoryError(in.size, need.exact, need.modulo, ceiling, given, false)
	}
	way := &byResidues{onBorder: b, pass: &pass{first: in.size.Long(), last: in.size.Long(), primes: b.primes}}
	way.pass.witnessed = fits(need.witness, ceiling)
	p.way = way
	if in.variant.halves() && !opt.Modular {
		p.notes = append(p.notes, fmt.Sprintf(
			"residues, not exact numbers, for lack of memory: exact numbers need %s, there are %s", need.exact, ceiling))
	}
	return p, nil
}
