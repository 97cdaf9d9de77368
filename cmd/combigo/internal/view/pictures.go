package view

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/cmd/combigo/internal/plot"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/liberties"
	"combigo.dev/combigo/records"
)

// BoardPlot draws a position.
func BoardPlot(p *goban.Position) *canvas.Canvas {
	return drawing.Board(p, drawing.BoardOptions{Wood: true, Coordinates: true})
}

// picture is a drawing on pages.
func (d *Document) picture(c *canvas.Canvas) {
	d.addPage("<div class=\"spans\">" + c.SVG() + "</div>\n")
}

// OneIn returns a share as one in a number: 4.3 for 23 %.
func OneIn(share *big.Rat) string {
	return fmt.Sprintf("1 in %.3g", new(big.Float).SetRat(new(big.Rat).Inv(share)))
}

// Sizes of pictures of records.
const (
	curveWidth  = 18 * canvas.Centimeter
	curveHeight = 11 * canvas.Centimeter
	heatWidth   = 18 * canvas.Centimeter
)

// CheckRecordsPlot returns an error if there is no one picture of records of some quantities on the
// boards of a range.
func CheckRecordsPlot(of []records.Quantity, boards board.Range) error {
	switch _, single := boards.Single(); {
	case len(of) == 1 || boards.Square && !single:
		return nil
	case single:
		return errors.New("--plot draws one position: want one quantity, such as --of strings")
	}
	return errors.New("--plot draws rectangles for one quantity: want one, such as --of strings, or squares, such as 1-8")
}

// recordsPlot draws the records of some quantities on the boards of a range, in the order in which
// they were found: one position, curves over squares or over boards with one fixed side, or a table
// of rectangles. Curves and colours are for each point of the board.
func recordsPlot(of []records.Quantity, boards board.Range, found []*records.Record) *canvas.Canvas {
	if _, single := boards.Single(); single {
		return BoardPlot(found[0].Position)
	}
	if boards.Square || boards.Rows.Len() == 1 || boards.Cols.Len() == 1 {
		panel := plot.Panel{Title: "Records of a position, for each point of the board", X: alongside(boards), Y: "records by points", Linear: true}
		for i, q := range of {
			s := plot.Series{Name: q.String()}
			for k := i; k < len(found); k += len(of) {
				n := found[k].Board.Cols
				if boards.Cols.Len() == 1 {
					n = found[k].Board.Rows
				}
				s.Points = append(s.Points, plot.Point{N: n, Y: perPoint(found[k].Value, found[k].Board)})
			}
			panel.Series = append(panel.Series, s)
		}
		return plot.Lines(curveWidth, curveHeight, panel)
	}
	table := plot.Heat{
		Title: Capital(of[0].Question()), Scale: of[0].String() + " by points", FirstRow: boards.Rows.First, FirstCol: boards.Cols.First,
	}
	for range boards.Rows.Len() {
		row := found[:boards.Cols.Len()]
		found = found[len(row):]
		addRow(&table, len(row), func(i int) (int, board.Size) { return row[i].Value, row[i].Board })
	}
	return drawTable(&table)
}

// alongside is what curves over boards are numbered by.
func alongside(boards board.Range) string {
	switch {
	case boards.Square:
		return "rows and columns"
	case boards.Cols.Len() == 1:
		return "rows of boards with " + Plural(boards.Cols.First, "column")
	}
	return "columns of boards with " + Plural(boards.Rows.First, "row")
}

// libertiesPlot draws the most liberties of one group: a curve over the widths of one height, with
// the bound that holds for all groups, or a table of many heights, coloured by the liberties for
// each point.
func libertiesPlot(rows []*liberties.Row) *canvas.Canvas {
	if len(rows) == 1 {
		row := rows[0]
		found, bound := plot.Series{Name: "most"}, plot.Series{Name: "bound"}
		for _, c := range row.Columns {
			size := board.Size{Rows: row.Height, Cols: c.Width}
			found.Points = append(found.Points, plot.Point{N: c.Width, Y: perPoint(c.Liberties, size)})
			bound.Points = append(bound.Points, plot.Point{N: c.Width, Y: perPoint(liberties.AtMost(row.Height, c.Width), size)})
		}
		panel := plot.Panel{
			Title: fmt.Sprintf("Most liberties of one group on %s, for each point of the board", Plural(row.Height, "row")),
			X:     "columns", Y: "liberties by points", Linear: true, Series: []plot.Series{found, bound},
		}
		return plot.Lines(curveWidth, curveHeight, panel)
	}
	table := plot.Heat{Title: "Most liberties of one group", Scale: "liberties by points", FirstRow: rows[0].Height, FirstCol: 1}
	for _, row := range rows {
		addRow(&table, len(row.Columns), func(i int) (int, board.Size) {
			return row.Columns[i].Liberties, board.Size{Rows: row.Height, Cols: row.Columns[i].Width}
		})
	}
	return drawTable(&table)
}

// addRow adds the numbers of boards with the same number of rows to a table.
func addRow(table *plot.Heat, n int, at func(i int) (value int, of board.Size)) {
	var values []float64
	var words []string
	for i := range n {
		value, size := at(i)
		values, words = append(values, perPoint(value, size)), append(words, strconv.Itoa(value))
	}
	table.Values, table.Words = append(table.Values, values), append(table.Words, words)
}

func drawTable(table *plot.Heat) *canvas.Canvas {
	table.X, table.Y, table.Linear = "columns", "rows", true
	return table.Map(heatWidth, 0)
}

func perPoint(value int, size board.Size) float64 { return float64(value) / float64(size.Points()) }
