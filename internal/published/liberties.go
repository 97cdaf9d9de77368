package published

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// LibertyRow is a line of the table of Go::CountLiberties, section Results: the
// most liberties of one group on boards of one height.
type LibertyRow struct {
	Height int
	Values []int // for widths 1 to 24
	From   int   // the width from which on the rule holds
	Steps  []int // the rule: by how much the values grow from each width to the next, over and over
	Repeat int   // of the two columns whose sets of states are the same, the first, in that program
}

var libertyRows = sync.OnceValue(func() []LibertyRow {
	text, err := files.ReadFile("count_liberties.tsv")
	if err != nil {
		panic(err) // the file is embedded
	}
	whole := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			panic(fmt.Sprintf("published: count_liberties.tsv: %v", err))
		}
		return n
	}
	wholes := func(words []string) (all []int) {
		for _, word := range words {
			all = append(all, whole(word))
		}
		return all
	}
	var rows []LibertyRow
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if len(cells) != 5 {
			panic(fmt.Sprintf("published: count_liberties.tsv: %d cells in %q", len(cells), line))
		}
		rows = append(rows, LibertyRow{
			whole(cells[0]), wholes(strings.Fields(cells[1])), whole(cells[2]), wholes(strings.Split(cells[3], ",")), whole(cells[4]),
		})
	}
	return rows
})

// LibertyRows returns the table of Go::CountLiberties, heights 1 to 24.
func LibertyRows() []LibertyRow { return append([]LibertyRow(nil), libertyRows()...) }

// LibertyRowOf returns the line of a height, if it is in print.
func LibertyRowOf(height int) (row LibertyRow, ok bool) {
	if height < 1 || height > len(libertyRows()) {
		return row, false
	}
	return libertyRows()[height-1], true
}
