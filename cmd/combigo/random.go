package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/sampling/uniform"
)

// randomFlags is everything that the command random is told besides the board.
type randomFlags struct {
	seed   uint64
	count  int64
	method uniform.Method
	positionFlags
}

func newRandomCommand() *cobra.Command {
	f := &randomFlags{count: 1}
	command := &cobra.Command{
		Use:   "random ROWS [COLS]",
		Short: "Draw legal positions at random, each with the same probability",
		Long: `Draw legal positions of a board at random, each with the same probability.

The seed decides which positions come: the same seed gives the same ones, with
any number of threads, and --count 10 begins with those of --count 3. Without
--seed a seed is chosen, and printed on standard error with the method.

On small boards (at most 9 points on the shorter side) a random number is drawn,
and completion counts give the position that has it (see combigo rank). Larger
boards are coloured at random until the position is legal: on 19x19 one
colouring in 84 is, on 25x25 one in 1100. Both are exactly uniform.`,
		Example: `  combigo random 9
  combigo random 19 --seed 7 --count 3 --format sgf
  combigo random 19 --seed 7 --plot board.png --width 8 --dpi 300
  combigo random 9 --seed 1 --count 1000 | combigo check -`,
		RunE: f.run,
	}
	flags := command.Flags()
	seedVar(flags, &f.seed, "seed of the random numbers: the same positions for the same seed (default: a new one)")
	numberVar(flags, &f.count, "count", 1, math.MaxInt64, "number of positions", "how many positions")
	wordVar(flags, &f.method, "method", "METHOD", uniform.ParseMethod, nil, "auto, exact (through completion counts) or rejection (default: auto, by the board)")
	f.register(command)
	return command
}

func (f *randomFlags) run(command *cobra.Command, args []string) error {
	size, err := oneBoard(args)
	if err := cmp.Or(err, f.check(size)); err != nil {
		return err
	}
	if !command.Flags().Changed("seed") {
		f.seed = uint64(rand.Uint32())
	}
	finish := func() {}
	opt := f.machine.options(nil)
	if f.method == uniform.Exact {
		opt, finish = f.tableOptions(command, size)
	}
	d := &draws{count: f.count, bar: newProgressBar(command, "positions "+size.String())}
	defer d.bar.finish()
	sampler, err := uniform.New(command.Context(), size, uniform.Options{Method: f.method, Seed: f.seed, Drawn: d.show, Options: opt})
	finish()
	if err != nil {
		return err
	}
	err = f.writeAll(command, view.Fields{
		{Name: "rows", Value: size.Rows},
		{Name: "cols", Value: size.Cols},
		{Name: "count", Value: f.count},
		{Name: "seed", Value: strconv.FormatUint(f.seed, 10)},
		{Name: "method", Value: sampler.Method().String()},
	}, view.Fields{{Name: "description", Value: sampler.Describe()}}, func(w view.PositionWriter) error {
		return d.draw(command, w, sampler)
	})
	if err == nil && f.out.format != "json" && !f.out.quiet {
		fmt.Fprintf(command.ErrOrStderr(), "%s of %s, --seed %d, drawn %s\n", view.Plural(f.count, "position"), size, f.seed, sampler.Describe())
	}
	return err
}

// Positions are drawn in batches before they are written: a few at first, and more as long as that
// takes no time, so that all threads have enough to do. How they are cut up makes no difference to
// the positions.
const (
	firstBatch = 1 << 9
	maxBatch   = 1 << 15
	batchTime  = time.Second / 4
)

// A draws is how far the drawing of positions is.
type draws struct {
	count, done, batch int64
	bar                *progressBar
}

// show shows how far it is, given the share of the batch that is drawn.
func (d *draws) show(share float64) {
	if show := d.bar.report(); show != nil {
		show((float64(d.done) + share*float64(d.batch)) / float64(d.count))
	}
}

// draw draws the positions and writes them.
func (d *draws) draw(command *cobra.Command, w view.PositionWriter, sampler *uniform.Sampler) error {
	announce(command.ErrOrStderr(), sampler.Expect(d.count), "random: few colourings of this board are legal", ", by chance less or several times as long")
	for next := int64(firstBatch); d.done < d.count; {
		start := time.Now()
		d.batch = min(next, d.count-d.done)
		positions, err := sampler.Draw(command.Context(), int(d.batch))
		if err != nil {
			return err
		}
		if time.Since(start) < batchTime {
			next = min(2*next, maxBatch)
		}
		for _, p := range positions {
			if !p.Legal() {
				return result.InternalErrorf("a position that was drawn", "it is not legal")
			}
			if err := w.Write(p, nil); err != nil {
				return err
			}
		}
		d.done, d.batch = d.done+d.batch, 0
		d.show(0)
	}
	return nil
}
