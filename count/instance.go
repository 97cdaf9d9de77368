package count

import (
	"fmt"
	"math"
	"math/big"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// minFormulaSide is the shortest side for which the formula is worth a check.
const minFormulaSide = 5

// tolerance returns the largest deviation from the formula that is taken for the formula's own
// error.
//
// Measured up to 15x15 and far off the diagonal, that error stays below 10^-short * 2*long: 7e-5
// for 5x5, 1e-8 for 9x9, 2e-13 for 13x13. A hundred times as much is allowed, and a hundred times
// the error bars of the constants.
func tolerance(size board.Size) float64 {
	own := float64(size.Long()) * math.Pow(10, -float64(size.Short()))
	return 100 * (own + asymptotic.ConstantsError(size))
}

// MinDigits returns a number of decimal digits that L(m,n) has at least, for a start before it
// is known: it falls short by a few percent. L(m,n) grows by a factor of 2.769 or more with every
// point, which is its growth on a line.
func MinDigits(size board.Size) int {
	const digitsPerPoint = 0.44
	return max(1, int(digitsPerPoint*float64(size.Points()))-1)
}

// wantedBits is the strength of all checks together on a number that was put together from
// residues, in bits: a wrong one passes with a chance of at most 2^-wantedBits.
const wantedBits = 40

// An instance is what is counted, the legal positions of one board, and what the count may use.
type instance struct {
	Options                // the memory is the ceiling, 0 if there is none
	given   bool           // whether the ceiling is that of the options, not what the machine has
	size    board.Size     // zero for a graph that was given
	graph   *lattice.Graph // nil for a plain board, unless the general engine counts it
	order   []int          // of the points of the graph, for the general engine, once it is found
}

// newInstance checks what is asked for. A graph that is given has no size.
func newInstance(size board.Size, g *lattice.Graph, opt Options) (*instance, error) {
	if err := opt.validate(); err != nil {
		return nil, err
	}
	in := &instance{Options: opt, size: size, graph: g}
	if in.environment == nil {
		in.environment = machine
	}
	in.Threads, in.Progress = opt.Goroutines(), nil
	available := in.environment.available()
	in.given = opt.Memory > 0 && (available == 0 || opt.Memory <= available)
	if !in.given { // a ceiling above what the machine has is no help
		in.Memory = available
	}
	if g != nil {
		return in, g.Validate()
	}
	err := size.Validate()
	if err == nil && !in.plain() {
		err = in.makeGraph()
	}
	return in, err
}

func (in *instance) makeGraph() (err error) {
	if in.graph != nil {
		return nil
	}
	v := in.Variant
	in.graph, err = lattice.New(v.kind(), in.size.Rows, in.size.Cols, lattice.Options{SafeTop: v.SafeTop, SafeBottom: v.SafeBottom})
	if err != nil {
		return fmt.Errorf("board %s: %w", in.size, err)
	}
	return nil
}

// largestBorder returns the largest number of points on the border of the general engine.
func (in *instance) largestBorder() int {
	if in.order == nil {
		in.order = lattice.Order(in.graph)
	}
	return lattice.Width(in.graph, in.order)
}

func (in *instance) progressOptions(progress func(float64)) par.Options {
	opt := in.Options.Options
	opt.Progress = progress
	return opt
}

func (in *instance) fits(need result.Bytes) bool { return in.Memory == 0 || need <= in.Memory }

// require returns an error if something needs more memory than there is: about so much, and exact
// numbers so much if that is not 0.
func (in *instance) require(of string, need, exact result.Bytes) error {
	if in.fits(need) {
		return nil
	}
	return &result.MemoryError{Of: of, Need: need, Exact: exact, Ceiling: in.Memory, Given: in.given}
}

// usesWords reports whether package border counts the board: a lattice with open sides, few
// colours.
func (in *instance) usesWords() bool {
	return in.size != board.Size{} && in.Variant.words() && in.size.Short() <= border.MaxHeight
}

// wordsPay reports whether package border is the fastest way to count. Where it goes through all
// columns, the general engine takes less than a second for narrow boards.
func (in *instance) wordsPay() bool {
	const narrow = 5
	return in.usesWords() && (in.Variant.halves() || in.largestBorder() > narrow)
}

func (in *instance) plain() bool { return in.size != board.Size{} && in.Variant.Plain() }

func (in *instance) colors() int { return in.Variant.colors() }

func (in *instance) points() int {
	if in.graph == nil {
		return in.size.Points()
	}
	return in.graph.Len()
}

func (in *instance) name() string {
	switch {
	case in.plain():
		return fmt.Sprintf("board %s", in.size)
	case in.graph.Kind() == lattice.Cycle:
		return fmt.Sprintf("the cycle of %d points", in.graph.Len())
	}
	return "the " + in.graph.String()
}

func (in *instance) numberName() string { return "the number computed for " + in.name() }

// nameInText returns the board in words; empty for the square lattice without variants.
func (in *instance) nameInText() string {
	beyond := in.Variant.Beyond()
	switch {
	case in.size == board.Size{} || !in.Variant.openSides():
		return in.name() + beyond
	case in.Variant.kind() == lattice.Square && beyond == "":
		return ""
	}
	return in.name() + " board" + beyond
}

// symbol returns the number in a formula: L(m,n), or Go#(G; K) for the graph G.
func (in *instance) symbol() string {
	switch {
	case in.plain():
		return symbol(in.size)
	case in.graph.Kind() == lattice.None:
		return fmt.Sprintf("Go#(G; %d)", in.colors())
	case in.graph.Kind() == lattice.Cycle:
		return fmt.Sprintf("Go#(cycle %d; %d)", in.graph.Len(), in.colors())
	}
	return fmt.Sprintf("Go#(%s; %d)", in.graph, in.colors())
}

func symbol(size board.Size) string { return fmt.Sprintf("L(%d,%d)", size.Rows, size.Cols) }

// formulaBits returns how many bits of a wrong number the formula sees: one that is random below
// 3^points passes with a chance of less than 2^-bits. It is 0 where the formula is of no use.
func (in *instance) formulaBits() float64 {
	if !in.plain() || in.size.Short() < minFormulaSide || tolerance(in.size) > 0.1 {
		return 0
	}
	return -math.Log2(2 * tolerance(in.size))
}

// bits is the binary logarithm of the number of colourings.
func (in *instance) bits() float64 { return float64(in.points()) * math.Log2(float64(in.colors()+1)) }

// choosePrimes returns the largest primes below 2^32 whose product exceeds the number of positions
// by the bits that the formula lacks of wantedBits, at least one. A number put
// together from residues of which one is wrong is as good as random below the product; the bits in
// excess tell how unlikely it is to be a number of positions nevertheless.
func (in *instance) choosePrimes() []uint64 {
	const bitsPerPrime = border.PrimeBits - 1e-6
	return border.Primes(int(math.Ceil((in.bits() + max(1, wantedBits-in.formulaBits())) / bitsPerPrime)))
}

func (in *instance) power() string { return fmt.Sprintf("%d^%d", in.colors()+1, in.points()) }

// whole returns all colourings.
func (in *instance) whole() result.Whole {
	value := new(big.Int).Exp(big.NewInt(int64(in.colors())+1), big.NewInt(int64(in.points())), nil)
	return result.Whole{Name: "positions", Power: in.power(), Value: value}
}
