package goban

import (
	"bytes"
	"iter"
)

// Parse reads the positions of a text one after the other, be they diagrams or SGF: it is SGF if it
// begins with a parenthesis that is not the mark of a last move, as in "(X)". The name is for
// errors. After an error, which is a *SyntaxError, nothing more comes.
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

// ParseDiagrams reads the diagrams of a text one after the other; the package comment says what
// they look like. After an error, which is a *SyntaxError, nothing more comes. A text without any
// diagram is an error.
func ParseDiagrams(name string, text []byte) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		empty := true
		for block := range blocks(string(trimByteOrderMark(text))) {
			empty = false
			record, err := parseDiagram(name, block)
			if !yield(record, err) || err != nil {
				return
			}
		}
		if empty {
			yield(Record{}, &SyntaxError{Name: name, Line: 1, Column: 1, Msg: "the input is empty: expected a diagram or SGF"})
		}
	}
}
