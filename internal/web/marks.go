package web

import (
	"cmp"

	"combigo.dev/combigo/internal/reproduction"
)

// marks are those of lines, the one that matters most first.
var marks = []reproduction.Mark{
	reproduction.Different, reproduction.Undecided, reproduction.Sharper, reproduction.Exact, reproduction.Digits, reproduction.Further,
	reproduction.Equal, reproduction.Quoted, reproduction.TooLarge, reproduction.NotInPaper,
}

// marksOf adds up the marks of an entry, and returns the one that matters most, and all in words.
func marksOf(o *reproduction.Outcome, sum map[reproduction.Mark]int) (first reproduction.Mark, text string) {
	for _, m := range marks {
		n := o.Count(m)
		if sum[m] += n; n > 0 {
			first = cmp.Or(first, m)
		}
	}
	return first, cmp.Or(reproduction.Tally(o.Count), "a drawing only")
}
