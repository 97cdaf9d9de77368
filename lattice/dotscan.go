package lattice

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// dotToken is a token of a text in DOT. Its kind is a punctuation mark or one of the words below.
type dotToken struct {
	kind   string
	text   string // the name, for a name
	offset int
}

const (
	dotName    = "name" // an ID of the language: plain, number, quoted, or in angle brackets
	dotKeyword = "keyword"
	dotEnd     = "end of the file"
)

// String returns the token as errors name it.
func (t dotToken) String() string {
	switch t.kind {
	case dotName, dotKeyword:
		return strconv.Quote(shorten(t.text))
	case dotEnd:
		return dotEnd
	default:
		return strconv.Quote(t.kind)
	}
}

// dotScanner splits a text in tokens.
type dotScanner struct {
	source
	at int
}

// next returns the next token.
func (s *dotScanner) next() (dotToken, error) {
	if err := s.skipBlank(); err != nil {
		return dotToken{}, err
	}
	start, rest := s.at, s.text[s.at:]
	if rest == "" {
		return dotToken{kind: dotEnd, offset: start}, nil
	}
	for _, mark := range []string{"--", "->", "{", "}", "[", "]", "=", ";", ",", ":", "+"} {
		if strings.HasPrefix(rest, mark) {
			s.at += len(mark)
			return dotToken{kind: mark, offset: start}, nil
		}
	}
	switch rest[0] {
	case '"':
		return s.quoted()
	case '<':
		return s.html()
	default:
		return s.plain()
	}
}

// skipBlank passes over space and comments.
func (s *dotScanner) skipBlank() error {
	for {
		rest := s.text[s.at:]
		blank := strings.TrimLeft(rest, " \t\r\n\f\v")
		s.at += len(rest) - len(blank)
		lineStart := s.at == 0 || s.text[s.at-1] == '\n'
		switch {
		case strings.HasPrefix(blank, "//"), lineStart && strings.HasPrefix(blank, "#"):
			s.skipThrough("\n")
		case strings.HasPrefix(blank, "/*"):
			start := s.at
			s.at += len("/*")
			if !s.skipThrough("*/") {
				return s.errorAt(start, "a comment without end: want */")
			}
		default:
			return nil
		}
	}
}

// skipThrough moves past the next occurrence of a mark, or to the end of the text if there is none.
func (s *dotScanner) skipThrough(mark string) bool {
	_, after, found := strings.Cut(s.text[s.at:], mark)
	s.at = len(s.text) - len(after)
	return found
}

// quoted reads a name in quotes, in which \" is a quote and a backslash before the end of a line
// joins two lines.
func (s *dotScanner) quoted() (dotToken, error) {
	start := s.at
	for s.at++; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '\\':
			s.at++
		case '"':
			s.at++
			name := strings.NewReplacer(`\\`, `\\`, `\"`, `"`, "\\\r\n", "", "\\\n", "").Replace(s.text[start+1 : s.at-1])
			return dotToken{dotName, name, start}, nil
		}
	}
	return dotToken{}, s.errorAt(start, "a name without end: want a closing \"")
}

// html reads a name in angle brackets, which nest.
func (s *dotScanner) html() (dotToken, error) {
	start, depth := s.at, 0
	for ; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '<':
			depth++
		case '>':
			depth--
		}
		if depth == 0 {
			s.at++
			return dotToken{dotName, s.text[start:s.at], start}, nil
		}
	}
	return dotToken{}, s.errorAt(start, "a name without end: want a closing >")
}

// plain reads a keyword, a word or a number.
func (s *dotScanner) plain() (dotToken, error) {
	start := s.at
	rest := s.text[start:]
	length := wordLen(rest)
	if length == 0 {
		length = numberLen(rest)
	}
	if length == 0 {
		c, _ := utf8.DecodeRuneInString(rest)
		return dotToken{}, s.errorAt(start, "unexpected %q: want names, --, braces and attributes, such as graph { a -- b; }", c)
	}
	s.at += length
	name := rest[:length]
	switch lower := strings.ToLower(name); lower {
	case "strict", "graph", "digraph", "subgraph", "node", "edge":
		return dotToken{dotKeyword, lower, start}, nil
	}
	return dotToken{dotName, name, start}, nil
}

// wordLen returns the length of the word at the beginning of a text: letters, digits and _, no
// digit first. Whatever is not ASCII counts as a letter.
func wordLen(text string) int {
	for i, c := range []byte(text) {
		digit := c >= '0' && c <= '9'
		letter := c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= utf8.RuneSelf
		if !letter && (!digit || i == 0) {
			return i
		}
	}
	return len(text)
}

// numberLen returns the length of the number at the beginning of a text: an optional minus, digits,
// at most one dot.
func numberLen(text string) int {
	i, digits, dots := 0, 0, 0
	if strings.HasPrefix(text, "-") {
		i++
	}
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c == '.' && dots == 0:
			dots++
		default:
			return lengthIf(digits > 0, i)
		}
	}
	return lengthIf(digits > 0, i)
}

func lengthIf(ok bool, length int) int {
	if ok {
		return length
	}
	return 0
}
