package web

import (
	"context"
	"crypto/rand"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"

	lru "github.com/hashicorp/golang-lru/v2"

	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/goban"
)

const (
	// maxGames is how many files are kept; the one not looked at for longest goes.
	maxGames = 50
	// maxMoves bounds what a page must replay.
	maxMoves = 5000
)

const (
	// maxCollection is how many games of a file are kept.
	maxCollection = 20
	// maxWays is how many ways through the tree of a game are kept, the main line among them.
	maxWays = 40
	// maxFileSteps is the most steps of all ways of a file that are kept.
	maxFileSteps = 20_000
)

// upload is the games of a file, each with the ways through its tree, the main line first.
type upload [][]*goban.Game

// readGames reads the first games of a text, each with the first ways through its tree.
func readGames(text string) (games upload, err error) {
	games, err = goban.ParseSGFVariations("game", []byte(text), maxCollection, maxWays)
	if err != nil {
		return nil, err
	}
	steps := 0
	for i, ways := range games {
		switch game := ways[0]; {
		case game.Start.Rows() > maxSide || game.Start.Cols() > maxSide:
			return nil, fmt.Errorf("the board is %dx%d: want at most %dx%d", game.Start.Rows(), game.Start.Cols(), maxSide, maxSide)
		case len(game.Steps) > maxMoves:
			return nil, fmt.Errorf("the game has %d moves: want at most %d", len(game.Steps), maxMoves)
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
	Collection, Ways                   []link
	Path                               string
	Step, Steps                        int
	Move, Moves                        int // moves that are made and moves of the game, without changes of the position
	Drawing                            template.HTML
	List                               []gameStep
	Told                               string
	Remarks                            []string // the comments of the step
	Omitted                            int      // variations that are left out
	Verdict, Reason, BadPath           string
	Rules                              []ruleChoice
	Hidden                             url.Values // the rules, the game and the way that are chosen
	First, Previous, Next, Last, Board string
	Measure                            string // the address of what is unusual in the position
}

// gameRules are the rules that can be chosen, and their values.
var gameRules = [][]string{
	{"superko", "positional", "situational", "natural", "own", "simple", "none"}, {"suicide", "yes", "no"}, {"turns", "strict", "free"},
}

// rules reads the rules that a request wants, and returns what of them is for addresses.
func (f *form) rules() (chosen goban.ChosenRules, hidden url.Values) {
	hidden = url.Values{}
	for _, rule := range gameRules {
		if word := f.word(rule[0], rule[1:]...); word != "" {
			hidden.Set(rule[0], word)
		}
	}
	if superko, err := goban.ParseSuperko(hidden.Get("superko")); err == nil {
		chosen.Superko = &superko
	}
	if suicide, err := goban.ParseSuicide(hidden.Get("suicide")); err == nil {
		chosen.Suicide = &suicide
	}
	chosen.FreeTurns = hidden.Get("turns") == "free"
	return chosen, hidden
}

// choose reads which game of a file is wanted, and which way through its tree, and lists the
// others.
func (v *gameView) choose(f *form, file upload) {
	n := f.whole("game", "", 1, len(file), 1)
	ways := file[n-1]
	way := f.whole("way", "", 1, len(ways), 1)
	v.Game = ways[way-1]
	at := func(game, way, step int) string {
		query := url.Values{"game": {strconv.Itoa(game)}, "way": {strconv.Itoa(way)}}
		if step > 0 {
			query.Set("move", strconv.Itoa(step))
		}
		return v.Path + "?" + query.Encode()
	}
	for i := range file {
		v.Collection = append(v.Collection, link{Name: strconv.Itoa(i + 1), Path: at(i+1, 1, 0), Chosen: i == n-1})
	}
	for i, other := range ways {
		step, name := 0, "main line"
		if i > 0 {
			step, name = wayName(ways[0], other)
		}
		v.Ways = append(v.Ways, link{Name: name, Path: at(n, i+1, step), Chosen: i == way-1})
	}
	if n+way > 2 {
		v.Hidden.Set("game", strconv.Itoa(n))
		v.Hidden.Set("way", strconv.Itoa(way))
	}
	v.Omitted = ways[0].Variations + 1 - len(ways)
}

// path is the address of a step, by the rules that are chosen.
func (v *gameView) path(step int) string {
	query := url.Values{"move": {strconv.Itoa(min(max(step, 0), v.Steps))}}
	for name := range v.Hidden {
		query.Set(name, v.Hidden.Get(name))
	}
	return v.Path + "?" + query.Encode()
}

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
		v.Reason, v.BadPath = found.Reason.Error(), v.path(found.Bad)
	}
	if v.Step < 0 { // the page opens where there is something to see
		v.Step = 0
		if found.Reason != nil {
			v.Step = found.Bad
		}
	}
	now := map[string]string{"superko": rules.Superko.String(), "suicide": "yes", "turns": "strict"}
	if rules.Suicide == goban.SuicideForbidden {
		now["suicide"] = "no"
	}
	if rules.FreeTurns {
		now["turns"] = "free"
	}
	for _, rule := range gameRules {
		v.Rules = append(v.Rules, ruleChoice{rule[0], choose(words(rule[1:]...), now[rule[0]])})
	}
	for i, step := range v.Game.Steps {
		n := i + 1
		if step.SetUp == nil {
			v.Moves++
		}
		v.List = append(v.List, gameStep{
			link: link{Name: stepName(v.Game, step, v.Moves), Path: v.path(n), Chosen: n == v.Step}, Commented: len(v.Comments[n]) > 0,
			Bad: found.Reason != nil && n == found.Bad, Unjudged: found.Reason != nil && n > found.Bad,
		})
	}
	return nil
}

// play makes the steps up to the one that is shown, as SGF demands, legal or not.
func (v *gameView) play() {
	p := v.Start.Clone()
	v.Told = "The board before the first move."
	last := -1
	for _, step := range v.Game.Steps[:v.Step] {
		outcome := p.Execute(step)
		if last = -1; step.SetUp != nil {
			v.Told = "Stones are set up: this is no move, and the game goes on from here."
			continue
		}
		v.Move++
		if v.Told = fmt.Sprintf("Move %d: %v passes.", v.Move, step.Move.Color); !step.Move.Pass {
			last = numberOf(p, step.Move.Point)
			v.Told = fmt.Sprintf("Move %d: %s.", v.Move, playedText(p, step.Move.Color, step.Move.Point, outcome))
		}
	}
	points := pointViews(p)
	mark(points, last, drawing.LastMove)
	v.Drawing = drawPosition(p, points)
	v.First, v.Previous, v.Next, v.Last, v.Board = v.path(0), v.path(v.Step-1), v.path(v.Step+1), v.path(v.Steps), boardPath(p, cycle)
	v.Measure = positionPath("/measure", p)
}

// gamePages are the pages of games that are read, by what they are called in addresses.
type gamePages struct {
	*server
	games *lru.Cache[string, upload]
}

func newGamePages(s *server) *gamePages {
	games, err := lru.New[string, upload](maxGames)
	if err != nil {
		panic(err) // nothing is kept
	}
	return &gamePages{s, games}
}

// upload reads a position or a game from a form. If it cannot be read the page shows the board on
// which the text was typed, the text, to be corrected, and why.
func (s *gamePages) upload(w http.ResponseWriter, r *http.Request) {
	text, path, status := "", "", http.StatusBadRequest
	err := r.ParseForm()
	if err != nil {
		err, status = fmt.Errorf("it is too long: want at most %d bytes", maxBody), http.StatusRequestEntityTooLarge
	} else {
		text = r.PostFormValue("text")
		path, err = s.keep(text, r.PostFormValue("as"))
	}
	if err == nil {
		http.Redirect(w, r, path, http.StatusSeeOther)
		return
	}
	k := &editHistory{start: (&form{Request: r}).position()}
	v := newBoardView(k, -1)
	v.ReadText, v.ReadError = text, err.Error()
	s.pages.render(w, status, "board", page{Title: "Board", Here: "/board", Body: v, Position: k.start, request: r})
}

// keep reads a text as a game or as a position, and returns the address of what was read. A file is
// a game if it has moves.
func (s *gamePages) keep(text, as string) (path string, err error) {
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
	if err == nil && (p.Rows() > maxSide || p.Cols() > maxSide) {
		err = fmt.Errorf("the board is %dx%d: want at most %dx%d", p.Rows(), p.Cols(), maxSide, maxSide)
	}
	if err != nil {
		return "", err
	}
	if as == "measure" {
		return positionPath("/measure", p), nil
	}
	return boardPath(p, cycle), nil
}

func (s *gamePages) game(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	file, ok := s.games.Get(id)
	if !ok {
		s.fail(w, http.StatusNotFound, "This game is not kept any more: upload it again.")
		return
	}
	f := &form{Request: r}
	chosen, hidden := f.rules()
	v := &gameView{Path: "/game/" + id, Hidden: hidden}
	v.choose(f, file)
	game := v.Game
	v.Step, v.Steps = f.whole("move", "", 0, len(game.Steps), -1), len(game.Steps)
	if err := v.judge(r.Context(), chosen); err != nil {
		return // nobody waits for the page
	}
	v.Remarks = game.Comments[v.Step]
	v.play()
	s.show(w, r, "game", page{Title: fmt.Sprintf("Move %d", v.Move), Here: "/board", Body: v}, f.err)
}
