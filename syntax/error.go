// Package syntax has the error of all readers of texts: what is wrong, and where.
package syntax

import (
	"fmt"
	"strings"
)

// Error says what is wrong with a text, and where.
type Error struct {
	Name   string // the file, as given to the reader; may be empty
	Line   int    // from 1; 0 if what is wrong has no place of its own
	Column int    // from 1, in characters
	Msg    string // what is wrong and what would be right, on one line
}

// Error returns "name:line:column: msg", without the name or the place if there is none.
func (e *Error) Error() string {
	switch {
	case e.Line > 0 && e.Name != "":
		return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Msg)
	case e.Line > 0:
		return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Msg)
	case e.Name != "":
		return e.Name + ": " + e.Msg
	}
	return e.Msg
}

// Brief cuts a text from the input down to what fits into a message of one line.
func Brief(text string) string {
	const most = 20
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return string(runes)
}
