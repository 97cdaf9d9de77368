package liberties

import (
	"slices"
)

// Gates say which left parts outside the window stay in the sweep: those that may
// go with a right part that is cheap enough, or with a shadow. docs/liberties.md,
// section "The window", has the proof.
type gates struct {
	target
	window int32 // of the left parts
	budget int32 // the highest threshold
	// By kink of the left part, then by a number of columns modulo 3: that of the
	// right parts until the gates are closed, then that of the left part.
	sieves [][thresholdPeriod][]*sieve
	team   *workers
}

func newGates(t target, window int32, team *workers) *gates {
	g := &gates{target: t, window: window, budget: t.highest(), sieves: make([][thresholdPeriod][]*sieve, t.height+1), team: team}
	for kink := 1; kink <= t.height; kink++ {
		for class := range g.sieves[kink] {
			g.sieves[kink][class] = gateSieves(kink, t.height)
		}
	}
	return g
}

// rightWindow returns the window of the right parts: what is left for them when a
// left part is outside its own.
func (g *gates) rightWindow() int32 { return g.budget - g.window - 1 }

// addRight adds the turned right parts of so many whole columns at a kink of
// theirs, of costs that become relative by so much less, and returns how many
// of them are cheap enough. It may be called by many goroutines at once.
func (g *gates) addRight(kink, cols int, relative int32, fronts []front) (count int64) {
	most := g.rightWindow() - g.offset(kink) + relative
	sieves := g.sieves[facing(kink, g.height)][cols%thresholdPeriod]
	return addTurned(sieves, fronts, most, relative)
}

// close ends the adding, with shadows, if they are not nil. A shadow stands for
// parts that cost more than the window of the right parts before they fell.
func (g *gates) close(shadows *shadows) {
	var dearer [thresholdPeriod][thresholdPeriod]int32 // by columns of the left, then of the right part
	for left := range dearer {
		for right := range dearer[left] {
			dearer[left][right] = g.budget - g.threshold(left+right+2*thresholdPeriod)
		}
	}
	g.team.each(g.height, func(_ *worker, i int) {
		kink := i + 1
		for place := range g.sieves[kink][0] {
			var right [thresholdPeriod]*sieve
			for class := range right {
				right[class] = g.sieves[kink][class][place]
			}
			joinClasses(right, &dearer)
			for _, v := range right {
				if shadows != nil {
					v.addAll(shadows.sieves[kink][place], g.rightWindow()+1)
				}
				v.face()
			}
		}
	})
}

// joinClasses makes of sieves by the columns of right parts modulo 3 those by the
// columns of left parts, where the right ones are so much dearer.
func joinClasses(sieves [thresholdPeriod]*sieve, dearer *[thresholdPeriod][thresholdPeriod]int32) {
	for i := range sieves[0].least {
		right := [thresholdPeriod]lanes{sieves[0].least[i], sieves[1].least[i], sieves[2].least[i]}
		if !slices.ContainsFunc(right[:], lanes.someRightParts) {
			continue
		}
		for left, v := range sieves {
			best := noRightParts
			for class, costs := range right {
				best = best.min(costs.plus(dearer[left][class]))
			}
			v.least[i] = best
		}
	}
}

// open reports whether a left part at a kink of a column, of a relative cost
// outside the window, may go with a right part or a shadow.
func (g *gates) open(kink, col int, left front, relative int32) bool {
	budget := g.budget - g.offset(kink) - relative
	return bounded(g.sieves[kink][col%thresholdPeriod], left, budget)
}
