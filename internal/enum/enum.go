// Package enum gives the values of an enumeration the names that people write.
package enum

import (
	"fmt"
	"slices"
	"strings"
)

// Names are the names of the values 0, 1, 2, ... of T; some may be empty, for values that nobody
// writes.
type Names[T ~int | ~uint8] struct {
	kind  string
	names []string
}

// Of returns names. The kind says what the values are, in errors: a "method", say.
func Of[T ~int | ~uint8](kind string, names ...string) Names[T] { return Names[T]{kind, names} }

// Name returns the name of a value, and for one that has none the kind with its number.
func (n Names[T]) Name(v T) string {
	if int(v) < 0 || int(v) >= len(n.names) || n.names[v] == "" {
		return fmt.Sprintf("%s(%d)", n.kind, int(v))
	}
	return n.names[v]
}

// Parse returns the value of a name. The error quotes the name and says what would be right.
func (n Names[T]) Parse(name string) (T, error) {
	if i := slices.Index(n.names, name); i >= 0 && name != "" {
		return T(i), nil
	}
	return 0, fmt.Errorf("%q is not a %s: want %s", name, n.kind, Alternatives(n.All()))
}

// All returns the names that there are, in the order of the values.
func (n Names[T]) All() []string {
	return slices.DeleteFunc(slices.Clone(n.names), func(name string) bool { return name == "" })
}

// Alternatives returns a list in words, such as "text, json or csv".
func Alternatives(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

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
