package goban

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/syntax"
)

const (
	// MaxSGFSide is the greatest side of a board in SGF: 26 small and 26 capital letters.
	MaxSGFSide = 52
	// sgfDefaultSide is the size of the board when SZ is missing.
	sgfDefaultSide = 19
	// sgfPassSide is the greatest side for which tt, which is then off the board, means a pass.
	sgfPassSide = 19
)

// ParseSGF reads the games of an SGF collection one after the other and returns of each the
// position at the end of its main line; the package comment says what is read. After an error,
// which is a *SyntaxError, nothing more comes. A text without any game is an error.
//
// Source: SGF FF[4], https://www.red-bean.com/sgf/ (sgf4.html for the syntax, go.html for how moves
// are executed).
func ParseSGF(name string, text []byte) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for game, err := range ParseSGFGames(name, text) {
			if err != nil {
				yield(Record{}, err)
				return
			}
			record := Record{Position: game.Start, Line: game.Line}
			for _, step := range game.Steps {
				record.Position.Execute(step)
				if step.SetUp == nil {
					record.Moves++
				}
			}
			if !yield(record, nil) {
				return
			}
		}
	}
}

// ParseSGFGames reads the games of an SGF collection one after the other, each with the steps of
// its main line as they are written: they may break any rule, which [Game.Judge] finds out. After
// an error, which is a *SyntaxError, nothing more comes. A text without any game is an error.
func ParseSGFGames(name string, text []byte) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		s := newSGFScanner(name, string(trimByteOrderMark(text)))
		for games := 0; ; games++ {
			s.skipSpace()
			if s.atEnd() {
				if games == 0 {
					yield(nil, s.errorf("the input is empty: expected a game tree, which begins with (;"))
				}
				return
			}
			game, err := parseGame(s)
			if !yield(game, err) || err != nil {
				return
			}
		}
	}
}

// parseGame reads one game tree, from its opening parenthesis to the closing one. Trees are written
// depth first, so the main line is all that comes before the first closing parenthesis.
func parseGame(s *sgfScanner) (*Game, error) {
	begin := s.place
	game := &sgfGame{Game: &Game{Line: begin.line, Comments: map[int][]string{}}}
	if err := s.openTree(); err != nil {
		return nil, err
	}
	for depth, branched := 1, false; depth > 0; s.skipSpace() {
		var err error
		switch c := s.peek(); {
		case c == '(':
			if branched {
				game.Variations++
			}
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
			return nil, err
		}
		game.ended = game.ended || branched
	}
	if game.ToMove == Empty && game.Start.empty() {
		game.ToMove = Black
	}
	return game.Game, nil
}

// sgfGame is a game that is being read along its main line.
type sgfGame struct {
	*Game
	ended bool // the main line is complete
}

// node reads a node and, on the main line, notes what it does: first the size, in the root, then
// what is set up, then moves.
func (g *sgfGame) node(s *sgfScanner) error {
	properties, err := s.node()
	if err != nil || g.ended {
		return err
	}
	if g.Start == nil {
		if err := g.start(s, properties); err != nil {
			return err
		}
		g.names(properties)
	} else if i := slices.IndexFunc(properties, func(p sgfProperty) bool { return p.ident == "SZ" }); i >= 0 {
		return s.errorAt(properties[i].values[0].place, "SZ after the root node: expected the size of the board in the first node")
	}
	if err := g.setUp(s, properties); err != nil {
		return err
	}
	for _, property := range properties {
		if property.ident == "B" || property.ident == "W" {
			if err := g.move(s, property); err != nil {
				return err
			}
		}
	}
	g.comment(properties)
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
				return s.errorAt(value.place, "GM[%s] is another game: expected GM[1], which is Go", syntax.Brief(value.text))
			}
		case "SZ":
			var ok bool
			if rows, cols, ok = parseSGFSize(value.text); !ok {
				return s.errorAt(value.place, "SZ[%s] is not a size: expected a number from 1 to %d, or columns:rows", syntax.Brief(value.text), MaxSGFSide)
			}
		}
	}
	var err error
	g.Start, err = New(rows, cols)
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

// setUp notes what a node changes by AB, AW, AE and PL. Before the first move the change is part of
// the beginning.
func (g *sgfGame) setUp(s *sgfScanner, properties []sgfProperty) error {
	var (
		change SetUp
		first  sgfPlace // of the values that change something
		placed []Color
	)
	for _, property := range properties {
		var err error
		switch property.ident {
		case "AB", "AW", "AE":
			if placed == nil {
				placed = make([]Color, len(g.Start.grid))
			}
			var areas []Area
			areas, err = g.areas(s, property, placed)
			change.Areas = append(change.Areas, areas...)
		case "PL":
			change.ToMove, err = player(s, property.values[0])
		default:
			continue
		}
		if err != nil {
			return err
		}
		first = cmp.Or(first, property.values[0].place)
	}
	switch {
	case first == sgfPlace{}:
	case len(g.Steps) > 0:
		g.Steps = append(g.Steps, Step{SetUp: &change, Line: first.line, Column: first.column})
	default:
		g.Start.SetUp(change.Areas)
		g.ToMove = cmp.Or(change.ToMove, g.ToMove)
	}
	return nil
}

// player reads the value of PL, which says who has the turn.
func player(s *sgfScanner, value sgfValue) (Color, error) {
	switch strings.ToLower(strings.TrimSpace(value.text)) {
	case "b", "black":
		return Black, nil
	case "w", "white":
		return White, nil
	}
	return Empty, s.errorAt(value.place, "PL[%s] is no player: expected B or W", syntax.Brief(value.text))
}

// areas reads AB, AW or AE. A point may be in only one of the three in a node, which placed
// remembers: for each place in the grid, the colour it was given, plus one.
func (g *sgfGame) areas(s *sgfScanner, property sgfProperty, placed []Color) ([]Area, error) {
	color := sgfColor(property.ident)
	var areas []Area
	for _, value := range property.values {
		from, to, err := g.rectangle(s, value)
		if err != nil {
			return nil, err
		}
		area := Area{Color: color, From: from, To: to}
		for at := range area.Points() {
			before := &placed[g.Start.index(at.Row, at.Col)]
			if *before != 0 && *before != color+1 {
				return nil, s.errorAt(value.place, "point %s is in two of AB, AW and AE of one node: expected it in one", g.Start.Label(at))
			}
			*before = color + 1
		}
		areas = append(areas, area)
	}
	return areas, nil
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

// rectangle reads a point, or two corners with a colon between, and returns its top left and bottom
// right points.
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
		return Point{}, s.errorAt(place, "%q is not a point: expected two letters, column and row, such as dp", syntax.Brief(text))
	}
	at := Point{Row: sgfNumber(text[1]), Col: sgfNumber(text[0])}
	if !g.Start.On(at) {
		last := sgfPoint(Point{Row: g.Start.rows - 1, Col: g.Start.cols - 1})
		return Point{}, s.errorAt(place, "point %s is not on the %s board (rows x columns): expected aa to %s", text, g.Start.size(), last)
	}
	return at, nil
}

// move notes B or W.
func (g *sgfGame) move(s *sgfScanner, property sgfProperty) error {
	if len(property.values) > 1 {
		return s.errorAt(property.values[1].place, "a second point in the move %s: expected just one", property.ident)
	}
	value, move := property.values[0], Pass(sgfColor(property.ident))
	if !g.isPass(value.text) {
		at, err := g.point(s, value.text, value.place)
		if err != nil {
			return err
		}
		move = Stone(move.Color, at)
	}
	g.Steps = append(g.Steps, Step{Move: move, Line: value.place.line, Column: value.place.column})
	return nil
}

// isPass reports whether a move is a pass: no point at all, or tt where that is not a point.
func (g *sgfGame) isPass(text string) bool {
	text = strings.TrimSpace(text)
	return text == "" || text == "tt" && max(g.Start.rows, g.Start.cols) <= sgfPassSide
}

// sgfLetters are the names of rows and columns in SGF, in order.
const sgfLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// sgfNumber returns the row or column that a letter stands for, from 0, or -1.
func sgfNumber(letter byte) int { return strings.IndexByte(sgfLetters, letter) }

// sgfPoint returns the name of a point in SGF.
func sgfPoint(at Point) string { return string([]byte{sgfLetters[at.Col], sgfLetters[at.Row]}) }

// names reads who plays, the result and the rules.
func (g *sgfGame) names(root []sgfProperty) {
	fields := map[string]*string{"PB": &g.Black, "PW": &g.White, "RE": &g.Result, "RU": &g.Rules}
	for _, property := range root {
		if to := fields[property.ident]; to != nil {
			*to = strings.Join(strings.Fields(property.values[0].text), " ")
		}
	}
}

// comment keeps the comments of a node, for the steps that have been made.
func (g *sgfGame) comment(properties []sgfProperty) {
	for _, property := range properties {
		if text := strings.TrimSpace(property.values[0].text); property.ident == "C" && text != "" {
			g.Comments[len(g.Steps)] = append(g.Comments[len(g.Steps)], text)
		}
	}
}
