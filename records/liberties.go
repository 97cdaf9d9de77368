package records

import (
	"context"
	"errors"
	"fmt"

	"combigo.dev/combigo/liberties"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// maxOwnLiberties is the largest shorter side for liberties by this package itself.
const maxOwnLiberties = 12

// An UnprovedError says that the most liberties of a board are not proved.
type UnprovedError struct {
	Record *Record // without a position; its value is that of the best group known
}

func (e *UnprovedError) Error() string {
	return fmt.Sprintf("board %s: one string can have %d liberties; whether one can have more takes long to find out: "+
		"combigo liberties %d --method windows does", e.Record.Board, e.Record.Value, e.Record.Board.Short())
}

// searchLiberties asks package liberties, whose search is for liberties alone.
func (r *Record) searchLiberties(ctx context.Context, opt par.Options) error {
	b, err := liberties.OnBoard(ctx, r.Board.Rows, r.Board.Cols, liberties.Options{Options: opt})
	var memory *result.MemoryError
	switch {
	case errors.As(err, &memory):
		return memoryError(r.Of, r.Board, memory.Need, memory.Ceiling, memory.AtLeast)
	case err != nil:
		return err
	}
	r.Value, r.Checks = b.Liberties, b.Checks
	if b.Proof == liberties.Unproved || b.Group == nil {
		return &UnprovedError{r}
	}
	if b.Search != nil {
		r.Stats = Stats{PeakStates: b.Search.Peak, StateSteps: b.Search.Left + b.Search.Right}
	}
	r.Position, err = b.Group.Position()
	return err
}
