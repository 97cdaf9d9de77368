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

// An UnknownError says that a word is none of those that are known.
type UnknownError struct {
	Kind, Word string // both may be empty, where the caller says what the word is
	Want       []string
}

func (e *UnknownError) Error() string {
	want := "want " + Alternatives(e.Want)
	if e.Kind == "" {
		return want
	}
	return fmt.Sprintf("%q is not a %s: %s", e.Word, e.Kind, want)
}

// Parse returns the value of a name. The error is an *[UnknownError].
func (n Names[T]) Parse(name string) (T, error) {
	if i := slices.Index(n.names, name); i >= 0 && name != "" {
		return T(i), nil
	}
	return 0, &UnknownError{n.kind, name, n.All()}
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

// Plural writes a number of things, such as "1 board", "2 boards", "2 passes" or "2 liberties".
func Plural[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, y := strings.CutSuffix(noun, "y"); y && !strings.HasSuffix(stem, "a") && !strings.HasSuffix(stem, "e") {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	if strings.HasSuffix(noun, "s") {
		noun += "e"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
