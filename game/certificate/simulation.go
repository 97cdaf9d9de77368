package certificate

import (
	"errors"

	"combigo.dev/combigo/lattice"
)

// A simulation plays moves. It finds strings by flood fill at every move.
type simulation struct {
	graph   *lattice.Graph
	suicide bool
	stones  Position
	seen    []bool
	str     []int // the string that was flooded last
}

// newSimulation returns a simulation at the empty position.
func newSimulation(graph *lattice.Graph, suicide bool) *simulation {
	return &simulation{graph: graph, suicide: suicide, stones: empty(graph), seen: make([]bool, graph.Len())}
}

var (
	errOccupied = errors.New("the point is occupied")
	errSuicide  = errors.New("the move is suicide, which the rules forbid")
	errNothing  = errors.New("the suicide of a single stone changes nothing")
)

// play makes a move: the stone, then captures, then suicide. After an error the position is spoilt.
func (b *simulation) play(m Move) error {
	if b.stones[m.Vertex] != Empty {
		return errOccupied
	}
	b.stones[m.Vertex] = m.Color
	for _, w := range b.graph.Neighbors(int(m.Vertex)) {
		if b.stones[w] == m.Color.opponent() {
			b.removeIfDead(w)
		}
	}
	switch removed := b.removeIfDead(int(m.Vertex)); {
	case removed == 1:
		return errNothing
	case removed > 1 && !b.suicide:
		return errSuicide
	}
	return nil
}

// removeIfDead takes the string of a stone off the board if it has no liberty, and returns the
// number of its stones then.
func (b *simulation) removeIfDead(v int) int {
	str, alive := b.flood(v)
	if alive {
		return 0
	}
	for _, w := range str {
		b.stones[w] = Empty
	}
	return len(str)
}

// flood returns the string of a stone, which lasts until the next one, and whether it has a
// liberty.
func (b *simulation) flood(v int) (str []int, alive bool) {
	clear(b.seen)
	b.seen[v] = true
	str = append(b.str[:0], v)
	alive = b.graph.Safe(v)
	for i := 0; i < len(str); i++ {
		for _, w := range b.graph.Neighbors(str[i]) {
			switch {
			case b.stones[w] == Empty:
				alive = true
			case b.stones[w] == b.stones[v] && !b.seen[w]:
				b.seen[w] = true
				alive = alive || b.graph.Safe(w)
				str = append(str, w)
			}
		}
	}
	b.str = str
	return str, alive
}

// legal reports whether every string has a liberty.
func (b *simulation) legal() bool {
	for v, c := range b.stones {
		if c == Empty {
			continue
		}
		if _, alive := b.flood(v); !alive {
			return false
		}
	}
	return true
}
