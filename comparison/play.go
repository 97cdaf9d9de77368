package comparison

import (
	"context"
	"math/bits"
)

// A drop is a position of Connect-4: a bit for each man of the player who moved
// last, and a bit for each man of any. Columns have a bit more than rows, so that
// rows of men do not run on into the next column.
type drop struct {
	last, all uint64
}

// inARow is how many men in a row end a game.
const inARow = 4

// four reports whether there are four men in a row, a column or a diagonal, of
// columns with a given number of bits.
func four(men uint64, height int) bool {
	for _, step := range []int{1, height - 1, height, height + 1} {
		row := men
		for i := 1; i < inARow; i++ {
			row &= men >> (step * i)
		}
		if row != 0 {
			return true
		}
	}
	return false
}

// playAll plays all games of Connect-4, man by man, and returns the number of
// positions that come up; and the same for games that do not end with four in a
// row. The board has at most 64 points with one more for each column.
func playAll(ctx context.Context, rows, columns int) (positions, unstopped int, err error) {
	if positions, err = play(ctx, rows, columns, true); err != nil {
		return 0, 0, err
	}
	unstopped, err = play(ctx, rows, columns, false)
	return positions, unstopped, err
}

func play(ctx context.Context, rows, columns int, stop bool) (int, error) {
	positions := 0
	now := map[drop]struct{}{{}: {}}
	for len(now) > 0 {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		positions += len(now)
		next := make(map[drop]struct{})
		for d := range now {
			if !stop || !four(d.last, rows+1) {
				d.moves(rows, columns, next)
			}
		}
		now = next
	}
	return positions, nil
}

// moves adds all positions that follow on a position.
func (d drop) moves(rows, columns int, next map[drop]struct{}) {
	height := rows + 1
	for column := range columns {
		men := d.all >> (column * height) & (1<<height - 1)
		if n := bits.OnesCount64(men); n < rows {
			man := uint64(1) << (column*height + n)
			next[drop{d.all&^d.last | man, d.all | man}] = struct{}{}
		}
	}
}
