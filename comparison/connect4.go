package comparison

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/result"
)

// The standard board of Connect-4: columns of 6, and 7 of them.
const (
	standardRows    = 6
	standardColumns = 7
)

// MaxConnect4Side is the longest side of a board for [Connect4].
const MaxConnect4Side = 100

// maxPlayed is the largest number of fillings of a board on which all games are played: some
// seconds.
const maxPlayed = 2_000_000

// Connect4 returns bounds on the number of positions of Connect-4 on a board of a given number of
// rows and columns. Where that is quick, the positions that come up in games are counted, too.
func Connect4(ctx context.Context, rows, columns int) (*Report, error) {
	if rows < 1 || columns < 1 || rows > MaxConnect4Side || columns > MaxConnect4Side {
		return nil, fmt.Errorf("board %dx%d: a side has from 1 to %d points", rows, columns, MaxConnect4Side)
	}
	start := time.Now()
	bound, fillings := pow(2, columns*(rows+1)), balanced(rows, columns)
	r := &Report{
		Game: "connect4", Board: board.Size{Rows: rows, Cols: columns},
		Figures: []Figure{
			{
				Name: "upper bound by a code", Formula: fmt.Sprintf("2^(%d*(%d+1)) = 2^%d", columns, rows, columns*(rows+1)),
				Value: bound, Basis: result.Proved,
			},
			{
				Name: "fillings with the right numbers of men", Formula: "sum over k of stacks(k) * C(k, k/2)",
				Value: fillings, Basis: result.TwoWays,
			},
		},
		Provenance: result.Provenance{Method: "formula", Description: "bounds worked out", Engine: "comparison", Threads: 1},
	}
	if fillings.Cmp(bound) > 0 {
		return nil, result.InternalErrorf("a number computed for connect4", "there are more fillings than words for them")
	}
	r.Checks = append(r.Checks, "no more fillings than words of the code")
	if err := r.played(ctx, rows, columns, fillings); err != nil {
		return nil, err
	}
	if rows == standardRows && columns == standardColumns {
		if err := r.standard(ctx); err != nil {
			return nil, err
		}
	}
	r.Wall = time.Since(start)
	r.PeakMemory = result.PeakMemory()
	return r, nil
}

// played adds the number of positions that come up in games, if it is quick.
func (r *Report) played(ctx context.Context, rows, columns int, fillings *big.Int) error {
	if columns*(rows+1) > 64 || fillings.Cmp(big.NewInt(maxPlayed)) > 0 {
		return nil
	}
	positions, err := play(ctx, rows, columns, true)
	if err != nil {
		return err
	}
	unstopped, err := play(ctx, rows, columns, false)
	if err != nil {
		return err
	}
	n, all := big.NewInt(int64(positions)), big.NewInt(int64(unstopped))
	r.Figures = append(r.Figures, Figure{Name: "positions that come up in games", Formula: "all games played", Value: n, Basis: result.TwoWays})
	if n.Cmp(all) > 0 || all.Cmp(fillings) > 0 {
		return result.InternalErrorf("a number computed for connect4",
			"%s positions come up, %s if games go on after four in a row, of %s fillings", n, all, fillings)
	}
	r.Checks = append(r.Checks, fmt.Sprintf("no more than the %s that come up if games go on after four in a row, "+
		"and these no more than the fillings", all))
	return nil
}

// standard adds what was published about the standard board.
func (r *Report) standard(ctx context.Context) error {
	goBoard, err := count.Legal(ctx, board.Size{Rows: 5, Cols: 5}, count.Options{})
	if err != nil {
		return err
	}
	exact, _ := new(big.Int).SetString("4531985219092", 10)
	for _, f := range r.Figures {
		if f.Value.Cmp(exact) < 0 {
			return result.InternalErrorf("a number computed for connect4", "a bound is less than the exact number")
		}
	}
	r.Checks = append(r.Checks, "both at least the published exact number")
	r.Figures = append(r.Figures,
		Figure{Name: "positions that come up in games", Published: exact.String(), Source: "Edelkamp and Kissmann, in " + paper, Basis: result.Quoted},
		Figure{Name: "L(5,5), legal positions of Go on 5x5", Formula: "counted", Value: goBoard.Value, Basis: result.TwoWays},
		Figure{
			Name: "exact number / L(5,5)", Formula: exact.String() + " / L(5,5)",
			Real: ratio(new(big.Rat).SetInt(exact), goBoard.Value), Published: "about 11", Source: paper, Basis: result.Quoted,
		})
	return nil
}

// balanced returns the number of ways to fill columns from below with men of two colours, of the
// first as many as of the second or one more. With k men, there are as many as ways to stack k
// things in the columns times choices of colours.
func balanced(rows, columns int) *big.Int {
	total, choice := new(big.Int), new(big.Int)
	for k, stacks := range stackings(rows, columns) {
		total.Add(total, choice.Mul(stacks, choice.Binomial(int64(k), int64(k/2))))
	}
	return total
}

// stackings returns, for each k, the number of ways to choose heights of the columns that add up to
// k: the coefficients of (1 + x + ... + x^rows)^columns.
func stackings(rows, columns int) []*big.Int {
	ways := []*big.Int{big.NewInt(1)}
	for range columns {
		next := make([]*big.Int, len(ways)+rows)
		for k := range next {
			next[k] = new(big.Int)
			for height := max(0, k-len(ways)+1); height <= min(rows, k); height++ {
				next[k].Add(next[k], ways[k-height])
			}
		}
		ways = next
	}
	return ways
}

// A drop is a position of Connect-4: a bit for each man of the player who moved last, and a bit for
// each man of any. Columns have a bit more than rows, so that rows of men do not run on into the
// next column.
type drop struct {
	last, all uint64
}

// inARow is how many men in a row end a game.
const inARow = 4

// four reports whether there are four men in a row, a column or a diagonal, of columns with a given
// number of bits.
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

// play plays games of Connect-4, man by man, and returns the number of positions that come up, if
// games stop with four in a row, or go on. The board has at most 64 points with one more for each
// column.
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
