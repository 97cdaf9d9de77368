package view

import (
	"context"
	"fmt"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/ranking"
	"combigo.dev/combigo/result"
)

// wayBack is the check of numbers of positions.
const wayBack = "every position is legal, and the way back from its number, or to it, leads to the same"

// RankedPositions is the outcome of rank; its fields are those of the JSON.
type RankedPositions struct {
	File      string           `json:"file"`
	Positions []rankedPosition `json:"positions"`
	Checks    []string         `json:"checks"`
}

// rankedPosition is the number of one position.
type rankedPosition struct {
	Line  int            `json:"line"`
	Rows  int            `json:"rows"`
	Cols  int            `json:"cols"`
	Rank  result.Decimal `json:"rank"`
	Total result.Decimal `json:"total"`
}

// Document is the numbers, one a line.
func (r *RankedPositions) Document() *Document {
	d := &Document{}
	for _, p := range r.Positions {
		d.record("%v", p.Rank)
	}
	return d
}

// RankPositions finds the numbers of the positions of a text, board by board. The function table
// makes the table of a board.
func RankPositions(ctx context.Context, file string, text []byte, table func(board.Size) (*ranking.Table, error)) (*RankedPositions, error) {
	r := &RankedPositions{File: file, Positions: []rankedPosition{}, Checks: []string{}}
	var positions []*goban.Position
	bySize := map[board.Size][]int{}
	var sizes []board.Size
	for record, err := range goban.Parse(file, text) {
		if err != nil {
			return nil, err
		}
		p := record.Position
		if dead := p.Illegal(); len(dead) > 0 {
			err := &ranking.IllegalError{Index: len(positions), Position: p, Strings: dead}
			return nil, fmt.Errorf("%s:%d: %w", file, record.Line, err)
		}
		size := board.Size{Rows: p.Rows(), Cols: p.Cols()}
		if bySize[size] == nil {
			sizes = append(sizes, size)
		}
		bySize[size] = append(bySize[size], len(positions))
		positions = append(positions, p)
		r.Positions = append(r.Positions, rankedPosition{Line: record.Line, Rows: size.Rows, Cols: size.Cols})
	}
	for _, size := range sizes {
		t, err := table(size)
		if err != nil {
			return nil, err
		}
		var same []*goban.Position
		for _, i := range bySize[size] {
			same = append(same, positions[i])
		}
		ranks, err := t.CheckedRank(ctx, same)
		if err != nil {
			return nil, err
		}
		for k, i := range bySize[size] {
			r.Positions[i].Rank, r.Positions[i].Total = result.Decimal{Int: ranks[k]}, result.Decimal{Int: t.Total()}
		}
		for _, check := range append(t.Checks(), wayBack) {
			r.Checks = append(r.Checks, fmt.Sprintf("%s: %s", size, check))
		}
	}
	return r, nil
}

// NumberedFields returns what JSON has before and after the positions of a table.
func NumberedFields(t *ranking.Table) (begin, end Fields) {
	size := t.Size()
	return Fields{{"rows", size.Rows}, {"cols", size.Cols}, {"total", t.Total().String()}}, Fields{{"checks", append(t.Checks(), wayBack)}}
}
