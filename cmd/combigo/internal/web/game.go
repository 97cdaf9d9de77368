package web

import (
	"context"
	"crypto/rand"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"strconv"

	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/goban"
)

const (
	// maxGames is how many files are kept; the one not looked at for longest goes.
	maxGames = 50
	// maxMoves bounds what a page must replay.
	maxMoves = 5000
	// maxCollection is how many games of a file are kept.
	maxCollection = 20
	// maxWays is how many ways through the tree of a game are kept, the main line among them.
	maxWays = 40
	// maxFileSteps is the most steps of all ways of a file that are kept.
	maxFileSteps = 20_000
)

// fits tells whether the board of a position can be drawn.
func fits(p *goban.Position) error {
	if sizeOf(p).Long() > maxSide {
		return fmt.Errorf("the board is %v: want at most %dx%[2]d", sizeOf(p), maxSide)
	}
	return nil
}

// readGames reads the first games of a text, each with the first ways through its tree.
func readGames(text string) (games upload, err error) {
	games, err = goban.ParseSGFVariations("game", []byte(text), maxCollection, maxWays)
	if err != nil {
		return nil, err
	}
	steps := 0
	for i, ways := range games {
		if err := fits(ways[0].Start); err != nil {
			return nil, err
		}
		if moves := len(ways[0].Steps); moves > maxMoves {
			return nil, fmt.Errorf("the game has %d moves: want at most %d", moves, maxMoves)
		}
		for k, way := range ways {
			if steps += len(way.Steps); k > 0 && steps > maxFileSteps {
				games[i] = ways[:k]
				break
			}
		}
	}
	return games, nil
}

// wayName says where a way leaves the main line, as a number of steps and in words.
func wayName(main, way *goban.Game) (step int, name string) {
	for step < len(way.Steps) && step < len(main.Steps) &&
		way.Steps[step].Line == main.Steps[step].Line && way.Steps[step].Column == main.Steps[step].Column {
		step++
	}
	if step == len(way.Steps) {
		return step, fmt.Sprintf("the first %s", view.Plural(step, "move"))
	}
	moves := 0
	for _, s := range way.Steps[:step+1] {
		if s.SetUp == nil {
			moves++
		}
	}
	return step + 1, stepName(way, way.Steps[step], moves)
}

// stepName names a step, a move by its number.
func stepName(game *goban.Game, step goban.Step, move int) string {
	switch {
	case step.SetUp != nil:
		return "set-up"
	case step.Move.Pass:
		return fmt.Sprintf("%d %v pass", move, step.Move.Color)
	}
	return fmt.Sprintf("%d %v %s", move, step.Move.Color, game.Start.Label(step.Move.Point))
}

// gameStep is a line of the list of moves.
type gameStep struct {
	link
	Bad, Unjudged, Commented bool
}

// ruleChoice is a rule that can be chosen on the page of a game.
type ruleChoice struct {
	Name    string
	Choices []choice
}

type gameView struct {
	*goban.Game
	Address          string // of the file
	Collection, Ways []link
	Step             int
	Move, Moves      int // moves that are made and moves of the game, without changes of the position
	Drawing          template.HTML
	List             []gameStep
	Status           string
	Omitted          int // variations that are left out
	Verdict, Reason  string
	Bad              int // the step that is not legal, if there is a reason
	Rules            []ruleChoice
	Chosen           url.Values // the rules, the game and the way
	Board, Measure   string     // the addresses of the position, and of what is unusual in it
}

// gameRules are the rules that can be chosen, and their values.
var gameRules = [][]string{
	{"superko", "positional", "situational", "natural", "own", "simple", "none"}, {"suicide", "yes", "no"}, {"turns", "strict", "free"},
}

// rules reads the rules that a request wants.
func (v *gameView) rules(f *form) (chosen goban.ChosenRules) {
	for _, rule := range gameRules {
		if word := f.word(rule[0], rule[1:]...); word != "" {
			v.Chosen.Set(rule[0], word)
		}
	}
	if superko, err := goban.ParseSuperko(v.Chosen.Get("superko")); err == nil {
		chosen.Superko = &superko
	}
	if suicide, err := goban.ParseSuicide(v.Chosen.Get("suicide")); err == nil {
		chosen.Suicide = &suicide
	}
	chosen.FreeTurns = v.Chosen.Get("turns") == "free"
	return chosen
}

// choose reads which game of a file is wanted, and which way through its tree, and lists the
// others.
func (v *gameView) choose(f *form, file upload) {
	n := f.whole("game", "", 1, len(file), 1)
	ways := file[n-1]
	way := f.whole("way", "", 1, len(ways), 1)
	v.Game, v.Omitted = ways[way-1], ways[0].Variations+1-len(ways)
	for i := range file {
		v.Collection = append(v.Collection, link{Name: strconv.Itoa(i + 1), Path: pagePath(v.Address, "game", strconv.Itoa(i+1), "way", "1"), Chosen: i == n-1})
	}
	for i, other := range ways {
		l := link{Name: "main line", Path: pagePath(v.Address, "game", strconv.Itoa(n), "way", strconv.Itoa(i+1)), Chosen: i == way-1}
		if i > 0 {
			step, name := wayName(ways[0], other)
			l.Name, l.Path = name, pagePath(v.Address, "game", strconv.Itoa(n), "way", strconv.Itoa(i+1), "move", strconv.Itoa(step))
		}
		v.Ways = append(v.Ways, l)
	}
	if n+way > 2 {
		v.Chosen.Set("game", strconv.Itoa(n))
		v.Chosen.Set("way", strconv.Itoa(way))
	}
}

// At is the address of a step, the first or the last one if there is no such step, by the rules
// that are chosen.
func (v *gameView) At(step int) string {
	query := maps.Clone(v.Chosen)
	query.Set("move", strconv.Itoa(min(max(step, 0), len(v.Steps))))
	return v.Address + "?" + query.Encode()
}

// Further is the address some steps after the one that is shown.
func (v *gameView) Further(steps int) string { return v.At(v.Step + steps) }

// judge judges the game, and lists its steps.
func (v *gameView) judge(ctx context.Context, chosen goban.ChosenRules) error {
	rules, source := chosen.For(v.Game)
	found, err := v.Judge(ctx, rules)
	if err != nil {
		return err
	}
	v.Verdict = fmt.Sprintf("Every move is legal by %v (%s).", rules, source)
	if found.Reason != nil {
		v.Verdict = fmt.Sprintf("This game is not legal by %v (%s).", rules, source)
		v.Reason, v.Bad = found.Reason.Error(), found.Bad
	}
	if v.Step < 0 { // the page opens where there is something to see
		v.Step = v.Bad
	}
	now := []string{rules.Superko.String(), "yes", "strict"}
	if rules.Suicide == goban.SuicideForbidden {
		now[1] = "no"
	}
	if rules.FreeTurns {
		now[2] = "free"
	}
	for i, rule := range gameRules {
		v.Rules = append(v.Rules, ruleChoice{rule[0], choose(words(rule[1:]...), now[i])})
	}
	for i, step := range v.Steps {
		n := i + 1
		if step.SetUp == nil {
			v.Moves++
		}
		v.List = append(v.List, gameStep{
			link: link{Name: stepName(v.Game, step, v.Moves), Path: v.At(n), Chosen: n == v.Step}, Commented: len(v.Comments[n]) > 0,
			Bad: v.Reason != "" && n == v.Bad, Unjudged: v.Reason != "" && n > v.Bad,
		})
	}
	return nil
}

// play makes the steps up to the one that is shown, as SGF demands, legal or not.
func (v *gameView) play() {
	p := v.Start.Clone()
	v.Status = "The board before the first move."
	last := -1
	for _, step := range v.Steps[:v.Step] {
		outcome := p.Execute(step)
		if last = -1; step.SetUp != nil {
			v.Status = "Stones are set up: this is no move, and the game goes on from here."
			continue
		}
		v.Move++
		if v.Status = fmt.Sprintf("Move %d: %v passes.", v.Move, step.Move.Color); !step.Move.Pass {
			last = numberOf(p, step.Move.Point)
			v.Status = fmt.Sprintf("Move %d: %s.", v.Move, playedText(p, step.Move.Color, step.Move.Point, outcome))
		}
	}
	points := pointViews(p)
	mark(points, last, drawing.LastMove)
	v.Drawing, v.Board, v.Measure = drawPosition(p, points), boardPath(p, cycle), positionPath("/measure", p)
}

// upload reads a position or a game from a form. If it cannot be read the page shows the board on
// which the text was typed, the text, to be corrected, and why.
func (s *server) upload(f *form) (page, error) {
	text, path, status := "", "", http.StatusBadRequest
	err := f.ParseForm()
	if err != nil {
		err, status = fmt.Errorf("it is too long: want at most %d bytes", maxBody), http.StatusRequestEntityTooLarge
	} else {
		text = f.PostFormValue("text")
		path, err = s.keep(text, f.PostFormValue("as"))
	}
	if err == nil {
		return goTo(path), nil
	}
	k := &editHistory{start: f.position()}
	v := newBoardView(k, -1)
	v.ReadText, v.ReadError, f.err = text, err.Error(), nil
	return page{Title: "Board", Body: v, Position: k.start, status: status}, nil
}

// keep reads a text as a game or as a position, and returns the address of what was read. A file is
// a game if it has moves.
func (s *server) keep(text, as string) (path string, err error) {
	games, err := readGames(text)
	if as == "game" || as == "file" && err == nil && len(games[0][0].Steps) > 0 {
		if err != nil {
			return "", err
		}
		id := rand.Text()
		s.games.Add(id, games)
		return "/game/" + id, nil
	}
	p, err := goban.ParsePosition(text)
	if err == nil {
		err = fits(p)
	}
	if err != nil {
		return "", err
	}
	if as == "measure" {
		return positionPath("/measure", p), nil
	}
	return boardPath(p, cycle), nil
}

// game answers the page of a game that was uploaded.
func (s *server) game(f *form) (page, error) {
	id := f.PathValue("id")
	file, ok := s.games.Get(id)
	if !ok {
		return page{}, missing("This game is not kept any more: upload it again.")
	}
	v := &gameView{Address: "/game/" + id, Chosen: url.Values{}}
	chosen := v.rules(f)
	v.choose(f, file)
	v.Step = f.whole("move", "", 0, len(v.Steps), -1)
	if err := v.judge(f.Context(), chosen); err != nil {
		return page{}, err
	}
	v.play()
	return page{Title: fmt.Sprintf("Move %d", v.Move), Body: v}, nil
}
