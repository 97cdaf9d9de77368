package border

import "testing"

// text writes a word of two points as the package comment has it: without the edge.
func (w word) text() (classes, signs string) {
	for _, l := range w.at[:w.n] {
		signs += []string{"", "+", "-"}[l.end()] + []string{"", "+", "-"}[l.begin()]
		classes += []string{"", "E", "b", "B", "w", "W"}[l.class()]
	}
	return classes, signs
}

// The values of two rows that the package comment has, in its example too.
func TestTwoRows(t *testing.T) {
	s := newShape(Board{Height: 2, Colours: 2})
	values := make(map[word]ratio)
	for _, w := range s.columns[0].newContinuations(atEdge, 0, 0, 2).to[atEdge] { // with the edge as a point
		values[w] = ratio{0, 1}
		if w.single() {
			values[w] = one
		}
	}
	first := values
	// After the first column, after half of the second one, and after that.
	wants := []map[string]int{
		{"EE": 1, "Eb": 1, "bb": 1, "bw": 1, "Bw+-": 1, "BB+-": 1, "BW+-+-": 1},
		{"BE+-": 1, "Bb+-": 0, "Bw+-": 2, "BB+-+-": -1, "BB++--": 1},
		{"EE": 9, "Eb": 8, "bb": 6, "bw": 8, "Bw+-": 4, "BB+-": 1, "BW+-+-": 3},
	}
	for i, want := range wants {
		sum, joined, found := ratio{0, 1}, ratio{0, 1}, 0
		for w, x := range values {
			k := joinFactors{norm: one, denominator: 1}
			if i != 1 {
				k = prefixFactors(atEdge, &w)
			}
			sum = sum.plus(x.times(k.norm))
			if i == 2 {
				joined = joined.plus(x.times(k.norm).times(first[w]))
			}
			classes, signs := w.text()
			if value, ok := want[classes+signs]; ok {
				found++
				if x != (ratio{value, 1}) {
					t.Errorf("after %d points of the second column: %s %s has the value %v, want %d", i, classes, signs, x, value)
				}
			}
		}
		if found != len(want) || i == 0 && sum != (ratio{5, 1}) || i == 2 && joined != (ratio{57, 1}) {
			t.Errorf("after %d points of the second column: %d words are found, with the sum %v", i, found, sum)
		}
		if i == 2 {
			break
		}
		next := make(map[word]ratio)
		for w, x := range values {
			s.step(&w, change{i, s.columns[0].points[i], false}, atEdge, func(to successor) {
				sum, ok := next[to.word]
				if !ok {
					sum = ratio{0, 1}
				}
				next[to.word] = sum.plus(x.times(to.before).times(to.after))
			})
		}
		values = next
	}
}

func (r ratio) plus(t ratio) ratio { return newRatio(r.num*t.den+t.num*r.den, r.den*t.den) }
