package bound

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/state"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

// colorings is the [transfer.Spec] of the legal colourings of some points of a board, where the
// others are neither stones nor liberties, line by line.
type colorings struct {
	width int
	may   [][]goban.Color // by point; nothing for the others
}

// Levels implements [transfer.Spec].
func (s colorings) Levels() int { return len(s.may) }

// Start implements [transfer.Spec].
func (s colorings) Start() transfer.Word1 {
	return transfer.Word1(state.Repeat(state.Edge, s.width))
}

// Step implements [transfer.Spec].
func (s colorings) Step(level int, from transfer.Word1, arcs []transfer.Arc[transfer.Word1]) []transfer.Arc[transfer.Word1] {
	add := func(to state.Word, ok bool) {
		if ok {
			arcs = append(arcs, transfer.Arc[transfer.Word1]{To: transfer.Word1(to), Choice: uint8(len(arcs)), By: transfer.One})
		}
	}
	if len(s.may[level]) == 0 {
		add(state.Word(from).Off(level % s.width))
	}
	for _, c := range s.may[level] {
		add(state.Word(from).Place(level%s.width, state.Symbol(c)))
	}
	return arcs
}

// Accept implements [transfer.Spec].
func (s colorings) Accept(from transfer.Word1) bool { return state.Word(from).Settled() }

// count returns the number of states of a room in which some of its points are empty.
func (b *Rooms) count(ctx context.Context, r *Room, empty []int, opt par.Options) (*big.Int, error) {
	integers, err := transfer.NewIntegers(0, 3)
	if err != nil {
		return nil, err
	}
	sum := new(big.Int)
	for _, open := range r.around {
		n, _, err := transfer.Run(ctx, b.colorings(r, append(empty, open)), integers, opt)
		if err != nil {
			return nil, err
		}
		sum.Add(sum, n)
	}
	return sum, nil
}

// colorings returns the states of a room in which some points are empty, one of them a neighbour of
// the corner.
func (b *Rooms) colorings(r *Room, empty []int) colorings {
	rows, cols := []int{b.rows, 0}, []int{b.cols, 0} // from and to
	for _, p := range r.points {
		rows[0], rows[1] = min(rows[0], p/b.cols), max(rows[1], p/b.cols+1)
		cols[0], cols[1] = min(cols[0], p%b.cols), max(cols[1], p%b.cols+1)
	}
	height, width := rows[1]-rows[0], cols[1]-cols[0]
	s := colorings{width: min(height, width), may: make([][]goban.Color, height*width)}
	for _, p := range r.points {
		may := r.may(p)
		switch {
		case slices.Contains(empty, p):
			may = []goban.Color{goban.Empty}
		case p == r.corner:
			may = []goban.Color{goban.Black}
		case slices.Contains(r.around, p):
			may = []goban.Color{goban.White}
		}
		row, col := p/b.cols-rows[0], p%b.cols-cols[0]
		if width > height {
			s.may[col*height+row] = may
		} else {
			s.may[row*width+col] = may
		}
	}
	return s
}

// measure counts the states of the rooms, and sorts these by them, the largest first.
func (b *Rooms) measure(ctx context.Context, opt par.Options) error {
	for _, r := range b.rooms {
		var err error
		if r.States, err = b.count(ctx, r, nil, opt); err != nil {
			return err
		}
	}
	slices.SortStableFunc(b.rooms, func(x, y *Room) int { return y.States.Cmp(x.States) })
	return nil
}

// stones returns the mean number of stones of the states of a room, rounded down.
func (b *Rooms) stones(ctx context.Context, r *Room, opt par.Options) (int, error) {
	all := new(big.Int).Mul(r.States, big.NewInt(int64(len(r.points)-1))) // all but one neighbour of the corner
	for _, p := range r.points {
		if p == r.corner || slices.Contains(r.around, p) {
			continue
		}
		n, err := b.count(ctx, r, []int{p}, opt)
		if err != nil {
			return 0, err
		}
		all.Sub(all, n)
	}
	return int(all.Quo(all, r.States).Int64()), nil
}

// leastStates is the least number of states of the rooms of a game, and one less than those that it
// goes through in turn.
var leastStates = big.NewInt(3)

// LowerRooms returns the number of games that go through the states of the rooms, at least: with
// rooms of n1 >= n2 >= ... states of which u1, u2, ... are used,
//
//	((s-2)!)^N,   N = u1 u2 ... (u of the last room but one, less 1),   u1 <= 1 + n2 n3 ...,   u2 <= 1 + n3 n4 ...,
//
// where s is the mean number of stones of the states of the last room, rounded down. It counts the
// states of the rooms, puts those in order and says how many are used. It returns nil if that would
// be less than two games.
func LowerRooms(ctx context.Context, b *Rooms, opt par.Options) (*Bound, error) {
	if err := b.measure(ctx, opt); err != nil {
		return nil, err
	}
	last := len(b.rooms) - 1
	hold, turns := new(big.Int).Set(b.rooms[last].States), big.NewInt(1)
	for i := last - 1; i >= 0; i-- {
		r := b.rooms[i]
		r.Used = new(big.Int).Add(hold, big.NewInt(1))
		if r.Used.Cmp(r.States) > 0 {
			r.Used.Set(r.States)
		}
		if hold.Cmp(leastStates) < 0 || r.Used.Cmp(leastStates) <= 0 {
			return nil, nil
		}
		hold.Mul(hold, r.States)
		if i == last-1 {
			turns.Sub(r.Used, turns)
		} else {
			turns.Mul(turns, r.Used)
		}
	}
	stones, err := b.stones(ctx, b.rooms[last], opt)
	if err != nil || last < 1 || stones < 4 {
		return nil, err
	}
	return power(factorial(stones-2), turns, fmt.Sprintf("(%d!)^N", stones-2), "rooms"), nil
}

// product writes out the N of [LowerRooms].
func (b *Rooms) product() string {
	formula, text := "N =", ""
	for i, r := range b.rooms {
		name := rune('a' + i)
		text += fmt.Sprintf("\n  %c = ", name)
		switch {
		case i == len(b.rooms)-1:
			text += fmt.Sprintf("%v", r.States)
			continue
		case i == len(b.rooms)-2:
			formula += fmt.Sprintf(" (%c-1)", name)
		default:
			formula += fmt.Sprintf(" %c", name)
		}
		text += fmt.Sprint(r.Used)
		if r.Used.Cmp(r.States) != 0 {
			text += fmt.Sprintf(" of %v", r.States)
		}
	}
	return formula + ", from the states of the rooms:" + text
}
