package goban

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/syntax"
)

const (
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
func ParseSGF(name string, raw []byte) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for game, err := range ParseSGFGames(name, raw) {
			if err != nil {
				yield(Record{}, err)
				return
			}
			record := Record{Position: game.Start.Clone(), Line: game.Line, Game: game}
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
func ParseSGFGames(name string, raw []byte) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		text, notes := decodeSGF(raw)
		s := newSGFScanner(name, text)
		s.skipSpace()
		if place := s.place; s.peek() != '(' && s.skipTo(gameStart) {
			notes = slices.Insert(notes, 0, Note{place.line, place.column, "text before the first game, which begins with (;, is passed over", Assumed, 1})
		}
		for games := 0; ; games++ {
			s.skipSpace()
			if s.atEnd() && games > 0 {
				return
			}
			if s.atEnd() {
				yield(nil, s.errorf("the input is empty: expected a game tree, which begins with (;"))
				return
			}
			game, err := parseGame(s)
			for err == nil && len(notes) > 0 && notes[0].Line <= s.place.line {
				game.Notes, notes = append(game.Notes, notes[0]), notes[1:]
			}
			if !yield(game, err) || err != nil {
				return
			}
		}
	}
}

// sgfGame is a game that is being read. What is said of the main line goes into the game; side
// variations are checked only.
type sgfGame struct {
	*Game
	s        *sgfScanner
	ended    bool           // the main line is complete
	noted    map[string]int // the index of notes by what makes them alike
	path     []sgfProperty  // of the game as a whole, in the nodes up to this one
	trees    []int          // the lengths of path where the trees that are open began
	handicap sgfProperty
}

func newSGFGame(s *sgfScanner, line int) *sgfGame {
	return &sgfGame{Game: &Game{Line: line, Comments: map[int][]string{}}, s: s, noted: map[string]int{}}
}

// parseGame reads one game tree, from its opening parenthesis to the closing one. Trees are written
// depth first, so the main line is all that comes before the first closing parenthesis.
func parseGame(s *sgfScanner) (*Game, error) {
	begin := s.place
	g := newSGFGame(s, begin.line)
	if err := s.openTree(); err != nil {
		return nil, err
	}
	g.trees = []int{0}
	for branched := false; len(g.trees) > 0; s.skipSpace() {
		var err error
		switch c := s.peek(); {
		case c == '(':
			if branched {
				g.Variations++
			}
			g.trees, branched = append(g.trees, len(g.path)), false
			err = s.openTree()
		case c == ')':
			last := len(g.trees) - 1
			g.path, g.trees, branched = g.path[:g.trees[last]], g.trees[:last], true
			s.next()
		case c == ';' && !branched:
			err = g.node()
		case c == ';':
			err = s.errorf("a node after a variation: expected ( or )")
		case s.atEnd():
			missing := len(g.trees)
			g.trees = nil
			g.note(Assumed, s.place, "the text ends in the game that begins on line %d: %d missing ) assumed", begin.line, missing)
		default:
			err = s.errorf("unexpected %s: expected a node, which begins with ;, or ( or )", s.quoteNext())
		}
		if err != nil {
			return nil, err
		}
		g.ended = g.ended || branched
	}
	g.findFirstTurn()
	return g.Game, nil
}

// note keeps a note, or counts it if there is one like it: with the same layout, or with the same
// text if that is all there is. Nothing depends on what is in a side variation.
func (g *sgfGame) note(kind NoteKind, at sgfPlace, layout string, args ...any) {
	if g.ended && len(g.trees) > 0 {
		kind = Ignored
	}
	key, text := layout, fmt.Sprintf(layout, args...)
	if layout == "%s" {
		key = text
	}
	if i, ok := g.noted[key]; ok {
		g.Notes[i].Times++
		return
	}
	g.noted[key] = len(g.Notes)
	g.Notes = append(g.Notes, Note{at.line, at.column, text, kind, 1})
}

// errorOrNote returns an error on the main line, and makes a note in a side variation, on which
// nothing depends.
func (g *sgfGame) errorOrNote(at sgfPlace, layout string, args ...any) error {
	if !g.ended {
		return g.s.errorAt(at, layout, args...)
	}
	g.note(Ignored, at, layout, args...)
	return nil
}

// maxSteps is the most moves that a game is read with.
const maxSteps = 1 << 21

// node reads a node: first the size, in the first node, then what is set up, then moves.
func (g *sgfGame) node() error {
	at := g.s.place
	properties, err := g.s.node()
	if err == nil && len(g.Steps) >= maxSteps {
		err = g.s.errorAt(at, "more than %d moves: expected a game of at most that many", maxSteps)
	}
	first := g.Start == nil
	if err == nil && first {
		err = g.start(properties)
	}
	if err == nil {
		err = g.check(properties, first)
	}
	if err == nil {
		err = g.setUp(properties)
	}
	for _, property := range properties {
		if err == nil && (property.ident == "B" || property.ident == "W") {
			err = g.move(property)
		}
	}
	if err == nil && !g.ended {
		g.readInfo(properties, first)
	}
	return err
}

// start makes the board that the first node asks for.
func (g *sgfGame) start(first []sgfProperty) (err error) {
	rows, cols := sgfDefaultSide, sgfDefaultSide
	read := map[string]bool{} // a second one is an error of its own
	for _, property := range first {
		value := property.values[0]
		if sgfRules[property.ident].class != rootNode || read[property.ident] {
			continue
		}
		read[property.ident] = true
		switch text := strings.TrimSpace(value.text); property.ident {
		case "GM":
			if text != "1" {
				return g.s.errorAt(value.place, "GM[%s] is another game: expected GM[1], which is Go", syntax.Brief(text))
			}
		case "FF":
			if len(text) != 1 || text < "1" || text > "4" {
				g.note(Assumed, value.place, "FF[%s] is no version that is known: the text is read as FF[4]", syntax.Brief(text))
			}
		case "SZ":
			var ok bool
			if rows, cols, ok = parseSGFSize(text); !ok {
				return g.s.errorAt(value.place, "SZ[%s] is not a size: expected a number from 1 to %d, or columns:rows", syntax.Brief(text), MaxSGFSide)
			}
			if rows == cols && strings.Contains(text, ":") {
				g.note(Assumed, value.place, "SZ[%s] is read as SZ[%d], which FF[4] has for square boards", text, rows)
			}
		}
	}
	g.Start, err = New(rows, cols)
	return err
}

// parseSGFSize reads the value of SZ, a number or columns:rows.
func parseSGFSize(text string) (rows, cols int, ok bool) {
	width, height, rectangular := strings.Cut(text, ":")
	if !rectangular {
		height = width
	}
	cols, errCols := strconv.Atoi(width)
	rows, errRows := strconv.Atoi(height)
	ok = errCols == nil && errRows == nil && min(rows, cols) >= 1 && max(rows, cols) <= MaxSGFSide
	return rows, cols, ok
}

// check compares the properties of a node with the table of properties.
func (g *sgfGame) check(properties []sgfProperty, first bool) error {
	var seen map[string]sgfPlace // by names and by groups, if there may be two
	if len(properties) > 1 {
		seen = make(map[string]sgfPlace, len(properties))
	}
	var moves, setUps bool
	for _, p := range properties {
		rule, known := sgfRules[p.ident]
		moves, setUps = moves || rule.class == moveNode, setUps || rule.class == setUpNode
		if p.name != p.ident {
			g.note(Assumed, p.place, "small letters in names of properties are passed over, as before FF[4]")
		}
		if err := g.checkOnce(p, rule, known, seen); err != nil {
			return err
		}
		if rule.class == rootNode && !first {
			if err := g.errorOrNote(p.place, "%s after the first node: expected what holds for the whole game in the first node", p.ident); err != nil {
				return err
			}
		}
		if spaced := slices.IndexFunc(p.values, sgfValue.spaced); rule.kind == readValue && spaced >= 0 {
			g.note(Assumed, p.values[spaced].place, "white space around a value is passed over")
		}
		g.checkForms(p, rule)
	}
	if moves && setUps {
		g.note(Assumed, properties[0].place, "a move and what is set up are in one node: what is set up comes first")
	}
	for _, p := range properties {
		_, black := seen["B"]
		if _, white := seen["W"]; sgfRules[p.ident].needsMove && !black && !white {
			g.note(Ignored, p.place, "%s is in a node without a move", p.ident)
		}
	}
	return nil
}

// checkOnce wants properties and values once where the table has them once: in a node, or on the
// way to a node.
func (g *sgfGame) checkOnce(p sgfProperty, rule sgfRule, known bool, seen map[string]sgfPlace) error {
	if !rule.list && known && len(p.values) > 1 {
		at := p.values[0].place
		if err := g.errorOrNote(p.values[1].place, "a second value of %s, after that at line %d, column %d: expected just one", p.ident, at.line, at.column); err != nil {
			return err
		}
	}
	at, twice := seen[p.ident]
	i := slices.IndexFunc(g.path, func(q sgfProperty) bool { return q.ident == p.ident })
	if rule.class == infoNode && i >= 0 {
		at, twice = g.path[i].place, true
	}
	_, grouped := seen[rule.group]
	switch {
	case !twice && rule.group == "moves" && grouped:
		g.note(Assumed, p.place, "B and W are in one node: both moves are made, as they are written")
	case !twice && grouped:
		g.note(Ignored, p.place, "%s is in a node with a property that excludes it", p.ident)
	case !twice:
	case rule.class == setUpNode && rule.list:
		g.note(Assumed, p.place, "%s is here and at line %d, column %d: all its points are taken together", p.ident, at.line, at.column)
	case rule.list || !known:
		g.note(Ignored, p.place, "%s is here and at line %d, column %d", p.ident, at.line, at.column)
	default:
		return g.errorOrNote(p.place, "%s is here and at line %d, column %d: expected it once", p.ident, at.line, at.column)
	}
	if seen != nil {
		seen[p.ident] = p.place
		if rule.group != "" {
			seen[rule.group] = p.place
		}
	}
	if rule.class == infoNode && !twice {
		g.path = append(g.path, p)
	}
	return nil
}

// checkForms looks at the values that nothing depends on.
func (g *sgfGame) checkForms(p sgfProperty, rule sgfRule) {
	void := rule.mayBeVoid && len(p.values) == 1 && p.values[0].text == ""
	if form := sgfForms[rule.kind]; form.form != nil && !void {
		seen := map[Point]bool{}
		for _, value := range p.values {
			if !form.form.MatchString(value.text) {
				g.note(Ignored, value.place, "%s[%s]: expected %s", p.ident, syntax.Brief(value.text), form.what)
				continue
			}
			for _, text := range rule.kind.pointsOf(value.text) {
				area, remark, problem := g.rectangle(text)
				for at := range area.Points() {
					if problem == "" && seen[at] {
						remark = "a point is twice in a list"
						break
					}
					seen[at] = rule.kind == aPoint
				}
				if remark += problem; remark != "" {
					g.note(Ignored, value.place, "%s[%s]: %s", p.ident, syntax.Brief(value.text), remark)
				}
			}
		}
	}
}

// setUp notes what a node changes by AB, AW, AE and PL. Before the first move the change is part of
// the beginning.
func (g *sgfGame) setUp(properties []sgfProperty) error {
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
			areas, err = g.areas(property, placed)
			change.Areas = append(change.Areas, areas...)
		case "PL":
			change.ToMove, err = g.player(property.values[0])
		default:
			continue
		}
		if err != nil {
			return err
		}
		first = cmp.Or(first, property.values[0].place)
	}
	switch {
	case g.ended || len(change.Areas) == 0 && change.ToMove == Empty:
	case len(g.Steps) > 0:
		g.Steps = append(g.Steps, Step{SetUp: &change, Line: first.line, Column: first.column})
	default:
		g.Start.SetUp(change.Areas)
		g.ToMove = cmp.Or(change.ToMove, g.ToMove)
	}
	return nil
}

// player reads the value of PL, which says who has the turn.
func (g *sgfGame) player(value sgfValue) (Color, error) {
	player := map[string]Color{"b": Black, "black": Black, "w": White, "white": White}[strings.ToLower(strings.TrimSpace(value.text))]
	if player == Empty {
		return Empty, g.errorOrNote(value.place, "PL[%s] is no player: expected B or W", syntax.Brief(value.text))
	}
	if len(strings.TrimSpace(value.text)) > 1 || strings.ToUpper(value.text) != value.text {
		g.note(Assumed, value.place, "PL[%s] is read as %v: FF[4] has B and W", syntax.Brief(value.text), player)
	}
	return player, nil
}

// areas reads AB, AW or AE. A point may be in only one of the three in a node, which placed
// remembers: for each place in the grid, the colour it was given, plus one.
func (g *sgfGame) areas(property sgfProperty, placed []Color) ([]Area, error) {
	color := sgfColors[property.ident]
	var areas []Area
	for _, value := range property.values {
		if strings.TrimSpace(value.text) == "" {
			g.note(Assumed, value.place, "%s[] has no point, and sets up nothing", property.ident)
			continue
		}
		area, remark, problem := g.rectangle(value.text)
		if problem != "" {
			if err := g.errorOrNote(value.place, "%s", problem); err != nil {
				return nil, err
			}
			continue
		}
		if remark != "" {
			g.note(Assumed, value.place, "%s", remark)
		}
		area.Color = color
		for at := range area.Points() {
			switch before := &placed[g.Start.index(at.Row, at.Col)]; *before {
			case 0:
				*before = color + 1
			case color + 1:
				g.note(Assumed, value.place, "point %s is set up twice in one node", g.Start.Label(at))
			default:
				if err := g.errorOrNote(value.place, "point %s is in two of AB, AW and AE of one node: expected it in one", g.Start.Label(at)); err != nil {
					return nil, err
				}
			}
		}
		areas = append(areas, area)
	}
	return areas, nil
}

// sgfColors are the colours that set-up properties and moves give a point.
var sgfColors = map[string]Color{"B": Black, "AB": Black, "W": White, "AW": White, "AE": Empty}

// rectangle reads a point, or two corners with a colon between. The remark says what FF[4] does not
// allow, and the problem why there is no area.
func (g *sgfGame) rectangle(text string) (area Area, remark, problem string) {
	first, second, isRectangle := strings.Cut(text, ":")
	if !isRectangle {
		second = first
	}
	a, problem := g.point(first)
	b, other := g.point(second)
	if problem = cmp.Or(problem, other); problem != "" {
		return Area{To: Point{-1, -1}}, "", problem
	}
	switch {
	case isRectangle && a == b:
		remark = "a rectangle of one point is read as the point, as FF[4] has it"
	case a.Row > b.Row || a.Col > b.Col:
		remark = "the corners of a rectangle are put in order: FF[4] has the upper left one first, then the lower right one"
	}
	area.From = Point{Row: min(a.Row, b.Row), Col: min(a.Col, b.Col)}
	area.To = Point{Row: max(a.Row, b.Row), Col: max(a.Col, b.Col)}
	return area, remark, ""
}

// point reads a point: two letters, column first, a to z and then A to Z. The problem says why
// there is none.
func (g *sgfGame) point(text string) (at Point, problem string) {
	text = strings.TrimSpace(text)
	if len(text) != 2 || sgfNumber(text[0]) < 0 || sgfNumber(text[1]) < 0 {
		return at, fmt.Sprintf("%q is not a point: expected two letters, column and row, such as dp", syntax.Brief(text))
	}
	at = Point{Row: sgfNumber(text[1]), Col: sgfNumber(text[0])}
	if !g.Start.On(at) {
		last := sgfPoint(Point{Row: g.Start.rows - 1, Col: g.Start.cols - 1})
		problem = fmt.Sprintf("point %s is not on the %s board (rows x columns): expected aa to %s", text, g.Start.size(), last)
	}
	return at, problem
}

// move notes B or W.
func (g *sgfGame) move(property sgfProperty) error {
	value, move := property.values[0], Pass(sgfColors[property.ident])
	text := strings.TrimSpace(value.text)
	// No point is a pass, and tt is one where it is no point.
	if text != "" && (text != "tt" || max(g.Start.rows, g.Start.cols) > sgfPassSide) {
		at, problem := g.point(text)
		if problem != "" {
			return g.errorOrNote(value.place, "%s", problem)
		}
		move = Stone(move.Color, at)
	}
	if !g.ended {
		g.Steps = append(g.Steps, Step{Move: move, Line: value.place.line, Column: value.place.column})
	}
	return nil
}

// sgfLetters are the names of rows and columns in SGF, in order.
const sgfLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// sgfNumber returns the row or column that a letter stands for, from 0, or -1.
func sgfNumber(letter byte) int { return strings.IndexByte(sgfLetters, letter) }

// sgfPoint returns the name of a point in SGF.
func sgfPoint(at Point) string { return string([]byte{sgfLetters[at.Col], sgfLetters[at.Row]}) }

// readInfo reads who plays, the result, the rules, the handicap, and comments, for the steps that
// have been made.
func (g *sgfGame) readInfo(properties []sgfProperty, first bool) {
	for _, property := range properties {
		text := property.values[0].text
		line := func() string { return strings.Join(strings.Fields(text), " ") }
		switch property.ident {
		case "C":
			if text = strings.TrimSpace(text); text != "" {
				g.Comments[len(g.Steps)] = append(g.Comments[len(g.Steps)], text)
			}
		case "HA":
			g.handicap = property
		case "PB":
			g.Black = line()
		case "PW":
			g.White = line()
		case "RE":
			g.Result = line()
		case "RU":
			if g.Rules = line(); !first {
				g.note(Allowed, property.place, "RU after the first node holds for the whole game")
			}
		}
	}
}

// findFirstTurn finds out who has the first turn, unless PL says so: black on an empty board
// without a handicap.
func (g *sgfGame) findFirstTurn() {
	stones, handicap := strings.Count(g.Start.String(), "X"), 0
	noBlackStone := func(s Step) bool { return s.SetUp != nil || s.Move.Pass || s.Move.Color != Black }
	if g.handicap.values != nil {
		value := g.handicap.values[0]
		n, err := strconv.Atoi(strings.TrimSpace(value.text))
		switch handicap = n; {
		case err != nil || n < 0:
			g.note(Assumed, value.place, "HA[%s] is no number of stones, and is passed over", syntax.Brief(value.text))
		case n < 2:
			g.note(Ignored, value.place, "HA[%d]: expected 2 or more stones", n)
		case stones == 0 && n <= len(g.Steps) && !slices.ContainsFunc(g.Steps[:n], noBlackStone):
			g.note(Assumed, value.place, "HA[%d]: the first %d moves, all black, are taken for the handicap", n, n)
			for i, step := range g.Steps[:n] {
				at := step.Move.Point
				g.Steps[i].SetUp = &SetUp{Areas: []Area{{Black, at, at}}, ToMove: Black}
			}
			g.Steps[n-1].SetUp.ToMove = White
		case stones == 0:
			g.note(Assumed, value.place, "HA[%d], but no stones are set up: whoever moves first has the first turn", n)
		case stones != n:
			g.note(Assumed, value.place, "HA[%d], but %d black stones are set up: those that are set up count", n, stones)
		}
	}
	if g.ToMove == Empty && !slices.ContainsFunc(g.Start.grid, Color.IsStone) && handicap < 2 {
		g.ToMove = Black
	}
}
