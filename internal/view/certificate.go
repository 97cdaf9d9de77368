package view

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/game/longest"
	"combigo.dev/combigo/game/transcript"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
)

// certificateDocument is a certificate with the outcome of the checks.
type certificateDocument struct {
	Rows        int     `json:"rows,omitempty"`
	Cols        int     `json:"cols,omitempty"`
	Graph       string  `json:"graph,omitempty"`
	Kind        string  `json:"kind"`
	Suicide     bool    `json:"suicide"`
	Moves       int     `json:"value,string"` // moves
	Suicides    int     `json:"suicides"`
	Positions   int     `json:"positions"`
	Visited     int     `json:"visited"`
	Hamiltonian bool    `json:"hamiltonian"`
	Certified   bool    `json:"certified"`
	Seed        uint64  `json:"seed,string"`
	WallSeconds float64 `json:"wall_seconds"`
	Start       string  `json:"start"`
	Letters     string  `json:"letters"`
}

func newCertificateDocument(c *Certified) certificateDocument {
	var letters strings.Builder
	for _, m := range c.Certificate.Moves {
		letters.WriteString(m.String())
	}
	d := certificateDocument{
		Kind: string(c.Certificate.Kind), Suicide: c.Certificate.Suicide,
		Moves: c.Report.Moves, Suicides: c.Report.Suicides, Positions: c.Legal, Visited: c.Report.Visited,
		Hamiltonian: c.Hamiltonian(), Certified: true, Seed: c.Seed, WallSeconds: c.Wall.Seconds(),
		Start: c.Certificate.Start.String(), Letters: letters.String(),
	}
	if size, err := board.Parse(certificateBoard(c.Certificate)); err == nil && rectangle(c.Certificate) {
		d.Rows, d.Cols = size.Rows, size.Cols
	} else {
		d.Graph = c.Certificate.Board.String()
	}
	return d
}

// MarshalJSON returns the certificate as an object with the fields of docs/reference/json.md.
func (c *Certified) MarshalJSON() ([]byte, error) { return json.Marshal(newCertificateDocument(c)) }

// certificateBoard returns 3x4 for a rectangle, and what the graph is otherwise.
func certificateBoard(c *certificate.Certificate) string {
	return strings.TrimPrefix(BoardName(c.Board), "square ")
}

// SGF writes the certificate as a game: of a cycle, the game that it makes.
func (c *Certified) SGF(w io.Writer) (err error) {
	if c.Certificate.Kind != certificate.Game {
		if c, err = c.Opened(); err != nil {
			return err
		}
	}
	return transcript.WriteSGF(w, c.Certificate, fmt.Sprintf("%s of %d moves, through %d of %d positions",
		c.Certificate.Kind, c.Report.Moves, c.Report.Visited, c.Legal))
}

// Nodes writes a position a line.
func (c *Certified) Nodes(w io.Writer) error {
	positions, err := positionsOnce(c.Certificate)
	if err != nil {
		return err
	}
	return Lines(w, positions...)
}

// wheelCaption says what the wheel of a cycle is.
const wheelCaption = "The cycle as a wheel. Each spoke is a position, from the hub to the rim; clockwise each comes from the one before it by a move. The spoke opposite to it has the colours exchanged."

// maxPageWheel is the most points of a row whose cycle is drawn on a page: on 6 points it has 312
// spokes.
const maxPageWheel = 6

// Document is what was certified, and the positions.
func (c *Certified) Document() *Document {
	d := c.Verdict()
	if c.Certificate.Kind == certificate.SymmetricCycle && c.Certificate.Board.Len() <= maxPageWheel {
		if wheel, err := CyclePlot(c); err == nil {
			d.picture(wheel)
			d.add(verbatim(""), "<p class=\"note\">"+wheelCaption+"</p>\n")
		}
	}
	d.positions(c.Certificate)
	return d
}

// Verdict says in a few lines what was certified.
func (c *Certified) Verdict() *Document {
	what := map[certificate.Kind]string{
		certificate.Game: "a game", certificate.Cycle: "a cycle", certificate.SymmetricCycle: "a colour-symmetric cycle",
	}[c.Certificate.Kind]
	which := ""
	if c.Hamiltonian() {
		which = ", Hamiltonian"
	}
	suicide := "no suicide"
	if c.Certificate.Suicide {
		suicide = "suicide allowed"
	}
	d := &Document{labels: 13}
	d.head("%s: %s of %d moves%s", certificateBoard(c.Certificate), what, c.Report.Moves, which)
	d.fact("  visits", fmt.Sprintf("%d of %d legal positions", c.Report.Visited, c.Legal))
	d.fact("  rules", fmt.Sprintf("%s, %d of the moves are suicides", suicide, c.Report.Suicides))
	d.fact("  certified", "every move is legal and no position comes twice")
	if c.Wall > 0 {
		d.fact("  found in", fmt.Sprintf("%.2f s, seed %d", c.Wall.Seconds(), c.Seed))
	}
	return d
}

// Hamiltonian reports whether every position is visited, but the empty one by a cycle.
func (c *Certified) Hamiltonian() bool {
	if c.Certificate.Kind == certificate.Game {
		return c.Report.Visited == c.Legal
	}
	return c.Report.Visited == c.Legal-1
}

// rectangle reports whether a certificate is on a plain board.
func rectangle(c *certificate.Certificate) bool { return c.Board.Kind() == lattice.Square }

// longestJSON is a long game and what is known of longer ones.
type longestJSON struct {
	certificateDocument
	Lower       int     `json:"lower_bound"`
	Upper       int     `json:"upper_bound"`
	Value       float64 `json:"upper_bound_value"`
	Cuts        int     `json:"upper_bound_cuts"`
	Optimal     bool    `json:"optimal"`
	Interrupted bool    `json:"interrupted"`
}

// LongestJSON returns a long game, and what is known of longer ones, as it is written in JSON.
func LongestJSON(c *Certified, r *longest.Result) any {
	j := longestJSON{
		certificateDocument: newCertificateDocument(c), Lower: r.Moves(), Upper: r.Upper, Value: float64(r.Upper),
		Optimal: r.Optimal(), Interrupted: r.Interrupted,
	}
	if r.Bound != nil {
		j.Value, j.Cuts = r.Bound.Value, len(r.Bound.Cuts)
	}
	return j
}

// Longest is a long game, and what is known of longer ones.
func Longest(c *Certified, r *longest.Result) *Document {
	d := c.Verdict()
	proof := "all positions are visited at most once"
	if r.Bound != nil {
		proof = fmt.Sprintf("linear program, value %.4f, with %d cuts", r.Bound.Value, len(r.Bound.Cuts))
	}
	d.fact("  bound", fmt.Sprintf("no game has more than %d moves (%s)", r.Upper, proof))
	if r.Optimal() {
		d.fact("  so", "the game is as long as possible")
	} else {
		d.fact("  so", fmt.Sprintf("the longest game has from %d to %d moves", r.Moves(), r.Upper))
	}
	d.saved()
	return d
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

func play(c *certificate.Certificate) (*Certified, error) {
	report, err := c.Check()
	if err == nil && c.Kind == certificate.Game && rectangle(c) {
		err = transcript.Replay(c)
	}
	return &Certified{Certificate: c, Report: report}, err
}

// CertifyCycle is [Certify] for half of a colour-symmetric cycle of a game graph. The error is a
// [result.InternalError] if it is no cycle through all positions but the empty one.
func CertifyCycle(ctx context.Context, g *game.Graph, half []int32) (*Certified, error) {
	c, err := transcript.SymmetricCycle(g, half)
	found, err := playFound(c, g.Len(), err)
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
	c, err := transcript.Game(g, path)
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
		err = result.InternalErrorf("the game graph", "it has %d positions, and %d are legal", c.Legal, legal)
	}
	return err
}
