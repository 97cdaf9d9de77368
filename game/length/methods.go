package length

import (
	"context"
	"fmt"
	"math/big"

	"combigo.dev/combigo/result"
)

// Count returns the number of games of exactly a given number of moves from the empty board, passes
// counted as moves, of which the last one is a stone. Moves are from 0 to MaxMoves; the game of no
// moves is one.
//
// What Clusters counts is checked: the shorter games of the same board that are quickly played are
// counted in both ways.
func Count(ctx context.Context, rows, cols, moves int, o Options) (*Result, error) {
	if err := refuse(rows, cols, moves, o.Rules); err != nil {
		return nil, err
	}
	played := effort(rows, cols, moves)
	if o.Method == "" || o.Method == Auto {
		o.Method = Clusters
		if played <= quickly {
			o.Method = Enumerate
		}
	}
	if o.Method == Enumerate {
		if played > maxPlayed {
			return nil, fmt.Errorf("%d moves on %dx%d: about %.0e games to play: want at most %.0e, or the method clusters",
				moves, rows, cols, played, maxPlayed)
		}
		o.expect(played, moves)
		games, err := enumerate(ctx, rows, cols, moves, o)
		return &Result{Games: games, Method: Enumerate}, err
	}
	return byClusters(ctx, rows, cols, moves, o)
}

// byClusters counts by clusters, and checks shorter games against enumeration.
func byClusters(ctx context.Context, rows, cols, moves int, o Options) (*Result, error) {
	if err := tooLong(ctx, rows, cols, moves, o.Rules); err != nil {
		return nil, err
	}
	o.expect(effort(rows, cols, moves), moves)
	found := &Result{Method: Clusters}
	for k := 0; k < moves && effort(rows, cols, k) <= quickly; k++ {
		if err := compare(ctx, rows, cols, k, o); err != nil {
			return nil, err
		}
		found.Checked = append(found.Checked, k)
	}
	x, err := newExpansion(ctx, rows, cols, moves, moves, o.Rules, o.Options)
	if err != nil {
		return nil, err
	}
	x.alternating = o.NoPasses
	found.Games, err = x.count(ctx)
	return found, err
}

// compare counts in both ways.
func compare(ctx context.Context, rows, cols, moves int, o Options) error {
	o.Progress = nil
	played, err := enumerate(ctx, rows, cols, moves, o)
	if err != nil {
		return err
	}
	x, err := newExpansion(ctx, rows, cols, moves, moves, o.Rules, o.Options)
	if err != nil {
		return err
	}
	x.alternating = o.NoPasses
	counted, err := x.count(ctx)
	if err != nil {
		return err
	}
	if played.Cmp(counted) != 0 {
		return result.InternalErrorf(fmt.Sprintf("the number of games of %d moves on %dx%d", moves, rows, cols), "%v by clusters, and %v are played", counted, played)
	}
	return nil
}

// CountUpToSymmetry returns what [Count] does with games that a motion of the board turns into each
// other counted once.
//
// By Burnside's lemma it is the mean, over the motions, of the number of games that a motion leaves
// as they are. A motion other than the identity does so if it leaves each stone where it is. Its
// fixed points are a middle line, a diagonal or the centre of the board, and each has a neighbour
// that is not fixed, and so stays empty: nothing is ever captured, and the games are the sequences
// of different fixed points.
func CountUpToSymmetry(ctx context.Context, rows, cols, moves int, o Options) (*Result, error) {
	r, err := Count(ctx, rows, cols, moves, o)
	if err != nil {
		return nil, err
	}
	sum, all := new(big.Int).Set(r.Games), motions(rows, cols)
	for _, m := range all[1:] {
		fixed := 0
		for point, image := range m {
			if point == image {
				fixed++
			}
		}
		for _, w := range words(moves, o.NoPasses) {
			if w.len <= fixed {
				sum.Add(sum, falling(fixed, w.len))
			}
		}
	}
	rest := new(big.Int)
	sum.QuoRem(sum, big.NewInt(int64(len(all))), rest)
	if rest.Sign() != 0 {
		return nil, fmt.Errorf("%d moves on %dx%d: the games that motions fix are not a multiple of %d in all: this is a mistake of the program",
			moves, rows, cols, len(all))
	}
	r.Games = sum
	return r, nil
}
