package borderstate

import (
	"combigo.dev/combigo/goban"
)

// Remembered returns for each number of filled points, from 0 to all, the states that fillings of a
// board lead to, as State.String writes them, each with the number of its fillings. What leaves a
// string without a liberty for good is no filling. After the last point the numbers add up to the
// number of legal positions.
func Remembered(rows, cols int) ([]map[string]int64, error) {
	empty, err := goban.New(rows, cols)
	if err != nil {
		return nil, err
	}
	start, err := New(empty, 0)
	if err != nil {
		return nil, err
	}
	// Fillings with the same state go on alike, so one of them stands for all.
	examples := map[string]*Cut{start.State().String(): start}
	all := []map[string]int64{{start.State().String(): 1}}
	for range rows * cols {
		next, counts := map[string]*Cut{}, map[string]int64{}
		for name, cut := range examples {
			for color := goban.Empty; color <= goban.White; color++ {
				if after := cut.with(color); len(after.Doomed()) == 0 {
					state := after.State().String()
					next[state] = after
					counts[state] += all[len(all)-1][name]
				}
			}
		}
		examples, all = next, append(all, counts)
	}
	return all, nil
}
