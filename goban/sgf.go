package goban

import (
	"iter"
	"strconv"
	"strings"
)

const (
	// MaxSGFSide is the greatest side of a board in SGF: 26 small and 26 capital letters.
	MaxSGFSide = 52
	// sgfDefaultSide is the size of the board when SZ is missing.
	sgfDefaultSide = 19
	// sgfPassSide is the greatest side for which tt, which is then off the board, means a pass.
	sgfPassSide = 19
)

// ParseSGF reads the games of an SGF collection one after the other and returns of each the position at the end of its
// main line; the package comment says what is read. After an error, which is a *SyntaxError, nothing more comes. A
// text without any game is an error.
//
// Source: SGF FF[4], https://www.red-bean.com/sgf/ (sgf4.html for the syntax, go.html for how moves are executed).
func ParseSGF(name string, text []byte) iter.Seq2[Record, error] {
	return collection(name, text, func(s *sgfScanner) (Record, error) {
		game := sgfGame{}
		line, err := parseGame(s, &game)
		if err != nil {
			return Record{}, err
		}
		return Record{Position: game.position, Line: line, Moves: game.moves}, nil
	})
}

// collection reads the games of a text one after the other.
func collection[T any](name string, text []byte, read func(s *sgfScanner) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		s := newSGFScanner(name, string(trimByteOrderMark(text)))
		for games := 0; ; games++ {
			s.skipSpace()
			if s.atEnd() {
				if games == 0 {
					yield(*new(T), s.errorf("the input is empty: expected a game tree, which begins with (;"))
				}
				return
			}
			game, err := read(s)
			if !yield(game, err) || err != nil {
				return
			}
		}
	}
}

// parseGame reads one game tree, from its opening parenthesis to the closing one, and returns the line where it begins.
// Trees are written depth first, so the main line is all that comes before the first closing parenthesis.
func parseGame(s *sgfScanner, game *sgfGame) (int, error) {
	begin := s.place
	if err := s.openTree(); err != nil {
		return 0, err
	}
	for depth, branched := 1, false; depth > 0; s.skipSpace() {
		var err error
		switch c := s.peek(); {
		case c == '(':
			depth, branched = depth+1, false
			err = s.openTree()
		case c == ')':
			depth, branched = depth-1, true
			s.next()
		case c == ';' && !branched:
			err = game.node(s)
		case c == ';':
			err = s.errorf("a node after a variation: expected ( or )")
		case s.atEnd():
			err = s.errorf("the text ends in the game that begins on line %d: expected )", begin.line)
		default:
			err = s.errorf("unexpected %s: expected a node, which begins with ;, or ( or )", s.quoteNext())
		}
		if err != nil {
			return 0, err
		}
		game.ended = game.ended || branched
	}
	return begin.line, nil
}

// sgfGame is the state of a game along its main line.
type sgfGame struct {
	position *Position // nil before the root node
	moves    int
	ended    bool  // the main line is complete
	record   *Game // takes the moves instead of the position, unless it is nil
}

// node reads a node and, on the main line, executes it: first the size, in the root, then set-up and moves as they come.
func (g *sgfGame) node(s *sgfScanner) error {
	properties, err := s.node()
	if err != nil || g.ended {
		return err
	}
	root := g.position == nil
	if root {
		if err := g.start(s, properties); err != nil {
			return err
		}
		g.names(properties)
	}
	var placed []Color
	for _, property := range properties {
		switch property.ident {
		case "AB", "AW", "AE":
			if placed == nil {
				placed = make([]Color, len(g.position.grid))
			}
			err = g.setUp(s, property, placed)
		case "B", "W":
			err = g.move(s, property)
		case "PL":
			err = g.player(s, property)
		case "SZ":
			if !root {
				err = s.errorAt(property.values[0].place, "SZ after the root node: expected the size of the board in the first node")
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// start makes the board that the root node asks for.
func (g *sgfGame) start(s *sgfScanner, root []sgfProperty) error {
	rows, cols := sgfDefaultSide, sgfDefaultSide
	for _, property := range root {
		value := property.values[0]
		switch property.ident {
		case "GM":
			if strings.TrimSpace(value.text) != "1" {
				return s.errorAt(value.place, "GM[%s] is another game: expected GM[1], which is Go", brief(value.text))
			}
		case "SZ":
			var ok bool
			if rows, cols, ok = parseSGFSize(value.text); !ok {
				return s.errorAt(value.place, "SZ[%s] is not a size: expected a number from 1 to %d, or columns:rows", brief(value.text), MaxSGFSide)
			}
		}
	}
	var err error
	g.position, err = New(rows, cols)
	return err
}

// parseSGFSize reads the value of SZ, a number or columns:rows.
func parseSGFSize(text string) (rows, cols int, ok bool) {
	width, height, rectangular := strings.Cut(strings.TrimSpace(text), ":")
	if !rectangular {
		height = width
	}
	cols, errCols := strconv.Atoi(width)
	rows, errRows := strconv.Atoi(height)
	ok = errCols == nil && errRows == nil && min(rows, cols) >= 1 && max(rows, cols) <= MaxSGFSide
	return rows, cols, ok
}

// setUp executes AB, AW or AE. A point may be in only one of the three in a node, which placed remembers: for each
// place in the grid, the colour it was given, plus one.
func (g *sgfGame) setUp(s *sgfScanner, property sgfProperty, placed []Color) error {
	if g.record != nil && g.moves > 0 {
		return s.errorAt(property.values[0].place, "%s after the first move: expected moves only, so that the game can be replayed", property.ident)
	}
	color := sgfColor(property.ident)
	for _, value := range property.values {
		from, to, err := g.rectangle(s, value)
		if err != nil {
			return err
		}
		for row := from.Row; row <= to.Row; row++ {
			for col := from.Col; col <= to.Col; col++ {
				before := &placed[g.position.index(row, col)]
				if *before != 0 && *before != color+1 {
					return s.errorAt(value.place, "point %s is in two of AB, AW and AE of one node: expected it in one",
						g.position.Label(Point{row, col}))
				}
				*before = color + 1
				g.position.Set(row, col, color)
			}
		}
	}
	return nil
}

// sgfColor returns the colour that a set-up property or a move gives a point.
func sgfColor(ident string) Color {
	switch ident {
	case "B", "AB":
		return Black
	case "W", "AW":
		return White
	default:
		return Empty
	}
}

// rectangle reads a point, or two corners with a colon between, and returns its top left and bottom right points.
func (g *sgfGame) rectangle(s *sgfScanner, value sgfValue) (from, to Point, err error) {
	first, second, isRectangle := strings.Cut(value.text, ":")
	if !isRectangle {
		second = first
	}
	a, err := g.point(s, first, value.place)
	if err != nil {
		return a, a, err
	}
	b, err := g.point(s, second, value.place)
	from = Point{Row: min(a.Row, b.Row), Col: min(a.Col, b.Col)}
	to = Point{Row: max(a.Row, b.Row), Col: max(a.Col, b.Col)}
	return from, to, err
}

// point reads a point: two letters, column first, a to z and then A to Z.
func (g *sgfGame) point(s *sgfScanner, text string, place sgfPlace) (Point, error) {
	text = strings.TrimSpace(text)
	if len(text) != 2 || sgfNumber(text[0]) < 0 || sgfNumber(text[1]) < 0 {
		return Point{}, s.errorAt(place, "%q is not a point: expected two letters, column and row, such as dp", brief(text))
	}
	at := Point{Row: sgfNumber(text[1]), Col: sgfNumber(text[0])}
	if !g.position.On(at) {
		last := sgfPoint(Point{Row: g.position.rows - 1, Col: g.position.cols - 1})
		return Point{}, s.errorAt(place, "point %s is not on the %s board (rows x columns): expected aa to %s", text, g.position.size(), last)
	}
	return at, nil
}

// move executes B or W as FF[4] demands: the stone replaces whatever is on its point, strings without liberties go.
func (g *sgfGame) move(s *sgfScanner, property sgfProperty) error {
	if len(property.values) > 1 {
		return s.errorAt(property.values[1].place, "a second point in the move %s: expected just one", property.ident)
	}
	g.moves++
	value := property.values[0]
	if g.isPass(value.text) {
		g.record.add(Pass(sgfColor(property.ident)), value.place)
		return nil
	}
	at, err := g.point(s, value.text, value.place)
	if err != nil {
		return err
	}
	if g.record != nil {
		g.record.add(Stone(sgfColor(property.ident), at), value.place)
		return nil
	}
	g.position.Set(at.Row, at.Col, sgfColor(property.ident))
	g.position.remove(g.position.index(at.Row, at.Col))
	return nil
}

// isPass reports whether a move is a pass: no point at all, or tt where that is not a point.
func (g *sgfGame) isPass(text string) bool {
	text = strings.TrimSpace(text)
	return text == "" || text == "tt" && max(g.position.rows, g.position.cols) <= sgfPassSide
}

// sgfLetters are the names of rows and columns in SGF, in order.
const sgfLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// sgfNumber returns the row or column that a letter stands for, from 0, or -1.
func sgfNumber(letter byte) int { return strings.IndexByte(sgfLetters, letter) }

// sgfPoint returns the name of a point in SGF.
func sgfPoint(at Point) string { return string([]byte{sgfLetters[at.Col], sgfLetters[at.Row]}) }

// ParseSGFGames reads the games of an SGF collection one after the other, each with the moves of its main line as they
// are written: they may break any rule, which a [Replay] finds out. Stones may be set up only before the first move.
// After an error, which is a *SyntaxError, nothing more comes. A text without any game is an error.
func ParseSGFGames(name string, text []byte) iter.Seq2[*Game, error] {
	return collection(name, text, parseMoves)
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
