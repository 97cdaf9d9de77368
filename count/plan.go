package count

import (
	"fmt"
	"math"
	"math/big"
	"os"
	"sort"

	"combigo/board"
	"combigo/border"
	"combigo/goban"
	"combigo/modular"
	"combigo/recurrence"
	"combigo/result"
)

// A plan says how a board will be counted.
type plan struct {
	size    board.Size
	method  Method   // Brute, DP, Frontier, Halves or Recurrence
	scene   *scene   // the board as a graph; nil if it is plain and the method needs none
	primes  []uint64 // moduli of the residues; none for exact numbers
	perPass int      // residues that a pass carries at most
	engine  border.Options
	files   string // where the vector is, if most of it is in files: a directory
	given   bool   // whether the ceiling on memory is the one of the options; for scenes
	run     *run   // of exact numbers; boards of a table may share it
	notes   []string
}

func (p *plan) passes() int {
	return (len(p.primes) + p.perPass - 1) / p.perPass
}

// plan decides how to count. It returns an error if the board or the options
// make no sense or memory is too short.
func (c *counter) plan(size board.Size, opt Options) (*plan, error) {
	if err := makesSense(size, opt); err != nil {
		return nil, err
	}
	if opt.engine() == Frontier || !opt.Variant.Plain() {
		s, err := newScene(size, opt.Variant)
		if err != nil {
			return nil, err
		}
		return c.planScene(s, opt)
	}
	if opt.Method == Brute {
		return &plan{size: size, method: Brute}, nil
	}
	if opt.Method == Recurrence || opt.Method == Auto && !opt.Modular && recurrencePays(size) {
		return c.planRecurrence(size, opt)
	}
	p, err := c.planDP(size, opt)
	return p, tooLarge(size, err)
}

// makesSense returns an error if a board cannot be counted with the options on
// any machine.
func makesSense(size board.Size, opt Options) error {
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

func (c *counter) planDP(size board.Size, opt Options) (*plan, error) {
	ceiling, given := c.ceiling(opt)
	if err := exceedsMemory(size, ceiling, given); err != nil {
		return nil, err
	}
	method := opt.engine()
	p := &plan{size: size, method: method}
	p.engine = border.Options{Threads: opt.threads(), Memory: int64(ceiling), Whole: method == DP}
	exact, err := c.need(p, 0)
	if err != nil {
		return nil, err
	}
	if !opt.Modular && fits(exact, ceiling) {
		p.run = newRun(size.Short(), size.Long())
		return p, nil
	}
	if inFiles, err := c.planFiles(p, exact, opt); inFiles || err != nil {
		return p, err
	}
	if err := c.planResidues(p, exact, given); err != nil {
		return nil, err
	}
	if !opt.Modular {
		p.notes = append(p.notes, fmt.Sprintf(
			"residues, not exact numbers, for lack of memory: exact numbers need %s, there are %s", exact, ceiling))
	}
	return p, nil
}

// planFiles plans to keep most of the vector in files, where there is room for them.
func (c *counter) planFiles(p *plan, exact result.Bytes, opt Options) (bool, error) {
	if opt.Modular || p.method != Halves {
		return false, nil
	}
	need, err := c.engine.FilesNeed(p.size.Short(), p.size.Long(), p.engine)
	if err != nil || !fits(result.Bytes(need.Memory), result.Bytes(p.engine.Memory)) {
		return false, err
	}
	dir := opt.Scratch
	if dir == "" {
		dir = os.TempDir()
	}
	disk, free := result.Bytes(need.Disk), c.disk(dir)
	if disk > free-free/20 {
		p.notes = append(p.notes, fmt.Sprintf("residues in files would be faster: they need %s of disk, %s has %s", disk, dir, free))
		return false, nil
	}
	p.files = dir
	p.notes = append(p.notes, fmt.Sprintf(
		"one residue in memory and the others in files of %s, %s at once and %s written and read, for lack of memory: exact numbers need %s, there are %s",
		dir, disk, result.Bytes(need.Moved), exact, result.Bytes(p.engine.Memory)))
	return true, nil
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
	residue := bareVector(height)
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

// need returns the bytes for the given number of residues a pass, or for exact
// numbers if that is 0.
func (c *counter) need(p *plan, residues int) (result.Bytes, error) {
	bytes, err := c.engine.Need(p.size.Short(), p.size.Long(), residues, p.engine)
	return result.Bytes(bytes), err
}

// planResidues chooses the primes, and as few passes as memory allows.
func (c *counter) planResidues(p *plan, exact result.Bytes, given bool) error {
	ceiling := result.Bytes(p.engine.Memory)
	one, err := c.need(p, 1)
	if err != nil {
		return err
	}
	if !fits(one, ceiling) {
		return memoryError(p.size, exact, one, ceiling, given, false)
	}
	p.primes = choosePrimes(p.size)
	most := min(len(p.primes), border.MaxResidues)
	p.perPass = sort.Search(most, func(i int) bool {
		bytes, err := c.need(p, i+1)
		return err != nil || !fits(bytes, ceiling)
	})
	p.spread()
	return nil
}

// spread lowers the number of residues a pass to what the number of passes
// needs, so that no pass is much smaller than the others.
func (p *plan) spread() {
	passes := p.passes()
	p.perPass = (len(p.primes) + passes - 1) / passes
}

// wantedBits is the strength of all checks together on a number that was put
// together from residues, in bits: a wrong one passes with a chance of at most
// 2^-wantedBits.
const wantedBits = 40

// choosePrimes returns the largest primes below 2^62, as many as it takes for
// their product to exceed 3^points by the bits that the asymptotic formula
// leaves wanting, and by one bit at least. A number put together from residues
// of which one is wrong is as good as random below the product; the bits in
// excess tell how unlikely it is to be below 3^points nevertheless.
func choosePrimes(size board.Size) []uint64 {
	const bitsPerPrime = border.ModulusBits - 1e-6
	bits := positionBits(size) + max(1, wantedBits-formulaBits(size))
	return modular.PrimesBelow(1<<border.ModulusBits, int(math.Ceil(bits/bitsPerPrime)))
}

// positionBits returns log2 of 3^points.
func positionBits(size board.Size) float64 {
	return float64(size.Points()) * math.Log2(3)
}

// positions returns 3^points.
func positions(size board.Size) *big.Int {
	return new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(size.Points())), nil)
}
