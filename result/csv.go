package result

import (
	"encoding/csv"
	"io"
	"strconv"
)

// csvHeader names the columns of [CSV], as the fields of the JSON are named.
var csvHeader = []string{
	"quantity", "rows", "cols", "value", "digits", "share",
	"method", "engine", "threads", "wall_seconds", "peak_memory_bytes",
}

// CSV writes a line of column names and a line for each result. The names and
// the order of the columns do not change; new ones may come at the end.
func CSV(w io.Writer, results []*Result) error {
	out := csv.NewWriter(w)
	rows := [][]string{csvHeader}
	for _, r := range results {
		rows = append(rows, []string{
			quantityOf(r), strconv.Itoa(r.Board.Rows), strconv.Itoa(r.Board.Cols),
			r.Value.String(), strconv.Itoa(r.Digits()), machineShare(r),
			r.Method, r.Engine, strconv.Itoa(r.Threads),
			strconv.FormatFloat(r.Wall.Seconds(), 'f', 6, 64),
			strconv.FormatInt(int64(r.PeakMemory), 10),
		})
	}
	return out.WriteAll(rows)
}

// quantityOf returns what is counted, with the board in words if its sides do
// not say all.
func quantityOf(r *Result) string {
	if r.Where == "" {
		return r.Quantity
	}
	return r.Quantity + " on " + r.Where
}
