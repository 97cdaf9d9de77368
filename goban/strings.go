package goban

import (
	"context"
	"fmt"
	"iter"
	"slices"
)

// String is a maximal connected set of stones of one colour with its liberties, the empty points
// adjacent to it. Both lists run row by row from the top left.
type String struct {
	Color     Color
	Points    []Point
	Liberties []Point
}

// Strings returns all strings of the position, in the order of their first points. It takes time
// linear in the number of points.
func (p *Position) Strings() []String {
	var all []String
	seen := make([]bool, len(p.grid))
	for i, c := range p.grid {
		if c.IsStone() && !seen[i] {
			all = append(all, p.string(i, seen))
		}
	}
	return all
}

// string returns the string through a stone, whose stones it marks as seen.
func (p *Position) string(stone int, seen []bool) String {
	stones, _ := p.component(stone, seen, nil)
	var liberties []int32
	for _, i := range stones {
		for _, n := range p.neighbours(int(i)) {
			if p.grid[n] == Empty {
				liberties = append(liberties, int32(n))
			}
		}
	}
	return String{Color: p.grid[stone], Points: p.points(stones), Liberties: p.points(liberties)}
}

// Pseudoliberties returns the number of pairs of a stone of a string of this position and a liberty
// next to the stone.
func (p *Position) Pseudoliberties(s String) int {
	pairs := 0
	for _, at := range s.Points {
		for _, n := range p.neighbours(p.index(at.Row, at.Col)) {
			if p.grid[n] == Empty {
				pairs++
			}
		}
	}
	return pairs
}

// Illegal returns the strings that have no liberty, in the order of their first points: none if the
// position is legal.
func (p *Position) Illegal() []String {
	return slices.DeleteFunc(p.Strings(), func(s String) bool { return len(s.Liberties) > 0 })
}

// smallGrid is the size of the grids whose legality is found without memory from the heap. More
// room would cost small boards more time to clear than it saves.
const smallGrid = 128

// Legal reports whether every string has a liberty. It takes time linear in the number of points,
// and no memory from the heap up to 9x9.
func (p *Position) Legal() bool {
	var (
		seenRoom [smallGrid]bool
		room     [smallGrid]int32
		seen     = seenRoom[:]
	)
	if len(p.grid) > smallGrid {
		seen = make([]bool, len(p.grid))
	}
	for i, c := range p.grid {
		if !c.IsStone() || seen[i] {
			continue
		}
		if _, beside := p.component(i, seen, room[:0]); !beside[Empty] {
			return false
		}
	}
	return true
}

// component returns the places in the grid that are connected with a place by places of its colour,
// in no particular order, and which colours are next to them. It marks the places as seen; room is
// memory for them, which may be nil.
func (p *Position) component(from int, seen []bool, room []int32) (places []int32, beside [4]bool) {
	grid, color := p.grid, p.grid[from]
	seen[from] = true
	places = append(room, int32(from))
	for next := 0; next < len(places); next++ {
		for _, n := range p.neighbours(int(places[next])) {
			beside[grid[n]&3] = true
			if grid[n] == color && !seen[n] {
				seen[n] = true
				places = append(places, int32(n))
			}
		}
	}
	return places, beside
}

// points turns places in the grid into points, in order and each once.
func (p *Position) points(places []int32) []Point {
	slices.Sort(places)
	places = slices.Compact(places)
	points := make([]Point, len(places))
	for k, i := range places {
		points[k] = p.point(int(i))
	}
	return points
}

// neighbours returns the four places around a point; those off the board hold the colour edge.
func (p *Position) neighbours(i int) [4]int {
	return [4]int{i - p.stride, i - 1, i + 1, i + p.stride}
}

// MaxBrute is the number of points beyond which CountLegal refuses: 16 points have 3^16, 43
// million, colourings.
const MaxBrute = 16

// CountLegal returns the number of legal positions L(rows, cols) of a board of at most MaxBrute
// points, by looking at every colouring of its points. It returns early with the context's error
// when that is done.
func CountLegal(ctx context.Context, rows, cols int) (uint64, error) {
	all, err := All(rows, cols)
	if err != nil {
		return 0, err
	}
	if rows*cols > MaxBrute {
		return 0, fmt.Errorf("board %dx%d has %d points: counting one by one takes at most %d", rows, cols, rows*cols, MaxBrute)
	}
	var legal uint64
	for range all {
		if legal++; legal%(1<<14) == 0 && ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
	}
	return legal, nil
}

// All visits every legal position of a board once. Counted as a number in base 3, empty 0, black 1
// and white 2, with the top left point as the lowest digit, each colouring comes after all smaller
// ones. The position that is handed out belongs to All, which changes it for the next one: Clone it
// to keep it.
func All(rows, cols int) (iter.Seq[*Position], error) {
	if _, err := New(rows, cols); err != nil {
		return nil, err
	}
	return func(yield func(*Position) bool) {
		p, _ := New(rows, cols)
		for more := true; more; more = p.advance() {
			if p.Legal() && !yield(p) {
				return
			}
		}
	}, nil
}

// advance turns the position into the next colouring, as a counter in base 3 does, and reports
// false when it is back at the empty one.
func (p *Position) advance() bool {
	for row := range p.rows {
		digits := p.row(row)
		for col, digit := range digits {
			if digit != White {
				digits[col]++
				return true
			}
			digits[col] = Empty
		}
	}
	return false
}
