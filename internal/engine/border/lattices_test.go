package border

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"combigo.dev/combigo/internal/enumeration"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

// residueOfLattice counts a board modulo a prime by states with connections, and tiny
// boards by looking at all positions.
func residueOfLattice(t *testing.T, kind lattice.Kind, height, width, colours int, prime uint64) uint64 {
	t.Helper()
	g, err := lattice.New(kind, height, width, lattice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	modulus := new(big.Int).SetUint64(prime)
	if height*width <= 9 && colours == 2 || height*width <= 6 {
		number, err := enumeration.Count(g, colours)
		if err != nil {
			t.Fatal(err)
		}
		return number.Mod(number, modulus).Uint64()
	}
	number, _, err := transfer.CountLegal(context.Background(), g, lattice.Order(g), colours, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return number.Mod(number, modulus).Uint64()
}

// columnsOf returns the points of a piece of a lattice.
func columnsOf(g *lattice.Graph) [][]Point {
	rows, cols := g.Size()
	columns := make([][]Point, cols)
	for j := range columns {
		for i := range rows {
			point, v := Point(0), j*rows+i
			if i > 0 && g.Adjacent(v, v-1) {
				point |= Above
			}
			if j > 0 && g.Adjacent(v, v-rows) {
				point |= Left
			}
			if j > 0 && i+1 < rows && g.Adjacent(v, v-rows+1) {
				point |= Diagonal
			}
			columns[j] = append(columns[j], point)
		}
	}
	return columns
}

func TestLattices(t *testing.T) {
	for _, kind := range []lattice.Kind{lattice.Square, lattice.Triangular, lattice.Hexagonal, lattice.SquareOctagonal} {
		for _, c := range []struct{ colours, rows, columns int }{{1, 5, 8}, {2, 6, 6}, {3, 4, 5}, {4, 3, 5}} {
			if !longtests.Wanted() {
				c.rows--
				c.columns--
			}
			for height := 1; height <= c.rows; height++ {
				g, err := lattice.New(kind, height, c.columns+1, lattice.Options{})
				if err != nil {
					t.Fatal(err)
				}
				e, err := New(Board{Height: height, Colours: c.colours, Columns: columnsOf(g)})
				if err != nil {
					t.Fatal(err)
				}
				prime := Primes(3)[2]
				d := newDriver(t, e, Dealing{Shares: 1}, []uint64{prime})
				for i, residue := range d.through(c.columns) {
					if want := residueOfLattice(t, kind, height, i+1, c.colours, prime); residue != want {
						t.Errorf("%v, %d colours, %dx%d: %d, want %d", kind, c.colours, height, i+1, residue, want)
					}
				}
				if d.err != nil {
					t.Errorf("%d rows: %v", height, d.err)
				}
			}
		}
	}
}

// The numbers of words of every column, for every kink, are those of all words.
func TestWordsOfLattices(t *testing.T) {
	for _, kind := range []lattice.Kind{lattice.Square, lattice.Triangular, lattice.Hexagonal, lattice.SquareOctagonal} {
		for height := 1; height <= 6; height++ {
			g, err := lattice.New(kind, height, 5, lattice.Options{SafeTop: height%2 == 0})
			if err != nil {
				t.Fatal(err)
			}
			columns := columnsOf(g)
			for _, points := range columns {
				if height%2 == 0 {
					points[0] |= Safe
				}
			}
			for j, c := range newShape(Board{Height: height, Colours: 2, Columns: columns}).columns {
				for y := range height + 1 {
					if got, want := int(c.wordsAt(y)), len(c.newContinuations(atEdge, y, 0, height).to[atEdge]); got != (want+1)/2 {
						t.Errorf("%v, %d rows, column %d, kink %d: %d words, want half of %d", kind, height, j, y, got, want)
					}
				}
			}
		}
	}
}

// Boards with holes, safe points and missing edges, on their graphs. Columns of some boards repeat:
// the engine takes such columns for one.
func TestBoardsOfAnyForm(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	shared, boards, longest := 0, 100, 5
	if longtests.Wanted() {
		boards, longest = 200, 6
	}
	for range boards {
		height, width, colours := 1+random.IntN(longest), 1+random.IntN(longest), 1+random.IntN(3)
		diagonals, period := random.IntN(2) == 0, 1+random.IntN(6)
		columns := make([][]Point, width+1)
		for j := range columns {
			columns[j] = make([]Point, height)
			for i := range columns[j] {
				hole := func(row, column int) bool { return columns[column][row] == Hole }
				keep := func() bool { return diagonals || random.IntN(4) > 0 }
				x := &columns[j][i]
				if j > period {
					*x = columns[j-period][i]
					if hole(i, j-1) {
						*x &^= Left
					}
					if *x&Diagonal != 0 && hole(i+1, j-1) {
						*x &^= Diagonal
					}
					continue
				}
				if random.IntN(6) == 0 && i+j > 0 {
					*x = Hole
					continue
				}
				if random.IntN(8) == 0 {
					*x |= Safe
				}
				if i > 0 && !hole(i-1, j) && keep() {
					*x |= Above
				}
				if j > 0 && !hole(i, j-1) && keep() {
					*x |= Left
				}
				if diagonals && j > 0 && i+1 < height && !hole(i+1, j-1) {
					*x |= Diagonal
				}
			}
		}
		g := graphOf(t, columns[:width])
		want, _, err := transfer.CountLegal(context.Background(), g, lattice.Order(g), colours, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		e, err := New(Board{Height: height, Colours: colours, Columns: columns})
		if err != nil {
			t.Fatal(err)
		}
		e.separateSigns = random.IntN(2) == 0
		distinct := make(map[*column]bool)
		for _, c := range e.columns {
			distinct[c] = true
		}
		if len(distinct) < len(e.columns) {
			shared++
		}
		prime := Primes(1)[0]
		d := newDriver(t, e, Dealing{Shares: 1}, []uint64{prime})
		if residue, want := d.through(width)[width-1], residueOf(want, prime); residue != want || d.err != nil {
			t.Errorf("%d colours, %v: %d, want %d, %v", colours, columns, residue, want, d.err)
		}
	}
	if 20*shared < boards {
		t.Errorf("%d boards with columns that the engine takes for one", shared)
	}
}

// graphOf returns the graph of some columns, without holes.
func graphOf(t *testing.T, columns [][]Point) *lattice.Graph {
	t.Helper()
	number := make(map[[2]int]int)
	var edges [][2]int
	var safe []int
	for j, points := range columns {
		for i, x := range points {
			if x == Hole {
				continue
			}
			v := len(number)
			number[[2]int{i, j}] = v
			for p, to := range map[Point][2]int{Above: {i - 1, j}, Left: {i, j - 1}, Diagonal: {i + 1, j - 1}} {
				if x&p != 0 {
					edges = append(edges, [2]int{number[to], v})
				}
			}
			if x&Safe != 0 {
				safe = append(safe, v)
			}
		}
	}
	g, err := lattice.FromEdges(len(number), edges)
	if err != nil {
		t.Fatal(err)
	}
	if g, err = g.WithSafe(safe...); err != nil {
		t.Fatal(err)
	}
	return g
}

// Weights of stones of two colours, against polynomials.
func TestCountWeighted(t *testing.T) {
	ctx, prime := context.Background(), Primes(1)[0]
	g, err := lattice.New(lattice.Hexagonal, 4, 4, lattice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(Board{Height: 4, Colours: 2, Columns: columnsOf(g), Weighted: true})
	if err != nil {
		t.Fatal(err)
	}
	g = graphOf(t, columnsOf(g)[:3])
	stones, err := transfer.NewStones(slices.Repeat([]transfer.Weight{{Own: 1}}, g.Len()))
	if err != nil {
		t.Fatal(err)
	}
	table, _, err := transfer.Legal(ctx, g, lattice.Order(g), 2, stones, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	weights := [][]uint64{{1, 1}, {0, 1}, {2, 3}, {prime - 1, 5}}
	for _, w := range weights {
		d := newDriver(t, e, Dealing{Shares: 1, Weights: w}, []uint64{prime})
		sum := d.through(3)[2]
		want := new(big.Int)
		for b, row := range table {
			for c, n := range row {
				x := new(big.Int).Exp(new(big.Int).SetUint64(w[0]), big.NewInt(int64(b)), nil)
				y := new(big.Int).Exp(new(big.Int).SetUint64(w[1]), big.NewInt(int64(c)), nil)
				want.Add(want, x.Mul(x, y).Mul(x, n))
			}
		}
		if residueOf(want, prime) != sum || d.err != nil {
			t.Errorf("weights %d: %d, want %v, %v", w, sum, want, d.err)
		}
	}
	for what, err := range map[string]error{
		"a weight is missing":         second(e.Divide(ctx, Dealing{Shares: 1, Weights: []uint64{1}}, par.Options{})),
		"weights are missing":         second(e.Divide(ctx, Dealing{Shares: 1}, par.Options{})),
		"there are two shares":        second(e.Divide(ctx, Dealing{Shares: 2, Weights: []uint64{1, 1}}, par.Options{})),
		"the columns are missing":     second(New(Board{Height: 4, Colours: 2, Weighted: true})),
		"the column after is missing": second(New(Board{Height: 2, Colours: 2, Columns: [][]Point{{0, 0}}})),
		"a point is missing":          second(New(Board{Height: 2, Colours: 2, Columns: [][]Point{{0, 0}, {0}}})),
	} {
		if err == nil {
			t.Error(what + ", and it is accepted")
		}
	}
}

func second[T any](_ T, err error) error { return err }
