package sequence

import (
	"context"
	"math/big"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
)

const (
	cornerSide     = 19  // of the board of A275346
	maxCornerMoves = 140 // how long cornerGame goes on: until black has come round the edge
)

// fewestLiberties is the least number of liberties that black has after n moves on 19x19, without
// passes, suicide and repetition.
//
// After a move of black's his last string has one. So nothing is less than what cornerGame leaves
// from 5 moves on, n modulo 2. Before that black has one or two stones, with a neighbour more than
// stones at least, in a corner, and white may hold as many of the neighbours as she has stones. If
// she has captured one of two, in a corner, her stones there leave the other one two liberties or
// more.
func fewestLiberties(_ context.Context, n int, _ par.Options) (*big.Int, error) {
	if black := (n + 1) / 2; n < 5 {
		return big.NewInt(int64(black + 1 - n/2)), nil
	}
	p, err := cornerGame(n)
	if err != nil {
		return nil, err
	}
	return big.NewInt(int64(blackLiberties(p))), nil
}

// cornerGame plays n moves, 5 or more, by the rules: black goes round the edge from a corner, white
// beside him, and black has one liberty after each of his moves. The last move takes it if it is
// white's.
func cornerGame(n int) (*goban.Position, error) {
	black := append([]goban.Point{{}, {Col: 1}}, ring(0)...)
	white := append([]goban.Point{{Col: 2}, {Row: 1, Col: 1}}, ring(1)...)
	white = append(white, ring(8)...) // once there is nothing left to do
	if n%2 == 0 {
		white[n/2-1] = black[n/2]
	}
	start, err := goban.New(cornerSide, cornerSide)
	if err != nil {
		return nil, err
	}
	game, err := goban.NewReplay(start, goban.Black, goban.Rules{Superko: goban.PositionalSuperko, Suicide: goban.SuicideForbidden})
	if err != nil {
		return nil, err
	}
	for i := range n {
		move := goban.Stone(goban.Black, black[i/2])
		if i%2 == 1 {
			move = goban.Stone(goban.White, white[i/2])
		}
		if err := game.Play(move); err != nil {
			return nil, err
		}
	}
	return game.Position(), nil
}

// ring returns the points at a distance from the edge, from below the upper left one on: down, to
// the right, up, and to the left.
func ring(depth int) (points []goban.Point) {
	at := goban.Point{Row: depth, Col: depth}
	for _, step := range []goban.Point{{Row: 1}, {Col: 1}, {Row: -1}, {Col: -1}} {
		for range cornerSide - 1 - 2*depth {
			at.Row, at.Col = at.Row+step.Row, at.Col+step.Col
			points = append(points, at)
		}
	}
	return points[:len(points)-1]
}

// blackLiberties returns the number of empty points beside black stones.
func blackLiberties(p *goban.Position) int {
	found := map[goban.Point]bool{}
	for _, s := range p.Strings() {
		if s.Color == goban.Black {
			for _, at := range s.Liberties {
				found[at] = true
			}
		}
	}
	return len(found)
}
