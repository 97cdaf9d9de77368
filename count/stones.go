package count

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// Positions by their stones, with package border: the generating function, a polynomial in two
// variables x and y, has the degree n of the number of points. Its values for x = i+1 and y = j+1
// with i+j <= n determine it.

func (g *grid) table(ctx context.Context, opt par.Options) ([][]*big.Int, error) {
	var remainders modular.Remainders
	n := float64(len(g.primes))
	for k, prime := range g.primes {
		values, err := g.values(ctx, prime, opt.Between(float64(k)/n, float64(k+1)/n))
		if err != nil {
			return nil, err
		}
		if err := interpolate(values, prime); err != nil {
			return nil, err
		}
		if _, err := remainders.AddAll(slices.Concat(values...), prime); err != nil {
			return nil, err
		}
	}
	coefficients := remainders.Signed() // none is negative, or above half of the product
	table := make([][]*big.Int, g.points()+1)
	for b := range table {
		n := g.points() + 1 - b
		table[b], coefficients = coefficients[:n], coefficients[n:]
	}
	return table, nil
}

// values returns the values modulo a prime, by i and j. An exchange of colours exchanges these.
func (g *grid) values(ctx context.Context, prime uint64, opt par.Options) ([][]uint64, error) {
	var weights [][]uint64
	for i := range g.points() + 1 {
		for j := i; i+j <= g.points(); j++ {
			weights = append(weights, []uint64{uint64(i) + 1, uint64(j) + 1})
		}
	}
	sums, err := g.CountWeighted(ctx, g.width, prime, weights, opt)
	if err != nil {
		return nil, err
	}
	all := make([][]uint64, g.points()+1)
	for i := range all {
		all[i] = make([]uint64, g.points()+1-i)
	}
	for k, x := range weights {
		i, j := x[0]-1, x[1]-1
		all[i][j], all[j][i] = sums[k], sums[k]
	}
	return all, nil
}

// interpolate puts the coefficients of a polynomial in place of its values: in one variable after
// the other, by Newton's divided differences.
func interpolate(values [][]uint64, prime uint64) error {
	f, err := modular.NewField(prime)
	if err != nil {
		return err
	}
	for _, change := range []func([]modular.Element){f.Differences, f.Coefficients} {
		for _, at := range []func(i, j int) *uint64{
			func(i, j int) *uint64 { return &values[i][j] }, // in one variable
			func(i, j int) *uint64 { return &values[j][i] }, // in the other
		} {
			for i, row := range values {
				x := make([]modular.Element, len(row))
				for j := range x {
					x[j] = f.Element(*at(i, j))
				}
				change(x)
				for j := range x {
					*at(i, j) = f.Uint64(x[j])
				}
			}
		}
	}
	return nil
}

// A StoneTable says how many legal positions there are with a given number of stones of each
// colour.
type StoneTable struct {
	// Positions has the number of legal positions with b black and w white stones at [b][w], for
	// all b+w up to the number of points: the bivariate generating function, coefficient by
	// coefficient.
	Positions [][]*big.Int `json:"positions"`
	// Legal is the result of a plain count of the same board, with which the sum of the table
	// agrees.
	Legal *result.Result
	result.Provenance
}

// Stones returns the table of a board of a variant, which must have two colours, with its
// provenance. Numbers are exact. On lattices with open sides that are not narrow, values of the
// generating function modulo primes determine its coefficients; on others the general engine has
// polynomials in place of numbers.
//
// The errors are those of [Legal].
func Stones(ctx context.Context, size board.Size, opt Options) (*StoneTable, error) {
	in, err := newInstance(size, nil, opt)
	if err != nil {
		return nil, err
	}
	return in.stones(ctx, opt.Progress)
}

// GraphStones is [Stones] for a board that is any graph.
func GraphStones(ctx context.Context, g *lattice.Graph, opt Options) (*StoneTable, error) {
	in, err := graphInstance(g, opt)
	if err != nil {
		return nil, err
	}
	return in.stones(ctx, opt.Progress)
}

// maxStonePoints is the largest board of which stones are counted: the table has half its square of
// numbers.
const maxStonePoints = 2000

func (in *instance) stones(ctx context.Context, progress func(float64)) (*StoneTable, error) {
	start, n := time.Now(), in.points()
	switch {
	case in.colors() != twoColors:
		return nil, fmt.Errorf("colors %d: black and white stones are counted for two colours", in.colors())
	case in.Method != Auto || in.Modular:
		return nil, errors.New("method: the board decides how stones are counted, with exact numbers")
	case n > maxStonePoints:
		return nil, fmt.Errorf("%s: %d points are too many to count stones, which takes at most %d", in.name(), n, maxStonePoints)
	}
	if err := in.makeOrder(); err != nil {
		return nil, err
	}
	const narrow = 6
	t, find := &StoneTable{}, in.stonesByFrontiers
	if in.usesWords() && in.largestBorder() > narrow {
		find = in.stonesByWords
	}
	if err := find(ctx, in.progressOptions(progress), t); err != nil {
		return nil, err
	}
	legal, err := in.count(ctx, nil)
	if err != nil {
		return nil, err
	}
	t.Legal = legal
	if err := t.check(ctx, in); err != nil {
		return nil, err
	}
	t.Wall, t.PeakMemory = time.Since(start), result.PeakMemory()
	return t, nil
}

func (in *instance) stonesByFrontiers(ctx context.Context, opt par.Options, t *StoneTable) error {
	polynomials, err := transfer.NewStones(slices.Repeat([]transfer.Weight{{Own: 1}}, in.points()))
	if err != nil {
		return err
	}
	table, stats, err := legal(ctx, in, in.order, polynomials, opt)
	t.Positions, t.Method = table, Frontier.String()
	describeFrontiers(&t.Provenance, stats)
	t.Description = "polynomials in two variables, " + t.Description
	return err
}

func (in *instance) stonesByWords(ctx context.Context, opt par.Options, t *StoneTable) error {
	w, err := in.weighted("the table of stones")
	if err != nil {
		return err
	}
	n, values := len(w.primes), (w.points()/2+1)*((w.points()+1)/2+1)
	t.Provenance = result.Provenance{
		Method: Words.String(), Engine: "border", Threads: w.Threads,
		Description: fmt.Sprintf("%d values of a polynomial in two variables modulo %d primes, each by words of %d border points",
			values, n, w.Points()),
		States: int64(w.VectorBytes(border.Suffix) / border.ValueBytes), StateSteps: w.Steps(w.aResidue()) * float64(n*values),
	}
	t.Positions, err = w.table(ctx, opt)
	return err
}

func (t *StoneTable) check(ctx context.Context, in *instance) error {
	if t.Sum().Cmp(t.Legal.Value) != 0 {
		return result.InternalErrorf(in.numberName(), "the table of stones has the sum %v, not %v", t.Sum(), t.Legal.Value)
	}
	t.Checks = append(t.Checks, fmt.Sprintf("the sum is %s, counted by method %s", t.Legal.Symbol, t.Legal.Method))
	for b, row := range t.Positions {
		for w, n := range row {
			if n.Cmp(t.Positions[w][b]) != 0 {
				return result.InternalErrorf(in.numberName(), "the table of stones is not symmetric at %d and %d", b, w)
			}
		}
	}
	t.Checks = append(t.Checks, "the table is symmetric")
	one, _, err := transfer.CountLegal(ctx, in.graph, in.order, 1, in.progressOptions(nil))
	if err != nil {
		return result.WithSubject(err, in.name())
	}
	if white := t.Black()[0]; white.Cmp(one) != 0 { // without black stones: as many, by symmetry
		return result.InternalErrorf(in.numberName(), "%v positions without white stones, counted with one colour %v", white, one)
	}
	t.Checks = append(t.Checks, "positions without white stones: as many as of one colour")
	return nil
}

// Sum returns the number of all positions.
func (t *StoneTable) Sum() *big.Int {
	sum := new(big.Int)
	for _, n := range t.Total() {
		sum.Add(sum, n)
	}
	return sum
}

// Points returns the number of points of the board.
func (t *StoneTable) Points() int { return len(t.Positions) - 1 }

// WithDifference returns the number of positions that have more black than white stones, by a given
// number.
func (t *StoneTable) WithDifference(difference int) *big.Int {
	sum := new(big.Int)
	for b, row := range t.Positions {
		if w := b - difference; w >= 0 && w < len(row) {
			sum.Add(sum, row[w])
		}
	}
	return sum
}

// Alternating returns the number of positions with as many black as white stones, or one more:
// those that taking turns could make if nothing was ever captured.
func (t *StoneTable) Alternating() *big.Int {
	sum := t.WithDifference(0)
	return sum.Add(sum, t.WithDifference(1))
}

// Black returns the number of positions with 0, 1, 2, ... black stones, which is that with as many
// white stones.
func (t *StoneTable) Black() []*big.Int {
	return t.marginal(func(b, _ int) int { return b })
}

// Total returns the number of positions with 0, 1, 2, ... stones.
func (t *StoneTable) Total() []*big.Int {
	return t.marginal(func(b, w int) int { return b + w })
}

func (t *StoneTable) marginal(of func(b, w int) int) []*big.Int {
	sums := make([]*big.Int, len(t.Positions))
	for i := range sums {
		sums[i] = new(big.Int)
	}
	for b, row := range t.Positions {
		for w, n := range row {
			sums[of(b, w)].Add(sums[of(b, w)], n)
		}
	}
	return sums
}

// Moments returns the mean, the variance and the standard deviation of the number of stones of a
// legal position.
func (t *StoneTable) Moments() (mean, variance *big.Rat, deviation float64) {
	sum, squares := new(big.Int), new(big.Int)
	for stones, n := range t.Total() {
		s := big.NewInt(int64(stones))
		x := new(big.Int).Mul(s, n)
		sum.Add(sum, x)
		squares.Add(squares, x.Mul(x, s))
	}
	return moments(t.Sum(), sum, squares)
}
