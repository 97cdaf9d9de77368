package asymptotic

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"sync"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// boundDigits is how many digits the ends of logarithms of bounds have next to
// those of the number of points.
const boundDigits = 40

func boundArithmetic(m, n *big.Int) *interval.Arithmetic {
	return interval.New(boundDigits + len(m.String()) + len(n.String()))
}

// Theorem3 returns decimal logarithms of the proven bounds
//
//	3^(4mn/5) (1-2/81)^(2(m+n)/5) <= L(m,n) <= 3^mn (1-2/81)^(2(m+n)/5) (1-2/243)^((mn-2(m+n))/5)
//
// for sides that are both multiples of 5, and whether they are (section 5.9). The
// lower bound is rounded down, the upper one up.
func Theorem3(m, n *big.Int) (bounds interval.Interval, ok bool) {
	five := big.NewInt(5)
	if new(big.Int).Mod(m, five).Sign() != 0 || new(big.Int).Mod(n, five).Sign() != 0 {
		return interval.Interval{}, false
	}
	a := boundArithmetic(m, n)
	log := func(above, below int64) interval.Interval {
		return a.Quo(a.Ln(a.Quo(interval.Whole(above), interval.Whole(below))), a.Ln(interval.Whole(10)))
	}
	points, sides := new(big.Int).Mul(m, n), new(big.Int).Add(m, n)
	edge := new(big.Int).Quo(new(big.Int).Lsh(sides, 1), five)
	inside := new(big.Int).Sub(points, new(big.Int).Lsh(sides, 1))
	inside.Quo(inside, five)
	free := new(big.Int).Sub(points, new(big.Int).Quo(points, five))
	edges := a.Mul(interval.Int(edge), log(79, 81))
	low := a.Add(a.Mul(interval.Int(free), log(3, 1)), edges)
	high := a.Add(a.Mul(interval.Int(points), log(3, 1)), edges)
	high = a.Add(high, a.Mul(interval.Int(inside), log(241, 243)))
	return interval.Interval{Low: low.Low, High: high.High}, true
}

// Theorem4 returns the decimal logarithm of a proven lower bound on L(m,n), rounded down: the
// product of known numbers for boards that tile it, see [NewTiling]. Legal positions side by side
// are a legal position, so ln L is superadditive in both sides (section 5.10).
func Theorem4(m, n *big.Int) interval.Interval {
	a := boundArithmetic(m, n)
	ln := interval.Whole(0)
	for _, t := range NewTiling(m, n) {
		ln = a.Add(ln, a.Mul(interval.Int(t.Copies), a.Ln(interval.Int(knownBoards()[t.Size]))))
	}
	log := a.Quo(ln, a.Ln(interval.Whole(10)))
	return interval.Interval{Low: log.Low, High: log.Low}
}

// A Tile is a board whose number of legal positions is known, as part of a tiling.
type Tile struct {
	Size   board.Size // as it lies in the board
	Copies *big.Int
}

// A Tiling is boards that tile a board, of each size once.
type Tiling []Tile

func (t Tiling) String() string {
	var parts []string
	for _, tile := range t {
		part := tile.Size.String()
		if tile.Copies.Cmp(big.NewInt(1)) != 0 {
			part = fmt.Sprintf("%v of %v", tile.Copies, tile.Size)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

const (
	stripRows   = 5  // boards of at most this number of rows are counted, whatever their length
	tilingTable = 80 // sides up to this one are cut in the best way
)

// NewTiling returns the tiling with the largest product of known numbers among those that cut the
// board, and its parts, from edge to edge. The known numbers are those in print, of squares up to
// 19x19 and boards one column wider, and those of boards of up to 5 rows and 80 columns, which are
// counted here. A side beyond 80 points is cut in equal blocks first, and the rest in the best way.
func NewTiling(m, n *big.Int) Tiling {
	best, lengths := bestCuts(), splits(n)
	most := math.Inf(-1)
	var rows, cols stretches
	for _, down := range splits(m) {
		for _, across := range lengths {
			if ln := best.product(&down, &across); ln > most {
				most, rows, cols = ln, down, across
			}
		}
	}
	copies := map[board.Size]*big.Int{}
	for _, p := range rows {
		for _, q := range cols {
			if p.side == 0 || q.side == 0 {
				continue
			}
			best.collect(board.Size{Rows: p.side, Cols: q.side}, new(big.Int).Mul(p.count, q.count), copies)
		}
	}
	var tiling Tiling
	for size, count := range copies {
		tiling = append(tiling, Tile{size, count})
	}
	slices.SortFunc(tiling, func(s, t Tile) int {
		return cmp.Or(cmp.Compare(t.Size.Points(), s.Size.Points()), cmp.Compare(t.Size.Rows, s.Size.Rows))
	})
	return tiling
}

// stretches is a side cut in equal blocks and a rest, either of which may be 0.
type stretches [2]struct {
	side  int
	count *big.Int
	about float64 // the count
}

// splits returns the ways to cut a side whose blocks and rest are in the table.
func splits(side *big.Int) (all []stretches) {
	if side.IsInt64() && side.Int64() <= tilingTable {
		return []stretches{{{}, {side: int(side.Int64()), count: big.NewInt(1)}}}
	}
	for unit := 1; unit <= tilingTable; unit++ {
		count, rest := new(big.Int).QuoRem(side, big.NewInt(int64(unit)), new(big.Int))
		about, _ := new(big.Float).SetInt(count).Float64()
		for rest := int(rest.Int64()); rest <= tilingTable; rest += unit {
			all = append(all, stretches{{unit, count, about}, {side: rest, count: big.NewInt(1)}})
			count, about = new(big.Int).Sub(count, big.NewInt(1)), about-1
		}
	}
	return all
}

// product returns the logarithm of the product of a board whose sides are cut.
func (c *cuts) product(down, across *stretches) float64 {
	return down[0].about*(across[0].about*c.ln[down[0].side][across[0].side]+c.ln[down[0].side][across[1].side]) +
		across[0].about*c.ln[down[1].side][across[0].side] + c.ln[down[1].side][across[1].side]
}

// knownBoards are the numbers of legal positions that tiles may have, by size, in both directions.
var knownBoards = sync.OnceValue(func() map[board.Size]*big.Int {
	known := map[board.Size]*big.Int{}
	add := func(rows, cols int, value *big.Int) {
		known[board.Size{Rows: rows, Cols: cols}] = value
		known[board.Size{Rows: cols, Cols: rows}] = value
	}
	for n := 1; n <= LastSquare; n++ {
		for _, cols := range []int{n, n + 1} {
			add(n, cols, inPrint(n, cols))
		}
	}
	for rows := 1; rows <= stripRows; rows++ {
		values, err := connected.CountEach(context.Background(), rows, rows, tilingTable, 0, par.Options{Threads: 1})
		if err != nil {
			panic(fmt.Sprintf("asymptotic: strips of %d rows are not counted: %v", rows, err))
		}
		for i, value := range values {
			add(rows, rows+i, value)
		}
	}
	return known
})

// cuts says for every board of a table how it is cut best.
type cuts struct {
	ln  [tilingTable + 1][tilingTable + 1]float64 // of the product; it only chooses
	cut [tilingTable + 1][tilingTable + 1]int     // 0: not at all; else rows above it, or columns left of it below 0
}

var bestCuts = sync.OnceValue(func() *cuts {
	c := new(cuts)
	for rows := 1; rows <= tilingTable; rows++ {
		for cols := 1; cols <= tilingTable; cols++ {
			best, cut := math.Inf(-1), 0
			if value, ok := knownBoards()[board.Size{Rows: rows, Cols: cols}]; ok {
				best = result.Ln(value)
			}
			for i := 1; 2*i <= rows; i++ {
				if x := c.ln[i][cols] + c.ln[rows-i][cols]; x > best {
					best, cut = x, i
				}
			}
			for i := 1; 2*i <= cols; i++ {
				if x := c.ln[rows][i] + c.ln[rows][cols-i]; x > best {
					best, cut = x, -i
				}
			}
			c.ln[rows][cols], c.cut[rows][cols] = best, cut
		}
	}
	return c
})

// collect counts the tiles of equal boards.
func (c *cuts) collect(size board.Size, count *big.Int, copies map[board.Size]*big.Int) {
	switch cut := c.cut[size.Rows][size.Cols]; {
	case cut > 0:
		c.collect(board.Size{Rows: cut, Cols: size.Cols}, count, copies)
		c.collect(board.Size{Rows: size.Rows - cut, Cols: size.Cols}, count, copies)
	case cut < 0:
		c.collect(board.Size{Rows: size.Rows, Cols: -cut}, count, copies)
		c.collect(board.Size{Rows: size.Rows, Cols: size.Cols + cut}, count, copies)
	default:
		if copies[size] == nil {
			copies[size] = new(big.Int)
		}
		copies[size].Add(copies[size], count)
	}
}
