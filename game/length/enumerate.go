package length

import (
	"context"
	"math/big"
	"slices"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
)

// A walker plays all games move by move, except for the last two moves, which it counts in bulk: in
// most positions every empty point is legal for both. A walker belongs to one goroutine.
type walker struct {
	rules       Rules
	near        [][]int // by point, the points next to it
	stones      [2]pointSet
	emptyBeside []int8   // by point, the number of empty points next to it
	narrow      pointSet // points, empty or not, with at most one empty point next to them
	empties     int      // the number of empty points
	history     []entered
	removals    int      // moves of the game so far that removed stones
	special     [3][]int // buffers of [walker.specialPoints], by number of stones to go
}

// An entered position is the position after a stone, and the players who have had the turn in it,
// as bits.
type entered struct {
	stones [2]pointSet
	turns  uint8
}

// newWalker returns a walker at the empty board.
func newWalker(p problem) *walker {
	w := &walker{rules: p.Rules, empties: p.rows * p.cols, history: []entered{{turns: 1 << black}}}
	board := p.board()
	for point := range w.empties {
		near := board.Neighbors(point)
		w.near = append(w.near, near)
		w.emptyBeside = append(w.emptyBeside, int8(len(near)))
		if len(near) < 2 {
			w.narrow.flip(point)
		}
	}
	return w
}

// empty reports whether a point is empty.
func (w *walker) empty(point int) bool { return !w.stones[0].has(point) && !w.stones[1].has(point) }

// change puts a stone on each of some empty points, or with by = -1 takes their stones away.
func (w *walker) change(points []int, color uint32, by int) {
	w.empties -= by * len(points)
	for _, p := range points {
		w.stones[color].flip(p)
		for _, n := range w.near[p] {
			w.emptyBeside[n] -= int8(by)
			if 2*w.emptyBeside[n]+int8(by) == 1+2 { // from 2 to 1 or back
				w.narrow.flip(n)
			}
		}
	}
}

// count returns the number of continuations with the stones of a word from an index on. While no
// stone has been removed, it counts the last two stones in bulk, except for those on special
// points.
func (w *walker) count(game word, from int) uint64 {
	left := game.len - from
	if left == 0 {
		return 1
	}
	var games uint64
	if left <= 2 && w.removals == 0 {
		points := w.specialPoints(left)
		games = uint64(w.empties - len(points))
		if left == 2 {
			games *= uint64(w.empties - 1)
		}
		for _, point := range points {
			games += w.try(game, from, point)
		}
		return games
	}
	for point := range w.near {
		if w.empty(point) {
			games += w.try(game, from, point)
		}
	}
	return games
}

// specialPoints returns the empty points that need a trial for the first of the last stones, one or
// two, if no stone has been removed before. On any other empty point the first stone is legal, and
// so is a second one on each point that is empty then. Special are the points without an empty
// point next to them, and with two stones to go also the points that are the last empty point next
// to another point. With two stones to go all empty points are special if some empty point has no
// empty point next to it.
func (w *walker) specialPoints(stones int) []int {
	found, closed := w.special[stones][:0], false
	for point := range w.narrow.all() {
		switch n := w.emptyBeside[point]; {
		case n == 0 && w.empty(point):
			found, closed = append(found, point), true
		case n == 1 && stones == 2:
			for _, b := range w.near[point] {
				if w.empty(b) && !slices.Contains(found, b) {
					found = append(found, b)
				}
			}
		}
	}
	if closed && stones == 2 {
		found = found[:0]
		for point := range w.near {
			if w.empty(point) {
				found = append(found, point)
			}
		}
	}
	w.special[stones] = found
	return found
}

// try plays the stone of a word at an index on a point, and returns the number of continuations, 0
// if the stone is not legal. It takes the stone back.
func (w *walker) try(game word, from, point int) uint64 {
	color := game.at(from)
	before := &w.history[from].turns
	turns := *before
	if game.passBefore(from) {
		*before |= 1 << color
	}
	stone := []int{point}
	w.change(stone, color, 1)
	captured := w.dead(w.near[point], 1-color)
	w.change(captured, 1-color, -1)
	own := w.dead(stone, color)
	var games uint64
	if len(own) == 0 || w.rules.suicideOf(len(own)) {
		w.change(own, color, -1)
		games = w.enter(game, from, len(captured)+len(own) > 0)
		w.change(own, color, 1)
	}
	w.change(captured, 1-color, 1)
	w.change(stone, color, -1)
	w.history[from].turns = turns
	return games
}

// enter adds the position to the history, if superko allows it, and counts the continuations.
func (w *walker) enter(game word, from int, removed bool) uint64 {
	now := entered{stones: w.stones, turns: 1 << (1 - game.at(from))}
	if removed {
		w.removals++
	}
	var games uint64
	if w.removals == 0 || !w.forbids(&now) {
		w.history = append(w.history, now)
		games = w.count(game, from+1)
		w.history = w.history[:from+1]
	}
	if removed {
		w.removals--
	}
	return games
}

// forbids reports whether superko forbids a position.
func (w *walker) forbids(now *entered) bool {
	return w.rules.Superko != goban.NoSuperko && slices.ContainsFunc(w.history, func(before entered) bool {
		same := w.rules.Superko == goban.PositionalSuperko || before.turns&now.turns != 0
		return same && before.stones == now.stones
	})
}

// dead returns the stones of all strings of a colour without liberties that have one of some
// points.
func (w *walker) dead(through []int, color uint32) []int {
	var all []int
	for _, p := range through {
		if w.emptyBeside[p] == 0 && w.stones[color].has(p) && !slices.Contains(all, p) {
			all = append(all, w.deadString(p, color)...)
		}
	}
	return all
}

// deadString returns the string of a stone, or nil if the string has a liberty.
func (w *walker) deadString(stone int, color uint32) []int {
	found := []int{stone}
	for i := 0; i < len(found); i++ {
		if w.emptyBeside[found[i]] > 0 {
			return nil
		}
		for _, n := range w.near[found[i]] {
			if w.stones[color].has(n) && !slices.Contains(found, n) {
				found = append(found, n)
			}
		}
	}
	return found
}

// enumerate counts the games of a length one by one, except for the last two moves and for
// symmetries of the board in the first stone. The work is divided by the words and the first
// stones.
func (p problem) enumerate(ctx context.Context) (*big.Int, error) {
	type task struct {
		word   word
		first  int
		weight int64
	}
	var (
		tasks []task
		first = lattice.Identity(p.rows * p.cols) // the first of the points that a motion leads to
		alike = make([]int64, len(first))
		total = new(big.Int)
	)
	for _, m := range p.motions() {
		for point := range first {
			first[point] = min(first[point], m[point])
		}
	}
	for _, point := range first {
		alike[point]++
	}
	for _, word := range words(p.moves, p.NoPasses) {
		if word.len == 0 {
			total.SetInt64(1)
			continue
		}
		for point, weight := range alike {
			if weight > 0 {
				tasks = append(tasks, task{word, point, weight})
			}
		}
	}
	sums, team := make([]uint64, len(tasks)), make([]*walker, p.Goroutines())
	err := p.EachWorker(ctx, len(tasks), func(goroutine, i int) {
		if team[goroutine] == nil {
			team[goroutine] = newWalker(p)
		}
		sums[i] = team[goroutine].try(tasks[i].word, 0, tasks[i].first)
	})
	for i, sum := range sums {
		total.Add(total, new(big.Int).Mul(new(big.Int).SetUint64(sum), big.NewInt(tasks[i].weight)))
	}
	return total, err
}
