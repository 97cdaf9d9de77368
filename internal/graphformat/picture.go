package graphformat

import (
	"fmt"
	"math/bits"

	"combigo.dev/combigo/game"
	"combigo.dev/combigo/goban"
)

// picture is a game graph with what its drawings need.
type picture struct {
	*game.Graph
	symmetries []*game.Symmetry // none if the board has too many
}

func newPicture(g *game.Graph) *picture {
	symmetries, err := g.Symmetries()
	if err != nil {
		symmetries = nil // every position is a class of its own
	}
	return &picture{g, symmetries}
}

// class returns the least position of the class of a position.
func (p *picture) class(v int) int { return p.Representative(p.Position(v), p.symmetries) }

// rows returns a position as rows of characters, as goban's diagrams have them; a board without
// rows is one row.
func (p *picture) rows(v int) []string {
	text := p.Position(v).Text(p.Points())
	rows, cols := p.Board().Size()
	if rows*cols == 0 {
		return []string{text}
	}
	lines := make([]string, rows)
	for i := range text {
		lines[i%rows] += text[i : i+1]
	}
	return lines
}

// stones returns how many stones there are in a position.
func (p *picture) stones(v int) int {
	q := p.Position(v)
	return bits.OnesCount16(q.Black | q.White)
}

// title says what the graph is.
func (p *picture) title() string {
	return fmt.Sprintf("game graph of %s, %s: %d nodes, %d edges", p.Board(), p.Rules().Suicide, p.Nodes(), p.EdgeCount())
}

// edges calls a function for every edge.
func (p *picture) edges(visit func(v, to int, player goban.Color, suicide bool)) {
	for v := range p.Nodes() {
		for _, to := range p.Successors(v) {
			player, suicide := p.Mover(v, int(to))
			visit(v, int(to), player, suicide)
		}
	}
}

// edgeColor is the colour in which the moves of a player are drawn.
func edgeColor(player goban.Color) string {
	if player == goban.Black {
		return "#1f1f1f"
	}
	return "#d1495b"
}

func tooLarge(g *game.Graph, name string, most int) error {
	return fmt.Errorf("a graph of %d nodes as %s: want at most %d, or another format", g.Nodes(), name, most)
}
