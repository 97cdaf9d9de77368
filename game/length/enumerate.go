package length

import (
	"context"
	"math/big"
	"slices"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
)

// A walker plays all games move by move, except for the last two moves, which it counts in bulk: on
// most positions every empty point will do for either. A walker belongs to one goroutine.
type walker struct {
	rules       Rules
	near        [][]int // the points next to each point
	stones      [2]pointSet
	emptyBeside []int8   // for each point, the number of empty points next to it
	narrow      pointSet // points, empty or not, with at most one empty point next to them
	empties     int
	history     []entered
	removals    int      // moves on the way here that removed stones
	delicate    [3][]int // points found by [walker.find] with one and with two stones to go
}

// entered is a position that a stone made, and the players who have had the turn in it, as bits.
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

// count returns the number of ways to go on with the stones of the word from one on. While nothing
// has been removed, most points will do for each of the last two stones.
func (w *walker) count(game word, from int) uint64 {
	left := game.len - from
	if left == 0 {
		return 1
	}
	var games uint64
	if left <= 2 && w.removals == 0 {
		points := w.find(left)
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

// find returns the empty points on which the first of one or two stones may change more than
// itself, if nothing was removed before: those without an empty point next to them, and with two
// stones to go also those that are the last empty one next to a point; or all, if on some point the
// second of the stones may be without a liberty, wherever the first is.
func (w *walker) find(stones int) []int {
	found, closed := w.delicate[stones][:0], false
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
	w.delicate[stones] = found
	return found
}

// try plays a stone and returns the number of ways to go on, 0 if it is not legal.
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

// enter adds the position to the history, if superko allows it, and goes on.
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

// dead returns the stones of a colour without liberties whose strings go through some points.
func (w *walker) dead(through []int, color uint32) []int {
	var all []int
	for _, p := range through {
		if w.emptyBeside[p] == 0 && w.stones[color].has(p) && !slices.Contains(all, p) {
			all = append(all, w.stringWithout(p, color)...)
		}
	}
	return all
}

// stringWithout returns the string through a stone, nil if it has a liberty.
func (w *walker) stringWithout(stone int, color uint32) []int {
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
