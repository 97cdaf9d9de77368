package web

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/goban"
)

const (
	// maxGames is how many games are kept; the one not looked at for longest goes.
	maxGames = 50
	// maxMoves bounds what a page must replay.
	maxMoves = 5000
)

// maxCollection is how many games of a file are kept.
const maxCollection = 20

// upload is a game of a file, with the addresses of all games of the file.
type upload struct {
	*goban.Game
	Collection []link
}

// readGames reads the first games of a text.
func readGames(text string) (games []*goban.Game, err error) {
	for game, err := range goban.ParseSGFGames("game", []byte(text)) {
		switch {
		case err != nil:
			return nil, err
		case len(games) == maxCollection:
			return games, nil
		case game.Start.Rows() > maxSide || game.Start.Cols() > maxSide:
			return nil, fmt.Errorf("the board is %dx%d: want at most %dx%d", game.Start.Rows(), game.Start.Cols(), maxSide, maxSide)
		case len(game.Steps) > maxMoves:
			return nil, fmt.Errorf("the game has %d moves: want at most %d", len(game.Steps), maxMoves)
		}
		games = append(games, game)
	}
	if len(games) == 0 {
		err = errors.New("there is no game: want SGF, such as (;GM[1]SZ[9];B[ee];W[ge])")
	}
	return games, err
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
	*upload
	Path                               string
	Step, Steps                        int
	Move, Moves                        int // moves that are made and moves of the game, without changes of the position
	Drawing                            template.HTML
	List                               []gameStep
	Told                               string
	Remarks                            []string // the comments of the step
	Omitted                            string   // variations that are left out
	Verdict, Reason, BadPath           string
	Rules                              []ruleChoice
	Hidden                             url.Values // the rules that are chosen
	First, Previous, Next, Last, Board string
	Measure                            string // the address of what is unusual in the position
}

// ruleNames are the rules that can be chosen, and their values.
var ruleNames = []ruleChoice{
	{"superko", words("positional", "situational", "natural", "own", "simple", "none")}, {"suicide", words("yes", "no")}, {"turns", words("strict", "free")},
}

// rules reads the rules that a request wants, and returns what of them is for addresses.
func (f *form) rules() (chosen view.ChosenRules, hidden url.Values) {
	hidden = url.Values{}
	for _, rule := range ruleNames {
		var names []string
		for _, c := range rule.Choices {
			names = append(names, c.Name)
		}
		if word := f.word(rule.Name, names...); word != "" {
			hidden.Set(rule.Name, word)
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

// path is the address of a step, by the rules that are chosen.
func (v *gameView) path(step int) string {
	query := url.Values{"move": {strconv.Itoa(min(max(step, 0), v.Steps))}}
	for name := range v.Hidden {
		query.Set(name, v.Hidden.Get(name))
	}
	return v.Path + "?" + query.Encode()
}

// judge judges the game, and lists its steps.
func (v *gameView) judge(ctx context.Context, chosen view.ChosenRules) error {
	rules, source := chosen.For(v.upload.Game)
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
	for _, rule := range ruleNames {
		v.Rules = append(v.Rules, ruleChoice{rule.Name, choose(rule.Choices, now[rule.Name])})
	}
	if v.Variations > 0 {
		v.Omitted = view.Plural(v.Variations, "variation") + " beside the main line left out."
	}
	for i, step := range v.upload.Steps {
		n, name := i+1, "set-up"
		if step.SetUp == nil {
			v.Moves++
			if name = fmt.Sprintf("%d %v pass", v.Moves, step.Move.Color); !step.Move.Pass {
				name = fmt.Sprintf("%d %v %s", v.Moves, step.Move.Color, v.Start.Label(step.Move.Point))
			}
		}
		v.List = append(v.List, gameStep{
			link: link{Name: name, Path: v.path(n), Chosen: n == v.Step}, Commented: len(v.Comments[n]) > 0,
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
	for _, step := range v.upload.Steps[:v.Step] {
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
	v.Measure = measurePath(p)
}

// gamePages are the pages of games that are read, by what they are called in addresses.
type gamePages struct {
	*server
	games *lru.Cache[string, *upload]
}

func newGamePages(s *server) *gamePages {
	games, err := lru.New[string, *upload](maxGames)
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
	k := &sitting{start: (&form{Request: r}).position()}
	v := newBoardView(k, -1)
	v.ReadText, v.ReadError = text, err.Error()
	s.pages.render(w, status, "board", page{Title: "Board", Here: "/board", Body: v, Position: k.start, request: r})
}

// keep reads a text as a game or as a position, and returns the address of what was read. A file is
// a game if it has moves.
func (s *gamePages) keep(text, as string) (path string, err error) {
	games, err := readGames(text)
	if as == "game" || as == "file" && err == nil && len(games[0].Steps) > 0 {
		if err != nil {
			return "", err
		}
		var all []link
		for i := range games {
			all = append(all, link{Name: strconv.Itoa(i + 1), Path: "/game/" + rand.Text()})
		}
		for i, game := range games {
			s.games.Add(strings.TrimPrefix(all[i].Path, "/game/"), &upload{game, all})
		}
		return all[0].Path, nil
	}
	p, err := goban.ParsePosition(text)
	if err == nil && (p.Rows() > maxSide || p.Cols() > maxSide) {
		err = fmt.Errorf("the board is %dx%d: want at most %dx%d", p.Rows(), p.Cols(), maxSide, maxSide)
	}
	if err != nil {
		return "", err
	}
	if as == "measure" {
		return measurePath(p), nil
	}
	return boardPath(p, cycle), nil
}

func (s *gamePages) game(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	game, ok := s.games.Get(id)
	if !ok {
		s.fail(w, http.StatusNotFound, "This game is not kept any more: upload it again.")
		return
	}
	f := &form{Request: r}
	step := f.whole("move", "", 0, len(game.Steps), -1)
	chosen, hidden := f.rules()
	v := &gameView{upload: game, Path: "/game/" + id, Hidden: hidden, Step: step, Steps: len(game.Steps)}
	if err := v.judge(r.Context(), chosen); err != nil {
		return // nobody waits for the page
	}
	v.Remarks = game.Comments[v.Step]
	v.play()
	s.show(w, r, "game", page{Title: fmt.Sprintf("Move %d", v.Move), Here: "/board", Body: v}, f.err)
}
