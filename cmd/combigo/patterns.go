package main

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/symmetry/patterns"
)

func newPatternsCommand() *cobra.Command {
	c, meaning := newCommand("patterns", "MEANINGS", meaningHelp()), patterns.Meaning(0)
	o := patterns.Options{Board: board.Size{Rows: 19, Cols: 19}, TreeBoards: patterns.DefaultTreeBoards}
	flags := c.Flags()
	wordVar(flags, &o.Board, "board", "SIZE", func(s string) (board.Size, error) { return board.Parse(s) }, board.Size.String, "the board, such as 19 or 9x13")
	wordVar(flags, &meaning, "meaning", "MEANING", patterns.ParseMeaning, nil, "count for this meaning only")
	flags.BoolVar(&o.Legal, "legal", false, "count only patterns in which every string has a liberty in the end")
	numberVar(flags, &o.TreeBoards, "tree-boards", 1, math.MaxInt, "number of boards", "most boards that a tree may describe")
	threadsVar(flags, &c.machine.threads, " for --legal")
	memoryVar(flags, &c.machine.memory, " for --legal")
	c.writes("print the number of one meaning only, or one number a line", "text", "json", "csv", "bfile")
	return c.answers(func() (*view.Answer, error) {
		stones, err := patterns.ParseStones(c.args...)
		if err != nil {
			return nil, err
		}
		o.First, o.Last, o.Threads = stones.First, stones.Last, c.machine.threads
		if c.given("meaning") {
			o.Meanings = []patterns.Meaning{meaning}
		}
		sequence := c.out.format == "quiet" || c.out.format == "bfile"
		if sequence && !c.given("meaning") {
			return nil, errors.New("--quiet and --format bfile are for one sequence: want a --meaning")
		}
		if err := o.Validate(); err != nil {
			return nil, err
		}
		o.Options = c.work("patterns %s", c.args[0])
		r, err := patterns.Count(c.Context(), o)
		if err != nil {
			return nil, err
		}
		for _, v := range r.Values {
			if sequence && v.Number == nil {
				return nil, fmt.Errorf("%s of %d stones: more than %d boards to describe: want fewer stones or more --tree-boards", v.Meaning, v.Stones, o.TreeBoards)
			}
		}
		return view.Patterns(r, o.TreeBoards), nil
	})
}

// meaningHelp lists the meanings.
func meaningHelp() string {
	var lines strings.Builder
	for _, m := range patterns.Meanings() {
		fmt.Fprintf(&lines, "  %s\n      %s\n", m, m.Definition())
	}
	return lines.String()
}
