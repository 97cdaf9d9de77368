// Package bound brackets the number of games on a board: it finds what is proved about it, as
// numbers where they can be written and else by logarithms, rounded to the safe side.
//
// Lower bounds come from games that can be described: those of a Gray code through the subsets of
// the points between two connected sets of points (Theorem 8 of Tromp and Farnebäck, "Combinatorics
// of Go"), for which Combs makes a Partition of the board, those of the left-capturing tree of a
// row (Theorem 9), games that go through the states of rooms between walls, which LayRooms finds
// and LowerRooms counts, and games that go through the numbers of two halves (LowerHalves), the
// main scheme of the bound in print. Package game/witness plays them.
//
// Upper bounds count paths by the choices on their way: the product of the outdegrees of the game
// graph (Lemma 17) and (mn)^L(m,n), where L(m,n) is the number of legal positions (Theorem 7).
// Better ones are bounds of permanents. They prove a conjecture of the paper, of which
// ProveConjecture checks what takes a computation. The proofs that are not in the paper are in
// docs/games-bounds.md.
//
// Find puts together all that applies to a board. The games are those with suicide and positional
// superko. The games of the lower bounds have no suicide in them, so these bounds hold without
// suicide, too; and the upper bounds hold for any rules that forbid more.
package bound

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/par"
)

// decimal is the arithmetic of logarithms, of 60 significant digits.
var decimal = interval.New(60)

// A Bound is a number of games that is proved to be too small or too large, or just right. Numbers
// of this size are known by their logarithms only.
type Bound struct {
	Formula string            `json:"formula"` // such as "(103!)^(2^154)"
	Source  string            `json:"source"`  // where it is proved, such as "Theorem 8"
	Log2    interval.Interval // encloses the binary logarithm
	Exact   *big.Int          `json:"exact,omitempty"` // the number, if it is small enough to be written; else nil
	// Moves is a number such that each of the games that are counted has more moves, passes not
	// counted; nil if nothing is said of it.
	Moves *big.Int `json:"more_moves_than,omitempty"`
	// Longest is the same for the longest of these games, where the proof says more of it.
	Longest *big.Int
}

// MaxSide is the greatest number of rows or columns of boards that Find takes.
const MaxSide = 52

// exactBits is the size of the numbers that are written out.
const exactBits = 4096

// Tower is a number n as 2^(2^Binary) and 10^(10^Decimal), each exponent enclosed.
type Tower struct {
	Binary, Decimal interval.Interval
}

// Tower returns the bound as a tower, and whether it is one: 2^4 or more.
func (b *Bound) Tower() (Tower, bool) {
	if b.Log2.Low.Cmp(interval.Whole(4).Low) < 0 {
		return Tower{}, false
	}
	log10 := decimal.Quo(b.Log2, log2(interval.Whole(10)))
	return Tower{Binary: log2(b.Log2), Decimal: decimal.Quo(decimal.Ln(log10), decimal.Ln(interval.Whole(10)))}, true
}

// log2 returns the binary logarithm.
func log2(x interval.Interval) interval.Interval {
	if n, err := x.Low.Int64(); err == nil && x.Low.Cmp(x.High) == 0 && n > 0 && n&(n-1) == 0 {
		return interval.Whole(int64(bits.TrailingZeros64(uint64(n))))
	}
	return decimal.Quo(decimal.Ln(x), decimal.Ln(interval.Whole(2)))
}

// power returns the bound base^exponent.
func power(base, exponent *big.Int, formula, source string) *Bound {
	b := &Bound{Formula: formula, Source: source}
	b.Log2 = interval.Whole(0)
	if base.Cmp(big.NewInt(1)) > 0 {
		b.Log2 = decimal.Mul(log2(interval.Int(base)), interval.Int(exponent))
	}
	if exponent.IsInt64() && exponent.Int64() <= exactBits && exponent.Int64()*int64(base.BitLen()) <= exactBits {
		b.Exact = new(big.Int).Exp(base, exponent, nil)
	}
	return b
}

// Lower returns the number of games that the Gray code of a partition gives (Combinatorics of Go,
// Theorem 8): with k black and k white points and l between, (k!)^(2^(l-1)).
//
// Nothing in its proof needs as many black points as white ones. The colours are filled in turn,
// 2^(l-2) times each if l is 2 or more, in b! and w! ways: (b! w!)^(2^(l-2)). With l = 1 only the
// colour that begins is filled. The games have (b+w+l+2) 2^(l-2) - 1 moves (docs/games-bounds.md).
func Lower(p *Partition) *Bound {
	b, w, l := p.Count(goban.Black), p.Count(goban.White), p.Count(goban.Empty)
	one := big.NewInt(1)
	if l == 0 {
		return power(one, one, "1", "the empty game")
	}
	if l == 1 {
		x := power(factorial(max(b, w)), one, fmt.Sprintf("%d!", max(b, w)), "Theorem 8")
		x.Moves = big.NewInt(int64(max(b, w)))
		return x
	}
	fillings := new(big.Int).Lsh(one, uint(l-2)) // of either colour
	x := power(factorial(b), new(big.Int).Lsh(fillings, 1), fmt.Sprintf("(%d!)^(2^%d)", b, l-1), "Theorem 8")
	if b != w {
		x = power(new(big.Int).Mul(factorial(b), factorial(w)), fillings, fmt.Sprintf("(%d! %d!)^(2^%d)", b, w, l-2), "Theorem 8, unbalanced")
	}
	x.Moves = fillings.Mul(fillings, big.NewInt(int64(b+w+l+2)))
	x.Moves.Sub(x.Moves, big.NewInt(2))
	return x
}

// factorial returns n!.
func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

// LowerRow returns the lower bound 2^(2^(n-1)) of a row of n >= 2 points (Combinatorics of Go,
// Theorem 9).
func LowerRow(n int) *Bound {
	exponent := new(big.Int).Lsh(big.NewInt(1), uint(n-1))
	x := power(big.NewInt(2), exponent, fmt.Sprintf("2^(2^%d)", n-1), "Theorem 9")
	// If n is even they have 3 2^(n-1) - 5 to 2^(n+1) - 6 moves, if n is odd two more.
	less := big.NewInt(int64(6 - n%2*2))
	x.Moves = new(big.Int).Sub(new(big.Int).Mul(exponent, big.NewInt(3)), less)
	x.Longest = new(big.Int).Sub(new(big.Int).Lsh(exponent, 2), less)
	x.Longest.Sub(x.Longest, big.NewInt(1))
	return x
}

// Upper returns the upper bound (mn)^L(m,n) of a board with the given numbers of points and legal
// positions (Combinatorics of Go, Theorem 7). It holds for the games with suicide and positional
// superko, and so for those with fewer moves. A number greater than that of the legal positions
// will do; the name says in a formula what it is.
func Upper(points int, legal *big.Int, name string) *Bound {
	return power(big.NewInt(int64(points)), legal, fmt.Sprintf("%d^%s", points, name), "Theorem 7")
}

// Outdegrees returns the product of the outdegrees of the game graph (Combinatorics of Go, Lemma
// 17), from the number of nodes of each outdegree. The board has more than one point.
func Outdegrees(nodes []int64) *Bound {
	b := &Bound{Formula: "product of outdegrees", Source: "Lemma 17", Log2: interval.Whole(0)}
	length := int64(0)
	for degree, count := range nodes {
		if degree < 2 || count == 0 {
			continue
		}
		b.Log2 = decimal.Add(b.Log2, decimal.Mul(log2(interval.Whole(int64(degree))), interval.Whole(count)))
		length += count * int64(big.NewInt(int64(degree)).BitLen())
	}
	if length <= exactBits {
		b.Exact = big.NewInt(1)
		for degree, count := range nodes {
			if count > 0 {
				b.Exact.Mul(b.Exact, new(big.Int).Exp(big.NewInt(int64(degree)), big.NewInt(count), nil))
			}
		}
	}
	return b
}

// maxCounted is the longest shorter side of boards whose legal positions are counted.
const maxCounted = 9

// legal returns the number of legal positions, or a greater one where that is not known, its name
// in formulas, and where it is from.
func legal(ctx context.Context, size board.Size, threads int) (n *big.Int, name, note string, err error) {
	name = fmt.Sprintf("L(%d,%d)", size.Rows, size.Cols)
	if entry, ok := published.Legal(size); ok && entry.Int() != nil {
		return entry.Int(), name, fmt.Sprintf("%s is from %s.", name, entry.Source()), nil
	}
	if size.Short() <= maxCounted {
		counted, err := count.Legal(ctx, size, count.Options{Options: par.Options{Threads: threads}})
		if err != nil {
			return nil, "", "", err
		}
		return counted.Value, name, fmt.Sprintf("%s has been counted.", name), nil
	}
	points := size.Points()
	note = fmt.Sprintf("%s is not at hand; it is at most 3^%d.", name, points)
	return new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(points)), nil), atMost(points), note, nil
}

// atMost names the number that takes the place of that of the legal positions where this is not
// known.
func atMost(points int) string { return fmt.Sprintf("(3^%d)", points) }
