package goban

import (
	"bytes"
	"iter"
	"regexp"
	"slices"
	"strings"
)

// starSides is a line of sides of borders of stars, as Go::CountLiberties draws them.
var starSides, stars = regexp.MustCompile(`^\s*\*{3,}(?:\s+\*{3,})*$`), regexp.MustCompile(`\*+`)

// starred returns the first line of sides of borders of stars, or -1.
func starred(block []textLine) int {
	return slices.IndexFunc(block, func(line textLine) bool { return starSides.MatchString(line.text) })
}

// parseStarred reads the boards of a block: several may stand next to each other, with their upper
// sides on one line. Lines before a border are captions.
func parseStarred(name string, block []textLine) (records []Record, err error) {
	for top := starred(block); top >= 0; top = starred(block) {
		block = block[top:]
		used := 0
		for _, side := range stars.FindAllStringIndex(block[0].text, -1) {
			record, lines, err := parseStarredBoard(name, block, side[0], side[1])
			if err != nil {
				return records, err
			}
			records, used = append(records, record), max(used, lines)
		}
		block = block[used:]
	}
	if len(block) > 0 {
		return records, block[0].errorAt(name, 0, "text below the border of a board: expected a blank line before it")
	}
	return records, nil
}

// parseStarredBoard reads the board below the stars from one byte of the first line to another, and
// returns how many lines it takes.
func parseStarredBoard(name string, block []textLine, from, to int) (_ Record, lines int, _ error) {
	var rows []textLine // within the border, in their columns
	for _, line := range block[1:] {
		if len(line.text) < to {
			return Record{}, 0, line.errorAt(name, len(line.text), "the border of stars ends here: expected %q, points and %q, %d characters", "*", "*", to-from)
		}
		text := line.text[from:to]
		if strings.Trim(text, "*") == "" {
			if len(rows) == 0 {
				return Record{}, 0, line.errorAt(name, from, "a border of stars without a board: expected rows of points")
			}
			record, err := parseDiagram(name, rows)
			record.Line = block[0].number
			return record, len(rows) + 2, err
		}
		for _, i := range []int{0, len(text) - 1} {
			if text[i] != '*' {
				return Record{}, 0, line.errorAt(name, from+i, "unexpected %q: expected * on the border of the board", text[i])
			}
		}
		if i := strings.IndexAny(text, diagramBlanks); i >= 0 {
			return Record{}, 0, line.errorAt(name, from+i, "unexpected %q: expected . (empty), X or # (black), O or @ (white)", text[i])
		}
		rows = append(rows, textLine{line.number, strings.Repeat(" ", from+1) + text[1:len(text)-1]})
	}
	last := block[len(block)-1]
	return Record{}, 0, last.errorAt(name, len(last.text), "a board without its lower border: expected %s", strings.Repeat("*", min(to-from, 20)))
}

// Parse reads the positions of a text one after the other, be they diagrams or SGF. It is SGF if
// its name ends in .sgf, if a game begins in it, or if it begins with a parenthesis that is not the
// mark of a last move, as in "(X)". The name is for errors, too. After an error, which is a
// *SyntaxError, nothing more comes.
func Parse(name string, raw []byte) iter.Seq2[Record, error] {
	if text, _ := withoutMark(raw); strings.HasSuffix(strings.ToLower(name), ".sgf") || looksLikeSGF(text) {
		return ParseSGF(name, raw)
	}
	return ParseDiagrams(name, raw)
}

// looksLikeSGF tells SGF from diagrams.
func looksLikeSGF(text []byte) bool {
	trimmed := bytes.TrimSpace(text)
	if !bytes.HasPrefix(trimmed, []byte("(")) {
		return sgfBegins.Match(text)
	}
	return len(trimmed) < 3 || trimmed[2] != ')' || !bytes.ContainsAny(trimmed[1:2], diagramPoints)
}

// sgfBegins is how a game begins, which nothing in a diagram does.
var sgfBegins = regexp.MustCompile(`\(\s*;\s*[A-Za-z]+\s*\[`)

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
func ParseDiagrams(name string, raw []byte) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		empty := true
		text, _ := withoutMark(raw)
		for block := range blocks(string(text)) {
			empty = false
			if len(block) > maxBlock {
				yield(Record{}, block[maxBlock].errorAt(name, 0, "more than %d lines without a blank one: expected boards of at most %d rows", maxBlock, MaxSide))
				return
			}
			if starred(block) >= 0 {
				records, err := parseStarred(name, block)
				for _, record := range records {
					if !yield(record, nil) {
						return
					}
				}
				if err != nil {
					yield(Record{}, err)
					return
				}
				continue
			}
			record, err := parseDiagram(name, block)
			if !yield(record, err) || err != nil {
				return
			}
		}
		if empty {
			msg := "the input is empty: expected a diagram or SGF"
			if len(bytes.TrimSpace(text)) > 0 {
				msg = "there is no board: expected a diagram or SGF"
			}
			yield(Record{}, &SyntaxError{Name: name, Line: 1, Column: 1, Msg: msg})
		}
	}
}
