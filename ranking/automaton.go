package ranking

import (
	"context"

	"combigo.dev/combigo/internal/state"
	"combigo.dev/combigo/par"
)

// choices is the number of things that a point can be: empty, black, white.
const choices = 3

// A move says where a choice leads: twice the row of the successor, and one more if colours are
// exchanged there. Rows count from 1; row 0 is where illegal choices lead.
type move uint32

func (m move) row() uint32     { return uint32(m >> 1) }
func (m move) exchanged() move { return m & 1 }

// moves has the choices of each state of a kink: state n in row n of a layer, from 1.
type moves [][choices]move

// automaton is the border state classes of boards of a width, for each kink, and where each choice
// leads. All lines but the first have the same states.
type automaton struct {
	first []moves // by kink, of the first line
	other []moves // by kink, of all other lines
	ends  []bool  // by row of kink 0, whether the board may end there: no needy strings
}

// search finds the classes that boards of the width and up to a given number of lines have, from
// the empty board on. It tells visit from time to time how many it has followed, of all kinks.
func search(ctx context.Context, width, lines, threads int, visit func(states int64)) (*automaton, error) {
	f := newFinder(ctx, width, threads, visit)
	if err := f.firstLine(); err != nil {
		return nil, err
	}
	for line := 1; line < lines && f.pending(); line++ {
		if err := f.otherLine(); err != nil {
			return nil, err
		}
	}
	return f.automaton(), nil
}

// finder is a search under way.
type finder struct {
	ctx     context.Context
	width   int
	threads int
	visit   func(states int64)
	states  int64
	first   []moves
	other   []moves
	found   []*state.Set // by kink, of all lines but the first
	keys    [][choices]key
}

// key is a successor before it has a number.
type key struct {
	to        word
	allowed   bool
	exchanged bool
}

func newFinder(ctx context.Context, width, threads int, visit func(states int64)) *finder {
	f := &finder{ctx: ctx, width: width, threads: threads, visit: visit, other: make([]moves, width)}
	for range width {
		f.found = append(f.found, new(state.Set))
	}
	return f
}

// firstLine follows the states of the first line, which have the edge of the board beside them.
func (f *finder) firstLine() error {
	now := new(state.Set)
	now.Number(state.Repeat(state.Edge, f.width))
	for kink := range f.width {
		next := new(state.Set)
		if kink == f.width-1 {
			next = f.found[0]
		}
		m, err := f.follow(nil, now, kink, next)
		if err != nil {
			return err
		}
		f.first = append(f.first, m)
		now = next
	}
	return nil
}

// otherLine follows the states that are new since the line before.
func (f *finder) otherLine() error {
	for kink, now := range f.found {
		m, err := f.follow(f.other[kink], now, kink, f.found[(kink+1)%f.width])
		if err != nil {
			return err
		}
		f.other[kink] = m
	}
	return nil
}

// pending reports whether there are states that were not followed.
func (f *finder) pending() bool { return len(f.other[0]) < len(f.found[0].Members()) }

// batch is the number of states whose successors are found before they are numbered.
const batch = 1 << 16

// follow appends the moves of the states from number len(done) on.
func (f *finder) follow(done moves, now *state.Set, kink int, next *state.Set) (moves, error) {
	// With a border of one point the successors join the states that are followed: they wait for
	// the next line.
	end := len(now.Members())
	for from := len(done); from < end; from += batch {
		states := now.Members()[from:min(from+batch, end)]
		if err := f.successors(states, kink); err != nil {
			return nil, err
		}
		for i := range states {
			done = append(done, f.numbered(&f.keys[i], next))
		}
		f.states += int64(len(states))
		f.visit(f.states)
	}
	return done, nil
}

// successors finds the keys of all successors of some states.
func (f *finder) successors(states []word, kink int) error {
	if f.keys == nil {
		f.keys = make([][choices]key, batch)
	}
	return share(f.ctx, f.threads, len(states), func(from, to int) {
		for i := from; i < to; i++ {
			for color := range symbol(choices) {
				k := &f.keys[i][color]
				k.to, k.allowed = states[i].Place(kink, color)
				k.to, k.exchanged = canonical(k.to)
			}
		}
	})
}

func (f *finder) numbered(keys *[choices]key, next *state.Set) (m [choices]move) {
	for color := range m {
		k := &keys[color]
		if !k.allowed {
			continue
		}
		m[color] = move(next.Number(k.to)+1) << 1
		if k.exchanged {
			m[color] |= 1
		}
	}
	return m
}

func (f *finder) automaton() *automaton {
	a := &automaton{first: f.first, other: f.other, ends: []bool{false}}
	for _, b := range f.found[0].Members() {
		a.ends = append(a.ends, b.Settled())
	}
	return a
}

// at returns the moves at a point, by its number in the order of filling.
func (a *automaton) at(point int) moves {
	width := len(a.first)
	if point < width {
		return a.first[point]
	}
	return a.other[point%width]
}

// states returns how many states there are before a point.
func (a *automaton) states(point int) int {
	if width := len(a.first); point >= width && point%width == 0 {
		return len(a.ends) - 1 // those that only the board's end has were not followed
	}
	return len(a.at(point))
}

// shareGrain is the least number of things that pays a goroutine.
const shareGrain = 1 << 10

// share calls f for ranges that make up 0..n-1, shared among a given number of goroutines, and
// waits for all. Once the context is done it calls no more of them and returns the context's cause.
func share(ctx context.Context, threads, n int, f func(from, to int)) error {
	size := max(shareGrain, (n+8*threads-1)/(8*threads))
	return par.For(ctx, threads, (n+size-1)/size, func(i int) { f(i*size, min((i+1)*size, n)) })
}
