package liberties

import (
	"context"
	"time"
)

// maxPlainWidth is the width up to which the plain program goes for one board;
// for wider ones its rule for all widths is used.
const maxPlainWidth = 100

// OnBoard returns the most liberties of one group on a board.
func OnBoard(ctx context.Context, rows, cols int, o Options) (*Board, error) {
	if err := Check(min(rows, cols), o.Method); err != nil {
		return nil, err
	}
	start := time.Now()
	height, width := min(rows, cols), max(rows, cols)
	row := &Row{Height: height, Method: o.Method.For(height)}
	var err error
	switch row.Method {
	case Plain:
		err = row.plain(ctx, min(width, maxPlainWidth), o)
	case Windows:
		err = row.windows(ctx, width, width, o)
	default:
		row.formula(width, width)
	}
	if err != nil {
		return nil, err
	}
	b := &Board{Rows: rows, Cols: cols, Method: row.Method, Search: row.Search, Resumed: row.Resumed, Checks: row.Checks}
	switch last := len(row.Columns) - 1; {
	case row.Method != Plain:
		b.Column = row.Columns[last]
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
