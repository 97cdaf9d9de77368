package liberties

// thresholdPeriod is the number of columns after which thresholds repeat.
const thresholdPeriod = 3

// inHalves reports whether it is enough to cut groups in their left halves:
// whatever side leaves the window first is called left. Then the cheap right
// part is the longer one. That needs costs that only grow.
func (t target) inHalves() bool { return t.rate == 0 }

// common returns a multiple of a period after which the thresholds repeat, too.
func (t target) common(period int) int {
	if t.rate != 0 && period%thresholdPeriod != 0 {
		return thresholdPeriod * period
	}
	return period
}

// offset returns what the relative costs of both sides count twice: the column
// that both have points in.
func (t target) offset(kink int) int32 {
	if kink < t.height {
		return t.rate
	}
	return 0
}

// facing returns the kink of a right part, turned, at a kink of a left part.
func facing(kink, height int) int {
	if kink < height {
		return height - kink
	}
	return height
}

// A target is what a proof for one height is about: that no group, on a board of
// that height and of any width from first on, has a cost of at most that of the
// formula less 3. Where 3 divides the height, first is the height.
type target struct {
	height int
	first  int   // the least width
	rate   int32 // what the formula's cost grows by with each column, on average: 0 if 3 divides the height, else 1
	slack  int32 // added to the threshold: 0, or 3 for the negative control
}

// minSide is the least side for which the formula has no exceptions.
const minSide = 4

func newTarget(height int, slack int32) target {
	t := target{height: height, first: height, slack: slack}
	if height%3 != 0 {
		t.rate, t.first = 1, minSide
	}
	return t
}

// threshold returns the greatest cost that no group may have on a board of a
// width, less rate times the width. It depends on the width modulo 3 alone.
func (t target) threshold(cols int) int32 {
	return int32(cost(t.height, cols, Formula(t.height, cols))) - 3 + t.slack - t.rate*int32(cols)
}

// maxThreshold returns the greatest threshold of any width.
func (t target) maxThreshold() int32 {
	return max(t.threshold(t.first), t.threshold(t.first+1), t.threshold(t.first+2))
}

// window returns the window of the left parts: about as wide as that of the
// right ones. Where the pruning admits further left parts, it is rather the
// narrower one.
func (t target) window() int32 { return (t.maxThreshold() - t.rate) / 2 }
