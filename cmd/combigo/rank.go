package main

import (
	"github.com/spf13/cobra"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/ranking"
)

// rankFlags is everything that the command rank is told besides the file.
type rankFlags struct {
	positions positionFlags
	out       output
}

func newRankCommand() *cobra.Command {
	f := &rankFlags{}
	command := &cobra.Command{
		Use:   "rank FILE|-",
		Short: "Find the number of a legal position among all those of its board",
		Long: `Find the number of each position in a file, or in standard input (-), among the
L(M,N) legal positions of its board. Positions are read as combigo check reads
them: diagrams, or SGF.

` + orderOfPositions,
		Example: `  printf '.X.\nOO.\n' | combigo rank -
  combigo random 9 --count 10 | combigo rank -`,
		Args: oneArgument("one FILE, or - for standard input"),
		RunE: f.run,
	}
	flags := command.Flags()
	f.out.register(command, "print the numbers only, as text has them", "text", "json")
	f.positions.machine.register(flags)
	return command
}

func (f *rankFlags) run(command *cobra.Command, args []string) error {
	in, err := readInput(command.InOrStdin(), args[0], readSource)
	if err != nil {
		return err
	}
	table := func(size board.Size) (*ranking.Table, error) { return f.positions.table(command, size) }
	found, err := view.RankPositions(command.Context(), in.name, in.text, table)
	if err != nil {
		return err
	}
	return f.out.write(command, found.Document(), views{"json": asJSON(found)})
}
