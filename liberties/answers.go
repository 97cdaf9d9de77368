package liberties

import (
	"context"
	"fmt"
	"time"
)

// ForHeight returns the most liberties for all widths up to the given one, at least up to the
// height and to where the states repeat, and the rule for all widths. Widths that the proof for the
// height leaves out are proved on the board turned by a quarter if that takes seconds.
func ForHeight(ctx context.Context, height, widths int, o Options) (*Row, error) {
	if err := Check(height, o.Method); err != nil {
		return nil, err
	}
	start := time.Now()
	row := &Row{Height: height, Method: o.Method.For(height)}
	enough := max(widths, height+rowWidths)
	if err := row.find(ctx, 1, enough, o); err != nil {
		return nil, err
	}
	if err := row.findRule(); err != nil {
		return nil, err
	}
	row.Columns = row.Columns[:min(len(row.Columns), max(widths, height, row.Repeat))]
	if err := row.check(); err != nil {
		return nil, err
	}
	row.Wall = time.Since(start)
	return row, nil
}

// find finds the most liberties for a range of widths; the plain program has all before, too.
func (r *Row) find(ctx context.Context, from, to int, o Options) error {
	switch r.Method {
	case Plain:
		return r.plain(ctx, to, o)
	case Windows:
		return r.windows(ctx, from, to, o)
	}
	r.formula(from, to)
	return nil
}

func (r *Row) plain(ctx context.Context, widths int, o Options) error {
	columns, repeat, err := plainWidths(ctx, r.Height, widths, o.Borders)
	if err != nil {
		return err
	}
	r.Columns = columns
	r.Repeat, r.Since, r.Proved = repeat.cols, repeat.since, 1
	r.Checks = append(r.Checks, fmt.Sprintf(
		"the states after column %d are those after column %d, each with %d more liberties: compared one by one",
		repeat.cols, repeat.since, repeat.gain))
	return nil
}

func (r *Row) formula(from, to int) {
	for cols := from; cols <= to; cols++ {
		r.Columns = append(r.Columns, Column{
			Width: cols, Liberties: Formula(r.Height, cols), Formula: Formula(r.Height, cols),
			Group: Construct(r.Height, cols),
		})
	}
}

// rowWidths is the number of widths, beyond the height, that show two periods of every rule.
const rowWidths = 8

// UseSymmetry takes what is not proved for one height from the proof for
// another: rows has all heights from 1 on.
func UseSymmetry(rows []*Row) {
	for _, row := range rows {
		for i := range row.Columns {
			c := &row.Columns[i]
			if c.Proof != Unproved || c.Width > len(rows) {
				continue
			}
			turned := rows[c.Width-1].Columns[row.Height-1]
			if turned.Proof == Unproved {
				continue
			}
			c.Proof = BySymmetry
			if turned.Liberties != c.Liberties {
				c.Liberties, c.Group = turned.Liberties, nil
			}
		}
	}
}

// maxPlainWidth bounds the width of the plain program for one board; the rule gives wider ones.
const maxPlainWidth = 100

// OnBoard returns the most liberties of one group on a board.
func OnBoard(ctx context.Context, rows, cols int, o Options) (*Board, error) {
	if err := Check(min(rows, cols), o.Method); err != nil {
		return nil, err
	}
	start := time.Now()
	height, width := min(rows, cols), max(rows, cols)
	row := &Row{Height: height, Method: o.Method.For(height)}
	last := width
	if row.Method == Plain {
		last = min(width, maxPlainWidth)
	}
	if err := row.find(ctx, width, last, o); err != nil {
		return nil, err
	}
	b := &Board{Rows: rows, Cols: cols, Method: row.Method, Search: row.Search, Resumed: row.Resumed, Checks: row.Checks}
	switch {
	case row.Method != Plain:
		b.Column = row.Columns[0]
	case width <= len(row.Columns):
		b.Column = row.Columns[width-1]
	default:
		if err := row.findRule(); err != nil {
			return nil, err
		}
		b.Column = Column{
			Width: width, Liberties: row.Rule.at(width), Formula: Formula(height, width), Proof: ByPlain,
			Group: Construct(height, width),
		}
	}
	if b.Group != nil {
		if rows > cols {
			b.Group = b.Group.transposed()
		}
		if err := b.Group.expect(b.Liberties); err != nil {
			return nil, err
		}
		b.Checks = append(b.Checks, "the group: liberties counted again by flood fill: equal")
	}
	b.Column.Wall = 0
	b.Wall = time.Since(start)
	return b, nil
}
