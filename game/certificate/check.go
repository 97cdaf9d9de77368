package certificate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"combigo.dev/combigo/lattice"
)

// A Report says what a certificate shows.
type Report struct {
	Moves    int `json:"value,string"` // of the game or of the whole cycle
	Visited  int `json:"visited"`      // different positions, the empty one among them if it is visited
	Suicides int `json:"suicides"`     // moves that remove own stones
}

// errorAt says which move is wrong.
func (c *Certificate) errorAt(i int, err error) error {
	return fmt.Errorf("move %d (%s): %w", i+1, c.Moves[i], err)
}

// Positions plays the moves and returns all positions from the start on, repetitions among them.
func (c *Certificate) Positions() ([]Position, error) {
	var all []Position
	err := c.play(func(p Position, _ bool) error {
		all = append(all, slices.Clone(p))
		return nil
	})
	return all, err
}

// play visits the start and the position after each move, and whether the move was a suicide, up to
// the first error.
func (c *Certificate) play(visit func(p Position, suicide bool) error) error {
	b := newSimulation(c.Board, c.Suicide)
	if len(c.Start) != c.Board.Len() {
		return fmt.Errorf("the start has %d points and the board %d", len(c.Start), c.Board.Len())
	}
	copy(b.stones, c.Start)
	if !b.legal() {
		return fmt.Errorf("the start %s is no legal position", c.Start)
	}
	if err := visit(b.stones, false); err != nil {
		return err
	}
	for i, m := range c.Moves {
		if int(m.Vertex) >= c.Board.Len() {
			return c.errorAt(i, fmt.Errorf("the board has only %d points", c.Board.Len()))
		}
		if err := b.play(m); err != nil {
			return c.errorAt(i, err)
		}
		if err := visit(b.stones, b.stones[m.Vertex] == Empty); err != nil {
			return err
		}
	}
	return nil
}

// Check plays the moves and returns an error that says what is not as the kind of the certificate
// claims.
func (c *Certificate) Check() (*Report, error) {
	whole := c.Whole()
	r, seen, at, end := &Report{Moves: len(whole.Moves)}, positionSet{}, -1, ""
	err := whole.play(func(p Position, suicide bool) error {
		at++
		if suicide {
			r.Suicides++
		}
		if at == len(c.Moves) && c.Kind == SymmetricCycle && string(p) != string(c.Start.Swapped()) {
			return fmt.Errorf("half of the cycle ends at %s: want the start %s with colours exchanged", p, c.Start)
		}
		if at == len(whole.Moves) {
			if end = string(p); at > 0 && whole.Kind == Cycle && end == string(whole.Start) {
				return nil
			}
		}
		if !seen.add(p) {
			return whole.errorAt(at-1, fmt.Errorf("the position %s was there after move %d", p, whole.firstTime(p)))
		}
		r.Visited++
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case whole.Kind == Game && whole.Start.stones() > 0:
		return nil, fmt.Errorf("the game begins at %s: want the empty position", whole.Start)
	case whole.Kind == Cycle && (len(whole.Moves) == 0 || end != string(whole.Start)):
		return nil, fmt.Errorf("the cycle ends at %s: want its start %s", end, whole.Start)
	}
	return r, nil
}

// firstTime returns the number of moves after which a position is on the board for the first time.
func (c *Certificate) firstTime(p Position) int {
	found := errors.New("found")
	at, wanted := -1, string(p)
	_ = c.play(func(q Position, _ bool) error {
		if at++; string(q) == wanted {
			return found
		}
		return nil
	})
	return at
}

// A positionSet holds positions of one board, a bit each, in pages of 512 neighbours in the order
// of numbers in base 3: a few bits a position where many of all are there, a hundred bytes where
// few are.
type positionSet map[uint64]*[8]uint64

// add adds a position, and reports whether it is new.
func (s positionSet) add(p Position) bool {
	var code uint64
	for _, c := range p {
		code *= 3
		switch c {
		case Black:
			code++
		case White:
			code += 2
		}
	}
	page := s[code>>9]
	if page == nil {
		page = new([8]uint64)
		s[code>>9] = page
	}
	word, bit := &page[code>>6&7], uint64(1)<<(code&63)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

// CountLegal counts the legal positions of a board by looking at all colourings.
func CountLegal(ctx context.Context, graph *lattice.Graph) (int, error) {
	b := newSimulation(graph, true)
	count := 0
	for tried := 0; ; tried++ {
		if tried%(1<<16) == 0 && ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		if b.legal() {
			count++
		}
		if !b.next() {
			return count, nil
		}
	}
}

// next goes to the next colouring, and reports whether there is one.
func (b *simulation) next() bool {
	for v, c := range b.stones {
		switch c {
		case Empty:
			b.stones[v] = Black
			return true
		case Black:
			b.stones[v] = White
			return true
		}
		b.stones[v] = Empty
	}
	return false
}

// Between returns the move that leads from one position to another: there is at most one
// (Combinatorics of Go, Lemma 1).
func Between(board *lattice.Graph, suicide bool, from, to Position) (Move, error) {
	b := newSimulation(board, suicide)
	for v := range from {
		for _, c := range []Color{Black, White} {
			m := Move{c, uint8(v)}
			b.stones = append(b.stones[:0], from...)
			if b.play(m) == nil && string(b.stones) == string(to) {
				return m, nil
			}
		}
	}
	return Move{}, fmt.Errorf("no move leads from %s to %s", from, to)
}

// Path returns the moves along some positions.
func Path(board *lattice.Graph, suicide bool, positions []Position) ([]Move, error) {
	moves := make([]Move, 0, len(positions))
	for i := 1; i < len(positions); i++ {
		m, err := Between(board, suicide, positions[i-1], positions[i])
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// Opened returns the game that a cycle makes: it goes from the empty position to the first position
// of the cycle that has a single stone, and from there around (Combinatorics of Go, section 8). Of
// a cycle without such a position it makes none.
func (c *Certificate) Opened() (*Certificate, error) {
	if c.Kind == Game {
		return c, nil
	}
	whole := c.Whole()
	positions, err := whole.Positions()
	if err != nil {
		return nil, err
	}
	for i, p := range positions[:len(whole.Moves)] {
		if p.stones() != 1 {
			continue
		}
		v := slices.IndexFunc(p, func(color Color) bool { return color != Empty })
		moves := slices.Concat([]Move{{p[v], uint8(v)}}, whole.Moves[i:], whole.Moves[:i])
		return NewGame(c.Board, c.Suicide, moves[:len(whole.Moves)]), nil
	}
	return nil, fmt.Errorf("the cycle has no position of a single stone: want one to begin a game with")
}
