package goban

import (
	"iter"
	"strings"
)

// Game is a game found in a text: where it begins from and the moves of its main line, none of them judged.
type Game struct {
	Start  *Position // the board with the stones that are set up before the first move
	ToMove Color     // who has the first turn: as PL says, else Black on an empty board; Empty if nothing tells
	Moves  []Move
	Line   int // where the game begins, from 1
	// Black, White and Result are PB, PW and RE as they are written, without line breaks; empty where nothing tells.
	Black, White, Result string
	places               []textPlace
}

// textPlace is a line and a column, both from 1.
type textPlace struct{ line, column int32 }

// Place returns the line and the column, in characters, both from 1, of the move with an index into Moves.
func (g *Game) Place(move int) (line, column int) {
	return int(g.places[move].line), int(g.places[move].column)
}

// add appends a move. A nil game takes none.
func (g *Game) add(m Move, at sgfPlace) {
	if g != nil {
		g.Moves = append(g.Moves, m)
		g.places = append(g.places, textPlace{int32(at.line), int32(at.column)})
	}
}

// ParseSGFGames reads the games of an SGF collection one after the other, each with the moves of its main line as they
// are written: they may break any rule, which a [Replay] finds out. Stones may be set up only before the first move.
// After an error, which is a *SyntaxError, nothing more comes. A text without any game is an error.
func ParseSGFGames(name string, text []byte) iter.Seq2[*Game, error] {
	return collection(name, text, parseMoves)
}

// parseMoves reads a game tree and returns its moves.
func parseMoves(s *sgfScanner) (*Game, error) {
	game := &Game{}
	reading := sgfGame{record: game}
	line, err := parseGame(s, &reading)
	if err != nil {
		return nil, err
	}
	game.Line, game.Start = line, reading.position
	if game.ToMove == Empty && game.Start.empty() {
		game.ToMove = Black
	}
	return game, nil
}

// player reads PL, which says who has the turn. Only a record of moves wants to know.
func (g *sgfGame) player(s *sgfScanner, property sgfProperty) error {
	if g.record == nil {
		return nil
	}
	value := property.values[0]
	switch strings.ToLower(strings.TrimSpace(value.text)) {
	case "b", "black":
		g.record.ToMove = Black
	case "w", "white":
		g.record.ToMove = White
	default:
		return s.errorAt(value.place, "PL[%s] is no player: expected B or W", brief(value.text))
	}
	if g.moves > 0 {
		return s.errorAt(value.place, "PL after the first move: expected a game in which the players alternate")
	}
	return nil
}

// names reads who plays and the result. Only a record of moves wants to know.
func (g *sgfGame) names(root []sgfProperty) {
	if g.record == nil {
		return
	}
	for _, property := range root {
		text := strings.Join(strings.Fields(property.values[0].text), " ")
		switch property.ident {
		case "PB":
			g.record.Black = text
		case "PW":
			g.record.White = text
		case "RE":
			g.record.Result = text
		}
	}
}

// empty reports whether there is no stone.
func (p *Position) empty() bool {
	for row := range p.rows {
		for _, c := range p.row(row) {
			if c != Empty {
				return false
			}
		}
	}
	return true
}
