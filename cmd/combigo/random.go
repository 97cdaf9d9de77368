package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"combigo/board"
	"combigo/internal/par"
	"combigo/result"
	"combigo/sampling/uniform"
)

// randomFlags is everything that the command random is told besides the board.
type randomFlags struct {
	seed    seedFlag
	count   amountFlag
	method  uniformMethodFlag
	table   tableFlags
	output  positionFlags
	command *cobra.Command
}

func newRandomCommand() *cobra.Command {
	f := &randomFlags{count: amountFlag{n: 1}, output: newPositionFlags()}
	command := &cobra.Command{
		Use:   "random ROWS [COLS]",
		Short: "Draw legal positions at random, each with the same probability",
		Long: `Draw legal positions of a board at random, each with the same probability.

The seed decides which positions come: the same seed gives the same ones, with
any number of threads, and more of them begin with the same ones. Without --seed
a seed is made up, and said on standard error with the way in which the
positions were drawn.

Small boards (9 points on the shorter side) are done through completion counts:
a random number, and the position that has it (see combigo rank). Larger ones
are coloured at random until the position is legal: on 19x19 one colouring in 84
is, on 25x25 one in 1100. Both are exactly uniform.`,
		Example: `  combigo random 9
  combigo random 19 --seed 7 --count 3 --format sgf
  combigo random 9 --seed 1 --count 1000 | combigo check -`,
		Args: func(command *cobra.Command, args []string) error {
			if _, err := boardOf("random", args); err != nil {
				return err
			}
			return onlyOneOf(command, "format", "json")
		},
		RunE: func(command *cobra.Command, args []string) error {
			f.command = command
			return f.run(args)
		},
	}
	flags := command.Flags()
	flags.SortFlags = false
	flags.Var(&f.seed, "seed", "seed of the random numbers: the same positions for the same seed (default: made up)")
	flags.Var(&f.count, "count", "how many positions")
	flags.Var(&f.method, "method", "auto, exact (through completion counts) or rejection (default: auto, by the board)")
	f.output.register(flags)
	f.table.register(flags)
	return command
}

// boardOf reads the board from the arguments of a command.
func boardOf(command string, args []string) (board.Size, error) {
	if len(args) == 0 {
		return board.Size{}, fmt.Errorf("%s: no board is given: want a size such as 9, 9x13 or 9 13", command)
	}
	size, err := board.Parse(args...)
	if err != nil {
		return size, fmt.Errorf("%s: %w", command, err)
	}
	return size, nil
}

func (f *randomFlags) run(args []string) error {
	size, err := boardOf("random", args)
	if err != nil {
		return err
	}
	if err := f.output.fits(size); err != nil {
		return fmt.Errorf("random: %w", err)
	}
	seed := f.seed.orMadeUp()
	bar := newProgressBar(f.command.ErrOrStderr(), "completion counts "+size.String())
	sampler, err := uniform.New(f.command.Context(), size, uniform.Options{
		Method: f.method.Method, Seed: seed,
		Options: par.Options{Threads: int(f.table.threads), Memory: f.table.ceiling(), Progress: bar.report()},
	})
	bar.finish()
	if err != nil {
		return f.table.explain("random", err)
	}
	return f.draw(size, seed, sampler)
}

func (f *randomFlags) draw(size board.Size, seed uint64, sampler *uniform.Sampler) error {
	out := bufio.NewWriterSize(f.command.OutOrStdout(), 1<<16)
	w := f.output.writer(out)
	w.begin(jsonFields{
		{"rows", size.Rows},
		{"cols", size.Cols},
		{"count", f.count.n},
		{"seed", strconv.FormatUint(seed, 10)},
		{"method", sampler.Method().String()},
	})
	err := f.pour(w, sampler)
	if err == nil {
		w.end(jsonFields{{"description", sampler.Story()}})
		err = out.Flush()
	}
	if err != nil {
		return explainOutput("random", err)
	}
	if !f.output.isJSON() {
		fmt.Fprintf(f.command.ErrOrStderr(), "%s of %s, --seed %d, drawn %s\n",
			plural(f.count.n, "position"), size, seed, sampler.Story())
	}
	return nil
}

// Positions are drawn in batches before they are written: a few at first, and more as long as that takes no time, so
// that all threads have enough to do. How they are cut up makes no difference to the positions.
const (
	firstBatch = 1 << 9
	mostBatch  = 1 << 15
	batchTime  = time.Second / 4
)

// pour draws the positions and writes them.
func (f *randomFlags) pour(w positionWriter, sampler *uniform.Sampler) error {
	bar := newProgressBar(f.command.ErrOrStderr(), "positions")
	defer bar.finish()
	batch := int64(firstBatch)
	for done := int64(0); done < f.count.n; {
		start := time.Now()
		positions, err := sampler.Draw(f.command.Context(), int(min(batch, f.count.n-done)))
		if err != nil {
			return err
		}
		if time.Since(start) < batchTime {
			batch = min(2*batch, mostBatch)
		}
		for _, p := range positions {
			if !p.Legal() {
				return result.Wrong("a position that was drawn", "it is not legal")
			}
			if err := w.write(p, nil); err != nil {
				return err
			}
		}
		done += int64(len(positions))
		if show := bar.report(); show != nil {
			show(float64(done) / float64(f.count.n))
		}
	}
	return nil
}

// explainOutput gives an error while positions are written its exit status.
func explainOutput(command string, err error) error {
	var internal *result.InternalError
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &internal):
		return exitError{exitInternal, fmt.Errorf("%s: %w", command, err)}
	}
	return exitError{exitInternal, fmt.Errorf("standard output: %w", err)}
}

// seedFlag is the seed of random numbers.
type seedFlag struct {
	seed  uint64
	given bool
}

func (f *seedFlag) Set(s string) (err error) {
	if f.seed, err = strconv.ParseUint(s, 10, 64); err != nil {
		return fmt.Errorf("want a whole number from 0 to %d", ^uint64(0))
	}
	f.given = true
	return nil
}

func (f *seedFlag) String() string {
	if !f.given {
		return ""
	}
	return strconv.FormatUint(f.seed, 10)
}

func (f *seedFlag) Type() string { return "N" }

// orMadeUp returns the seed, or a short one if none was given.
func (f *seedFlag) orMadeUp() uint64 {
	if f.given {
		return f.seed
	}
	return uint64(rand.Uint32())
}

// amountFlag is how many of something.
type amountFlag struct{ n int64 }

func (f *amountFlag) Set(s string) error {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 1 {
		return errors.New("want a whole number from 1 on")
	}
	f.n = n
	return nil
}

func (f *amountFlag) String() string {
	if f.n == 0 {
		return ""
	}
	return strconv.FormatInt(f.n, 10)
}

func (f *amountFlag) Type() string { return "N" }

// uniformMethodFlag is a way to draw positions.
type uniformMethodFlag struct{ uniform.Method }

func (f *uniformMethodFlag) Set(s string) (err error) {
	f.Method, err = uniform.ParseMethod(s)
	return err
}

func (f *uniformMethodFlag) String() string {
	if f.Method == uniform.Auto {
		return ""
	}
	return f.Method.String()
}
func (f *uniformMethodFlag) Type() string { return "METHOD" }
