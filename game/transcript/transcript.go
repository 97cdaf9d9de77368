// Package transcript turns walks in a game graph into certificates, which package certificate
// checks, and into SGF.
package transcript

import (
	"fmt"
	"io"
	"slices"

	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
)

// position returns a position of a game graph as certificates have it.
func position(p game.Position, points int) certificate.Position {
	return certificate.Position(p.Text(points))
}

// Positions returns the positions of some nodes.
func Positions(g *game.Graph, nodes []int32) []certificate.Position {
	all := make([]certificate.Position, len(nodes))
	for i, v := range nodes {
		all[i] = position(g.Position(int(v)), g.Points())
	}
	return all
}

// Game returns the certificate of the game along a path from node 0.
func Game(g *game.Graph, path []int32) (*certificate.Certificate, error) {
	suicide := g.Rules().Suicide == goban.SuicideAllowed
	moves, err := certificate.Path(g.Board(), suicide, Positions(g, path))
	return certificate.NewGame(g.Board(), suicide, moves), err
}

// SymmetricCycle returns the certificate of the cycle of which a half is given: the last position
// leads to the first with the colours exchanged.
func SymmetricCycle(g *game.Graph, half []int32) (*certificate.Certificate, error) {
	return cycle(g, certificate.SymmetricCycle, half, certificate.Position.Swapped)
}

// Cycle returns the certificate of a cycle.
func Cycle(g *game.Graph, nodes []int32) (*certificate.Certificate, error) {
	return cycle(g, certificate.Cycle, nodes, func(p certificate.Position) certificate.Position { return p })
}

func cycle(g *game.Graph, kind certificate.Kind, nodes []int32, end func(certificate.Position) certificate.Position) (*certificate.Certificate, error) {
	if len(nodes) == 0 {
		return nil, fmt.Errorf("a cycle without positions: want one at least")
	}
	positions := Positions(g, nodes)
	suicide := g.Rules().Suicide == goban.SuicideAllowed
	moves, err := certificate.Path(g.Board(), suicide, append(positions, end(positions[0])))
	return &certificate.Certificate{Kind: kind, Board: g.Board(), Suicide: suicide, Start: positions[0], Moves: moves}, err
}

// WriteSGF writes a game on a rectangle as SGF, with a pass before every move out of turn.
func WriteSGF(w io.Writer, c *certificate.Certificate, comment string) error {
	rows, cols := c.Board.Size()
	if c.Board.Kind() != lattice.Square {
		return fmt.Errorf("%s: SGF has only rectangular boards: want one of ROWSxCOLS points", c.Board)
	}
	return goban.WriteSGFGame(w, rows, cols, comment, goban.WithPasses(slices.Values(gobanMoves(c))))
}

func gobanMoves(c *certificate.Certificate) []goban.Move {
	moves := make([]goban.Move, len(c.Moves))
	for i, m := range c.Moves {
		color := goban.Black
		if m.Color == certificate.White {
			color = goban.White
		}
		row, col, _ := c.Board.Place(int(m.Vertex))
		moves[i] = goban.Stone(color, goban.Point{Row: row, Col: col})
	}
	return moves
}

// Replay plays a game on a rectangle once more, by the rules of package goban with positional
// superko.
func Replay(c *certificate.Certificate) error {
	rows, cols := c.Board.Size()
	if c.Board.Kind() != lattice.Square || c.Kind != certificate.Game {
		return fmt.Errorf("a %s on %s: want a game on a rectangle", c.Kind, c.Board)
	}
	start, err := goban.New(rows, cols)
	if err != nil {
		return err
	}
	rule := goban.SuicideForbidden
	if c.Suicide {
		rule = goban.SuicideAllowed
	}
	r, err := goban.NewReplay(start, goban.Empty, goban.Rules{Suicide: rule, FreeTurns: true})
	if err != nil {
		return err
	}
	for i, m := range gobanMoves(c) {
		if err := r.Play(m); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return nil
}
