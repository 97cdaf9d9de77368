package liberties

import "slices"

// A layer is a set of frontiers at one kink, with their least costs, in blocks without order.
type layer [][]frontier

// len returns the number of frontiers.
func (l layer) len() (n int) {
	for _, block := range l {
		n += len(block)
	}
	return n
}

// least returns the least cost of a frontier, if that is below 0.
func (l layer) least() (least int32) {
	for _, block := range l {
		for _, f := range block {
			least = min(least, f.cost)
		}
	}
	return least
}

// A snapshot is the frontiers at a column end with relative costs. Sweeps with equal snapshots go
// on alike.
type snapshot struct {
	cols      int
	rate      int32
	ends      layer
	frontiers int
	sum       uint64 // tells most snapshots apart; it never decides that two are equal
}

// summarize sets the number and the sum of the frontiers.
func (s *snapshot) summarize() {
	s.frontiers, s.sum = 0, 0
	s.each(func(f frontier) {
		s.frontiers++
		s.sum += f.hash() * uint64(2*f.cost+1)
	})
}

// each visits all frontiers, with relative costs.
func (s *snapshot) each(visit func(f frontier)) {
	relative := s.rate * int32(s.cols)
	for _, block := range s.ends {
		for _, f := range block {
			f.cost -= relative
			visit(f)
		}
	}
}

// comparedFrontiers is how many frontiers of a snapshot are compared at once, about.
const comparedFrontiers = 1 << 20

// equal compares two snapshots in full.
func (s *snapshot) equal(t *snapshot) bool {
	return s.frontiers == t.frontiers && s.sum == t.sum && s.equalParts(t, uint64(s.frontiers/comparedFrontiers+1))
}

// equalParts compares the frontiers, in parts.
func (s *snapshot) equalParts(t *snapshot, parts uint64) bool {
	for part := range parts {
		if !slices.Equal(s.sorted(part, parts), t.sorted(part, parts)) {
			return false
		}
	}
	return true
}

// sorted returns the frontiers of one of the parts, in order.
func (s *snapshot) sorted(part, parts uint64) (some []frontier) {
	s.each(func(f frontier) {
		if f.hash()>>32%parts == part {
			some = append(some, f)
		}
	})
	slices.SortFunc(some, compareFrontiers)
	return some
}

// recent is the snapshots of the last columns, among which a sweep looks for a repetition.
type recent []*snapshot

const maxPeriod = 3 // the greatest period that is found

// add adds a snapshot. It returns the period if the snapshot repeats an earlier one, a multiple of
// step before it, and the frontiers of the snapshot that it drops.
func (r *recent) add(s *snapshot, step int) (period int, dropped layer) {
	for _, old := range slices.Backward(*r) {
		if (s.cols-old.cols)%step == 0 && old.equal(s) {
			period = s.cols - old.cols
			break
		}
	}
	*r = append(*r, s)
	if len(*r) > maxPeriod {
		dropped = (*r)[0].ends
		*r = slices.Delete(*r, 0, 1)
	}
	return period, dropped
}
