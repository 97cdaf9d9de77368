package length

import (
	"context"
	"fmt"
	"math/big"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/result"
)

// Result is a number of games and how it came about.
type Result struct {
	Games   *big.Int
	Method  Method
	Checked []int // lengths for which the other way, too, was taken on this board, with the same outcome
}

// Count returns the number of games of exactly a given number of moves from the empty board, passes
// counted as moves, of which the last one is a stone. Moves are from 0 to MaxMoves; the game of no
// moves is one.
//
// What Clusters counts is checked: the shorter games of the same board that are quickly played are
// counted in both ways.
func Count(ctx context.Context, rows, cols, moves int, o Options) (*Result, error) {
	p := problem{rows, cols, moves, o}
	if err := p.refuse(); err != nil {
		return nil, err
	}
	if o.Method == "" || o.Method == Auto {
		p.Method = Clusters
		if p.effort() <= quickly {
			p.Method = Enumerate
		}
	}
	if p.Method == Enumerate {
		if p.effort() > maxPlayed {
			return nil, fmt.Errorf("%d moves on %dx%d: about %.0e games to play: want at most %.0e, or the method clusters",
				moves, rows, cols, p.effort(), maxPlayed)
		}
		p.expect()
		games, err := p.enumerate(ctx)
		return &Result{Games: games, Method: Enumerate}, err
	}
	if err := p.tooLong(ctx); err != nil {
		return nil, err
	}
	p.expect()
	found := &Result{Method: Clusters}
	for k := range moves {
		short := p
		if short.moves, short.Progress = k, nil; short.effort() > quickly {
			break
		}
		played, err := short.enumerate(ctx)
		if err != nil {
			return nil, err
		}
		counted, err := short.byClusters(ctx)
		if err != nil {
			return nil, err
		}
		if played.Cmp(counted) != 0 {
			return nil, result.InternalErrorf(fmt.Sprintf("the number of games of %d moves on %dx%d", k, rows, cols), "%v by clusters, and %v are played", counted, played)
		}
		found.Checked = append(found.Checked, k)
	}
	var err error
	found.Games, err = p.byClusters(ctx)
	return found, err
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
	p, sum, all := problem{rows, cols, moves, o}, new(big.Int).Set(r.Games), int64(0)
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
	r.Games, rest = new(big.Int).QuoRem(sum, big.NewInt(all), rest)
	if rest.Sign() != 0 {
		return nil, result.InternalErrorf(fmt.Sprintf("the number of games of %d moves on %dx%d", moves, rows, cols),
			"%v games that motions fix: not a multiple of %d", sum, all)
	}
	return r, nil
}

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
