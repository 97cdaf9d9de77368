package liberties

import (
	"slices"
)

// A pruning decides which left parts outside the window stay in the sweep: those that may go with a
// cheap right part or a relaxed state (docs/liberties.md, section "The window").
type pruning struct {
	target target
	budget int32 // the greatest threshold
	// By kink of the left part, then by whole columns modulo 3: of the right part before close, of the
	// left part after it. A table of each shape.
	tables [][thresholdPeriod][]*boundTable
	team   *workers
}

// newPruning returns a pruning without right parts.
func newPruning(t target, team *workers) *pruning {
	g := &pruning{target: t, budget: t.maxThreshold(), tables: make([][thresholdPeriod][]*boundTable, t.height+1), team: team}
	shapes := pruningShapes(t.height)
	for kink := 1; kink <= t.height; kink++ {
		for class := range g.tables[kink] {
			g.tables[kink][class] = newTables(kink, shapes)
		}
	}
	return g
}

// addRight adds right parts of cols whole columns, as they are swept, and returns how many of them
// are cheap enough for a left part outside the window. Their costs less relative are their relative
// costs. Many goroutines may call addRight at once.
func (g *pruning) addRight(kink, cols int, relative int32, frontiers []frontier) (count int64) {
	maxCost := g.target.rightWindow() - g.target.sharedColumnCost(kink) + relative
	tables := g.tables[turnedKink(kink, g.target.height)][cols%thresholdPeriod]
	return addTurned(tables, frontiers, maxCost, relative)
}

// close makes the tables ready for admits. It adds the relaxed states, if they are not nil: a
// relaxed state stands for right parts that left their window before the decrease, so that they
// cost at least the right window + 1 more than the relaxed state.
func (g *pruning) close(relaxedStates *relaxedStates) {
	var surcharge [thresholdPeriod][thresholdPeriod]int32 // by columns of the left, then of the right part
	for left := range surcharge {
		for right := range surcharge[left] {
			surcharge[left][right] = g.budget - g.target.threshold(left+right+2*thresholdPeriod)
		}
	}
	g.team.each(g.target.height, func(_ *worker, i int) {
		kink := i + 1
		for shape := range g.tables[kink][0] {
			var right [thresholdPeriod]*boundTable
			for class := range right {
				right[class] = g.tables[kink][class][shape]
			}
			joinClasses(right, &surcharge)
			for _, v := range right {
				if relaxedStates != nil {
					v.addAll(relaxedStates.tables[kink][shape], g.target.rightWindow()+1)
				}
				v.transform()
			}
		}
	})
}

// joinClasses replaces three tables, by the columns of right parts modulo 3, by three tables by the
// columns of left parts modulo 3. The surcharge of both classes is what the threshold of such a
// board is below the budget.
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

// admits reports whether a left part outside the window stays: by the tables, some right part or
// relaxed state may complete it to a group that beats the formula.
func (g *pruning) admits(kink, col int, left frontier, relative int32) bool {
	budget := g.budget - g.target.sharedColumnCost(kink) - relative
	return fitsBudget(g.tables[kink][col%thresholdPeriod], left, budget)
}
