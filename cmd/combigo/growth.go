package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/sampling"
)

func newEstimateCommand() *cobra.Command {
	c, digits := newCommand("estimate"), 30
	numberVar(c.Flags(), &digits, "digits", 1, 70, "number of digits", "show `N` digits at most")
	c.addOutputFlags("print the estimate only", "text", "json")
	return c.answerWith(func() (*view.Answer, error) {
		rows, cols, err := board.ParseSides(asymptotic.MaxSide, c.args...)
		if err != nil {
			return nil, err
		}
		return viewOf(func(e *asymptotic.Board) *view.Answer { return view.Estimate(rows, cols, e, digits) })(asymptotic.EstimateBoard(rows, cols))
	})
}

func newAsymptoticCommand() *cobra.Command {
	c := newCommand("asymptotic")
	c.Args = noArguments
	q, squares, strips, widest, density := bounds.Question{Kind: lattice.Square, Colors: 2}, asymptotic.LastSquare, asymptotic.LastStored(), 0, 0
	flags := c.Flags()
	numberVar(flags, &squares, "squares", asymptotic.MinSquares, asymptotic.LastSquare, "side", "use square boards with sides up to `N`")
	numberVar(flags, &strips, "strips", asymptotic.MinStrips, asymptotic.LastStored(), "number of rows", "use strips of up to `N` rows")
	c.addPlotFlags("draw the remainders of strips and the convergence to L")
	latticeVar(flags, &q.Kind, bounds.Lattices())
	numberVar(flags, &q.Colors, "colors", 1, bounds.MaxColors, "number of colours", "number `K` of colours of stones")
	numberVar(flags, &widest, "upto", asymptotic.MinLatticeStrips, bounds.MaxWidth, "width",
		"with --lattice or --colors: strips of up to `N` lines (default: some seconds' worth)")
	numberVar(flags, &density, "density", count.MinDensitySide, count.MaxDensitySide, "side", "find the density of stones, from boards with sides up to `N`")
	c.addLimitFlags()
	c.addOutputFlags("print the digits of L, or of the density, only", "text", "json")
	for _, name := range []string{"squares", "strips", "plot"} {
		c.flagRules(never(name, "lattice", "colors", "upto", "density"))
	}
	c.flagRules(never("density", "lattice", "colors", "upto"))
	return c.answerWith(func() (*view.Answer, error) {
		switch {
		case c.given("density"):
			return viewOf(view.StoneDensity)(count.Density(c.Context(), density, count.Options{Options: c.startWork("asymptotic --density %d", density)}))
		case c.given("lattice") || c.given("colors") || c.given("upto"):
			return viewOf(view.LatticeBase)(asymptotic.NewLatticeBase(c.Context(), q.Kind, q.Colors, widest, c.startWork("asymptotic")))
		case c.given("threads") || c.given("memory"):
			return nil, errors.New("--threads and --memory go with --lattice, --colors, --upto or --density only")
		}
		return view.Constants(asymptotic.FromSquares(squares), asymptotic.FromStrips(strips), asymptotic.FirstOrder(squares), asymptotic.Printed()), nil
	})
}

func newStripCommand() *cobra.Command {
	c, digits, stored := newCommand("strip"), 20, false
	numberVar(c.Flags(), &digits, "digits", asymptotic.MinDigits, asymptotic.MaxDigits, "number of digits", "show `N` significant digits")
	c.Flags().BoolVar(&stored, "stored", false, "show at once what was computed before, for up to 13 rows and 24 digits")
	c.addLimitFlags()
	c.addOutputFlags("print the growth rate lambda only, or one a line", "text", "json", "csv", "latex")
	return c.answerWith(func() (*view.Answer, error) {
		heights, err := parseRows(c.args, asymptotic.MaxStripHeight)
		switch {
		case err != nil:
			return nil, err
		case stored && digits > asymptotic.StoredDigits:
			return nil, fmt.Errorf("--digits %d: want at most %d with --stored", digits, asymptotic.StoredDigits)
		case stored && heights.Last > asymptotic.LastStored():
			return nil, fmt.Errorf("--stored: %d rows: want at most %d", heights.Last, asymptotic.LastStored())
		case !stored:
			if err := asymptotic.CheckStrip(heights.Last, digits, c.limits()); err != nil {
				return nil, err
			}
		}
		var found []*asymptotic.Strip
		for height := heights.First; height <= heights.Last; height++ {
			var s *asymptotic.Strip
			if stored {
				s = asymptotic.Stored(height)
			} else {
				c.startWork("strip %d", height)
				opt := asymptotic.StripOptions{Options: par.Options{Threads: c.machine.threads}, Step: func(s asymptotic.Step) { c.bar.show(s.Share) }}
				if s, err = asymptotic.NewStrip(c.Context(), height, digits, opt); err != nil {
					return nil, err
				}
			}
			found = append(found, s)
		}
		return view.Strips(found, digits), nil
	})
}

func newSampleCommand() *cobra.Command {
	c, o := newCommand("sample"), sampling.Options{Seed: 1}
	const (
		maxRuns         = 1_000_000_000_000 // more than a machine does in a year
		defaultRelError = 0.01
		defaultTime     = time.Minute
	)
	flags := c.Flags()
	wordVar(flags, &o.Method, "method", "METHOD", sampling.ParseMethod, nil, "guided or chen (default: guided)")
	numberVar(flags, &o.Runs, "runs", 2, maxRuns, "number of runs", "number of runs (default: no limit)")
	flags.Var(value[float64]{&o.RelError, "E", positive(1, "a number between 0 and 1, such as 0.01"), nil}, "rel-error", "relative error to reach, such as 0.01 (default: 0.01, and --time 1m, if nothing is given)")
	timeVar(flags, &o.Time, "time", "stop after this time, such as 30s or 5m (default: no limit)")
	seedVar(flags, &o.Seed, "seed `N` of the random numbers")
	threadsVar(flags, &c.machine.threads, "")
	c.addOutputFlags("print the estimate only", "text", "json")
	return c.answerWith(func() (*view.Answer, error) {
		size, err := parseBoard(c.args)
		if err != nil {
			return nil, err
		}
		if o.Runs == 0 && o.RelError == 0 && o.Time == 0 {
			o.RelError, o.Time = defaultRelError, defaultTime
		}
		o.Options = c.startWork("sample %s", size)
		c.savesOnInterrupt()
		estimate, err := sampling.Sample(c.Context(), size, o)
		if estimate == nil {
			return nil, err
		}
		if estimate.Interrupted = err != nil; estimate.Interrupted {
			err = exitError{exitInterrupted, err}
		}
		return view.Sample(estimate), err
	})
}

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
	c.addLimitFlags()
	c.addOutputFlags("print the lower and the upper bound only", "text", "json", "latex")
	c.flagRules(
		atMostOne("width", "upto"), atMostOne("conditional", "eigenvalues", "matrix"), atMostOne("conditional", "upto"),
		goWith("matrix", "boundary"), never("matrix", "format", "json", "quiet"),
	)
	return c.answerWith(c.answer)
}

func (c *boundsCommand) answer() (*view.Answer, error) {
	var size board.Size
	if len(c.args) > 0 {
		var err error
		switch size, err = parseBoard(c.args); {
		case err != nil:
			if rows, cols, long := board.ParseSides(asymptotic.MaxSide, c.args...); long == nil {
				err = fmt.Errorf("board %vx%v: want sides from 1 to %d; combigo estimate has its leading digits", rows, cols, bounds.MaxSide)
			}
			return nil, err
		case c.eigenvalues:
			return nil, errors.New("--eigenvalues: strips are endless: want no board")
		case c.conditional:
			return nil, errors.New("--conditional is for lattices: want no board")
		}
	}
	if c.matrix != "" {
		return nil, c.writeMatrix()
	}
	return c.find(size)
}

// find finds bounds for a board, or for the lattice if the size is zero.
func (c *boundsCommand) find(size board.Size) (*view.Answer, error) {
	const conditionalWidth = 5 // of frontiers, if none is given
	ctx, opt := c.Context(), c.startWork("%s", strings.Join(append([]string{"bounds"}, c.args...), " "))
	first, last := 1, c.upTo
	if c.width > 0 {
		first, last = c.width, c.width
	}
	switch {
	case size != board.Size{}:
		return viewOf(view.BoardBracket)(c.question.Board(ctx, size, max(c.width, c.upTo), opt))
	case c.conditional:
		found, err := c.question.Conditional(ctx, cmp.Or(c.width, conditionalWidth), opt)
		if err != nil {
			return nil, fmt.Errorf("--conditional: %w", err)
		}
		return view.Conditional(found), nil
	case c.eigenvalues:
		return viewOf(func(all []*bounds.Eigenvalues) *view.Answer { return view.Eigenvalues(c.question, all) })(
			c.question.AllEigenvalues(ctx, first, last, opt))
	}
	return viewOf(view.Brackets)(c.question.Brackets(ctx, first, last, opt))
}

func (c *boundsCommand) writeMatrix() error {
	switch {
	case len(c.args) > 0:
		return errors.New("--matrix: strips are endless: want no board")
	case c.width == 0:
		return errors.New("--matrix: want the --width of the strips")
	case filepath.Ext(c.matrix) != ".m":
		return fmt.Errorf("--matrix %q: want a file name that ends in .m", c.matrix)
	}
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
	_, err = fmt.Fprintf(c.OutOrStdout(), "%s: %s, %s: %s\n", c.matrix, view.Plural(m.States, "state"), view.Plural(len(m.Entries), "entry"), comment)
	return err
}
