package length

import (
	"context"
	"math/big"
	"math/bits"
	"testing"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/par"
)

// isClosed reports by the definition whether a set of points of a board is a union of closed
// neighbourhoods, and returns its inner points.
func isClosed(rows, cols int, set uint32) (bool, uint32) {
	var covered, inner uint32
	for p := range rows * cols {
		closed := uint32(1) << p
		for q := range rows * cols {
			if dr, dc := p/cols-q/cols, p%cols-q%cols; dr*dr+dc*dc == 1 {
				closed |= 1 << q
			}
		}
		if closed&^set == 0 {
			covered |= closed
			inner |= 1 << p
		}
	}
	return covered == set, inner
}

// The closed sets of small boards, by numbers of points and of inner points, are those among all
// sets of points.
func TestClosedSets(t *testing.T) {
	sizes := [][2]int{{1, 1}, {1, 2}, {1, 7}, {2, 2}, {2, 5}, {3, 4}}
	if longtests.Wanted() {
		sizes = append(sizes, [][2]int{{1, 15}, {2, 7}, {3, 5}, {4, 4}}...)
	}
	for _, size := range sizes {
		rows, cols := size[0], size[1]
		type kind struct{ size, inner, edges int }
		want := map[kind]int64{}
		for set := range uint32(1) << (rows * cols) {
			closed, inner := isClosed(rows, cols, set)
			if !closed {
				continue
			}
			k := kind{size: bits.OnesCount32(set), inner: bits.OnesCount32(inner)}
			for p := range rows * cols {
				for _, q := range []int{p + 1, p + cols} {
					if q < rows*cols && (q == p+cols || q%cols > 0) && (inner>>p|inner>>q)&1 != 0 {
						k.edges++
					}
				}
			}
			want[k]++
		}
		p := problem{rows, cols, MaxMoves, Options{}}
		classes, err := p.closedSets(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range classes {
			k := kind{size: c.size, inner: bits.OnesCount16(c.inner)}
			for _, near := range c.near {
				k.edges += bits.OnesCount16(near)
			}
			k.edges /= 2
			if want[k] -= c.places; want[k] == 0 {
				delete(want, k)
			}
		}
		if len(want) > 0 {
			t.Errorf("%dx%d: closed sets that are missing, or too many: %v", rows, cols, want)
		}
	}
}

// subsequences plays some of the stones of a word on a board, in all ways, move by move on goban.
type subsequences struct {
	colors []goban.Color
	rules  Rules
	// legal has the number of legal ways, by the set of points that are touched and the set of
	// stones that are played
	legal map[[2]uint32]int64
}

// turns returns the players who have the turn after some stones of the word.
func (s *subsequences) turns(after int) map[goban.Color]bool {
	last := goban.White
	if after > 0 {
		last = s.colors[after-1]
	}
	return map[goban.Color]bool{last.Opponent(): true, last: after < len(s.colors) && s.colors[after] == last}
}

// play goes on after the first stones of the word; the patterns are those after the last stones, as
// many as have been played one after the other, and one more.
func (s *subsequences) play(now *goban.Position, patterns []*goban.Position, stone int, touched, played uint32) {
	if stone == len(s.colors) {
		s.legal[[2]uint32{touched, played}]++
		return
	}
	s.play(now, []*goban.Position{now}, stone+1, touched, played)
	color := s.colors[stone]
next:
	for p := range now.Rows() * now.Cols() {
		after := now.Clone()
		if _, err := after.Play(color, goban.Point{Row: p / now.Cols(), Col: p % now.Cols()}, s.rules.Suicide); err != nil {
			continue
		}
		for i, y := range patterns {
			same := s.rules.Superko == goban.PositionalSuperko || s.turns(stone + 1 - len(patterns) + i)[color.Opponent()]
			if s.rules.Superko != goban.NoSuperko && same && y.Equal(after) {
				continue next
			}
		}
		s.play(after, append(patterns[:len(patterns):len(patterns)], after), stone+1, touched|1<<p, played|1<<stone)
	}
}

// excess returns D(C,I) by its definition: the sum over the subsets of C, and over the stones of I
// that are given to the points left out.
func (s *subsequences) excess(set, stones uint32) int64 {
	var sum int64
	for out := set; ; out = (out - 1) & set {
		n := bits.OnesCount32(out)
		sign := new(big.Int).MulRange(1, int64(n)).Int64()
		if n%2 != 0 {
			sign = -sign
		}
		for given := stones; ; given = (given - 1) & stones {
			if bits.OnesCount32(given) == n {
				sum += sign * s.legal[[2]uint32{set &^ out, stones &^ given}]
			}
			if given == 0 {
				break
			}
		}
		if out == 0 {
			return sum
		}
	}
}

// TestTheorem checks for all sets of points of small boards, all words and all shares of these that
// D is 0 unless the set is closed, and that sweeps find the sums of D.
func TestTheorem(t *testing.T) {
	for _, test := range []struct{ rows, cols, moves int }{{1, 1, 5}, {1, 2, 6}, {1, 3, 7}, {2, 2, 6}, {1, 4, 6}, {1, 5, 5}, {2, 3, 5}} {
		if !longtests.Wanted() {
			test.moves--
		}
		for _, rules := range allRules {
			p := problem{test.rows, test.cols, test.moves, Options{Rules: rules, Options: par.Options{Threads: 1}}}
			classes, err := p.closedSets(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			type key struct{ size, moves, outside int }
			sums := map[key]int64{}
			for _, c := range classes {
				byMoves, err := p.sweep(context.Background(), c.shape)
				if err != nil {
					t.Fatal(err)
				}
				for moves, byOutside := range byMoves {
					for outside, sum := range byOutside {
						sums[key{c.size, moves, outside}] += c.places * sum
					}
				}
			}
			for moves := range test.moves + 1 {
				for _, word := range words(moves, false) {
					s := subsequences{rules: rules, legal: map[[2]uint32]int64{}}
					for i := range word.len {
						s.colors = append(s.colors, goban.Black+goban.Color(word.at(i)))
					}
					start, err := goban.New(test.rows, test.cols)
					if err != nil {
						t.Fatal(err)
					}
					s.play(start, []*goban.Position{start}, 0, 0, 0)
					for set := range uint32(1) << (test.rows * test.cols) {
						closed, _ := isClosed(test.rows, test.cols, set)
						for stones := range uint32(1) << word.len {
							d := s.excess(set, stones)
							if !closed && d != 0 {
								t.Fatalf("%dx%d, %v: D = %d for the points %b and the stones %b of %v", test.rows, test.cols, rules, d, set, stones, word)
							}
							sums[key{bits.OnesCount32(set), moves, word.len - bits.OnesCount32(stones)}] -= d
						}
					}
				}
			}
			for k, difference := range sums {
				if difference != 0 {
					t.Errorf("%dx%d, %v, %+v: %d more by sweeps", test.rows, test.cols, rules, k, difference)
				}
			}
		}
	}
}

// Without suicide no closed set comes back to an earlier pattern with fewer than 6 stones on a
// board of 3 rows or more, 5 on 2 rows, 4 on a row. With so few the way back has two stones, of
// different colours: the ko in a corner.
func TestFirstReturn(t *testing.T) {
	for _, test := range []struct{ rows, cols, stones int }{{1, 12, 4}, {2, 12, 5}, {3, 12, 6}, {19, 19, 6}} {
		p := problem{test.rows, test.cols, test.stones - 1, Options{}} // a run of two stones touches a point twice
		classes, err := p.closedSets(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, c := range classes {
			var extend func(patterns [][2]uint16, last int)
			extend = func(patterns [][2]uint16, last int) {
				now, stones := patterns[len(patterns)-1], len(patterns)-1
				for player := range 2 {
					for empty := (uint16(1)<<c.size - 1) &^ (now[0] | now[1]); empty != 0; empty &= empty - 1 {
						after, legal := c.play(now, player, bits.TrailingZeros16(empty), Published)
						if !legal {
							continue
						}
						for i, y := range patterns {
							if y != after {
								continue
							}
							found++
							if stones+1 < test.stones || i != stones-1 || player == last {
								t.Fatalf("%dx%d: stone %d of %d brings back the pattern after stone %d", test.rows, test.cols, stones+1, player, i)
							}
						}
						if stones+1 < test.stones {
							extend(append(patterns[:len(patterns):len(patterns)], after), player)
						}
					}
				}
			}
			extend([][2]uint16{{}}, -1)
		}
		if found == 0 {
			t.Errorf("%dx%d: no closed set comes back with %d stones", test.rows, test.cols, test.stones)
		}
	}
}
