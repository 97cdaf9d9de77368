package measure

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/ranking"
	"combigo.dev/combigo/sampling"
)

// slow is a position as a map from points to letters, of which everything is found by the
// definitions.
type slow map[goban.Point]rune

func newSlow(rows, cols int, word []byte) slow {
	s := slow{}
	for i, c := range word {
		at := goban.Point{Row: i / cols, Col: i % cols}
		if cols > rows {
			at = goban.Point{Row: i % rows, Col: i / rows}
		}
		s[at] = rune(c)
	}
	return s
}

func (s slow) beside(at goban.Point) (all []goban.Point) {
	for _, q := range []goban.Point{{Row: at.Row - 1, Col: at.Col}, {Row: at.Row + 1, Col: at.Col}, {Row: at.Row, Col: at.Col - 1}, {Row: at.Row, Col: at.Col + 1}} {
		if s[q] != 0 {
			all = append(all, q)
		}
	}
	return all
}

// area is the points that points of the same letter lead to.
func (s slow) area(at goban.Point) map[goban.Point]bool {
	area := map[goban.Point]bool{at: true}
	for grown := true; grown; {
		grown = false
		for p := range area {
			for _, q := range s.beside(p) {
				if s[q] == s[at] && !area[q] {
					area[q], grown = true, true
				}
			}
		}
	}
	return area
}

// around are the points of a letter next to an area, and how many pairs there are.
func (s slow) around(area map[goban.Point]bool, letter rune) (points map[goban.Point]bool, pairs int) {
	points = map[goban.Point]bool{}
	for p := range area {
		for _, q := range s.beside(p) {
			if s[q] == letter && !area[q] {
				points[q] = true
				pairs++
			}
		}
	}
	return points, pairs
}

func other(stone rune) rune { return map[rune]rune{'X': 'O', 'O': 'X'}[stone] }

// first tells whether a point is the first of its area.
func first(at goban.Point, area map[goban.Point]bool) bool {
	for p := range area {
		if p.Row < at.Row || p.Row == at.Row && p.Col < at.Col {
			return false
		}
	}
	return true
}

func (s slow) legal() bool {
	for at, c := range s {
		if air, _ := s.around(s.area(at), '.'); c != '.' && len(air) == 0 {
			return false
		}
	}
	return true
}

// values are those of the quantities, in their order.
func (s slow) values() []int {
	list, liberties, pairs, enemies, eyes, score, kos := 0, 0, 0, 0, 0, 0, 0
	for at, c := range s {
		area := s.area(at)
		if c != '.' {
			score += map[rune]int{'X': 1, 'O': -1}[c]
			air, pseudo := s.around(area, '.')
			liberties, pairs = max(liberties, len(air)), max(pairs, pseudo)
			touched, _ := s.around(area, other(c))
			n := 0
			for p := range touched {
				of := s.area(p)
				for q := range of {
					if !touched[q] {
						delete(of, q)
					}
				}
				if first(p, of) {
					n++
				}
			}
			if enemies = max(enemies, n); first(at, area) {
				list++
			}
			continue
		}
		black, _ := s.around(area, 'X')
		white, _ := s.around(area, 'O')
		if len(white) == 0 && len(black) > 0 {
			score++
		}
		if len(black) == 0 && len(white) > 0 {
			score--
		}
		near := s.beside(at)
		for _, stone := range []rune{'X', 'O'} {
			if len(near) == 0 || slices.ContainsFunc(near, func(q goban.Point) bool { return s[q] != stone }) {
				continue
			}
			eyes++
			dead := map[goban.Point]bool{}
			for _, q := range near {
				if air, _ := s.around(s.area(q), '.'); len(air) == 1 {
					for p := range s.area(q) {
						dead[p] = true
					}
				}
			}
			if len(dead) == 1 {
				kos++
			}
		}
	}
	return []int{list, liberties, pairs, enemies, eyes, score, kos}
}

// words are the legal positions of a board in the order of the dictionary . X O.
func words(rows, cols int) (all [][]byte) {
	word := make([]byte, rows*cols)
	var fill func(i int)
	fill = func(i int) {
		if i == len(word) {
			if newSlow(rows, cols, word).legal() {
				all = append(all, slices.Clone(word))
			}
			return
		}
		for _, c := range []byte(".XO") {
			word[i] = c
			fill(i + 1)
		}
	}
	fill(0)
	return all
}

func stonesOf(word []byte) int { return len(word) - strings.Count(string(word), ".") }

// What is measured is what all legal positions of the board say, looked at one by one.
func TestAgainstEnumeration(t *testing.T) {
	const sure = 2.5 // half intervals: five standard deviations
	sizes := [][2]int{{2, 3}, {1, 5}, {4, 2}}
	if longtests.Wanted() {
		sizes = append(sizes, [2]int{3, 3}, [2]int{2, 4})
	}
	for _, size := range sizes {
		all := words(size[0], size[1])
		values := make([][]int, len(all))
		for i, word := range all {
			values[i] = newSlow(size[0], size[1], word).values()
		}
		for i := 0; i < len(all); i += 1 + len(all)/6 {
			p, err := goban.New(size[0], size[1])
			if err != nil {
				t.Fatal(err)
			}
			for at, c := range newSlow(size[0], size[1], all[i]) {
				p.Set(at.Row, at.Col, goban.Color(strings.IndexRune(".XO", c)))
			}
			m, err := Of(t.Context(), p, Options{Runs: 500, Seed: 3, Options: par.Options{Threads: 1}})
			if err != nil {
				t.Fatalf("%s: %v", p, err)
			}
			if m.Number.Exact.Cmp(big.NewInt(int64(i))) != 0 || m.Number.Total.Int64() != int64(len(all)) {
				t.Fatalf("%s\nhas the number %v of %v, want %d of %d", p, m.Number.Exact, m.Number.Total, i, len(all))
			}
			alike := 0
			for k, q := range m.Quantities {
				sum, most, least, record := 0.0, 0.0, 0.0, 0
				alike = 0
				for j, word := range all {
					if record = max(record, values[j][k]); stonesOf(word) != m.Stones {
						continue
					}
					alike++
					sum += float64(values[j][k])
					most, least = most+one(values[j][k] <= q.Value), least+one(values[j][k] >= q.Value)
				}
				if q.Value != values[i][k] {
					t.Errorf("%s\n%s: %d, want %d", p, q.Name, q.Value, values[i][k])
				}
				for what, pair := range map[string][2]any{"mean": {q.Others, sum}, "at most": {q.AtMost, most}, "at least": {q.AtLeast, least}} {
					got, want := pair[0].(sampling.Summary), pair[1].(float64)/float64(alike)
					if math.Abs(got.Mean-want) > sure*got.Error+0.02 {
						t.Errorf("%s\n%s, %s: %v ± %v, want %v", p, q.Name, what, got.Mean, got.Error, want)
					}
				}
				if k < len(quantities) && (q.Record.Value != record || q.IsRecord() != (q.Value == record)) {
					t.Errorf("%s\n%s: the record is %d, want %d", p, q.Name, q.Record.Value, record)
				}
			}
			if m.Alike.Exact.Int64() != int64(alike) {
				t.Errorf("%s\n%v positions have as many stones, want %d", p, m.Alike.Exact, alike)
			}
		}
	}
}

// Estimates hold what exact methods find, on a board for which there are both.
func TestEstimatesAgainstExact(t *testing.T) {
	p, err := goban.ParsePosition("..XO.X\n.XXOO.\nXX.XO.\nOOXX.O\n.O.OOX\nO..O.X\n")
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Runs: 500, Seed: 1, Options: par.Options{Threads: 1}}
	if longtests.Wanted() {
		opt.Runs = 4000
	}
	exact, err := Of(t.Context(), p, opt)
	if err != nil {
		t.Fatal(err)
	}
	opt.Memory = 1 // no table is made
	m := &Measure{Position: p, Board: exact.Board, Stones: exact.Stones, Runs: opt.Runs}
	if err := m.number(t.Context(), opt); err != nil || m.Number.Exact != nil {
		t.Fatalf("number %v, %v", m.Number.Exact, err)
	}
	walks, err := sampling.Walk(t.Context(), m.Board, sampling.Kind{Stones: m.Stones}, opt.Runs, opt.Seed, opt.Options)
	if err != nil {
		t.Fatal(err)
	}
	for what, pair := range map[string]struct {
		exact *big.Int
		found sampling.Range
	}{
		"number": {exact.Number.Exact, m.Number.Before}, "all": {exact.Number.Total, m.Number.All},
		"as many stones": {exact.Alike.Exact, walks.Number(func(int) bool { return true })},
	} {
		want, _ := new(big.Float).SetInt(pair.exact).Float64()
		log := math.Log10(want)
		value, high := pair.found.Value.Log10(), pair.found.High.Log10()
		if math.Abs(value-log) > 2.5*(high-value) {
			t.Errorf("%s: %v (to %v), want %v", what, pair.found.Value, pair.found.High, pair.exact)
		}
	}
}

// The number of the empty board is 0, whatever its size, and what comes before a position that
// begins with an empty point is less than half.
func TestNumberOfEmptyBoard(t *testing.T) {
	p, err := goban.New(17, 18)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Of(t.Context(), p, Options{Runs: 20})
	if err != nil || m.Number.Exact != nil || m.Number.Before != (sampling.Range{}) || m.Number.All.Value.Exponent != 144 {
		t.Fatalf("%+v, %v", m.Number, err)
	}
	p.Set(1, 0, goban.White)
	m, err = Of(t.Context(), p, Options{Runs: 500})
	share := tenTo(m.Number.Before.Value.Log10() - m.Number.All.Value.Log10())
	if err != nil || share < 1./6 || share > 1./3 { // two of the nine beginnings, about
		t.Errorf("%v of all come before, %v", share, err)
	}
}

func tenTo(log float64) float64 { return math.Pow(10, log) }

// A position that is not legal has no number, and a board that is too large is compared with
// nothing.
func TestRefused(t *testing.T) {
	p, err := goban.ParsePosition("XO.\nOO.\n")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Of(t.Context(), p, Options{}); !errors.As(err, new(*ranking.IllegalError)) {
		t.Errorf("error %v", err)
	}
	if p, err = goban.New(120, 120); err != nil {
		t.Fatal(err)
	}
	m, err := Of(t.Context(), p, Options{})
	if err != nil || m.Runs != 0 || m.Alike.Exact != nil || m.Number.Exact != nil {
		t.Errorf("%+v, %v", m, err)
	}
}
