package view

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"combigo/board"
	"combigo/game"
	"combigo/game/certificate"
	"combigo/game/hamilton"
	"combigo/game/transcript"
	"combigo/goban"
	"combigo/result"
)

const (
	pageWidth = 80
	pageLines = 40 // positions are printed if they take at most as many lines
)

// certificateJSON is a certificate with the outcome of the checks.
type certificateJSON struct {
	Board       string  `json:"board"`
	Kind        string  `json:"kind"`
	Suicide     bool    `json:"suicide"`
	Moves       int     `json:"moves"`
	Suicides    int     `json:"suicides"`
	Positions   int     `json:"positions"`
	Visited     int     `json:"visited"`
	Hamiltonian bool    `json:"hamiltonian"`
	Certified   bool    `json:"certified"`
	Seed        uint64  `json:"seed"`
	WallSeconds float64 `json:"wall_seconds"`
	Start       string  `json:"start"`
	Letters     string  `json:"letters"`
}

func newCertificateJSON(c *certified) certificateJSON {
	var letters strings.Builder
	for _, m := range c.certificate.Moves {
		letters.WriteString(m.String())
	}
	return certificateJSON{
		Board: certificateBoard(c.certificate), Kind: string(c.certificate.Kind), Suicide: c.certificate.Suicide,
		Moves: c.report.Moves, Suicides: c.report.Suicides, Positions: c.legal, Visited: c.report.Visited,
		Hamiltonian: c.hamiltonian(), Certified: true, Seed: c.seed, WallSeconds: c.wall.Seconds(),
		Start: c.certificate.Start.String(), Letters: letters.String(),
	}
}

// certificateBoard returns 3x4 for a rectangle, and what the graph is otherwise.
func certificateBoard(c *certificate.Certificate) string {
	return strings.TrimPrefix(boardName(c.Board), "square ")
}

// write writes a cycle, or the game that it makes, in the format asked for.
func (f *hamiltonFlags) write(stdout io.Writer, c *certified) error {
	if f.game || f.format.format == "sgf" {
		opened, err := c.certificate.Opened()
		if err != nil {
			return exitError{exitInternal, err}
		}
		report, err := opened.Check()
		if err == nil {
			err = transcript.Replay(opened)
		}
		if err != nil {
			return exitError{exitInternal, err}
		}
		c.certificate, c.report = opened, report
	}
	if f.output == "" {
		return writeWhole(stdout, func(w io.Writer) error { return writeCertified(w, c, f.format.format) })
	}
	if err := saveCertified(c, f.output, f.format.format); err != nil {
		return fmt.Errorf("hamilton: %w", err)
	}
	return writeWhole(stdout, func(w io.Writer) error { return writeVerdict(w, c) })
}

// saveCertified writes a file: the certificate if the format is text.
func saveCertified(c *certified, name, format string) error {
	return writeFile(name, func(w io.Writer) error {
		if format == "text" {
			return certificate.Write(w, c.certificate)
		}
		return writeCertified(w, c, format)
	})
}

func writeCertified(w io.Writer, c *certified, format string) error {
	switch format {
	case "json":
		return result.JSON(w, newCertificateJSON(c))
	case "nodes":
		return writeNodes(w, c.certificate)
	case "sgf":
		return transcript.WriteSGF(w, c.certificate, fmt.Sprintf("%s of %d moves, through %d of %d positions",
			c.certificate.Kind, c.report.Moves, c.report.Visited, c.legal))
	}
	if err := writeVerdict(w, c); err != nil {
		return err
	}
	return writePositions(w, c.certificate)
}

// writeVerdict says in a few lines what was certified.
func writeVerdict(w io.Writer, c *certified) error {
	what := map[certificate.Kind]string{
		certificate.Game: "a game", certificate.Cycle: "a cycle", certificate.SymmetricCycle: "a colour-symmetric cycle",
	}[c.certificate.Kind]
	which := ""
	if c.hamiltonian() {
		which = ", Hamiltonian"
	}
	suicide := "no suicide"
	if c.certificate.Suicide {
		suicide = "suicide allowed"
	}
	_, err := fmt.Fprintf(w, `%s: %s of %d moves%s
  visits     %d of %d legal positions
  rules      %s, %d of the moves are suicides
  certified  every move is legal and no position comes twice
`, certificateBoard(c.certificate), what, c.report.Moves, which, c.report.Visited, c.legal, suicide, c.report.Suicides)
	if err == nil && c.wall > 0 {
		_, err = fmt.Fprintf(w, "  found in   %.2f s, seed %d\n", c.wall.Seconds(), c.seed)
	}
	return err
}

// writePositions writes the positions of a certificate, those of half of the cycle if it is symmetric, if they fit on a
// page or two.
func writePositions(w io.Writer, c *certificate.Certificate) error {
	positions, err := c.Positions()
	if err != nil {
		return err
	}
	if c.Kind != certificate.Game {
		positions = positions[:len(positions)-1]
	}
	columns := max(1, (pageWidth+1)/(c.Board.Len()+1))
	if lines := (len(positions) + columns - 1) / columns; lines > pageLines {
		_, err := fmt.Fprintf(w, "  positions  --format nodes prints them, --output saves a certificate\n")
		return err
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	for line := range slices.Chunk(positions, columns) {
		words := make([]string, len(line))
		for i, p := range line {
			words[i] = p.String()
		}
		if _, err := fmt.Fprintln(w, strings.Join(words, " ")); err != nil {
			return err
		}
	}
	return nil
}

// writeNodes writes a position a line.
func writeNodes(w io.Writer, c *certificate.Certificate) error {
	positions, err := c.Positions()
	if err != nil {
		return err
	}
	if c.Kind != certificate.Game {
		positions = positions[:len(positions)-1]
	}
	for _, p := range positions {
		if _, err := fmt.Fprintln(w, p); err != nil {
			return err
		}
	}
	return nil
}

// writeNone says that there is no cycle.
func (f *hamiltonFlags) writeNone(stdout io.Writer, size board.Size, positions int, reason error) error {
	return writeWhole(stdout, func(w io.Writer) error {
		if f.format.format == "json" {
			return result.JSON(w, struct {
				Board       string `json:"board"`
				Positions   int    `json:"positions"`
				Hamiltonian bool   `json:"hamiltonian_cycle"`
				Reason      string `json:"reason"`
			}{size.String(), positions, false, reason.Error()})
		}
		_, err := fmt.Fprintf(w, "%s: %v\n--all tells whether there is a Hamiltonian game\n", size, reason)
		return err
	})
}

// runAll goes through all cycles and games of a small board.
func (f *hamiltonFlags) runAll(command *cobra.Command, g *game.Graph, size board.Size) error {
	census, err := hamilton.NewCensus(command.Context(), g)
	if err != nil {
		return fmt.Errorf("hamilton: %w", err)
	}
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error {
		if f.format.format == "json" {
			return result.JSON(w, newCensusJSON(g, size, census))
		}
		fmt.Fprintf(w, `%s: all Hamiltonian cycles and games
  cycles     %d through all positions but the empty one
             %d of them are colour-symmetric
             %d up to reflection and exchange of colours
  games      %d through all positions
             %d up to reflection and exchange of colours
`, size, census.Cycles, census.SymmetricCycles, len(census.Representatives), census.Games, census.GameClasses)
		for i, cycle := range census.Representatives {
			c, err := transcript.Cycle(g, cycle.Nodes)
			if err == nil && cycle.Symmetric {
				c, err = transcript.SymmetricCycle(g, cycle.Nodes[:len(cycle.Nodes)/2])
			}
			if err == nil {
				_, err = c.Check()
			}
			if err != nil {
				return exitError{exitInternal, err}
			}
			what := "cycle"
			if cycle.Symmetric {
				what = "half of the colour-symmetric cycle"
			}
			fmt.Fprintf(w, "\n%s %d, one of %d like it:\n", what, i+1, cycle.Alike)
			if err := writePositions(w, c); err != nil {
				return err
			}
		}
		return nil
	})
}

type cycleJSON struct {
	Symmetric bool     `json:"color_symmetric"`
	Alike     int      `json:"alike"`
	Positions []string `json:"positions"`
}

func newCensusJSON(g *game.Graph, size board.Size, census *hamilton.Census) any {
	cycles := make([]cycleJSON, len(census.Representatives))
	for i, c := range census.Representatives {
		cycles[i] = cycleJSON{Symmetric: c.Symmetric, Alike: c.Alike}
		for _, p := range transcript.Positions(g, c.Nodes) {
			cycles[i].Positions = append(cycles[i].Positions, p.String())
		}
	}
	return struct {
		Board           string      `json:"board"`
		Positions       int         `json:"positions"`
		Cycles          int         `json:"cycles"`
		SymmetricCycles int         `json:"color_symmetric_cycles"`
		Games           int         `json:"games"`
		GameClasses     int         `json:"game_classes"`
		Representatives []cycleJSON `json:"cycle_classes"`
	}{size.String(), g.Len(), census.Cycles, census.SymmetricCycles, census.Games, census.GameClasses, cycles}
}

// obstruct shows why a board of two dimensions has no Hamiltonian game.
func (f *hamiltonFlags) obstruct(command *cobra.Command, size board.Size) error {
	for name, given := range map[string]bool{"all": f.all, "game": f.game, "tsplib": f.tsplib != "", "solver": f.solver != "", "output": f.output != ""} {
		if given {
			return fmt.Errorf("hamilton: --%s on %s: want a board of one row, no other has a Hamiltonian game", name, size)
		}
	}
	o, err := hamilton.Obstruct(size.Rows, size.Cols)
	if err != nil {
		return fmt.Errorf("hamilton: %w", err)
	}
	if !o.Proves() {
		return exitError{exitInternal, fmt.Errorf("%d positions lead to %d: that proves nothing", len(o.From), len(o.To))}
	}
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error {
		if f.format.format == "json" {
			return result.JSON(w, struct {
				Board       string   `json:"board"`
				Hamiltonian bool     `json:"hamiltonian"`
				From        []string `json:"positions"`
				To          []string `json:"successors"`
			}{size.String(), false, diagrams(o.From), diagrams(o.To)})
		}
		fmt.Fprintf(w, `%s: no game visits all legal positions
  Of the %d positions below all but the last of a game have one after them, and
  no two the same; but moves lead from them to only %d positions.

`, size, len(o.From), len(o.To))
		return writeDiagrams(w, o.From, size.Cols)
	})
}

func diagrams(positions []*goban.Position) []string {
	all := make([]string, len(positions))
	for i, p := range positions {
		all[i] = p.String()
	}
	return all
}

// writeDiagrams writes diagrams side by side.
func writeDiagrams(w io.Writer, positions []*goban.Position, cols int) error {
	across := max(1, (pageWidth+2)/(cols+2))
	for group := range slices.Chunk(positions, across) {
		for row := range group[0].Rows() {
			parts := make([]string, len(group))
			for i, p := range group {
				parts[i] = strings.Split(p.String(), "\n")[row]
			}
			if _, err := fmt.Fprintln(w, strings.Join(parts, "  ")); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	return nil
}
