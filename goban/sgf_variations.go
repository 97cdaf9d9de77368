package goban

import (
	"slices"
	"strings"
)

// ParseSGFVariations reads the games of an SGF collection, as [ParseSGFGames] does, and returns of
// each the ways through its tree in the order in which they are written: first the main line, then
// variations, each as a game from its beginning to its end. The numbers of games and of ways
// of each game that are read are at most the given ones. Steps that two ways share have the same
// line and column. A variation with a fault for which a main line would be refused is left out.
func ParseSGFVariations(name string, raw []byte, games, ways int) ([][]*Game, error) {
	text, _ := decodeSGF(raw)
	s := newSGFScanner(name, text)
	var all [][]*Game
	for main, err := range ParseSGFGames(name, raw) {
		if err != nil {
			return nil, err
		}
		if len(all) == games {
			break
		}
		s.skipTo(gameStart)
		found := []*Game{main}
		for _, line := range s.lines()[1:] {
			if len(found) == ways {
				break
			}
			way := newSGFScanner(name, s.only(line))
			way.skipSpace()
			if game, err := parseGame(way); err == nil {
				found = append(found, game)
			}
		}
		all = append(all, found)
	}
	return all, nil
}

// A span is a part of a text, from a byte to another.
type span struct{ from, to int }

// lines passes over a game tree whose syntax is right, and returns of each way through the tree the
// parts of the text that are nodes on it.
func (s *sgfScanner) lines() (all [][]span) {
	var path []span
	var open []int // the lengths of path where the trees that are open began
	for leaf := true; ; s.skipSpace() {
		from := s.place.offset
		switch s.peek() {
		case '(':
			open, leaf = append(open, len(path)), true
			s.next()
		case ';':
			if _, err := s.node(); err != nil {
				return all // the text has been read
			}
			path = append(path, span{from, s.place.offset})
		default: // ) or the end of the text
			if leaf {
				all = append(all, slices.Clone(path))
			}
			path, open, leaf = path[:open[len(open)-1]], open[:len(open)-1], false
			if !s.atEnd() {
				s.next()
			}
			if len(open) == 0 {
				return all
			}
		}
	}
}

// only is the text as a game tree with some nodes, and with spaces in place of all else, so that
// lines and columns are as they were.
func (s *sgfScanner) only(nodes []span) string {
	var b strings.Builder
	blank := func(from, to int) {
		b.WriteString(strings.Map(func(r rune) rune {
			if r == '\n' {
				return r
			}
			return ' '
		}, s.text[from:to]))
	}
	first := strings.LastIndexByte(s.text[:nodes[0].from], '(')
	blank(0, first)
	b.WriteByte('(')
	at := first + 1
	for _, node := range nodes {
		blank(at, node.from)
		b.WriteString(s.text[node.from:node.to])
		at = node.to
	}
	return b.String() + ")"
}
