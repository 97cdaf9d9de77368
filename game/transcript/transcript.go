// Package transcript turns walks in a game graph into certificates, which package certificate
// checks, and into SGF.
package transcript

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
)

// Positions returns the positions of some nodes.
func Positions(g *game.Graph, nodes []int32) []certificate.Position {
	all := make([]certificate.Position, len(nodes))
	for i, v := range nodes {
		all[i] = certificate.Position(g.Position(int(v)).Text(g.Points()))
	}
	return all
}

// Game returns the certificate of the game along a path from node 0.
func Game(g *game.Graph, path []int32) (*certificate.Certificate, error) {
	suicide := g.Rules().Suicide == goban.SuicideAllowed
	moves, err := certificate.Path(g.Board(), suicide, Positions(g, path))
	return certificate.NewGame(g.Board(), suicide, moves), err
}

// Cycle returns the certificate of a cycle, with moves that were checked one by one: half of it if
// it is colour-symmetric.
func Cycle(g *game.Graph, nodes []int32, symmetric bool) (*certificate.Certificate, error) {
	c := &certificate.Certificate{Kind: certificate.Cycle, Board: g.Board(), Suicide: g.Rules().Suicide == goban.SuicideAllowed}
	if symmetric {
		c.Kind, nodes = certificate.SymmetricCycle, nodes[:len(nodes)/2]
	}
	if len(nodes) == 0 {
		return nil, fmt.Errorf("a cycle without positions: want one at least")
	}
	positions := Positions(g, nodes)
	c.Start = positions[0]
	end := c.Start
	if symmetric {
		end = end.Swapped()
	}
	var err error
	if c.Moves, err = certificate.Path(c.Board, c.Suicide, append(positions, end)); err == nil {
		_, err = c.Check()
	}
	return c, err
}

// WriteSGF writes a game on a rectangle as SGF, with a pass before every move out of turn.
func WriteSGF(w io.Writer, c *certificate.Certificate, comment string) error {
	rows, cols := c.Board.Size()
	if c.Board.Kind() != lattice.Square {
		return fmt.Errorf("%s: SGF has only rectangular boards: want one of ROWSxCOLS points", c.Board)
	}
	return goban.WriteSGFGame(w, rows, cols, comment, goban.WithPasses(slices.Values(gobanMoves(c))))
}

// gobanMoves returns the moves of a certificate of a rectangle as moves of package goban.
func gobanMoves(c *certificate.Certificate) []goban.Move {
	colors := map[certificate.Color]goban.Color{certificate.Black: goban.Black, certificate.White: goban.White}
	moves := make([]goban.Move, len(c.Moves))
	for i, m := range c.Moves {
		row, col, _ := c.Board.Place(int(m.Vertex))
		moves[i] = goban.Stone(colors[m.Color], goban.Point{Row: row, Col: col})
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

// A Certified is a certificate that was checked, and what the checks say.
type Certified struct {
	Certificate *certificate.Certificate `json:",inline"`
	Report      *certificate.Report      `json:",inline"`
	Legal       int                      `json:"positions"` // positions of the board
	Seed        uint64                   `json:"seed"`
	Wall        time.Duration            `json:"wall_seconds"`
}

// Hamiltonian reports whether every position is visited, but the empty one by a cycle.
func (c *Certified) Hamiltonian() bool {
	if c.Certificate.Kind == certificate.Game {
		return c.Report.Visited == c.Legal
	}
	return c.Report.Visited == c.Legal-1
}

// Certify plays a certificate move by move, plays a game on a rectangle once more by the rules of
// package goban, and counts the positions of the board. The error says what is wrong with the
// certificate, or is the cause of the context's end.
func Certify(ctx context.Context, c *certificate.Certificate) (*Certified, error) {
	found, err := play(c)
	if err == nil {
		found.Legal, err = certificate.CountLegal(ctx, c.Board)
	}
	return found, err
}

// play checks a certificate, and a game on a rectangle a second time by [Replay].
func play(c *certificate.Certificate) (*Certified, error) {
	report, err := c.Check()
	if err == nil && c.Kind == certificate.Game && c.Board.Kind() == lattice.Square {
		err = Replay(c)
	}
	return &Certified{Certificate: c, Report: report}, err
}

// CertifyCycle is [Certify] for a cycle that the program found on a board which it knows to have a
// number of legal positions. The error is a [result.InternalError] if it is no cycle through all of
// them but the empty one.
func CertifyCycle(ctx context.Context, c *certificate.Certificate, legal int) (*Certified, error) {
	found, err := playFound(c, legal, nil)
	if err == nil {
		err = found.recount(ctx)
	}
	if err == nil && !found.Hamiltonian() {
		err = result.InternalErrorf("the cycle", "it visits %d of %d positions", found.Report.Visited, found.Legal-1)
	}
	return found, err
}

// maxRecounted is the largest number of positions that are counted once more for a game.
const maxRecounted = 20_000

// CertifyGame is [Certify] for a walk in a game graph. The error is a [result.InternalError] if it
// is no game. The positions are not counted again if they are many, or once the context has ended:
// what an interrupted search has found is still to be shown.
func CertifyGame(ctx context.Context, g *game.Graph, path []int32) (*Certified, error) {
	c, err := Game(g, path)
	found, err := playFound(c, g.Len(), err)
	if err != nil || g.Len() > maxRecounted {
		return found, err
	}
	if err := found.recount(ctx); err != nil && ctx.Err() == nil {
		return nil, err
	}
	return found, nil
}

// Opened returns the game that a cycle makes, likewise checked.
func (c *Certified) Opened() (*Certified, error) {
	opened, err := c.Certificate.Opened()
	found, err := playFound(opened, c.Legal, err)
	if err == nil {
		found.Seed, found.Wall = c.Seed, c.Wall
	}
	return found, err
}

// playFound plays what the program found itself.
func playFound(c *certificate.Certificate, legal int, err error) (*Certified, error) {
	var found *Certified
	if err == nil {
		found, err = play(c)
	}
	if err != nil {
		return nil, result.InternalErrorf("what was found", "%v", err)
	}
	found.Legal = legal
	return found, nil
}

// recount counts the positions of the board once more.
func (c *Certified) recount(ctx context.Context) error {
	legal, err := certificate.CountLegal(ctx, c.Certificate.Board)
	if err == nil && legal != c.Legal {
		err = result.InternalErrorf("the board", "it is said to have %d positions, and %d are legal", c.Legal, legal)
	}
	return err
}
