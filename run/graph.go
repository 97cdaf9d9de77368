package run

import (
	"cmp"
	"slices"

	"combigo/board"
	"combigo/border"
	"combigo/result"
)

// A place is a stage of a residue.
type place struct{ residue, stage int }

// graph is the stages of a run, and what each reads. The stages of a residue follow each other. With the method [Exact] the
// join is the only stage of a residue of its own, the one after the last. The last stage leaves partial sums.
type graph struct {
	engine   *border.Engine
	size     board.Size
	method   Method
	residues int
	shared   int // with the method [Modulo]: the first columns, which are computed as with [Exact], once for all residues
	// spareColumn says, where residues depend on each other, that each column has a residue more than it needs.
	spareColumn bool
}

// dependent tells whether residues are found from others.
func (g graph) dependent() bool { return g.method == Exact || g.shared > 0 }

// columns is the number of columns that the vector goes through.
func (g graph) columns() int {
	if g.method == DP {
		return g.size.Long() - 1
	}
	return g.size.Long() / 2
}

// stages is the number of stages: two a column, and the join.
func (g graph) stages() int {
	if g.method == DP {
		return 2 * g.columns()
	}
	return 2*g.columns() + 1
}

// chains is the number of sequences of stages: the residues, and the join where that is for all of them.
func (g graph) chains() int {
	if g.method == Exact {
		return g.residues + 1
	}
	return g.residues
}

// isJoin tells whether a stage joins the halves of the board.
func (g graph) isJoin(stage int) bool { return g.method != DP && stage == 2*g.columns() }

// first is the stage that a residue begins with: with the method [Exact] that of the first column whose values need it, or the
// one after the columns that residues share.
func (g graph) first(residue int) int {
	switch {
	case !g.dependent():
		return 0
	case residue == g.residues:
		return 2 * g.columns()
	case g.shared > 0:
		return min(2*g.shared, g.firstExact(residue))
	}
	return g.firstExact(residue)
}

// firstExact is first for the method [Exact].
func (g graph) firstExact(residue int) int {
	if g.spareColumn {
		residue = max(0, residue-1)
	}
	// A residue holds 39 points, and some more of a next one: begin the search a little before.
	k := max(0, 39*(residue-1)/g.size.Short()-1)
	for border.ResiduesFor(g.size.Short(), k+1) <= residue {
		k++
	}
	return 2 * k
}

// end is the number after the last stage of a residue.
func (g graph) end(residue int) int {
	if g.method == Exact && residue < g.residues {
		return 2 * g.columns()
	}
	return g.stages()
}

// second is the stage that the join reads beside the last one, -1 if there is none: where the width is even,
// the vector before the last column.
func (g graph) second() int {
	if g.method != DP && g.size.Long()%2 == 0 {
		return 2*g.columns() - 3
	}
	return -1
}

// joinResidue is the number under which the join of a residue runs.
func (g graph) joinResidue(residue int) int {
	if g.method == Exact {
		return g.residues
	}
	return residue
}

// ofAll lists a stage of all residues that have it; of one, where each goes its own way.
func (g graph) ofAll(residue, stage int) []place {
	if g.method != Exact && stage >= 2*g.shared {
		return []place{{residue, stage}}
	}
	var places []place
	for r := range g.residues {
		if g.first(r) <= stage {
			places = append(places, place{r, stage})
		}
	}
	return places
}

// sources lists the stages whose tiles a stage reads: the one before. Where a residue begins after others, it is extended
// from all those. The join reads those of two vectors if the width is even.
func (g graph) sources(p place) (left, right []place) {
	switch {
	case g.isJoin(p.stage):
		left = g.ofAll(p.residue, p.stage-1)
		if second := g.second(); second >= 0 {
			right = g.ofAll(p.residue, second)
		}
		return left, right
	case p.stage == 0:
		return nil, nil
	case p.stage == g.first(p.residue):
		return g.ofAll(p.residue, p.stage-1), nil
	}
	return []place{{p.residue, p.stage - 1}}, nil
}

// readers lists the stages that read the tiles of a stage.
func (g graph) readers(p place) []place {
	var readers []place
	if next := p.stage + 1; next < g.end(p.residue) && !g.isJoin(next) {
		readers = append(readers, place{p.residue, next})
	}
	for r := range g.residues {
		if !g.dependent() {
			break
		}
		if first := g.first(r); first == p.stage+1 && g.first(p.residue) < first {
			readers = append(readers, place{r, first})
		}
	}
	if join := 2 * g.columns(); g.isJoin(join) && (p.stage == join-1 || p.stage == g.second()) {
		readers = append(readers, place{g.joinResidue(p.residue), join})
	}
	return readers
}

// order lists all stages in the order in which one machine takes them. Where residues depend on each other, all come to
// the column where another one begins before any goes on, and that one goes first: then least is on the disk.
func (g graph) order() []place {
	var order []place
	add := func(residue, low, high int) {
		for stage := low; stage < high; stage++ {
			order = append(order, place{residue, stage})
		}
	}
	var marks []int
	for r := range g.chains() { // the last one is where the join begins, or each goes its own way
		marks = append(marks, g.first(r))
	}
	if g.method != Exact {
		marks = append(marks, 2*g.shared)
	}
	slices.Sort(marks)
	marks = slices.Compact(marks)
	for i, low := range marks[:len(marks)-1] {
		for r := g.residues - 1; r >= 0; r-- {
			if g.first(r) <= low {
				add(r, low, marks[i+1])
			}
		}
	}
	if g.method == Exact {
		add(g.residues, g.first(g.residues), g.stages())
		return order
	}
	for r := range g.residues {
		add(r, 2*g.shared, g.stages())
	}
	return order
}

// sequences lists the stages in an order in which each comes after what it waits for, where n residues are worked on side by
// side. It is cut where the next stage does not stand on the one before: between residues, or nowhere.
func (g graph) sequences(n int) [][]place {
	order := g.order()
	if !g.dependent() {
		return slices.Collect(slices.Chunk(order, g.stages()))
	}
	if n > 1 && g.method == Exact {
		slices.SortStableFunc(order, func(a, b place) int {
			return cmp.Or(cmp.Compare(a.stage, b.stage), cmp.Compare(b.residue, a.residue))
		})
	}
	return [][]place{order}
}

// waits lists for each stage of a sequence of [graph.sequences] the numbers of those before it that it waits for: the one
// before, if one residue is worked on. If n of them are, residues whose numbers leave the same remainder take turns; a stage waits
// for what it reads, and where another residue began a stage ago for that one, so that no residue
// has more than the two vectors that it works on while another one waits for one of them.
func (g graph) waits(sequence []place, n int) [][]int {
	waits := make([][]int, len(sequence))
	numbers := map[place]int{}
	turns := map[int]int{} // the last stage of each turn
	for i, p := range sequence {
		switch {
		case !g.dependent() || n <= 1:
			if i > 0 {
				waits[i] = []int{i - 1}
			}
		default:
			left, _ := g.sources(p)
			for r := range g.residues {
				if first := g.first(r); g.method == Exact && first == p.stage-1 && g.first(p.residue) < first && !g.isJoin(p.stage) {
					left = append(left, place{r, first})
				}
			}
			for _, source := range left {
				waits[i] = append(waits[i], numbers[source])
			}
			if last, began := turns[p.residue%n]; began && (g.method != Exact || !g.isJoin(p.stage)) {
				waits[i] = append(waits[i], last)
			}
			slices.Sort(waits[i])
			waits[i] = slices.Compact(waits[i])
		}
		numbers[p], turns[p.residue%n] = i, i
	}
	return waits
}

// progress is the stage that is next of each residue.
type progress []int

// begun is the progress of a run that begins.
func (g graph) begun() progress {
	var next progress
	for r := range g.chains() {
		next = append(next, g.first(r))
	}
	return next
}

// pending lists the stages that will read a stage still.
func (g graph) pending(p place, next progress) []place {
	return slices.DeleteFunc(g.readers(p), func(reader place) bool { return reader.stage < next[reader.residue] })
}

// keptBefore is the stage of a residue that is kept while stage `next` is computed, beside the one that it reads: the last
// one of those to be kept, every n-th stage, of which a later stage is whole, -1 if there is none. So a
// kept stage is given up only when every tile of the one that takes its place was read and matched its checksums.
func (g graph) keptBefore(every, residue, next int) int {
	for stage := next - 2; every > 0 && stage >= g.first(residue); stage-- {
		if (stage+1)%every == 0 {
			return stage
		}
	}
	return -1
}

// isNeeded tells whether the run stands on a stage that is whole. On the last one the sum does, and removes it.
func (g graph) isNeeded(p place, next progress, keepEvery int) bool {
	if p.stage == g.stages()-1 || len(g.pending(p, next)) > 0 {
		return true
	}
	through := g.method != Exact && next[p.residue] == g.stages()
	return !through && p.stage == g.keptBefore(keepEvery, p.residue, next[p.residue])
}

// peak is the largest number of values that are on the disk at once, of one residue after the other. Where tiles are given
// back as soon as they are read by all, atOnce is the number of bins that have tiles of both stages at the same time; elsewhere it is 0.
func (g graph) peak(keepEvery, atOnce int) int64 {
	sizes := [2]int64{g.left(0), g.left(1)}
	var both [2]flow
	if atOnce > 0 {
		both = [2]flow{g.flow(2), g.flow(1)}
	}
	size := func(p place) int64 {
		if p.stage == g.stages()-1 {
			return 0
		}
		return sizes[p.stage%2]
	}
	var most, there int64
	live := map[place]bool{}
	next := g.begun()
	for _, p := range g.order() {
		if !g.dependent() && p.residue > 0 {
			break // as the first one
		}
		var last int64 // vectors that nobody else will read
		left, right := g.sources(p)
		for _, source := range slices.Concat(left, right) {
			if len(g.pending(source, next)) == 1 {
				last++
			}
		}
		if atOnce > 0 && size(p) > 0 {
			most = max(most, there+both[p.stage%2].more(last, atOnce))
		} else {
			most = max(most, there+size(p))
		}
		live[p] = true
		there += size(p)
		next[p.residue] = p.stage + 1
		for other := range live {
			if !g.isNeeded(other, next, keepEvery) {
				delete(live, other)
				there -= size(other)
			}
		}
	}
	return most
}

// flow is how many values the bins of a stage read of a vector and write, in the order in which they are taken: the largest bin first.
type flow []struct{ read, written int64 }

func (g graph) flow(stage int) flow {
	bins := make(flow, g.bins(stage))
	order := make([]int, len(bins))
	for bin, tiles := range g.engine.TileSizes(stage - 1) {
		order[bin] = bin
		for _, n := range tiles {
			bins[bin].read += n
		}
	}
	for _, tiles := range g.engine.TileSizes(stage) {
		for bin, n := range tiles {
			bins[bin].written += n
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(g.engine.BinSteps(stage, b), g.engine.BinSteps(stage, a))
	})
	sorted := make(flow, len(bins))
	for i, bin := range order {
		sorted[i] = bins[bin]
	}
	return sorted
}

// more is the most values that there are beside those from before the stage, if it gives back the tiles of n vectors and atOnce
// bins are at work at a time. It takes bins to end in the order in which they begin.
func (f flow) more(n int64, atOnce int) int64 {
	var most, there int64
	for i, bin := range f {
		there += bin.written
		most = max(most, there)
		if i >= atOnce-1 {
			there -= n * f[i-atOnce+1].read
		}
	}
	return most
}

// running is the number of residues that a stage could be under way of at the same time.
func (g graph) running(p place) int {
	switch {
	case g.method != Exact:
		return g.residues
	case g.isJoin(p.stage):
		return 1
	}
	return len(g.ofAll(p.residue, p.stage))
}

// peakOf is the largest number of values that are on the disk at once, where n residues are worked on side by side.
func (g graph) peakOf(keepEvery, n int) int64 {
	if g.method != Exact || n <= 1 {
		return int64(max(1, n)) * g.peak(keepEvery, 0)
	}
	sizes := [2]int64{g.left(0), g.left(1)}
	rest, more := make([]int64, g.residues), make([]int64, g.residues) // the most that each residue has at rest, and beside that while it is worked on
	var meeting int64                                                  // the most of all residues together where another one begins, which reads them all
	live := map[place]bool{}
	next := g.begun()
	for stage := range g.stages() {
		var all int64
		begins := false
		there := make([]int64, g.residues)
		for p := range live {
			there[p.residue] += sizes[p.stage%2]
		}
		for r := range rest {
			with := there[r]
			if g.first(r) <= stage && stage < g.end(r) {
				live[place{r, stage}] = true
				next[r] = stage + 1
				with += sizes[stage%2]
			}
			begins = begins || g.first(r) == stage && stage > 0
			all += with
			more[r] = max(rest[r]+more[r], with)
			rest[r] = max(rest[r], there[r])
			more[r] -= rest[r]
		}
		if begins {
			meeting = max(meeting, all)
		}
		for p := range live {
			if !g.isNeeded(p, next, keepEvery) {
				delete(live, p)
			}
		}
	}
	slices.Sort(more)
	var sum int64
	for r := range rest {
		sum += rest[r]
		if r >= g.residues-n {
			sum += more[r]
		}
	}
	return max(sum, meeting)
}

// sideBySide is the number of residues whose vectors, and what each spills, fit a disk at once, all in bytes; at least 1. A
// disk of no bytes is one that is not known.
func (g graph) sideBySide(disk, spill int64, keepEvery int) int {
	n := g.residues
	for n > 1 && disk > 0 && 8*g.peakOf(keepEvery, n)+int64(n)*spill > disk {
		n--
	}
	return n
}

// bins is the number of bins of a stage.
func (g graph) bins(stage int) int {
	// The bins of a stage are those that the stage before leaves tiles for.
	return len(g.engine.TileSizes(stage + 1))
}

// stepsPerJoined is about how many state-steps take as long as the join of a value, measured on 12x12.
const stepsPerJoined = 30

// binSteps is the state-steps of a bin, or what takes as long.
func (g graph) binSteps(p place, bin int) int64 {
	if !g.isJoin(p.stage) {
		return g.engine.BinSteps(p.stage, bin)
	}
	var states int64
	for _, n := range g.engine.TileSizes(p.stage - 1)[bin] {
		states += n
	}
	left, right := g.sources(p)
	return stepsPerJoined * states * int64(len(left)+len(right))
}

// stageSteps is the state-steps of a stage.
func (g graph) stageSteps(p place) float64 {
	var n float64
	for bin := range g.bins(p.stage) {
		n += float64(g.binSteps(p, bin))
	}
	return n
}

// steps is the state-steps of all stages that the predicate wants.
func (g graph) steps(wanted func(p place) bool) float64 {
	var alike [2]float64 // stages of the same half
	for half := range alike {
		alike[half] = g.stageSteps(place{0, half})
	}
	var n float64
	for _, p := range g.order() {
		switch {
		case !wanted(p):
		case g.isJoin(p.stage):
			n += g.stageSteps(p)
		default:
			n += alike[p.stage%2]
		}
	}
	return n
}

func everyStage(place) bool { return true }

// left is the number of values that a stage leaves.
func (g graph) left(stage int) int64 {
	var n int64
	for _, tiles := range g.engine.TileSizes(stage) {
		for _, states := range tiles {
			n += states
		}
	}
	return n
}

// values is the number of values that the run reads and writes, and read those that it reads.
func (g graph) values() (all, read int64) {
	sizes := [2]int64{g.left(0), g.left(1)}
	for _, p := range g.order() {
		left, right := g.sources(p)
		for _, source := range slices.Concat(left, right) {
			read += sizes[source.stage%2]
		}
		if p.stage != g.stages()-1 {
			all += sizes[p.stage%2]
		}
	}
	return all + read, read
}

// files is the number of files that a run writes.
func (g graph) files() int {
	n := 0
	bins := [2]int{g.bins(0), g.bins(1)}
	for _, p := range g.order() {
		n += bins[p.stage%2]
	}
	return n
}

// joinNeed is what the join takes.
func (g graph) joinNeed(j *border.Join, threads int) border.JoinNeed {
	if g.method == DP {
		return border.JoinNeed{}
	}
	left, right := g.sources(place{g.joinResidue(0), g.stages() - 1})
	return j.Need(len(left)+len(right), threads, g.method == Exact)
}

// inParts tells whether the join must read large tiles in parts.
func inParts(n border.JoinNeed, ceiling result.Bytes) bool {
	return ceiling > 0 && n.Whole > int64(ceiling)
}

// joinMemory is what the join takes below a ceiling, or at least.
func joinMemory(n border.JoinNeed, ceiling result.Bytes) result.Bytes {
	if inParts(n, ceiling) {
		return result.Bytes(n.Least)
	}
	return result.Bytes(n.Whole)
}

// joinAgain is the bytes that joins read more than once.
func (g graph) joinAgain(n border.JoinNeed, ceiling result.Bytes) result.Bytes {
	switch {
	case !inParts(n, ceiling):
		return 0
	case g.method == Exact:
		return result.Bytes(n.Again)
	}
	return result.Bytes(n.Again * int64(g.residues))
}
