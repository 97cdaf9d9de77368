package goban

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"combigo.dev/combigo/syntax"
)

// sgfPlace is a place in a text: a byte, and its line and column for people.
type sgfPlace struct {
	offset, line, column int
}

// sgfScanner walks through the syntax of SGF: trees, nodes, properties and values, whatever they
// mean. The text has line feeds between lines.
type sgfScanner struct {
	name, text string
	place      sgfPlace
}

func newSGFScanner(name, text string) *sgfScanner {
	return &sgfScanner{name: name, text: text, place: sgfPlace{line: 1, column: 1}}
}

// errorf returns an error at the place of the scanner.
func (s *sgfScanner) errorf(format string, args ...any) error {
	return s.errorAt(s.place, format, args...)
}

// errorAt returns an error at some place.
func (s *sgfScanner) errorAt(at sgfPlace, format string, args ...any) error {
	return &SyntaxError{Name: s.name, Line: at.line, Column: at.column, Msg: fmt.Sprintf(format, args...)}
}

// atEnd reports whether the text is used up.
func (s *sgfScanner) atEnd() bool { return s.place.offset == len(s.text) }

// peek returns the next byte, or 0 at the end.
func (s *sgfScanner) peek() byte {
	if s.atEnd() {
		return 0
	}
	return s.text[s.place.offset]
}

// next passes over one character.
func (s *sgfScanner) next() {
	r, size := utf8.DecodeRuneInString(s.text[s.place.offset:])
	s.place.offset += size
	s.place.column++
	if r == '\n' {
		s.place.line++
		s.place.column = 1
	}
}

// skipSpace passes over white space.
func (s *sgfScanner) skipSpace() {
	for !s.atEnd() && strings.IndexByte(" \t\n\v\f", s.peek()) >= 0 {
		s.next()
	}
}

// skipTo passes over what comes before a pattern, and reports whether the pattern is found.
func (s *sgfScanner) skipTo(pattern *regexp.Regexp) bool {
	found := pattern.FindStringIndex(s.text[s.place.offset:])
	if found == nil {
		return false
	}
	for to := s.place.offset + found[0]; s.place.offset < to; {
		s.next()
	}
	return true
}

// quoteNext returns the next character for an error message.
func (s *sgfScanner) quoteNext() string {
	if s.atEnd() {
		return "end of the text"
	}
	r, _ := utf8.DecodeRuneInString(s.text[s.place.offset:])
	return fmt.Sprintf("%q", r)
}

// openTree passes over the parenthesis that opens a tree, up to the semicolon that must follow.
func (s *sgfScanner) openTree() error {
	if s.peek() != '(' {
		return s.errorf("unexpected %s: expected a game tree, which begins with (;", s.quoteNext())
	}
	s.next()
	s.skipSpace()
	if s.peek() != ';' {
		return s.errorf("unexpected %s after (: expected a node, which begins with ;", s.quoteNext())
	}
	return nil
}

// node reads a semicolon and the properties after it.
func (s *sgfScanner) node() ([]sgfProperty, error) {
	s.next()
	var properties []sgfProperty
	for s.skipSpace(); isLetter(s.peek()); s.skipSpace() {
		property, err := s.property()
		if err != nil {
			return nil, err
		}
		properties = append(properties, property)
	}
	return properties, nil
}

// MaxSGFSide is the greatest side of a board in SGF: 26 small and 26 capital letters.
const MaxSGFSide = 52

// maxValues is the most values that a property is read with: far more than a board has points.
const maxValues = 1 << 16

// property reads a name and at least one value.
func (s *sgfScanner) property() (sgfProperty, error) {
	property := sgfProperty{place: s.place}
	for isLetter(s.peek()) {
		s.next()
	}
	property.name = s.text[property.place.offset:s.place.offset]
	if property.ident = property.name; strings.ToUpper(property.name) != property.name {
		property.ident = smallLetters.ReplaceAllString(property.name, "")
	}
	for s.skipSpace(); s.peek() == '['; s.skipSpace() {
		value, err := s.value()
		if err != nil {
			return property, err
		}
		if len(property.values) == maxValues {
			return property, s.errorAt(value.place, "more than %d values of property %s: expected a board of at most %d rows and columns", maxValues, syntax.Brief(property.name), MaxSGFSide)
		}
		property.values = append(property.values, value)
	}
	switch {
	case len(property.values) == 0:
		return property, s.errorf("unexpected %s after property %s: expected a value in [ ]", s.quoteNext(), syntax.Brief(property.name))
	case property.ident == "":
		return property, s.errorAt(property.place, "property %s has no capital letter in its name: expected a name such as AB", syntax.Brief(property.name))
	}
	return property, nil
}

// value reads a value in brackets, in which a backslash takes away the meaning of the character
// after it.
func (s *sgfScanner) value() (sgfValue, error) {
	open := s.place
	s.next()
	value := sgfValue{place: s.place}
	escaped := false
	for ; !s.atEnd() && (s.peek() != ']' || escaped); s.next() {
		escaped = s.peek() == '\\' && !escaped
	}
	if s.atEnd() {
		return value, s.errorAt(open, "the value that begins here has no end: expected ]")
	}
	value.text = escapes.ReplaceAllString(s.text[value.place.offset:s.place.offset], "$1")
	s.next()
	return value, nil
}

// escapes are backslashes with what they escape. A line break goes with its backslash.
var escapes = regexp.MustCompile(`(?s)\\(?:\n|(.))`)

// smallLetters are in names for people to read, before FF[4].
var smallLetters = regexp.MustCompile(`[a-z]`)

// isLetter reports whether a byte is an ASCII letter.
func isLetter(c byte) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }

// sgfProperty is a property of a node with its name as it stands in the text, the capital letters
// of the name, and its values.
type sgfProperty struct {
	place       sgfPlace
	name, ident string
	values      []sgfValue
}

// sgfValue is a value with escapes resolved, and where it begins.
type sgfValue struct {
	text  string
	place sgfPlace
}

// spaced reports whether there is white space around a value.
func (v sgfValue) spaced() bool { return strings.TrimSpace(v.text) != v.text }
