package goban

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
