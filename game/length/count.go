package length

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/result"
)

// Count returns the number of games of exactly a given number of moves from the empty board, passes
// counted as moves, of which the last one is a stone. Moves are from 0 to MaxMoves; the game of no
// moves is one.
//
// What Clusters counts is checked: those lengths up to the given one that are quickly played are
// counted in both ways.
func Count(ctx context.Context, rows, cols, moves int, o Options) (*result.Result, error) {
	p := problem{rows, cols, moves, o}
	if err := p.refuse(); err != nil {
		return nil, err
	}
	found := &result.Result{
		Quantity: fmt.Sprintf("games of %d moves (%v)", moves, o.Rules), Symbol: "games", Board: board.Size{Rows: rows, Cols: cols},
		Provenance: result.Provenance{
			Method: string(Enumerate), Description: "games are played up to symmetry, the last two moves in bulk",
			Engine: "game/length", Threads: o.Goroutines(), Notes: []string{"passes are moves, but never two running; the last move is a stone"},
		},
	}
	if o.NoPasses {
		found.Notes = []string{"games without passes"}
	}
	p.expect()
	if o.Method == Enumerate {
		var err error
		found.Value, err = p.enumerate(ctx)
		return found, err
	}
	found.Method, found.Description = string(Clusters), "sequences of different points, and what closed sets of points change about that"
	counts, err := p.byClusters(ctx)
	if err != nil {
		return nil, err
	}
	found.Value = counts[moves]
	for k := range moves + 1 {
		short := p
		if short.moves, short.Progress = k, nil; short.effort() > playedAlways {
			break
		}
		played, err := short.enumerate(ctx)
		if err != nil {
			return nil, err
		}
		if played.Cmp(counts[k]) != 0 {
			return nil, result.InternalErrorf(fmt.Sprintf("the number of games of %d moves on %dx%d", k, rows, cols), "%v by clusters, and %v are played", counts[k], played)
		}
		found.Checks = []string{fmt.Sprintf("lengths 0 to %d by clusters are those of games played on this board", k)}
	}
	return found, nil
}

// byClusters returns the numbers of games of 0, 1, 2, ... moves, up to the number that is asked
// for.
func (p problem) byClusters(ctx context.Context) ([]*big.Int, error) {
	sets, err := p.closedSets(ctx)
	if err != nil {
		return nil, err
	}
	sums := make([][][]int64, len(sets))
	errs := make([]error, len(sets))
	if err := p.Each(ctx, len(sets), func(i int) { sums[i], errs[i] = p.sweep(ctx, sets[i].shape) }); err != nil {
		return nil, err
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	var counts []*big.Int
	for moves := range p.moves + 1 {
		count := new(big.Int)
		for i, s := range sets {
			for k, n := range sums[i][moves] {
				games := falling(p.rows*p.cols-s.size, k)
				games.Mul(games, big.NewInt(s.places))
				count.Add(count, games.Mul(games, big.NewInt(n)))
			}
		}
		counts = append(counts, count)
	}
	return counts, nil
}

// CountUpToSymmetry returns what [Count] does with games that a motion of the board turns into each
// other counted once.
//
// By Burnside's lemma it is the mean, over the motions, of the number of games that a motion leaves
// as they are. A motion other than the identity does so if it leaves each stone where it is. Its
// fixed points are a middle line, a diagonal or the centre of the board, and each has a neighbour
// that is not fixed, and so stays empty: nothing is ever captured, and the games are the sequences
// of different fixed points.
func CountUpToSymmetry(ctx context.Context, rows, cols, moves int, o Options) (*result.Result, error) {
	r, err := Count(ctx, rows, cols, moves, o)
	if err != nil {
		return nil, err
	}
	p, sum, all := problem{rows, cols, moves, o}, new(big.Int).Set(r.Value), int64(0)
	for _, m := range p.motions() {
		fixed := 0
		for point, image := range m {
			if point == image {
				fixed++
			}
		}
		if all++; fixed == len(m) {
			continue // the identity
		}
		for _, w := range words(moves, o.NoPasses) {
			sum.Add(sum, falling(fixed, w.len))
		}
	}
	rest := new(big.Int)
	r.Value, rest = new(big.Int).QuoRem(sum, big.NewInt(all), rest)
	if rest.Sign() != 0 {
		return nil, result.InternalErrorf(fmt.Sprintf("the number of games of %d moves on %dx%d", moves, rows, cols),
			"%v games that motions fix: not a multiple of %d", sum, all)
	}
	r.Quantity += " up to symmetry"
	r.Description += "; Burnside's lemma for the motions of the board"
	return r, nil
}
