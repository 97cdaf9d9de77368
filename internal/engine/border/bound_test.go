package border

import (
	"math"
	"math/big"
	"testing"

	"combigo.dev/combigo/internal/longtests"
)

// TestShares looks at all colourings of a row before a bad stone of the first colour.
func TestShares(t *testing.T) {
	const height = 8
	for colours := 2; colours <= 4; colours++ {
		for j := range 5 {
			// Of all colourings, those that can count, and of these, those with a stone of the
			// colour last.
			all, can, joins := 0, 0, 0
			row := make([]int, j)
			for {
				all++
				i := j
				for i > 0 && row[i-1] == 1 {
					i--
				}
				if i == 0 || row[i-1] > 1 {
					can++
					if i < j {
						joins++
					}
				}
				for i = 0; i < j && row[i] == colours; i++ {
					row[i] = 0
				}
				if i == j {
					break
				}
				row[i]++
			}
			share, apart := float64(can)/float64(all), float64(can-joins)/float64(all)
			most := 0.0
			for l := 1.0; l <= height; l++ {
				most = max(most, math.Pow(share, l)-math.Pow(apart, l))
			}
			alone, joined := newShape(Board{Height: height, Colours: colours}).runFractions(j)
			if math.Abs(alone-share) > 1e-12 {
				t.Errorf("%d colours, %d columns: %g, want %g", colours, j, alone, share)
			}
			if joined < most-1e-12 || joined > 1.5*most+1e-12 {
				t.Errorf("%d colours, %d columns, joined: %g, want %g or little more", colours, j, joined, most)
			}
		}
	}
}

// A part is what matters of a part of a word: its runs by their kind, the sign that begins the run
// at its end, or at its beginning, and its denominator.
type part struct {
	alone, joined int
	open          sign
	denominator   int
}

// parts returns the kinds of first and of second parts of words, by the block.
func (p *phaseTables) parts() (all [][2]map[part]bool) {
	for _, b := range p.blocks {
		first, second := make(map[part]bool), make(map[part]bool)
		p.visitWords(b, func(w *word) {
			x := atEdge.runs(w, none)
			x.denominator = prefixFactors(atEdge, w).denominator
			first[x] = true
		})
		for i := range b.idle {
			w := &b.idle[i]
			for _, begin := range signs(b.crossing.class) {
				x := b.crossing.runs(w, begin)
				x.open, x.denominator = begin, suffixFactors(b.crossing, w).denominator
				second[x] = true
			}
		}
		all = append(all, [2]map[part]bool{first, second})
	}
	return all
}

// worst returns the largest product of shares and denominators of words, by the parts of the words.
func worst(all [][2]map[part]bool, alone, joined float64) float64 {
	worst := 0.0
	for _, halves := range all {
		var largest [2][3]float64 // by the sign
		for i, parts := range halves {
			for x := range parts {
				share := math.Pow(alone, float64(x.alone)) * math.Pow(joined, float64(x.joined))
				largest[i][x.open] = max(largest[i][x.open], share*float64(x.denominator))
			}
		}
		for s := range largest[0] {
			worst = max(worst, largest[0][s]*largest[1][s])
		}
	}
	return worst
}

// runs returns the runs that end in a part of a word, and the sign that begins the run at its end.
// The part follows a crossing whose run begins with the given sign.
func (k crossing) runs(w *word, begin sign) (x part) {
	x.open = begin
	for _, l := range w.at[:w.n] {
		switch {
		case l.end() == none:
		case l.end() == x.open:
			x.joined++
		default:
			x.alone++
		}
		if l.end() != none {
			x.open = none
		}
		if l.begin() != none {
			x.open = l.begin()
		}
	}
	return x
}

// The excess that is found from the strands bounds that of all words.
func TestExcess(t *testing.T) {
	highest := map[int]int{2: 9, 3: 7} // rows, by the number of colours
	if longtests.Wanted() {
		highest = map[int]int{2: 14, 3: 9}
	}
	for colours, rows := range highest {
		for height := 1; height <= rows; height++ {
			s := newShape(Board{Height: height, Colours: colours})
			parts := s.columns[0].newPhaseTables(true).parts()
			for j := range 6 {
				alone, joined := s.runFractions(j)
				got, most := worst(parts, alone, joined), s.limitFactor(j)
				if got > most*(1+1e-9) {
					t.Errorf("%d colours, %d rows, %d columns: %g, more than %g", colours, height, j+1, got, most)
				} else if most > 5*max(1, got) {
					t.Errorf("%d colours, %d rows, %d columns: %g, less than a fifth of %g", colours, height, j+1, got, most)
				}
				// The limit is that times the number of colourings, and hardly more.
				limit, _ := new(big.Float).SetInt(s.limit(j + 1)).Float64()
				most *= math.Pow(float64(colours+1), float64(height*j))
				if limit < most || limit > 1.01*most+2 {
					t.Errorf("%d colours, %d rows, %d columns: the limit is %g, want %g", colours, height, j+1, limit, most)
				}
			}
		}
	}
}

// The bounds are those of the table in docs/theory.md, which are rounded up.
func TestBoundsOfTheTheory(t *testing.T) {
	for rows, wants := range map[int][]float64{
		12: {1, 4.22, 1, 1, 1, 1}, 16: {1, 98.7, 4.54, 1.26, 1, 1}, 19: {1, 3228, 28.7, 6.93, 4.14, 3.46},
	} {
		s := newShape(Board{Height: rows, Colours: 2})
		for i, want := range wants {
			colourings := new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(rows*i)), nil)
			limit, _ := new(big.Rat).SetFrac(s.limit(i+1), colourings).Float64()
			if limit < 0.99*want || limit > 1.01*want+2 {
				t.Errorf("%d rows, %d columns: 3^%d times %v, want %v", rows, i+1, rows*i, limit, want)
			}
		}
	}
}
