package goban

import (
	"bytes"

	"combigo.dev/combigo/syntax"
)

// SyntaxError says what is wrong with a text that should hold positions, and where.
type SyntaxError = syntax.Error

// trimByteOrderMark drops the mark that some editors put before UTF-8.
func trimByteOrderMark(text []byte) []byte {
	return bytes.TrimPrefix(text, []byte("\ufeff"))
}
