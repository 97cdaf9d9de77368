package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"combigo/board"
	"combigo/game"
	"combigo/game/length"
	"combigo/goban"
	"combigo/result"
)

// lengthFlags are the flags of games of a given length.
type lengthFlags struct {
	moves  movesFlag
	method lengthMethodFlag
}

func (f *lengthFlags) register(flags *pflag.FlagSet) {
	flags.Var(&f.moves, "length", fmt.Sprintf("count only the games of exactly N moves, 0 to %d", length.MaxMoves))
	flags.Var(&f.method, "by", "with --length: auto, clusters or enumerate")
}

// check returns an error for flags that make no sense with each other.
func (f *lengthFlags) check(command *cobra.Command) error {
	switch {
	case f.on(command):
		return noneWith(command, "length", "estimate", "bounds", "witness", "graph", "lattice", "safe-top", "safe-bottom", "memory")
	case command.Flags().Changed("by"):
		return fmt.Errorf("%s: --by is a way to count games by length: want --length with it", command.Name())
	default:
		return nil
	}
}

func (f *lengthFlags) on(command *cobra.Command) bool { return command.Flags().Changed("length") }

// noneWith returns an error if one of the other flags is given with a flag that does not go with it. Flags that the
// command does not have are not given.
func noneWith(command *cobra.Command, flag string, others ...string) error {
	for _, other := range others {
		if command.Flags().Changed(other) {
			return fmt.Errorf("%s: --%s does not go with --%s: want one of them", command.Name(), other, flag)
		}
	}
	return nil
}

// movesFlag is a number of moves.
type movesFlag int

func (f *movesFlag) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > length.MaxMoves {
		return fmt.Errorf("want a number of moves from 0 to %d", length.MaxMoves)
	}
	*f = movesFlag(n)
	return nil
}

func (f *movesFlag) String() string { return "" }
func (f *movesFlag) Type() string   { return "N" }

// lengthMethodFlag is a way to count games by length.
type lengthMethodFlag struct{ length.Method }

func (f *lengthMethodFlag) Set(s string) error {
	for _, m := range []length.Method{length.Auto, length.Clusters, length.Enumerate} {
		if s == string(m) {
			f.Method = m
			return nil
		}
	}
	return errors.New("want auto, clusters or enumerate")
}

func (f *lengthMethodFlag) String() string { return string(f.Method) }
func (f *lengthMethodFlag) Type() string   { return "METHOD" }

// lengthRules are the rules as package length knows them.
func (f *gamesFlags) lengthRules() (length.Rules, error) {
	var rules length.Rules
	switch r := f.rules.rules(); {
	case r.Superko == game.Positional:
		rules.Superko = goban.PositionalSuperko
	case r.Superko == game.Situational:
		rules.Superko = goban.SituationalSuperko
	default:
		return rules, fmt.Errorf("games: --length counts with --rules positional or situational, not %v", r.Superko)
	}
	if bool(f.rules.suicide) {
		rules.Suicide = goban.SuicideForbidden
	}
	return rules, nil
}

// runLength counts the games of a length.
func (f *gamesFlags) runLength(command *cobra.Command, args []string) error {
	size, err := f.board.size(command, args)
	if err != nil {
		return err
	}
	rules, err := f.lengthRules()
	if err != nil {
		return err
	}
	threads := int(f.threads)
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	start := time.Now()
	bar := newProgressBar(command.ErrOrStderr(), "games")
	counted, err := length.Count(command.Context(), size.Rows, size.Cols, int(f.length.moves), length.Options{
		Rules: rules, Method: f.length.method.Method, Threads: threads, Progress: bar.report(),
	})
	bar.finish()
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case err != nil:
		return fmt.Errorf("games: %w", err)
	}
	r := lengthResult(size, int(f.length.moves), rules, counted)
	r.Threads, r.Wall, r.PeakMemory = threads, time.Since(start), result.PeakMemory()
	return writeWhole(command.OutOrStdout(), func(w io.Writer) error { return f.writeLength(w, r) })
}

// lengthResult puts a number of games together with its provenance.
func lengthResult(size board.Size, moves int, rules length.Rules, counted *length.Result) *result.Result {
	r := &result.Result{
		Quantity: fmt.Sprintf("games of %d moves (%v)", moves, rules),
		Symbol:   "games",
		Board:    size,
		Value:    counted.Games,
	}
	r.Method, r.Engine = string(counted.Method), "game/length"
	r.Description = "games are played up to symmetry, the last two moves in bulk"
	if counted.Method == length.Clusters {
		r.Description = "sequences of different points, and what clusters of stones change about that"
	}
	if n := len(counted.Checked); n > 0 {
		r.Checks = []string{fmt.Sprintf("lengths 0 to %d by clusters are those of games played on this board", counted.Checked[n-1])}
	}
	r.Notes = []string{"passes are moves, but never two running; the last move is a stone"}
	return r
}

func (f *gamesFlags) writeLength(w io.Writer, r *result.Result) error {
	switch {
	case f.json:
		return result.JSON(w, r)
	case f.quiet:
		return writeLines(w, []string{r.Value.String()})
	default:
		return result.Text(w, r)
	}
}
