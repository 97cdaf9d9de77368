package goban

import (
	"bytes"
	"iter"

	"combigo/syntax"
)

// SyntaxError says what is wrong with a text that should hold positions, and where.
type SyntaxError = syntax.Error

// Record is a position found in a text.
type Record struct {
	Position *Position
	Line     int // where the diagram or game begins, from 1
	Moves    int // the moves, passes included, that led from set-up stones to the position; 0 for a diagram
}

// Parse reads the positions of a text one after the other, be they diagrams or SGF: it is SGF if it begins with a
// parenthesis that is not the mark of a last move, as in "(X)". The name is for errors. After an error, which is a
// *SyntaxError, nothing more comes.
func Parse(name string, text []byte) iter.Seq2[Record, error] {
	if looksLikeSGF(text) {
		return ParseSGF(name, text)
	}
	return ParseDiagrams(name, text)
}

// looksLikeSGF tells SGF from diagrams by the first characters that are not blank.
func looksLikeSGF(text []byte) bool {
	text = bytes.TrimSpace(trimByteOrderMark(text))
	if !bytes.HasPrefix(text, []byte("(")) {
		return false
	}
	return len(text) < 3 || text[2] != ')' || !bytes.ContainsAny(text[1:2], diagramPoints)
}

// trimByteOrderMark drops the mark that some editors put before UTF-8.
func trimByteOrderMark(text []byte) []byte {
	return bytes.TrimPrefix(text, []byte("\ufeff"))
}

// ParsePosition reads a text that holds just one position, a diagram or SGF.
func ParsePosition(text string) (*Position, error) {
	var only *Position
	for record, err := range Parse("", []byte(text)) {
		if err != nil {
			return nil, err
		}
		if only != nil {
			return nil, &SyntaxError{Line: record.Line, Column: 1, Msg: "a second position: expected just one"}
		}
		only = record.Position
	}
	return only, nil
}
