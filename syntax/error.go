// Package syntax has the error of all readers of texts: what is wrong, and
// where.
package syntax

import "fmt"

// Error says what is wrong with a text, and where.
type Error struct {
	Name   string // the file, as given to the reader; may be empty
	Line   int    // from 1
	Column int    // from 1, in characters
	Msg    string // what is wrong and what would be right, on one line
}

// Error returns "name:line:column: msg", without the name if there is none.
func (e *Error) Error() string {
	if e.Name == "" {
		return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Msg)
}
