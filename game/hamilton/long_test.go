package hamilton

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/internal/longtests"
)

// The cycle is what the certificate claims, and as long as the recurrences of docs/rows.md say,
// which count positions without making them.
func TestLongCycle(t *testing.T) {
	last := 10
	if longtests.Wanted() {
		last = 13
	}
	sizes := newLongSizes(last, false)
	for n := 3; n <= last; n++ {
		c, err := LongCycle(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		report, err := c.Check()
		if err != nil {
			t.Fatal(err)
		}
		if want := sizes.cycle(n); want.Cmp(big.NewInt(int64(report.Visited))) != 0 {
			t.Errorf("1x%d: a cycle of %d positions, want %d", n, report.Visited, want)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := LongCycle(ctx, 9); !errors.Is(err, context.Canceled) {
		t.Errorf("after an interrupt: %v", err)
	}
	for _, n := range []int{-1, 2, MaxLong + 1} {
		if _, err := LongCycle(t.Context(), n); err == nil {
			t.Errorf("a row of %d points has a cycle", n)
		}
	}
}

// longSizes are the numbers of docs/rows.md, from index 0 on: of all positions of H(j) and L(N),
// and of the positions, or else the triples, of a stage, of all stages up to it, and of D(N).
type longSizes struct {
	h, l, stage, q, d []*big.Int
	each              int64 // 1 for positions, 0 for triples
}

func sum(terms ...*big.Int) *big.Int {
	total := new(big.Int)
	for _, x := range terms {
		total.Add(total, x)
	}
	return total
}

func newLongSizes(last int, triples bool) *longSizes {
	one, zero := []*big.Int{big.NewInt(1)}, []*big.Int{new(big.Int)}
	s := &longSizes{h: one, l: zero, stage: zero, q: zero, d: zero, each: 1}
	if triples {
		s.each = 0
	}
	for n := 1; n <= last; n++ {
		each := sum(big.NewInt(1), sum(s.l...)) // positions that begin with a string of a colour
		s.l = append(s.l, sum(s.h...))
		s.h = append(s.h, sum(s.h[n-1], each, each))
		own := s.each
		if triples && n >= 3 {
			own = 1
		}
		s.stage = append(s.stage, sum(big.NewInt(own), sum(s.d...)))
		s.q = append(s.q, sum(s.q[n-1], s.stage[n]))
		if n < 3 {
			s.d = append(s.d, big.NewInt(s.each*int64(n)))
			continue
		}
		levels := max(0, (n-4)/3)
		jump := n - 1 - 2*levels
		if (jump-levels)%2 != 0 {
			jump--
		}
		d := sum(big.NewInt(s.each*int64(2+levels)), s.q[n-1-levels], s.q[n-1-levels])
		d.Sub(d, sum(s.q[2*levels], s.q[n-1-jump]))
		for i := 1; i <= levels; i++ {
			m := 2 * (levels - i)
			t := m
			if (n-1-i)%2 != 0 {
				t++
			}
			d = sum(d, s.stage[n-i], s.stage[n-i], s.q[n-1-i], big.NewInt(s.each*int64(2*i+1+t-m)))
			d.Sub(d, sum(s.stage[m+1], s.q[t+1]))
		}
		for i := 1; i < jump; i++ {
			d = sum(d, big.NewInt(s.each), s.q[n-1-i])
			d.Sub(d, s.q[max(0, 2*(levels-i))])
		}
		s.d = append(s.d, d)
	}
	return s
}

// cycle returns how many there are in the cycle of a row.
func (s *longSizes) cycle(n int) *big.Int {
	half := sum(big.NewInt(s.each*int64(n%2*3-2)), s.q[n-1])
	for k := 1; k <= n-2; k++ {
		half = sum(half, big.NewInt(s.each), s.q[k])
	}
	return half.Lsh(half, 1)
}

// The shares on which the proofs of docs/rows.md rest, by exact arithmetic.
func TestLongShares(t *testing.T) {
	const last = 60
	for what, c := range map[string]struct {
		triples     bool
		stage, d    int // from d points on
		path, cycle float64
	}{
		"positions": {false, 1, 3, 0.6169, 0.453},
		"triples":   {true, 3, 4, 0.0552, 0.0406},
	} {
		s, all := newLongSizes(last, c.triples), big.NewInt(1)
		atLeast := func(where string, n int, part, whole *big.Int, least float64) {
			if share, _ := new(big.Rat).SetFrac(part, whole).Float64(); share < least {
				t.Errorf("%s in %s of %d points: a share of %v, want at least %v", what, where, n, share, least)
			}
		}
		for n := 1; n <= last; n++ {
			if n >= c.stage {
				atLeast("a stage", n, s.stage[n], all, c.path)
			}
			all = sum(all, s.l[n])
			if n >= c.d {
				legal := sum(s.l[n], s.l[n])
				atLeast("D", n, s.d[n], s.l[n], c.path)
				atLeast("the cycle", n, s.cycle(n), legal.Sub(legal, s.h[n-1]), c.cycle)
			}
		}
	}
}

// Of each triple W.., W.f, Wg. of the cycle, f and g different stones and g the last stone of W,
// the second position may be left out: what is left is a cycle.
func TestTriplesOfLongCycle(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	for n := 4; n <= 9; n++ {
		half, err := LongCycle(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		all, err := half.Whole().Positions()
		if err != nil {
			t.Fatal(err)
		}
		positions, triples := all[:0:0], 0
		for i, p := range all {
			if 0 < i && i < len(all)-1 {
				before, after := all[i-1].String(), all[i+1].String()
				start, found := strings.CutSuffix(before, "..")
				if found && start[n-3] != '.' && after == start+start[n-3:]+"." && p.String() == start+"."+exchange(start[n-3:]) {
					if triples++; rng.IntN(2) == 0 {
						continue
					}
				}
			}
			positions = append(positions, p)
		}
		moves, err := certificate.Path(half.Board, true, positions)
		if err != nil {
			t.Fatal(err)
		}
		c := certificate.Certificate{Kind: certificate.Cycle, Board: half.Board, Suicide: true, Start: positions[0], Moves: moves}
		if _, err := c.Check(); err != nil {
			t.Error(err)
		}
		if want := newLongSizes(n, true).cycle(n); want.Cmp(big.NewInt(int64(triples))) > 0 {
			t.Errorf("1x%d: %d triples, want at least %d", n, triples, want)
		}
	}
}
