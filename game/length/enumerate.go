package length

import (
	"context"
	"math/big"
	"slices"

	"combigo.dev/combigo/goban"
)

// A walker plays all games move by move, but for the last two moves, which it counts in bulk: on
// most positions every empty point will do for either. A walker belongs to one goroutine.
type walker struct {
	rows, cols  int
	rules       Rules
	near        [][]int16 // the points beside each point
	stones      [2]pointSet
	emptyBeside []int8 // for each point, the number of empty points beside it
	tight       int    // empty points without an empty point beside them
	narrow      int    // points, empty or not, with one empty point beside them
	empties     int
	critical    []int16
	history     []entered
	removals    int // moves on the way here that removed stones
	second      int // where the second stone goes
}

// entered is a position that a stone made, and the players who have had the turn in it, as bits.
type entered struct {
	stones [2]pointSet
	turns  uint8
}

func newWalker(rows, cols int, rules Rules) *walker {
	w := &walker{rows: rows, cols: cols, rules: rules, empties: rows * cols}
	for row := range rows {
		for col := range cols {
			var near []int16
			for _, b := range (cell{row, col}).beside() {
				if b.row >= 0 && b.row < rows && b.col >= 0 && b.col < cols {
					near = append(near, int16(b.row*cols+b.col))
				}
			}
			w.near = append(w.near, near)
			w.emptyBeside = append(w.emptyBeside, int8(len(near)))
			switch len(near) {
			case 0:
				w.tight++
			case 1:
				w.narrow++
			}
		}
	}
	w.history = []entered{{turns: 1 << black}}
	return w
}

func (s *pointSet) has(point int) bool { return s[point/64]>>(point%64)&1 != 0 }
func (s *pointSet) remove(point int)   { s[point/64] &^= 1 << (point % 64) }

func (w *walker) empty(point int) bool { return !w.stones[0].has(point) && !w.stones[1].has(point) }

// put fills an empty point; lift empties one. Both keep the counts.
func (w *walker) put(point int, color uint32) {
	if w.emptyBeside[point] == 0 {
		w.tight--
	}
	w.stones[color].add(point)
	w.empties--
	for _, n := range w.near[point] {
		w.narrow += change(w.emptyBeside[n], w.emptyBeside[n]-1)
		w.emptyBeside[n]--
		if w.emptyBeside[n] == 0 && w.empty(int(n)) {
			w.tight++
		}
	}
}

func (w *walker) lift(point int, color uint32) {
	w.stones[color].remove(point)
	w.empties++
	if w.emptyBeside[point] == 0 {
		w.tight++
	}
	for _, n := range w.near[point] {
		if w.emptyBeside[n] == 0 && w.empty(int(n)) {
			w.tight--
		}
		w.narrow += change(w.emptyBeside[n], w.emptyBeside[n]+1)
		w.emptyBeside[n]++
	}
}

// change returns how the number of points with one empty point beside them changes with the empty
// neighbours of one point.
func change(before, after int8) int {
	switch {
	case before == 1:
		return -1
	case after == 1:
		return 1
	default:
		return 0
	}
}

// count returns the number of ways to go on with the stones of the word from one on.
func (w *walker) count(game word, from int) uint64 {
	if from == game.len {
		return 1
	}
	if from == 1 {
		if w.empty(w.second) {
			return w.try(game, from, w.second)
		}
		return 0
	}
	if w.removals == 0 {
		switch left := game.len - from; {
		case left == 1:
			return w.last(game, from)
		case left == 2 && w.tight == 0:
			return w.lastTwo(game, from)
		}
	}
	var games uint64
	for point := range w.rows * w.cols {
		if w.empty(point) {
			games += w.try(game, from, point)
		}
	}
	return games
}

// last counts the last moves of games in which nothing has been removed. An empty point beside it
// keeps a stone alive, and no earlier position has the last stone, since it was on the board from
// then on: so only the points without an empty point beside them need to be tried.
func (w *walker) last(game word, from int) uint64 {
	games := uint64(w.empties - w.tight)
	for point := 0; w.tight > 0 && point < len(w.emptyBeside); point++ {
		if w.emptyBeside[point] == 0 && w.empty(point) {
			games += w.try(game, from, point)
		}
	}
	return games
}

// lastTwo counts the last two moves of games in which nothing has been removed and every empty
// point has an empty one beside it. A stone captures nothing and takes away no such point unless it
// fills the only empty point beside another one: these stones are played. After each of the others,
// all empty points are good for the last stone.
func (w *walker) lastTwo(game word, from int) uint64 {
	w.critical = w.critical[:0]
	if w.narrow > 0 {
		for point, n := range w.emptyBeside {
			if n == 1 {
				w.addCritical(point)
			}
		}
	}
	games := uint64(w.empties-len(w.critical)) * uint64(w.empties-1)
	for _, point := range w.critical { // the game ends with the stone after this one: nobody else needs the list
		games += w.try(game, from, int(point))
	}
	return games
}

// addCritical notes the only empty point beside one.
func (w *walker) addCritical(point int) {
	for _, n := range w.near[point] {
		if w.empty(int(n)) && !slices.Contains(w.critical, n) {
			w.critical = append(w.critical, n)
		}
	}
}

// try plays a stone and returns the number of ways to go on, 0 if it is not legal.
func (w *walker) try(game word, from, point int) uint64 {
	color := game.at(from)
	before := &w.history[from].turns
	turns := *before
	if game.passBefore(from) {
		*before |= 1 << color
	}
	w.put(point, color)
	captured := w.dead(w.near[point], 1-color)
	w.liftAll(captured, 1-color)
	own := w.dead([]int16{int16(point)}, color)
	var games uint64
	if len(own) == 0 || w.rules.suicideOf(len(own)) {
		w.liftAll(own, color)
		games = w.enter(game, from, len(captured)+len(own) > 0)
		w.putAll(own, color)
	}
	w.putAll(captured, 1-color)
	w.lift(point, color)
	w.history[from].turns = turns
	return games
}

func (w *walker) putAll(points []int16, color uint32) {
	for _, p := range points {
		w.put(int(p), color)
	}
}

func (w *walker) liftAll(points []int16, color uint32) {
	for _, p := range points {
		w.lift(int(p), color)
	}
}

// enter adds the position to the history, if superko allows it, and goes on.
func (w *walker) enter(game word, from int, removed bool) uint64 {
	if from > 0 && !removed && w.removals == 0 && w.tight == 0 && w.narrow == 0 && game.len-from == 3 {
		return uint64(w.empties) * uint64(w.empties-1) // as lastTwo would find, with no need of the history
	}
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
	if w.rules.Superko == goban.NoSuperko {
		return false
	}
	for i := range w.history {
		before := &w.history[i]
		same := w.rules.Superko == goban.PositionalSuperko || before.turns&now.turns != 0
		if same && before.stones == now.stones {
			return true
		}
	}
	return false
}

// dead returns the stones of a colour without liberties whose strings go through some points.
func (w *walker) dead(through []int16, color uint32) []int16 {
	var all []int16
	for _, p := range through {
		if w.emptyBeside[p] == 0 && w.stones[color].has(int(p)) && !slices.Contains(all, p) {
			all = append(all, w.stringWithout(p, color)...)
		}
	}
	return all
}

// stringWithout returns the string through a stone, nil if it has a liberty.
func (w *walker) stringWithout(stone int16, color uint32) []int16 {
	found := []int16{stone}
	for i := 0; i < len(found); i++ {
		if w.emptyBeside[found[i]] > 0 {
			return nil
		}
		for _, n := range w.near[found[i]] {
			if w.stones[color].has(int(n)) && !slices.Contains(found, n) {
				found = append(found, n)
			}
		}
	}
	return found
}

// orbits returns a point of each class of points that the symmetries of the board move into each
// other, and the size of the class.
func orbits(rows, cols int) map[int]uint64 {
	sizes, all := map[int]uint64{}, motions(rows, cols)
	for point := range rows * cols {
		least := point
		for _, m := range all {
			least = min(least, m[point])
		}
		sizes[least]++
	}
	return sizes
}

// task is a beginning of games: a word, the first stone and the second one.
type task struct {
	word          word
	first, second int // second is -1 in words of one stone
	weight        uint64
}

// tasksOf returns the beginnings of all games of some length.
func tasksOf(rows, cols, moves int, alternating bool) []task {
	var tasks []task
	for _, word := range words(moves, alternating) {
		if word.len == 0 {
			continue
		}
		for first, weight := range orbits(rows, cols) {
			if word.len == 1 {
				tasks = append(tasks, task{word, first, -1, weight})
				continue
			}
			for second := range rows * cols {
				tasks = append(tasks, task{word, first, second, weight})
			}
		}
	}
	return tasks
}

// run returns the number of games with a beginning.
func (w *walker) run(t task) uint64 {
	w.second = t.second
	return w.try(t.word, 0, t.first)
}

// enumerate counts the games of a length one by one, but for the last move. The work is divided by
// the first two stones.
func enumerate(ctx context.Context, rows, cols, moves int, o Options) (*big.Int, error) {
	var (
		tasks = tasksOf(rows, cols, moves, o.NoPasses)
		sums  = make([]uint64, len(tasks))
		team  = make([]*walker, o.Goroutines())
	)
	err := o.Options.EachWorker(ctx, len(tasks), func(goroutine, i int) {
		if team[goroutine] == nil {
			team[goroutine] = newWalker(rows, cols, o.Rules)
		}
		sums[i] = team[goroutine].run(tasks[i])
	})
	total := new(big.Int)
	if moves == 0 {
		total.SetInt64(1)
	}
	for i, sum := range sums {
		total.Add(total, new(big.Int).Mul(new(big.Int).SetUint64(sum), new(big.Int).SetUint64(tasks[i].weight)))
	}
	return total, err
}
