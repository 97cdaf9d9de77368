package border

import (
	"testing"

	"combigo.dev/combigo/internal/longtests"
)

// The words that vanish have the value 0 after any number of columns, and exactly these words have
// no place. Nearly all other words have another value at some time: the few that do not are
// counted, by the kink. The values are sums over states with connections.
func TestWordsThatVanish(t *testing.T) {
	for _, c := range []struct {
		height, colours int
		others          []int
	}{
		{2, 2, []int{0}},
		{3, 2, []int{0, 0}},
		{4, 2, []int{0, 0, 0}},
		{5, 2, []int{0, 2, 0, 4}},
		{6, 2, []int{0, 14, 4, 12, 16}},
		{3, 3, []int{0, 0}},
		{4, 3, []int{0, 0, 0}},
		{3, 4, []int{0, 0}},
	} {
		if c.height > 5 && !longtests.Wanted() {
			continue
		}
		board := Board{Height: c.height, Colours: c.colours}
		all, column := newShape(board).columns[0], newShape(board).columns[0]
		all.sites[all.split][all.split].dropsVanishing = false
		column.separateSigns = true
		ever := make([]map[word]bool, c.height) // by the kink: words with a value other than 0
		for kink := range ever {
			ever[kink] = make(map[word]bool)
		}
		valuesOfWords(c.height, c.colours, 4, func(kink int, w word) { ever[kink][w] = true })
		for kink := range c.height {
			words, vanish, others := all.newContinuations(atEdge, kink, 0, c.height).to[atEdge], 0, 0
			for _, w := range words {
				switch {
				case kink > 0 && (crossing{w.at[kink-1].class(), noStrands, w.at[kink-1].begin()}).vanishes(w.at[kink]):
					if vanish++; ever[kink][w] {
						t.Fatalf("%+v, kink %d: %v does not vanish", c, kink, w)
					}
				case !ever[kink][w]:
					others++
				}
			}
			switch {
			case kink == 0 && others > 0 || kink > 0 && others != c.others[kink-1]:
				t.Errorf("%+v, kink %d: %d other words are 0", c, kink, others)
			case kink == column.split:
				places := 0
				for _, b := range column.newPhaseTables(false).blocks {
					for _, w := range b.idle {
						places += b.rows * column.recolouringCount(column.colourOrderOf(b.crossing, &w).n)
					}
				}
				if want := len(words) - vanish; places != want {
					t.Errorf("%+v: places for %d words, want %d", c, places, want)
				}
			}
		}
	}
}

// valuesOfWords visits the words whose value is not 0 after some columns and each number of points
// of the column that follows.
func valuesOfWords(height, colours, columns int, visit func(kink int, w word)) {
	type number struct {
		of    *connected
		value int64
	}
	states := make(map[string]number)
	for _, s := range allConnected(height, 0, colours) {
		alone := true // each run is a string
		runs := s.runs()
		for i, r := range runs {
			for _, q := range runs[:i] {
				alone = alone && s.labels[q[0]] != s.labels[r[0]]
			}
		}
		if alone {
			states[s.key()] = number{s, 1}
		}
	}
	for range height * columns {
		next, kink := make(map[string]number), 0
		for _, from := range states {
			from.of.step(colours, func(to *connected, sign int64) {
				key := to.key()
				kink = to.kink
				next[key] = number{to, next[key].value + sign*from.value}
			})
		}
		values := residues{}
		for _, s := range next {
			value := residueOfInt(s.value)
			s.of.words(func(w word, x fraction) { values.add(w, x.residue()*value%testPrime) })
		}
		for w := range values {
			visit(kink, w)
		}
		states = next
	}
}
