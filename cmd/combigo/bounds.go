package main

import (
	"cmp"
	"context"
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
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// boundsFlags is everything that the command bounds is told besides the board.
type boundsFlags struct {
	question    bounds.Question
	width, upTo int
	eigenvalues bool
	conditional bool
	matrix      string
	boundary    string
	machine     machineFlags
	out         output
}

func newBoundsCommand() *cobra.Command {
	f := &boundsFlags{question: bounds.Question{Kind: lattice.Square, Colors: 2}}
	command := &cobra.Command{
		Use:   "bounds [ROWS [COLS]]",
		Short: "Prove bounds for boards and lattices from narrow strips",
		Long: `Prove bounds for what is too large to count, by cutting it into strips: free
strips bound from below, strips with empty points beyond the cuts from above.

Without a board, bound the constant of a lattice: the limit of the number of
legal positions to the power of 1 over the number of points. There is a line for
every width of strips; a bound that is sharper than all in print is marked. All
digits are proven: eigenvalues are enclosed, and rounded outward.

With --width and --matrix, write the transfer matrix T of the strips of that
width, with the vectors x0 and f, so that f' T^n x0 counts positions: a script
for MATLAB (FILE.m) or Sage (FILE.sage), or Matrix Market (FILE.mtx, and the
vectors in FILE-vectors.mtx).

With --conditional, bound the constant by probabilities that a point is empty in
a random legal position, which only the points around it change much. They are
the sharper the greater --width is (default 5; 7 takes a minute at most). They
are sharper than strips of the default widths on the square-octagonal lattice
from width 5 on, hexagonal from 6, square from 8 and triangular from 9.

With a board, such as 19 or 9x13, bound the number of its legal positions by the
best divisions into strips of at most a width, with exact numbers for strips.`,
		Example: `  combigo bounds
  combigo bounds --upto 10
  combigo bounds --lattice hexagonal --direction rows
  combigo bounds --colors 4
  combigo bounds --eigenvalues --upto 6
  combigo bounds --conditional --lattice hexagonal
  combigo bounds --width 4 --lattice triangular --matrix strip.m
  combigo bounds 19
  combigo bounds 19 --width 6 --json`,
		RunE: f.run,
	}
	flags := command.Flags()
	latticeVar(flags, &f.question.Kind, bounds.Lattices())
	numberVar(flags, &f.question.Colors, "colors", 1, bounds.MaxColors, "number of colours", "number `K` of colours of stones")
	wordVar(flags, &f.question.Direction, "direction", "DIRECTION", bounds.ParseDirection, bounds.Direction.String,
		"either, or only strips of rows (as in print) or of columns")
	numberVar(flags, &f.width, "width", 1, bounds.MaxWidth, "width", "width of strips: `N` only, or at most N for a board")
	numberVar(flags, &f.upTo, "upto", 1, bounds.MaxWidth, "width", "widths of strips from 1 to `N` (default: some seconds' worth)")
	flags.BoolVar(&f.eigenvalues, "eigenvalues", false, "the eigenvalues of free, single-safe and double-safe strips instead")
	flags.BoolVar(&f.conditional, "conditional", false, "bounds of a lattice by conditional probabilities instead of strips")
	flags.StringVar(&f.matrix, "matrix", "", "write the matrix of strips of --width to `FILE`.m, .sage or .mtx")
	enumVar(flags, &f.boundary, "boundary", "SIDES", "with --matrix: free, single-safe or double-safe strips (default free)", "free", "single-safe", "double-safe")
	f.machine.register(flags)
	f.out.register(command, "print the lower and the upper bound only", "text", "json", "csv")
	return command
}

func (f *boundsFlags) run(command *cobra.Command, args []string) error {
	var size board.Size
	if len(args) > 0 {
		var err error
		if size, err = oneBoard(args); err != nil {
			return err
		}
		if size.Long() > bounds.MaxSide {
			return fmt.Errorf("board %s: want sides from 1 to %d", size, bounds.MaxSide)
		}
		if f.eigenvalues {
			return errors.New("--eigenvalues: strips are endless: want no board")
		}
		if f.conditional {
			return errors.New("--conditional is for lattices: want no board")
		}
	}
	if f.conditional && f.width > bounds.MaxConditional {
		return fmt.Errorf("--width %d: want at most %d with --conditional", f.width, bounds.MaxConditional)
	}
	err := cmp.Or(onlyOneOf(command, "width", "upto"), onlyOneOf(command, "conditional", "eigenvalues", "matrix"), onlyOneOf(command, "conditional", "upto"), onlyWith(command, "matrix", "boundary"))
	if err == nil && f.matrix != "" {
		err = f.checkMatrix(command, args)
	}
	if err != nil {
		return err
	}
	if f.matrix != "" {
		return f.writeMatrix(command)
	}
	opt, finish := f.machine.begin(command, strings.Join(append([]string{"bounds"}, args...), " "))
	document, others, err := f.find(command.Context(), size, opt)
	finish()
	if err != nil {
		return err
	}
	return f.out.write(command, document(), others)
}

// find finds bounds for a board, or for the lattice if the size is zero.
func (f *boundsFlags) find(ctx context.Context, size board.Size, opt par.Options) (func() *view.Document, views, error) {
	if size != (board.Size{}) {
		b, err := f.question.Board(ctx, size, max(f.width, f.upTo), opt)
		return func() *view.Document { return view.BoardBracket(b) }, views{
			"json":  func(w io.Writer) error { return result.JSON(w, view.BoardBracketJSON(b)) },
			"csv":   func(w io.Writer) error { return view.BoardBracketCSV(w, b) },
			"quiet": func(w io.Writer) error { return view.Lines(w, b.Lower.Value, b.Upper.Value) },
		}, err
	}
	if f.conditional {
		c, err := f.question.Conditional(ctx, cmp.Or(f.width, conditionalWidth), opt)
		return func() *view.Document { return view.Conditional(c) }, views{
			"json":  func(w io.Writer) error { return result.JSON(w, view.ConditionalJSON(c)) },
			"csv":   func(w io.Writer) error { return view.ConditionalCSV(w, c) },
			"quiet": func(w io.Writer) error { return view.ConditionalBounds(w, c) },
		}, err
	}
	first, last := 1, f.upTo
	if f.width > 0 {
		first, last = f.width, f.width
	}
	if f.eigenvalues {
		all, err := f.question.AllEigenvalues(ctx, first, last, opt)
		rows := view.EigenvalueRows(all)
		return func() *view.Document { return view.Eigenvalues(f.question, rows) }, views{
			"json":  asJSON(rows),
			"csv":   func(w io.Writer) error { return view.EigenvaluesCSV(w, rows) },
			"quiet": asLines(rows, func(r view.EigenvalueRow) string { return r.Low + " " + r.High }),
		}, err
	}
	brackets, err := f.question.Brackets(ctx, first, last, opt)
	return func() *view.Document { return view.Brackets(brackets) }, views{
		"json":  func(w io.Writer) error { return result.JSON(w, view.BracketsJSON(brackets)) },
		"csv":   func(w io.Writer) error { return view.BracketsCSV(w, brackets) },
		"quiet": func(w io.Writer) error { return view.BestBounds(w, brackets) },
	}, err
}

// conditionalWidth is the default width of frontiers of conditional probabilities.
const conditionalWidth = 5

// checkMatrix returns an error for what --matrix cannot be combined with.
func (f *boundsFlags) checkMatrix(command *cobra.Command, args []string) error {
	switch ext := filepath.Ext(f.matrix); {
	case len(args) > 0:
		return errors.New("--matrix: strips are endless: want no board")
	case f.width == 0:
		return errors.New("--matrix: want the --width of the strips")
	case ext != ".m" && ext != ".sage" && ext != ".mtx":
		return fmt.Errorf("--matrix %q: want a file name that ends in .m, .sage or .mtx", f.matrix)
	}
	return noneWith(command, "matrix", "eigenvalues", "format", "json", "quiet")
}

// writeMatrix writes the transfer matrix of a strip.
func (f *boundsFlags) writeMatrix(command *cobra.Command) error {
	strip := bounds.Strip{
		Kind: f.question.Kind, Direction: f.question.Direction, Width: f.width,
		SafeFirst: f.boundary == "single-safe" || f.boundary == "double-safe", SafeLast: f.boundary == "double-safe",
	}
	m, err := strip.Matrix(command.Context(), f.question.Colors, f.machine.options(nil))
	if err != nil {
		return err
	}
	comment := fmt.Sprintf("legal positions of %d colours on a %v", f.question.Colors, strip)
	write := map[string]func(io.Writer, string) error{".m": m.WriteMATLAB, ".sage": m.WriteSage, ".mtx": m.WriteMatrixMarket}[filepath.Ext(f.matrix)]
	if err := writeFile("matrix", f.matrix, func(w io.Writer) error { return write(w, comment) }); err != nil {
		return err
	}
	names := f.matrix
	if base, market := strings.CutSuffix(f.matrix, ".mtx"); market {
		vectors := base + "-vectors.mtx"
		if err := writeFile("matrix", vectors, func(w io.Writer) error { return m.WriteMatrixMarketVectors(w, comment) }); err != nil {
			return err
		}
		names += " and " + vectors
	}
	_, err = fmt.Fprintf(command.OutOrStdout(), "%s: %d states, %d entries: %s\n", names, m.States, len(m.Entries), comment)
	return err
}
