package connected

// phase is half a column: the kinks low..high, between which the points of
// one half, the active one, are renewed. The program runs backward, from the
// completions at kink high to those at kink low.
type phase struct {
	split
	active    half
	low, high int
	layers    []*layer         // of kinks low..high
	tables    [][]table        // of the steps from kinks low..high-1, by interface class
	windows   []window         // the one done first, at kink high, first
	crossings map[int]crossing // of the interface classes without colour at kink high
}

// window is the steps from kinks low..high-1 of a phase. They leave the
// colours of the active points outside low..high-1 alone, so the active words
// fall in classes by these frozen colours, up to exchange, that can go
// through the window one after the other, each in the cache.
type window struct {
	low, high int
	number    int       // among the windows of the phase
	classes   *patterns // of the frozen points
	peaks     []int     // by bin, the most states of a class at a kink inside
}

// frozen is the mask of the active points outside the steps from kinks low..high-1.
func (ph *phase) frozen(low, high int) word {
	all := word(1)<<(4*(ph.high-ph.low)) - 1
	below := word(1)<<(4*(low-ph.low)) - 1
	upTo := word(1)<<(4*(high-ph.low)) - 1
	return all &^ (upTo &^ below)
}

// windowOf is the number of the window that the values of kink y come from.
func (ph *phase) windowOf(y int) int {
	for i, w := range ph.windows {
		if y >= w.low {
			return i
		}
	}
	panic("border: kink outside the phase")
}

func (ph *phase) layer(y int) *layer { return ph.layers[y-ph.low] }

// table holds the moves from the states with one interface class.
type table struct {
	ops    []idleMap
	combos []combo
	runs   []run
	class  []int32 // the runs of frozen class f are runs[class[f]:class[f+1]]
}

// idleMap is an operation on the idle words that go with one interface class.
type idleMap struct {
	to     int32    // interface class after the move
	places []uint32 // new place of each idle word, counted from the start of its bin
	same   []bool   // by bin: whether each word keeps its place
}

// combo is the operations of the two or three moves of a row.
type combo struct {
	ops   [3]uint8
	count int
}

// run is rows that follow each other and whose successors, by the same
// operations, follow each other too.
type run struct {
	row, rows int32
	combo     int32
	places    [3]uint32 // of the new active words of the first row
}

func (r *run) goesOn(next run, count int) bool {
	if r.combo != next.combo {
		return false
	}
	for i := range count {
		if next.places[i] != r.places[i]+uint32(r.rows) {
			return false
		}
	}
	return true
}

// crossing says for the states of an interface class without colour, of which each phase
// stores the one whose active half has a black last stone, where the phase
// before has them.
type crossing struct {
	straight, crossed []int32 // columns of each active word and of its exchange
	row               []int32 // of each idle word, or of its exchange if that is black last
	flip              []bool
}
