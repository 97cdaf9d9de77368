package main

import (
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/game"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/view"
)

// runEstimate estimates the number of games. After Ctrl-C it prints the estimate of the runs that
// are done.
func (f *gamesFlags) runEstimate(command *cobra.Command, args []string) error {
	b, err := f.board.read(command, args)
	if err != nil {
		return err
	}
	opt, finish := f.machine.begin(command, "games")
	began := time.Now()
	saves(command, true)
	e, err := game.Estimate(command.Context(), b, f.rules, opt.Memory, f.guess.options(opt))
	finish()
	if e == nil {
		goesOn(command, func() string { return ": the first run was not over" })
		return f.explainSize(command, b, err)
	}
	d := &view.GamesEstimate{
		Graph: b.String(), Superko: f.rules.Superko.String(), Suicide: f.rules.Suicide == goban.SuicideAllowed,
		Sampling: "stratified", Seed: f.guess.seed, Estimate: e, Seconds: time.Since(began).Seconds(),
	}
	writeErr := f.out.write(command, d.Document(f.rules), views{"json": asJSON(d), "quiet": asLine(view.Power(d.Mean))})
	if writeErr != nil {
		return writeErr
	}
	return err
}
