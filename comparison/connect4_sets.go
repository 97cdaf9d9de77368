package comparison

import (
	"context"
	"errors"

	"combigo/transfer"
)

// A dropBoard is a board of Connect-4 whose positions are words of bits: two for each point, column by column from below, whether there
// is a man, and whether it is the second player's.
type dropBoard struct {
	rows, columns int
	lines         map[int][][]int // by point, the places for a row through it, as points
}

func newDropBoard(rows, columns int) *dropBoard {
	b := &dropBoard{rows, columns, map[int][][]int{}}
	for _, line := range lines(transfer.RowGame{Rows: columns, Columns: rows, Length: inARow}) {
		for _, point := range line {
			b.lines[point] = append(b.lines[point], line)
		}
	}
	return b
}

// drop returns the positions of a set after a man of a player is put on a point, of those in which the point is empty and the one below
// is not.
func (b *dropBoard) drop(d *diagrams, set int32, point, player int) int32 {
	memo := map[int32]int32{}
	here, below := int32(2*point), int32(-1)
	if point%b.rows > 0 {
		below = here - 2
	}
	var put func(n int32) int32
	put = func(n int32) int32 {
		if n == none {
			return none
		}
		if known, ok := memo[n]; ok {
			return known
		}
		var result int32
		switch level := d.nodes[n].level; {
		case level >= here:
			empty, _ := d.at(n, here)
			rest, _ := d.at(empty, here+1)
			if player == 0 {
				result = d.node(here+1, rest, none)
			} else {
				result = d.node(here+1, none, rest)
			}
			result = d.node(here, none, result)
		case level == below:
			result = d.node(level, none, put(d.nodes[n].high))
		default:
			result = d.node(level, put(d.nodes[n].low), put(d.nodes[n].high))
		}
		memo[n] = result
		return result
	}
	return put(set)
}

// unfinished returns the positions of a set without four of a player's men in a row through a point.
func (b *dropBoard) unfinished(d *diagrams, set int32, point, player int) int32 {
	for _, line := range b.lines[point] {
		set = d.apply(without, set, b.four(d, line, player))
	}
	return set
}

// four returns the positions with a player's men on all points of a line.
func (b *dropBoard) four(d *diagrams, line []int, player int) int32 {
	n := every
	for point := b.rows*b.columns - 1; point >= 0; point-- {
		for _, p := range line {
			if p != point {
				continue
			}
			if player == 0 {
				n = d.node(int32(2*point+1), n, none)
			} else {
				n = d.node(int32(2*point+1), none, n)
			}
			n = d.node(int32(2*point), none, n)
		}
	}
	return n
}

// reachable counts the positions that come up in games, by sets of positions with the same number of men as decision diagrams of at most
// limit nodes. It returns errDiagrams if they do not suffice.
func reachable(ctx context.Context, rows, columns, limit int) (positions uint64, err error) {
	defer func() {
		if r := recover(); r != nil {
			reason, ok := r.(error)
			if !ok || !errors.Is(reason, errDiagrams) {
				panic(r)
			}
			err = errDiagrams
		}
	}()
	b, d := newDropBoard(rows, columns), newDiagrams(limit)
	open := every // the empty board
	for point := rows*columns - 1; point >= 0; point-- {
		open = d.node(int32(2*point), d.node(int32(2*point+1), open, none), none)
	}
	positions = 1
	for men := 1; men <= rows*columns && open != none; men++ {
		player, all, next := (men+1)%2, none, none
		for point := range rows * columns {
			if ctx.Err() != nil {
				return 0, context.Cause(ctx)
			}
			after := b.drop(d, open, point, player)
			all = d.apply(union, all, after)
			next = d.apply(union, next, b.unfinished(d, after, point, player))
		}
		positions += d.count(all, 2*rows*columns)
		d, open = d.kept(next)
	}
	return positions, nil
}
