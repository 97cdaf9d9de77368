package liberties

import (
	"slices"
)

// A pruning decides which left parts outside the window stay in the sweep: those that may go with a
// cheap right part or a relaxed state (docs/liberties.md, section "The window").
type pruning struct {
	target
	window int32 // of the left parts
	budget int32 // the highest threshold
	// By kink of the left part, then columns modulo 3, of the right parts until close.
	tables [][thresholdPeriod][]*boundTable
	team   *workers
}

func newPruning(t target, window int32, team *workers) *pruning {
	g := &pruning{target: t, window: window, budget: t.maxThreshold(), tables: make([][thresholdPeriod][]*boundTable, t.height+1), team: team}
	shapes := pruningShapes(t.height)
	for kink := 1; kink <= t.height; kink++ {
		for class := range g.tables[kink] {
			g.tables[kink][class] = newTables(kink, shapes)
		}
	}
	return g
}

// rightWindow returns the window of the right parts of a left part outside its own.
func (g *pruning) rightWindow() int32 { return g.budget - g.window - 1 }

// addRight adds the turned right parts of cols whole columns, of costs less relative, and returns
// how many are cheap enough. Many goroutines may call it at once.
func (g *pruning) addRight(kink, cols int, relative int32, frontiers []frontier) (count int64) {
	maxCost := g.rightWindow() - g.sharedColumnCost(kink) + relative
	tables := g.tables[facing(kink, g.height)][cols%thresholdPeriod]
	return addTurned(tables, frontiers, maxCost, relative)
}

// close makes the tables ready for admits, with relaxed states if they are not nil. A relaxed state
// stands for parts that cost more than the window of the right parts before the decrease.
func (g *pruning) close(relaxedStates *relaxedStates) {
	var surcharge [thresholdPeriod][thresholdPeriod]int32 // by columns of the left, then of the right part
	for left := range surcharge {
		for right := range surcharge[left] {
			surcharge[left][right] = g.budget - g.threshold(left+right+2*thresholdPeriod)
		}
	}
	g.team.each(g.height, func(_ *worker, i int) {
		kink := i + 1
		for place := range g.tables[kink][0] {
			var right [thresholdPeriod]*boundTable
			for class := range right {
				right[class] = g.tables[kink][class][place]
			}
			joinClasses(right, &surcharge)
			for _, v := range right {
				if relaxedStates != nil {
					v.addAll(relaxedStates.tables[kink][place], g.rightWindow()+1)
				}
				v.transform()
			}
		}
	})
}

// joinClasses turns tables by columns of right parts modulo 3 into tables by those of left parts.
func joinClasses(tables [thresholdPeriod]*boundTable, surcharge *[thresholdPeriod][thresholdPeriod]int32) {
	for i := range tables[0].least {
		right := [thresholdPeriod]lanes{tables[0].least[i], tables[1].least[i], tables[2].least[i]}
		if !slices.ContainsFunc(right[:], lanes.someRightParts) {
			continue
		}
		for left, v := range tables {
			best := noRightParts
			for class, costs := range right {
				best = best.min(costs.plus(surcharge[left][class]))
			}
			v.least[i] = best
		}
	}
}

// admits reports whether a left part outside the window may go with a right part or relaxed state.
func (g *pruning) admits(kink, col int, left frontier, relative int32) bool {
	budget := g.budget - g.sharedColumnCost(kink) - relative
	return fitsBudget(g.tables[kink][col%thresholdPeriod], left, budget)
}
