package liberties

// A target is what a proof for one height is about: on boards of that height, and of all widths
// from first on, no group beats the formula. One more liberty costs 3 less, so a group beats the
// formula if it costs at most the cost of the formula less 3. If 3 divides the height, first is the
// height.
type target struct {
	height int
	first  int   // the least width
	rate   int32 // what the formula's cost grows by with each column, on average: 0 if 3 divides the height, else 1
	slack  int32 // added to the threshold: 0, or 3 for the negative control

	// The window of the left parts. It and rightWindow share the greatest threshold about equally.
	leftWindow int32
}

// minSide is the least side for which the formula has no exceptions.
const minSide = 4

// newTarget returns the target of a height.
func newTarget(height int, slack int32) target {
	t := target{height: height, first: height, slack: slack}
	if height%3 != 0 {
		t.rate, t.first = 1, minSide
	}
	t.leftWindow = (t.maxThreshold() - t.rate) / 2
	return t
}

// thresholdPeriod is the number of columns after which thresholds repeat.
const thresholdPeriod = 3

// threshold returns the greatest relative cost (cost less rate times the width) of a group that
// beats the formula on boards of a width. It depends on the width modulo 3 alone.
func (t target) threshold(cols int) int32 {
	return int32(cost(t.height, cols, Formula(t.height, cols))) - 3 + t.slack - t.rate*int32(cols)
}

// maxThreshold returns the greatest threshold of any width.
func (t target) maxThreshold() int32 {
	return max(t.threshold(t.first), t.threshold(t.first+1), t.threshold(t.first+2))
}

// rightWindow returns the window of the right parts of left parts outside leftWindow: together they
// cost at most the greatest threshold.
func (t target) rightWindow() int32 { return t.maxThreshold() - t.leftWindow - 1 }

// inHalves reports whether the search needs to cut groups in their left halves only. It does where
// the rate is 0: costs never decrease, so that of a group and the same group turned one leaves the
// window in its left half, unless both halves stay inside.
func (t target) inHalves() bool { return t.rate == 0 }

// commonPeriod returns the least common multiple of a period and the period of the thresholds.
func (t target) commonPeriod(period int) int {
	if t.rate != 0 && period%thresholdPeriod != 0 {
		return thresholdPeriod * period
	}
	return period
}

// sharedColumnCost returns the rate of the column in which a left and a right part meet at a kink,
// if it has points of both: then both relative costs subtract its rate.
func (t target) sharedColumnCost(kink int) int32 {
	if kink < t.height {
		return t.rate
	}
	return 0
}
