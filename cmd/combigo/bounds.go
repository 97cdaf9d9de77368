package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/lattice"
)

// boundsCommand is the command bounds, and what it is told besides the board.
type boundsCommand struct {
	*command
	question    bounds.Question
	width, upTo int
	eigenvalues bool
	conditional bool
	matrix      string
	boundary    string
}

func newBoundsCommand() *cobra.Command {
	c := &boundsCommand{question: bounds.Question{Kind: lattice.Square, Colors: 2}, command: newCommand("bounds")}
	flags := c.Flags()
	latticeVar(flags, &c.question.Kind, bounds.Lattices())
	numberVar(flags, &c.question.Colors, "colors", 1, bounds.MaxColors, "number of colours", "number `K` of colours of stones")
	wordVar(flags, &c.question.Direction, "direction", "DIRECTION", bounds.ParseDirection, bounds.Direction.String,
		"either, or only strips of rows (as in print) or of columns")
	numberVar(flags, &c.width, "width", 1, bounds.MaxWidth, "width", "width of strips: `N` only, or at most N for a board")
	numberVar(flags, &c.upTo, "upto", 1, bounds.MaxWidth, "width", "widths of strips from 1 to `N` (default: some seconds' worth)")
	flags.BoolVar(&c.eigenvalues, "eigenvalues", false, "the eigenvalues of free, single-safe and double-safe strips instead")
	flags.BoolVar(&c.conditional, "conditional", false, "bounds of a lattice by conditional probabilities instead of strips")
	flags.StringVar(&c.matrix, "matrix", "", "write the matrix of strips of --width to `FILE`.m, for MATLAB or Octave")
	enumVar(flags, &c.boundary, "boundary", "SIDES", "with --matrix: free, single-safe or double-safe strips (default free)", "free", "single-safe", "double-safe")
	c.limited()
	c.writes("print the lower and the upper bound only", "text", "json", "csv")
	return c.answers(c.answer)
}

func (c *boundsCommand) answer() (*view.Answer, error) {
	var size board.Size
	if len(c.args) > 0 {
		var err error
		switch size, err = oneBoard(c.args); {
		case err != nil:
			return nil, err
		case size.Long() > bounds.MaxSide:
			return nil, fmt.Errorf("board %s: want sides from 1 to %d", size, bounds.MaxSide)
		case c.eigenvalues:
			return nil, errors.New("--eigenvalues: strips are endless: want no board")
		case c.conditional:
			return nil, errors.New("--conditional is for lattices: want no board")
		}
	}
	if c.conditional && c.width > bounds.MaxConditional {
		return nil, fmt.Errorf("--width %d: want at most %d with --conditional", c.width, bounds.MaxConditional)
	}
	err := cmp.Or(c.onlyOneOf("width", "upto"), c.onlyOneOf("conditional", "eigenvalues", "matrix"), c.onlyOneOf("conditional", "upto"), c.onlyWith("matrix", "boundary"))
	if err == nil && c.matrix != "" {
		err = c.checkMatrix()
	}
	if err != nil {
		return nil, err
	}
	if c.matrix != "" {
		return nil, c.writeMatrix()
	}
	return c.find(size)
}

// find finds bounds for a board, or for the lattice if the size is zero.
func (c *boundsCommand) find(size board.Size) (*view.Answer, error) {
	const conditionalWidth = 5 // of frontiers, if none is given
	ctx, opt := c.Context(), c.work("%s", strings.Join(append([]string{"bounds"}, c.args...), " "))
	first, last := 1, c.upTo
	if c.width > 0 {
		first, last = c.width, c.width
	}
	switch {
	case size != board.Size{}:
		return shown(view.BoardBracket)(c.question.Board(ctx, size, max(c.width, c.upTo), opt))
	case c.conditional:
		return shown(view.Conditional)(c.question.Conditional(ctx, cmp.Or(c.width, conditionalWidth), opt))
	case c.eigenvalues:
		return shown(func(all []*bounds.Eigenvalues) *view.Answer { return view.Eigenvalues(c.question, all) })(
			c.question.AllEigenvalues(ctx, first, last, opt))
	}
	return shown(view.Brackets)(c.question.Brackets(ctx, first, last, opt))
}

// checkMatrix returns an error for what --matrix cannot be combined with.
func (c *boundsCommand) checkMatrix() error {
	switch {
	case len(c.args) > 0:
		return errors.New("--matrix: strips are endless: want no board")
	case c.width == 0:
		return errors.New("--matrix: want the --width of the strips")
	case filepath.Ext(c.matrix) != ".m":
		return fmt.Errorf("--matrix %q: want a file name that ends in .m", c.matrix)
	}
	return c.noneWith("matrix", "eigenvalues", "format", "json", "quiet")
}

// writeMatrix writes the transfer matrix of a strip.
func (c *boundsCommand) writeMatrix() error {
	strip := bounds.Strip{
		Kind: c.question.Kind, Direction: c.question.Direction, Width: c.width,
		SafeFirst: c.boundary == "single-safe" || c.boundary == "double-safe", SafeLast: c.boundary == "double-safe",
	}
	m, err := strip.Matrix(c.Context(), c.question.Colors, c.limits())
	if err != nil {
		return err
	}
	comment := fmt.Sprintf("legal positions of %d colours on a %v", c.question.Colors, strip)
	if err := writeFile("matrix", c.matrix, func(w io.Writer) error { return m.WriteMATLAB(w, comment) }); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %d states, %d entries: %s\n", c.matrix, m.States, len(m.Entries), comment)
	return err
}
