package asymptotic

import (
	"math/big"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/interval"
)

// Series is numbers by n, to be drawn.
type Series struct {
	Name   string
	Points []Point
}

// Point is a number that is not 0, with half the width of the interval that it is the middle of;
// the error is 0 where only rounding to 53 bits matters.
type Point struct {
	N        int
	Y, Error float64
}

// Remainders returns ln(1+r(m,n)) for squares and almost squares (Figure 12), by the
// shorter side, as far as strips are stored and numbers in print.
func Remainders() []Series {
	shapes := []struct {
		name      string
		down, out int // rows and columns beyond n
	}{
		{"ln(1 + r(n, n))", 0, 0},
		{"ln(1 + r(n, n+1))", 0, 1},
		{"ln(1 + r(n+1, n))", 1, 0},
	}
	var all []Series
	for _, shape := range shapes {
		s := Series{Name: shape.name}
		for n := 1; n+shape.down <= LastStored(); n++ {
			size := board.Size{Rows: n + shape.down, Cols: n + shape.out}
			if entry, ok := published.Legal(size); ok {
				s.add(n, lnRemainder(size, entry.Int()))
			}
		}
		all = append(all, s)
	}
	return all
}

// add adds the middle of an interval that does not hold 0.
func (s *Series) add(n int, x interval.Interval) {
	if x.Low.Sign()*x.High.Sign() <= 0 {
		return
	}
	y, _ := x.Middle(17).Float64()
	radius, _ := x.Radius().Float64()
	s.Points = append(s.Points, Point{n, y, radius})
}

// Roots returns the n²-th roots of numbers of positions of the square boards, which are given from
// 1x1 on, from 2x2 on: what each point multiplies the number by.
func Roots(name string, squares []*big.Int) Series {
	a := interval.New(keptDigits)
	s := Series{Name: name}
	for i, number := range squares {
		n := i + 1
		if n == 1 {
			continue
		}
		y, _ := a.Root(interval.Int(number), n*n).Middle(17).Float64()
		s.Points = append(s.Points, Point{N: n, Y: y})
	}
	return s
}

// Convergence returns by how much several approximations to the base of
// liberties exceed it, as far as its own error bar is smaller.
func Convergence() []Series {
	a := interval.New(keptDigits)
	base := Best().L.Value
	off := func(name string, first, last int, approximation func(n int) interval.Interval) Series {
		s := Series{Name: name}
		for n := first; n <= last; n++ {
			s.add(n, a.Sub(approximation(n), base))
		}
		return s
	}
	squares := BaseApproximations(LastSquare)
	return []Series{
		off("L(n,n)^(1/n²)", 1, LastSquare, func(n int) interval.Interval {
			return a.Root(interval.Int(inPrint(n, n)), n*n)
		}),
		off("λ(n)^(1/n)", 1, LastStored(), func(n int) interval.Interval { return Stored(n).Root() }),
		off("λ(n+1)/λ(n)", 1, LastStored()-1, func(n int) interval.Interval {
			return a.Quo(Stored(n+1).Lambda, Stored(n).Lambda)
		}),
		off("L(n,n) L(n+1,n+1)/L(n,n+1)²", 1, LastSquare-1, func(n int) interval.Interval {
			return a.Rat(squares[n-1], squares[n-1])
		}),
		off("the same, extrapolated", MinSquares-1, LastSquare-2, func(n int) interval.Interval {
			x := middle(FromSquares(n + 1).L.Value)
			return limit{x, new(big.Float)}.interval()
		}),
	}
}
