package reproduction

import (
	"math/big"
	"testing"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/recurrence"
)

// numberOfPosition is the inverse of positionOfNumber.
func numberOfPosition(p *goban.Position) *big.Int {
	n := new(big.Int)
	for row := range p.Rows() {
		for col := range p.Cols() {
			n.Add(n.Mul(n, big.NewInt(3)), big.NewInt(int64(p.At(row, col))))
		}
	}
	return n
}

func emptyBoard(t *testing.T, rows, cols int) *goban.Position {
	t.Helper()
	p, err := goban.New(rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A number and its position are inverse to each other, and the first digit is in the upper left
// corner.
func TestPositionOfNumber(t *testing.T) {
	for n := range int64(81) {
		if p := positionOfNumber(big.NewInt(n), emptyBoard(t, 2, 2)); numberOfPosition(p).Int64() != n {
			t.Errorf("%d: %v", n, p)
		}
	}
	p := positionOfNumber(big.NewInt(2*9+1*3), emptyBoard(t, 2, 2)) // 0210
	if p.String() != ".O\nX.\n" && p.String() != ".O\nX." {
		t.Errorf("%q", p)
	}
}

// The illegal strings of the position of L(19,19), found by a flood that knows nothing of package
// goban.
func TestTernaryPosition(t *testing.T) {
	number, _ := knownLegal(19, 19)
	var point [19][19]int
	rest, digit := new(big.Int).Set(number), new(big.Int)
	for i := 360; i >= 0; i-- {
		rest.QuoRem(rest, big.NewInt(3), digit)
		point[i/19][i%19] = int(digit.Int64())
	}
	var seen [19][19]bool
	lost := 0
	for row := range 19 {
		for col := range 19 {
			if point[row][col] == 0 || seen[row][col] {
				continue
			}
			live := false
			var flood func(r, c int)
			flood = func(r, c int) {
				switch {
				case r < 0 || c < 0 || r > 18 || c > 18:
				case point[r][c] == 0:
					live = true
				case point[r][c] == point[row][col] && !seen[r][c]:
					seen[r][c] = true
					flood(r-1, c)
					flood(r+1, c)
					flood(r, c-1)
					flood(r, c+1)
				}
			}
			flood(row, col)
			if !live {
				lost++
			}
		}
	}
	p := positionOfNumber(number, emptyBoard(t, 19, 19))
	if len(p.Illegal()) != lost || lost != 2 {
		t.Errorf("%d strings without a liberty, %d by the flood", len(p.Illegal()), lost)
	}
}

// The chain of one and two rows: random positions are legal with the chance that enumeration gives.
func TestMarkovChainAgreesWithEnumeration(t *testing.T) {
	for m := 1; m <= 2; m++ {
		transfer, err := recurrence.NewTransfer(m, recurrence.States)
		if err != nil {
			t.Fatal(err)
		}
		c := newMarkovChain(m, transfer)
		if s := c.Stochastic(); s.good != s.all || c.Absorbing() != "the illegal state" {
			t.Errorf("%d rows: the chain is not stochastic, or absorbs elsewhere", m)
		}
		for n := 1; n <= 4; n++ {
			all, err := goban.All(m, n)
			if err != nil {
				t.Fatal(err)
			}
			legal := int64(0)
			for range all {
				legal++
			}
			if got := c.Positions(n); got.Int64() != legal {
				t.Errorf("%dx%d: %v legal positions, want %d", m, n, got, legal)
			}
		}
		c.next[0] = append(c.next[0], 0)
		if s := c.Stochastic(); s.good == s.all {
			t.Error("a wrong matrix passes")
		}
		c.next[len(c.next)-1] = []int{0}
		if c.Absorbing() != "other states" {
			t.Error("a state that is left is taken for an absorbing one")
		}
	}
}

// The terms of the solution of one row are those of the cubic equation, whose roots have the known
// sums and products.
func TestModesOfOneRow(t *testing.T) {
	transfer, err := recurrence.NewTransfer(1, recurrence.UpDownClasses)
	if err != nil {
		t.Fatal(err)
	}
	m, err := newModes(transfer)
	if err != nil || len(m.all) != 3 {
		t.Fatal(m, err)
	}
	sum, product := complex128(0), complex128(1)
	for _, x := range m.all {
		sum, product = sum+x.eigenvalue, product*x.eigenvalue
	}
	if !near(sum, 3) || !near(product, 1) { // x^3 - 3x^2 + x - 1
		t.Errorf("sum %v, product %v", sum, product)
	}
	for n, want := range []float64{1, 5, 15, 41, 113} {
		if !m.Gives(n+1, want) || m.Gives(n+1, want+1e-6) {
			t.Errorf("L(1,%d) is not %v", n+1, want)
		}
	}
}

// Systems of terms: of the order of a recurrence they give it, larger ones are singular.
func TestSolution(t *testing.T) {
	terms := []*big.Int{}
	for _, x := range []int64{1, 5, 15, 41, 113, 313, 867, 2401} {
		terms = append(terms, big.NewInt(x))
	}
	if got := solution(terms, 3) + "; " + solution(terms, 4); got != "1 -1 3; singular" {
		t.Error(got)
	}
}

// Pseudolegal partial positions of few points, by hand: on one row a stone is lost when an opponent
// stone comes after it.
func TestPseudolegal(t *testing.T) {
	for filled, want := range []int{1, 3, 7, 19} {
		if got, err := pseudolegal(1, filled); err != nil || got != want {
			t.Errorf("%d points: %d, want %d, %v", filled, got, want, err)
		}
	}
	for length, want := range []int64{1, 3, 7, 19} {
		if got := newStateGraph(1).Paths(length); got.Int64() != want {
			t.Errorf("%d paths of length %d, want %d", got, length, want)
		}
	}
}

// Positions of gomoku of a few points, one by one.
func TestGomokuCount(t *testing.T) {
	w := &work{ctx: t.Context(), out: &Outcome{}}
	if n, err := gomoku(w, 1, 6, 5); err != nil || n.Positions.Int64() != 729-(2*2*3-2) {
		// rows of five: 2 places, 2 colours, 3 ways for the sixth point each; six of a colour, 2
		// ways, are counted twice
		t.Error(n, err)
	}
}

// The boxes of Figure 10 stand for all its edges and for no others.
func TestBoxes(t *testing.T) {
	points := borderPoints()
	from, to := boxes(points)
	for _, g := range from {
		for _, h := range to {
			for _, i := range g {
				for _, j := range h {
					if points[i].mayPrecede(points[j]) != points[g[0]].mayPrecede(points[h[0]]) {
						t.Errorf("points %d and %d are not as their boxes say", i, j)
					}
				}
			}
		}
	}
}
