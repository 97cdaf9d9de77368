package count

import (
	"combigo/board"
	"combigo/border"
)

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

func (c *counter) chooseRecurrence(in *instance, opt Options) (*plan, error) {
	ceiling, given := c.ceiling(opt)
	w := &byRecurrence{instance: in, c: c, opt: border.Options{Threads: opt.threads(), Memory: int64(ceiling)}}
	if need := w.need(); !fits(need, ceiling) {
		return nil, memoryError(in.size, need, need, ceiling, given, false)
	}
	return &plan{instance: in, way: w}, nil
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

// Check returns the error with which [Legal] would refuse a board before it begins, nil if it would begin.
func Check(size board.Size, opt Options) error {
	_, err := standard.choose(size, opt)
	return err
}
