package graphformat

import (
	"fmt"
	"math/bits"
	"strings"

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
	lines := make([]strings.Builder, rows)
	for j := range cols {
		for i := range rows {
			lines[i].WriteByte(text[j*rows+i])
		}
	}
	var all []string
	for i := range lines {
		all = append(all, lines[i].String())
	}
	return all
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

// edgeColor is the colour in which the moves of a player are drawn.
func edgeColor(player goban.Color) string {
	if player == goban.Black {
		return "#1f1f1f"
	}
	return "#d1495b"
}
