package liberties

import (
	"context"
	"fmt"
	"time"

	"combigo.dev/combigo/result"
)

// ForHeight returns the most liberties for all widths up to the given one, at
// least up to the height and to where the states repeat, and the rule for all
// widths. Widths that the proof
// for the height leaves out are proved on the board turned by a quarter if that
// takes seconds.
func ForHeight(ctx context.Context, height, widths int, o Options) (*Row, error) {
	if err := Check(height, o.Method); err != nil {
		return nil, err
	}
	start := time.Now()
	row := &Row{Height: height, Method: o.Method.For(height)}
	enough := max(widths, height+rowWidths)
	var err error
	switch row.Method {
	case Plain:
		err = row.plain(ctx, enough, o)
	case Windows:
		err = row.windows(ctx, 1, enough, o)
	default:
		row.formula(1, enough)
	}
	if err != nil {
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

func (r *Row) plain(ctx context.Context, widths int, o Options) error {
	last := time.Now()
	repeat, err := plainWidths(ctx, r.Height, widths, func(cols int, c plainColumn) {
		column := Column{
			Width: cols, Liberties: c.liberties, Formula: Formula(r.Height, cols), Proof: ByPlain,
			States: c.states, Wall: time.Since(last), Memory: result.PeakMemory(), Group: c.group,
		}
		if o.Borders {
			column.Borders = c.borders()
		}
		r.Columns = append(r.Columns, column)
		last = time.Now()
	})
	if err != nil {
		return err
	}
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

// rowWidths is the number of widths, beyond the height, that show two periods
// of every rule.
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
