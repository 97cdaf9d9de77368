package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"combigo/game"
	"combigo/game/certificate"
	"combigo/game/longest"
	"combigo/game/transcript"
	"combigo/result"
)

// longestFlags is everything that the command longest is told besides the board.
type longestFlags struct {
	board   variantFlags
	suicide suicideFlag
	time    time.Duration
	steps   int64
	tries   int
	seed    uint64
	threads threadsFlag
	memory  memoryFlag
	certificateFlags
}

func newLongestCommand() *cobra.Command {
	f := &longestFlags{}
	command := &cobra.Command{
		Use:   "longest {ROWS [COLS] | --graph FILE | --verify FILE}",
		Short: "Search for a long game, and prove how long a game can be",
		Long: `Search for a game of as many moves as possible in which no position comes
twice (positional superko), and prove an upper bound. Moves are counted, passes
are not. Where the two numbers meet the longest game is known.

On boards of one row there are mostly games through all positions. On others the
upper bound is that of a linear program, and the search is by simulated
annealing among the moves that the bound shows to be part of long games. The
game is played once more by a checker that knows nothing of the search.

All this takes --time, of which at most half goes to the bound; with --steps
instead, which counts the steps of each try, the result is the same on every
machine and for any number of threads. Ctrl-C prints the best game so far.`,
		Example: `  combigo longest 2
  combigo longest 2x3 --steps 300000
  combigo longest 2x4 --time 1m --output 2x4.txt
  combigo longest --verify 2x4.txt
  combigo longest 1x8 --format sgf --output 1x8.sgf
  combigo longest --graph star.txt --suicide no`,
		Args: func(command *cobra.Command, args []string) error { return f.check(command, args) },
		RunE: func(command *cobra.Command, args []string) error { return f.run(command, args) },
	}
	f.board.register(command)
	flags := command.Flags()
	flags.SortFlags = false
	flags.Var(&f.suicide, "suicide", "yes or no: whether a move may take the last liberty of its own string")
	flags.DurationVar(&f.time, "time", 20*time.Second, "`TIME` of the whole, such as 90s or 10m")
	flags.Int64Var(&f.steps, "steps", 0, "each try takes `N` steps, whatever the time")
	flags.IntVar(&f.tries, "tries", 2, "`N` searches, each from the beginning")
	flags.Uint64Var(&f.seed, "seed", 0, "seed `N` of the random numbers: other searches for each")
	flags.Var(&f.threads, "threads", "number of threads (default: one for each processor)")
	flags.Var(&f.memory, "memory", "ceiling on memory, such as 8GiB (default: what the machine has available)")
	f.certificateFlags.register(flags)
	return command
}

// check returns an error for what is wrong on the command line.
func (f *longestFlags) check(command *cobra.Command, args []string) error {
	for _, flags := range [][]string{{"time", "steps"}, {"verify", "graph"}} {
		if err := onlyOneOf(command, flags...); err != nil {
			return err
		}
	}
	if err := f.certificateFlags.check(command, args); err != nil {
		return err
	}
	switch {
	case f.time <= 0:
		return fmt.Errorf("longest: --time %s: want a time above 0, such as 90s", f.time)
	case f.steps < 0 || f.steps == 0 && command.Flags().Changed("steps"):
		return fmt.Errorf("longest: --steps %d: want 1 at least", f.steps)
	case f.tries < 1:
		return fmt.Errorf("longest: --tries %d: want 1 at least", f.tries)
	case f.verify == "":
		return f.board.checkOne(command, args)
	}
	return nil
}

func (f *longestFlags) run(command *cobra.Command, args []string) error {
	if f.verify != "" {
		return verifyCertificate(command, "longest", f.verify, f.format.format == "json")
	}
	begin := time.Now()
	g, err := f.graph(command, args)
	if err != nil {
		return err
	}
	automorphisms, err := longest.Automorphisms(g)
	if err != nil {
		return fmt.Errorf("longest: %w", err)
	}
	stages := newStages(command.ErrOrStderr(), "longest "+boardName(g.Board()))
	saves.Store(true)
	r, err := longest.Search(command.Context(), g.Graph, longest.Options{
		Automorphisms: automorphisms, Seed: f.seed, Tries: f.tries, Steps: f.steps, Time: max(f.time-time.Since(begin), 1), Threads: int(f.threads),
		Progress: stages.report(),
	})
	stages.finish()
	if err != nil {
		return fmt.Errorf("longest: %w", err)
	}
	found, err := f.certify(command.Context(), g, r)
	if err != nil {
		return err
	}
	found.wall = time.Since(begin)
	if err := f.write(command.OutOrStdout(), found, r); err != nil {
		return err
	}
	if r.Interrupted {
		return exitError{exitInterrupted, errors.New("interrupted")}
	}
	return nil
}

// graph makes the game graph, if there is room for it and for the search.
func (f *longestFlags) graph(command *cobra.Command, args []string) (*game.Graph, error) {
	b, err := f.board.read(command, args)
	if err != nil {
		return nil, err
	}
	ceiling := f.memory.budget()
	ctx, rules, opt := command.Context(), game.Rules{NoSuicide: bool(f.suicide)}, game.Options{Memory: ceiling, Threads: int(f.threads)}
	p, err := game.NewPositions(ctx, b, opt)
	if err != nil {
		return nil, fmt.Errorf("longest: %w", err)
	}
	degrees, err := p.Degrees(ctx, rules, opt)
	if err != nil {
		return nil, fmt.Errorf("longest: %w", err)
	}
	if need := longest.Need(degrees.Nodes, degrees.Edges); ceiling > 0 && need > ceiling {
		return nil, fmt.Errorf("longest: %w", f.memory.explain(&result.MemoryError{Of: "the search on " + boardName(b), Need: need}))
	}
	return p.Graph(ctx, rules, opt)
}

// certify plays the game again. After Ctrl-C it goes on regardless: what was found is printed.
func (f *longestFlags) certify(ctx context.Context, g *game.Graph, r *longest.Result) (*certified, error) {
	c, err := transcript.Game(g, r.Path)
	if err != nil {
		return nil, exitError{exitInternal, err}
	}
	report, err := c.Check()
	if err == nil && rectangle(c) {
		err = transcript.Replay(c)
	}
	if err != nil {
		return nil, exitError{exitInternal, err}
	}
	found := &certified{certificate: c, report: report, legal: g.Len(), seed: f.seed}
	if ctx.Err() == nil && f.output == "" && g.Len() <= mostRecounted {
		if found.legal, err = certificate.CountLegal(ctx, c.Board); err == nil && found.legal != g.Len() {
			err = exitError{exitInternal, fmt.Errorf("%d positions are legal, and the game graph has %d", found.legal, g.Len())}
		}
	}
	return found, err
}

// mostRecounted is the largest number of positions that are counted once more.
const mostRecounted = 20_000

// write writes the game in the format asked for, or to a file, and what is known of longer ones.
func (f *longestFlags) write(stdout io.Writer, c *certified, r *longest.Result) error {
	if f.output != "" {
		if err := saveCertified(c, f.output, f.format.format); err != nil {
			return fmt.Errorf("longest: %w", err)
		}
	}
	return writeWhole(stdout, func(w io.Writer) error {
		switch {
		case f.format.format == "json":
			return result.JSON(w, newLongestJSON(c, r))
		case f.output == "" && f.format.format != "text":
			return writeCertified(w, c, f.format.format)
		}
		return writeLongest(w, c, r)
	})
}

