package sequence

import (
	_ "embed"
	"fmt"
	"math/big"
	"strings"
	"sync"
)

// printed.tsv has a line "id, tab, terms with commas" for each sequence of the OEIS, from its offset on, as they were in
// print in 2024.
//
//go:embed printed.tsv
var printedFile string

var printedTerms = sync.OnceValue(func() map[string][]*big.Int {
	all := map[string][]*big.Int{}
	for line := range strings.Lines(printedFile) {
		id, list, _ := strings.Cut(strings.TrimSpace(line), "\t")
		for _, word := range strings.Split(list, ",") {
			n, ok := new(big.Int).SetString(word, 10)
			if !ok {
				panic(fmt.Sprintf("sequence: %s: %q is not a number", id, word)) // the file is part of the program
			}
			all[id] = append(all[id], n)
		}
	}
	return all
})

// Printed returns the number of terms that the OEIS lists on the page of the sequence.
func (s *Sequence) Printed() int { return len(printedTerms()[s.ID]) }

// printed returns a(n) as the OEIS has it.
func (s *Sequence) printed(n int) (*big.Int, bool) {
	terms := printedTerms()[s.ID]
	if i := n - s.Offset; i >= 0 && i < len(terms) {
		return terms[i], true
	}
	return nil, false
}
