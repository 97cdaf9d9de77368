package lattice

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"combigo.dev/combigo/syntax"
)

// SyntaxError says what is wrong with a text that should hold a graph, and where.
type SyntaxError = syntax.Error

// source is a text with its name.
type source struct {
	name, text string
}

// place returns the line and the column of a byte of the text, both from 1.
func (s source) place(offset int) (line, column int) {
	before := s.text[:offset]
	lineStart := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[lineStart:]) + 1
}

// errorAt returns an error at a byte of the text.
func (s source) errorAt(offset int, format string, args ...any) error {
	line, column := s.place(offset)
	return &SyntaxError{Name: s.name, Line: line, Column: column, Msg: fmt.Sprintf(format, args...)}
}

// shorten cuts a long name for an error.
func shorten(s string) string {
	const most = 20
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "..."
}
