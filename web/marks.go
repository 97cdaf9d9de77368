package web

import (
	"fmt"
	"strings"

	"combigo/reproduction"
)

// marks are those of lines, the one that matters most first.
var marks = []reproduction.Mark{reproduction.Different, reproduction.Better, reproduction.Equal, reproduction.TooLarge, reproduction.Unprinted}

// marksOf adds up the marks of an entry, and returns the one that matters most, and all in words.
func marksOf(o *reproduction.Outcome, sum map[reproduction.Mark]int) (reproduction.Mark, string) {
	here, first := map[reproduction.Mark]int{}, reproduction.Mark("")
	for _, m := range marks {
		n := o.Count(m)
		if here[m], sum[m] = n, sum[m]+n; n > 0 && first == "" {
			first = m
		}
	}
	return first, marksText(here)
}

// markText is a mark as people read it.
func markText(m reproduction.Mark) string { return strings.ReplaceAll(string(m), "-", " ") }

// marksText says how many lines have which mark.
func marksText(counts map[reproduction.Mark]int) string {
	words := []string{}
	for _, m := range []reproduction.Mark{reproduction.Equal, reproduction.Better, reproduction.Different, reproduction.TooLarge, reproduction.Unprinted} {
		if counts[m] > 0 {
			words = append(words, fmt.Sprintf("%d %s", counts[m], markText(m)))
		}
	}
	if len(words) == 0 {
		return "a drawing only"
	}
	return strings.Join(words, ", ")
}
