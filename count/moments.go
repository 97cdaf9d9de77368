package count

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"time"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// StoneMoments says how many stones the legal positions of a board have, together.
type StoneMoments struct {
	Legal  *result.Result // the number of positions
	Stones *big.Int       // of all positions
	Pairs  *big.Int       // of stones of one position, of all positions
	result.Provenance
}

// Moments returns the mean, the variance and the standard deviation of the number of stones of a
// legal position.
func (m *StoneMoments) Moments() (mean, variance *big.Rat, deviation float64) {
	squares := new(big.Int).Lsh(m.Pairs, 1) // the sum of s(s-1)
	return moments(m.Legal.Value, m.Stones, squares.Add(squares, m.Stones))
}

// moments are the mean, the variance and the standard deviation of n numbers with a sum and a sum
// of squares.
func moments(n, sum, squares *big.Int) (mean, variance *big.Rat, deviation float64) {
	mean, variance = new(big.Rat).SetFrac(sum, n), new(big.Rat).SetFrac(squares, n)
	variance.Sub(variance, new(big.Rat).Mul(mean, mean))
	square, _ := variance.Float64()
	return mean, variance, math.Sqrt(square)
}

// Moments returns how many stones the legal positions of a board have, and how many pairs of
// stones, exactly, on lattices with open sides. The errors are those of [Legal].
//
// Let f(x) be the sum of x^s over the legal positions with s stones. Then
//
//	f(1+p) = f(1) + f'(1) p + f''(1)/2 p^2   modulo p^3,
//
// and these coefficients are the numbers of positions, stones and pairs. So the weight 1+p for a
// stone is a dual number of order 3, modulo p. Some primes determine the numbers, with one prime
// more than they need.
func Moments(ctx context.Context, size board.Size, opt Options) (*StoneMoments, error) {
	in, err := newInstance(size, nil, opt)
	if err != nil {
		return nil, err
	}
	switch {
	case !in.usesWords():
		return nil, fmt.Errorf("%s: the mean number of stones is found on lattices with open sides, without holes", in.name())
	case in.Method != Auto || in.Modular:
		return nil, fmt.Errorf("method: the mean number of stones is found by words of the border")
	}
	start := time.Now()
	g, err := in.weighted("the mean number of stones")
	if err != nil {
		return nil, err
	}
	legal, err := in.count(ctx, nil)
	if err != nil {
		return nil, err
	}
	m := &StoneMoments{Legal: legal}
	if err := m.find(ctx, g, in.progressOptions(opt.Progress)); err != nil {
		return nil, err
	}
	m.Wall, m.PeakMemory = time.Since(start), result.PeakMemory()
	return m, nil
}

// weighted lays the board for stones with weights, if there is memory for a sum in each thread.
func (in *instance) weighted(of string) (*grid, error) {
	g, err := in.onGrid(true)
	if err != nil {
		return nil, err
	}
	need := result.Bytes(g.Threads) * g.Need(g.aResidue(), par.Options{Threads: 1})
	return g, in.require(in.name()+": "+of, need, 0)
}

func (m *StoneMoments) find(ctx context.Context, g *grid, opt par.Options) error {
	primes, err := momentPrimes(m.Legal.Value, g.points())
	if err != nil {
		return fmt.Errorf("%s: %w", g.name(), err)
	}
	residues, errs := make([]*big.Int, len(primes)), make([]error, len(primes))
	err = opt.Each(ctx, len(primes), func(i int) {
		p := primes[i]
		weights := [][]uint64{slices.Repeat([]uint64{1 + p}, g.colors())}
		var sums []uint64
		if sums, errs[i] = g.CountWeighted(ctx, g.width, p*p*p, weights, par.Options{Threads: 1}); errs[i] == nil {
			residues[i] = new(big.Int).SetUint64(sums[0])
		}
	})
	for _, e := range append(errs, err) {
		if e != nil {
			return e
		}
	}
	m.Provenance = result.Provenance{
		Method: Words.String(), Engine: "border", Threads: g.Threads,
		Description: fmt.Sprintf("a weight of 1+p for a stone modulo p^3, for %d primes p, each by words of %d border points", len(primes), g.Height),
		States:      int64(g.VectorBytes(border.Suffix) / border.ValueBytes), StateSteps: g.Steps(g.aResidue()) * float64(len(primes)),
	}
	found := []*big.Int{m.Legal.Value}
	for range 2 { // a coefficient more
		var remainders modular.Remainders
		changed := false
		for i, p := range primes {
			prime := new(big.Int).SetUint64(p)
			rest, digit := new(big.Int).Sub(residues[i], found[len(found)-1]), new(big.Int)
			if rest.DivMod(rest, prime, digit); digit.Sign() != 0 {
				return result.InternalErrorf(g.numberName(), "modulo %d it is not the weighted sum", p)
			}
			residues[i] = rest
			if changed, err = remainders.Add(digit.Mod(rest, prime).Uint64(), p); err != nil {
				return err
			}
		}
		if changed {
			return result.InternalErrorf(g.name(), "one prime more changes the number of stones")
		}
		found = append(found, remainders.Value())
	}
	m.Stones, m.Pairs = found[1], found[2]
	m.Checks = append(m.Checks,
		fmt.Sprintf("modulo each of the %d primes, the weighted sum is %s, counted by method %s", len(primes), m.Legal.Symbol, m.Legal.Method),
		"stones and pairs of stones: one prime more than they need changes nothing")
	return nil
}

// momentPrimes are primes whose cubes the engine takes, one more than pairs of stones need.
func momentPrimes(positions *big.Int, points int) (primes []uint64, err error) {
	most := new(big.Int).Mul(positions, new(big.Int).Binomial(int64(points), 2))
	product := big.NewInt(1)
	last := uint64(math.Cbrt(1 << border.PrimeBits))
	for _, p := range modular.PrimesBelow(last+1, int(last)) {
		if !border.UsableModulus(p * p * p) {
			continue
		}
		primes = append(primes, p)
		if product.Cmp(most) > 0 {
			return primes, nil
		}
		product.Mul(product, new(big.Int).SetUint64(p))
	}
	return nil, fmt.Errorf("%d points are too many for the mean number of stones", points)
}

// A StoneDensity is how many stones a legal position has for a point of a large board, by exact
// means of square and almost square boards.
type StoneDensity struct {
	// Squares are the moments of the boards of n rows and n columns, Almost those of n rows and n+1
	// columns, from n = 1 on, one less of these.
	Squares, Almost []*StoneMoments
	// Means and Variances are the second differences
	//
	//	S(n,n) + S(n+1,n+1) - 2 S(n,n+1)
	//
	// of the means and variances S. If S(m,n) is d mn + e(m+n) + c but for what vanishes
	// exponentially, they tend to d.
	Means, Variances []*big.Rat
	// Mean and Variance are extrapolated from all, with error bars that are not proved.
	Mean, Variance interval.Interval
	Wall           time.Duration
}

// Bounds of [Density]: the error bars from smaller boards do not hold, and time grows six times
// with each side, to an hour and more for 14.
const (
	MinDensitySide = 7
	MaxDensitySide = 16
)

// Density finds the density of stones from boards with sides up to last.
func Density(ctx context.Context, last int, opt Options) (*StoneDensity, error) {
	if last < MinDensitySide || last > MaxDensitySide {
		return nil, fmt.Errorf("boards up to %dx%d: want sides from %d to %d", last, last, MinDensitySide, MaxDensitySide)
	}
	largest, err := newInstance(board.Size{Rows: last, Cols: last}, nil, opt)
	if err == nil {
		_, err = largest.weighted("the mean number of stones")
	}
	if err != nil {
		return nil, err
	}
	start, work := time.Now(), opt.Options
	var squares, almost []*StoneMoments
	share := func(n float64) float64 { return math.Pow(6, n-float64(last)) }
	for n := 1; n <= last; n++ {
		for cols := n; cols <= min(n+1, last); cols++ {
			at := float64(n) + float64(cols-n)/2
			opt.Options = work.Between(share(at-0.5), share(at))
			m, err := Moments(ctx, board.Size{Rows: n, Cols: cols}, opt)
			if err != nil {
				return nil, err
			}
			if cols == n {
				squares = append(squares, m)
			} else {
				almost = append(almost, m)
			}
		}
	}
	d := newDensity(squares, almost)
	d.Wall = time.Since(start)
	return d, nil
}

func newDensity(squares, almost []*StoneMoments) *StoneDensity {
	d := &StoneDensity{Squares: squares, Almost: almost}
	for i, m := range almost {
		between, variance, _ := m.Moments()
		mean1, variance1, _ := squares[i].Moments()
		mean2, variance2, _ := squares[i+1].Moments()
		d.Means = append(d.Means, secondDifference(mean1, between, mean2))
		d.Variances = append(d.Variances, secondDifference(variance1, variance, variance2))
	}
	d.Mean, d.Variance = asymptotic.Limit(d.Means), asymptotic.Limit(d.Variances)
	return d
}

func secondDifference(x, y, z *big.Rat) *big.Rat {
	sum := new(big.Rat).Add(x, z)
	return sum.Sub(sum, y).Sub(sum, y)
}
