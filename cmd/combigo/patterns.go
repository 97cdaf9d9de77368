package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"strings"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/symmetry/patterns"
)

// patternsFlags is everything that the command patterns is told besides the numbers of stones.
type patternsFlags struct {
	board   board.Size
	meaning patterns.Meaning
	legal   bool
	boards  int
	machine machineFlags
	out     output
}

func newPatternsCommand() *cobra.Command {
	f := &patternsFlags{board: board.Size{Rows: 19, Cols: 19}, boards: patterns.DefaultTreeBoards}
	command := &cobra.Command{
		Use:   "patterns N",
		Short: "Count the opening patterns of N stones, up to symmetry",
		Long: "Count the opening patterns of N stones up to rotation and reflection: what can\n" +
			"be on the board after N moves, or how it came there. Captures are ignored. This\n" +
			"can be meant in six ways; each is counted exactly, the first four by Burnside's\n" +
			"lemma:\n\n" + meaningHelp() + `
A tree of moves has fewer leaves than there are sequences up to symmetry: after
two stones that a reflection exchanges, it takes the third move from half of the
board. If colours are forgotten, the difference begins at N = 3; with colours,
at N = 4 (at 5 if only the identity fixes a point). A tree is left out if it has
more than --tree-boards boards; each stone makes them three to five times more.

Give one number of stones, such as 5, or a range, such as 0-10. --legal leaves
out patterns in whose last position a string has no liberty; that is for boards
up to about 7x7, and not for sets and trees.`,
		Example: `  combigo patterns 5
  combigo patterns 0-10 --meaning sequences --format bfile
  combigo patterns 0-8 --board 5x7 --json
  combigo patterns 0-16 --board 4 --legal`,
		RunE: f.run,
	}
	flags := command.Flags()
	wordVar(flags, &f.board, "board", "SIZE", func(s string) (board.Size, error) { return board.Parse(s) }, board.Size.String, "the board, such as 19 or 9x13")
	wordVar(flags, &f.meaning, "meaning", "MEANING", patterns.ParseMeaning, nil, "count for this meaning only")
	flags.BoolVar(&f.legal, "legal", false, "count only patterns in which every string has a liberty in the end")
	numberVar(flags, &f.boards, "tree-boards", 1, math.MaxInt, "number of boards", "most boards that a tree may describe")
	f.machine.registerThreads(flags, " for --legal")
	f.machine.registerMemory(flags, " for --legal")
	f.out.register(command, "print the number of one meaning only, or one number a line", "text", "json", "csv", "bfile")
	return command
}

// meaningHelp lists the meanings.
func meaningHelp() string {
	var lines strings.Builder
	for _, m := range patterns.Meanings() {
		fmt.Fprintf(&lines, "  %s\n      %s\n", m, m.Definition())
	}
	return lines.String()
}

func (f *patternsFlags) run(command *cobra.Command, args []string) error {
	stones, err := patterns.ParseStones(args...)
	if err != nil {
		return err
	}
	opt := patterns.Options{
		Board: f.board, First: stones.First, Last: stones.Last, Legal: f.legal, TreeBoards: f.boards, Options: par.Options{Threads: f.machine.threads},
	}
	one := command.Flags().Changed("meaning")
	if one {
		opt.Meanings = []patterns.Meaning{f.meaning}
	}
	sequence := f.out.format == "quiet" || f.out.format == "bfile"
	if sequence && !one {
		return errors.New("--quiet and --format bfile are for one sequence: want a --meaning")
	}
	if err := opt.Validate(); err != nil {
		return err
	}
	work, finish := f.machine.begin(command, "patterns "+args[0])
	opt.Memory, opt.Progress = work.Memory, work.Progress
	r, err := patterns.Count(command.Context(), opt)
	finish()
	if err != nil {
		return err
	}
	var terms []result.Term
	for _, v := range r.Values {
		if sequence && v.Number == nil {
			return fmt.Errorf("%s of %d stones: more than %d boards to describe: want fewer stones or more --tree-boards", v.Meaning, v.Stones, f.boards)
		}
		terms = append(terms, result.Term{Index: v.Stones, Value: v.Number})
	}
	return f.out.write(command, view.Patterns(r, f.boards), views{
		"json":  asJSON(r),
		"csv":   func(w io.Writer) error { return view.PatternsCSV(w, r) },
		"bfile": func(w io.Writer) error { return result.BFile(w, terms) },
		"quiet": asLines(terms, func(t result.Term) *big.Int { return t.Value }),
	})
}
