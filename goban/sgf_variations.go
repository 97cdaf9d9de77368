package goban

import "slices"

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
		for _, way := range s.ways()[1:] {
			if len(found) == ways {
				break
			}
			if game, err := s.gameOf(main.Line, way); err == nil {
				found = append(found, game)
			}
		}
		all = append(all, found)
	}
	return all, nil
}

// ways passes over a game tree whose syntax is right, and returns the places of the nodes of each
// way through the tree.
func (s *sgfScanner) ways() (all [][]sgfPlace) {
	var path []sgfPlace
	var open []int // the lengths of path where the trees that are open began
	for leaf := true; ; s.skipSpace() {
		switch s.peek() {
		case '(':
			open, leaf = append(open, len(path)), true
			s.next()
		case ';':
			path = append(path, s.place)
			if _, err := s.node(); err != nil {
				return all // the text has been read
			}
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

// gameOf returns the game of a way, which begins on a line.
func (s sgfScanner) gameOf(line int, way []sgfPlace) (*Game, error) {
	g := newSGFGame(&s, line)
	for _, s.place = range way {
		if err := g.node(); err != nil {
			return nil, err
		}
	}
	g.findFirstTurn()
	return g.Game, nil
}
