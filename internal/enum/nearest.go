package enum

import "strings"

// Nearest returns the word of a list that is most like a given one, or has it as its beginning;
// empty if none is near.
func Nearest(word string, words []string) string {
	best, nearest := "", len(word)/3+2
	if len(word) < 4 {
		nearest = 2 // other short words are never far
	}
	for _, w := range words {
		d := distance(strings.ToLower(word), strings.ToLower(w))
		if len(word) > 1 && strings.HasPrefix(strings.ToLower(w), strings.ToLower(word)) {
			d = 0
		}
		if d < nearest {
			best, nearest = w, d
		}
	}
	return best
}

// distance returns the number of letters that are put in, left out, replaced or exchanged with the
// next one to turn one word into another.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
				continue
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + min(rows[i-1][j-1], rows[i-1][j], rows[i][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
