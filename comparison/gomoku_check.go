package comparison

import (
	"context"
	"fmt"
	"math/big"

	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

const (
	// maxLines is the largest number of places for a row of which all subsets
	// are looked at: some tenths of a second.
	maxLines = 20
	// maxLinePoints is the largest board for that.
	maxLinePoints = 64
	// turnedSteps is the longest run, in states times steps, that is repeated
	// with rows for columns.
	turnedSteps = 1e6
	// turnedRows is the longest side that is tried as the border.
	turnedRows = 7
)

// A rowCheck is a number of positions without a row, to be checked.
type rowCheck struct {
	game  transfer.RowGame
	value *big.Int
	steps int64
	opt   par.Options
}

func (c *rowCheck) all(ctx context.Context) ([]string, error) {
	var checks []string
	for _, check := range []func(context.Context) (string, error){c.bounds, c.exclusion, c.recount} {
		passed, err := check(ctx)
		if err != nil {
			return nil, err
		}
		if passed != "" {
			checks = append(checks, passed)
		}
	}
	return checks, nil
}

func (c *rowCheck) failed(format string, args ...any) error {
	return result.InternalErrorf("a number computed for gomoku", format, args...)
}

// bounds: the empty board has no row, and a row makes a difference.
func (c *rowCheck) bounds(context.Context) (string, error) {
	points := c.game.Rows * c.game.Columns
	all := pow(3, points)
	if c.value.Sign() <= 0 || c.value.Cmp(all) > 0 {
		return "", c.failed("it is not from 1 to 3^%d", points)
	}
	if (c.value.Cmp(all) == 0) != (places(c.game) == 0) {
		return "", c.failed("it is 3^%d with %d places for a row", points, places(c.game))
	}
	return fmt.Sprintf("at least 1 and at most 3^%d, which it is only without a place for a row", points), nil
}

// exclusion compares with inclusion and exclusion, which the paper mentions.
func (c *rowCheck) exclusion(context.Context) (string, error) {
	n := places(c.game)
	if n > maxLines || c.game.Rows*c.game.Columns > maxLinePoints {
		return "", nil
	}
	if other := excluded(c.game); other.Cmp(c.value) != 0 {
		return "", c.failed("inclusion and exclusion gives %s, not %s", other, c.value)
	}
	return fmt.Sprintf("inclusion and exclusion of %d places for a row: equal", n), nil
}

// recount compares with a count modulo a prime with rows for columns, which meets
// other states; a square board is repeated as it is, in other arithmetic.
func (c *rowCheck) recount(ctx context.Context) (string, error) {
	if c.steps > turnedSteps || c.game.Columns > turnedRows {
		return "", nil
	}
	prime := border.Primes(1)[0]
	residues, err := transfer.NewResidues(0, []uint64{prime})
	if err != nil {
		return "", err
	}
	turned := transfer.RowGame{Rows: c.game.Columns, Columns: c.game.Rows, Length: c.game.Length}
	opt := par.Options{Threads: c.opt.Threads, Memory: c.opt.Memory}
	values, _, err := transfer.NoRow(ctx, turned, residues, opt)
	if err != nil {
		return "", err
	}
	modulus := new(big.Int).SetUint64(prime)
	if new(big.Int).Mod(c.value, modulus).Uint64() != values[0] {
		return "", c.failed("it differs from a recount modulo the prime %d with rows for columns", prime)
	}
	if turned == c.game {
		return fmt.Sprintf("recount modulo the prime %d: equal", prime), nil
	}
	return fmt.Sprintf("recount modulo the prime %d with rows for columns: equal", prime), nil
}
