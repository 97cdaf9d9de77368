package main

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/digraph/paths"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/length"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// gamesFlags is everything that the command games is told besides the board.
type gamesFlags struct {
	board   variantFlags
	rules   game.Rules
	machine machineFlags
	out     output
	guess   guessFlags
	length  lengthFlags
	proof   proofFlags
}

// explainSize says of a board that is too large what else could be done.
func (f *gamesFlags) explainSize(command *cobra.Command, b *lattice.Graph, err error) error {
	if size := (*paths.SizeError)(nil); errors.As(err, &size) {
		return fmt.Errorf("%s: %w: want %s", b, err, f.others(command, !f.guess.on))
	}
	return err
}

// guessFlags are the flags of estimates.
type guessFlags struct {
	on   bool
	seed uint64
	runs int
	time time.Duration
}

// defaultRuns is how many runs are made if neither their number nor a time is given.
const defaultRuns = 100

func (f *guessFlags) register(command *cobra.Command) {
	checkBefore(command, f.check)
	flags := command.Flags()
	flags.BoolVar(&f.on, "estimate", false, "estimate the number by sampling")
	f.seed = 1
	seedVar(flags, &f.seed, "for --estimate: seed `N` of the random numbers; the same seed and runs, the same result")
	numberVar(flags, &f.runs, "runs", 1, paths.MaxRuns, "number of runs", fmt.Sprintf("for --estimate: number `N` of independent runs (default: %d, or as many as --time allows)", defaultRuns))
	timeVar(flags, &f.time, "time", "for --estimate: begin no more runs after this time, such as 30s or 5m")
}

func (f *guessFlags) check(command *cobra.Command, _ []string) error {
	return onlyWith(command, "estimate", "seed", "runs", "time")
}

func (f *guessFlags) options(opt par.Options) paths.EstimateOptions {
	runs := f.runs
	if runs == 0 && f.time == 0 {
		runs = defaultRuns
	}
	return paths.EstimateOptions{
		Options: par.Options{Threads: opt.Threads, Progress: opt.Progress},
		Seed:    f.seed, Runs: runs, Time: f.time,
	}
}

// lengthFlags are the flags of games of a given length.
type lengthFlags struct {
	moves     int
	method    length.Method
	symmetric bool
	noPasses  bool
}

func (f *lengthFlags) register(command *cobra.Command) {
	checkBefore(command, f.check)
	flags := command.Flags()
	numberVar(flags, &f.moves, "length", 0, length.MaxMoves, "number of moves", fmt.Sprintf("count only the games of exactly N moves, 0 to %d", length.MaxMoves))
	enumVar(flags, &f.method, "method", "METHOD", "with --length: auto, clusters or enumerate (default: auto)", length.Auto, length.Clusters, length.Enumerate)
	flags.BoolVar(&f.symmetric, "symmetry", false, "with --length: count games that motions of the board turn into each other once")
	flags.BoolVar(&f.noPasses, "no-passes", false, "with --length: only games without passes, as openings are")
}

// check returns an error for flags that make no sense with each other.
func (f *lengthFlags) check(command *cobra.Command, _ []string) error {
	if f.on(command) {
		return noneWith(command, "length", "estimate", "bounds", "witness", "graph", "lattice", "safe-top", "safe-bottom", "memory")
	}
	return onlyWith(command, "length", "method", "symmetry", "no-passes")
}

func (f *lengthFlags) on(command *cobra.Command) bool { return command.Flags().Changed("length") }

// proofFlags are the flags of what is proved about numbers of games.
type proofFlags struct {
	bounds  bool
	witness string
	rooms   bool
	draw    uint64
}

func (f *proofFlags) register(command *cobra.Command) {
	checkBefore(command, f.check)
	flags := command.Flags()
	flags.BoolVar(&f.bounds, "bounds", false, "print proved bounds")
	flags.StringVar(&f.witness, "witness", "", "write a game of the lower bound's proof to `FILE`, as SGF (- for standard output)")
	flags.BoolVar(&f.rooms, "rooms", false, "with --witness: a game through the states of rooms, not of the theorem")
	flags.Uint64Var(&f.draw, "draw", 0, "with --witness: draw the choices of the proof at random, with this `SEED`")
}

func (f *proofFlags) on() bool { return f.bounds || f.witness != "" }

// check returns an error for flags that make no sense with each other.
func (f *proofFlags) check(command *cobra.Command, _ []string) error {
	if command.Flags().Changed("witness") && f.witness == "" {
		return errors.New("--witness: want the name of a file")
	}
	err := cmp.Or(onlyOneOf(command, "bounds", "witness"), onlyWith(command, "witness", "rooms", "draw"))
	if err != nil || !f.on() {
		return err
	}
	name := "bounds"
	if f.witness != "" {
		name = "witness"
		err = noneWith(command, name, "json", "threads")
	}
	return cmp.Or(err, noneWith(command, name, "estimate", "length", "graph", "lattice", "safe-top", "safe-bottom", "superko", "suicide", "memory", "seed", "quiet"))
}

// others names what would do in the place of a board that is too large: flags that go with the
// present ones, --estimate only if it may help.
func (f *gamesFlags) others(command *cobra.Command, estimate bool) string {
	ways := []string{"a smaller board"}
	if estimate && f.rules.Superko == goban.PositionalSuperko {
		ways = append(ways, "--estimate")
	}
	plain := f.board == variantFlags{}
	if plain && f.rules.Superko != goban.NaturalSuperko {
		ways = append(ways, "--length N")
	}
	if plain && !command.Flags().Changed("superko") {
		ways = append(ways, "--bounds")
	}
	return enum.Alternatives(ways)
}
