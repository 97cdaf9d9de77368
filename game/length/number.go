package length

import (
	"context"
	"fmt"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/result"
)

// Number returns the number of games that [Count] finds, or [CountUpToSymmetry], with its
// provenance.
func Number(ctx context.Context, size board.Size, moves int, symmetric bool, o Options) (*result.Result, error) {
	count, quantity := Count, fmt.Sprintf("games of %d moves (%v)", moves, o.Rules)
	if symmetric {
		count, quantity = CountUpToSymmetry, quantity+" up to symmetry"
	}
	counted, err := count(ctx, size.Rows, size.Cols, moves, o)
	if err != nil {
		return nil, err
	}
	r := &result.Result{Quantity: quantity, Symbol: "games", Board: size, Value: counted.Games}
	r.Method, r.Engine, r.Threads = string(counted.Method), "game/length", o.Goroutines()
	r.Description = "games are played up to symmetry, the last two moves in bulk"
	if counted.Method == Clusters {
		r.Description = "sequences of different points, and what clusters of stones change about that"
	}
	if n := len(counted.Checked); n > 0 {
		r.Checks = []string{fmt.Sprintf("lengths 0 to %d by clusters are those of games played on this board", counted.Checked[n-1])}
	}
	if symmetric {
		r.Description += "; Burnside's lemma for the motions of the board"
	}
	r.Notes = []string{"passes are moves, but never two running; the last move is a stone"}
	if o.NoPasses {
		r.Notes = []string{"games without passes"}
	}
	return r, nil
}
