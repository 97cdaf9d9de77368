package web

import (
	"context"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/view"
)

// gameStep is a line of the list of moves.
type gameStep struct {
	link
	Bad, Unjudged, Commented bool
}

// ruleChoice is a rule that can be chosen on the page of a game.
type ruleChoice struct {
	Label, Name string
	Choices     []choice
}

type gameView struct {
	Error                              string
	Path, Black, White, Result         string
	Step, Steps, Move, Moves           int
	Drawing                            template.HTML
	List                               []gameStep
	Told                               string
	Comments                           []string
	Variations                         string // those that are left out
	Verdict, Reason, BadPath           string
	Rules                              []ruleChoice
	Hidden                             url.Values // the rules that are chosen
	First, Previous, Next, Last, Board string
}

func (s *server) game(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	game, ok := s.games.get(id)
	if !ok {
		s.fail(w, http.StatusNotFound, "This game is not kept any more: upload it again.")
		return
	}
	step, wrong := 0, error(nil)
	if text := r.FormValue("move"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > game.Len() {
			wrong = badInput(fmt.Errorf("move %s: want a number from 0 to %d", shortened(text), game.Len()))
		} else {
			step = n
		}
	}
	chosen, hidden, err := chosenRules(r)
	if err != nil {
		wrong = badInput(err)
	}
	v := &gameView{
		Path: "/game/" + id, Hidden: hidden, Black: game.Black, White: game.White, Result: game.Result,
		Step: step, Steps: game.Len(), Moves: len(game.Moves), Comments: game.Comments[step],
	}
	if err := v.judge(r.Context(), game, chosen); err != nil {
		return // nobody waits for the page
	}
	v.show(game)
	if wrong != nil {
		v.Error = wrong.Error()
	}
	s.pages.render(w, statusOf(wrong), "game", page{Title: fmt.Sprintf("Move %d", v.Move), Here: "/board", Body: v})
}

// ruleNames are the values of the rules that can be chosen.
var ruleNames = map[string][]string{
	"superko": {"positional", "situational", "natural", "simple", "none"}, "suicide": {"yes", "no"}, "turns": {"strict", "free"},
}

// chosenRules reads the rules that a request wants, and returns what of them is for addresses.
func chosenRules(r *http.Request) (chosen view.ChosenRules, hidden url.Values, err error) {
	hidden = url.Values{}
	for name, words := range ruleNames {
		text := r.FormValue(name)
		if text == "" {
			continue
		}
		if !slices.Contains(words, text) {
			return chosen, hidden, fmt.Errorf("%s %s: want one of %v", name, shortened(text), words)
		}
		hidden.Set(name, text)
	}
	if superko, err := goban.ParseSuperko(hidden.Get("superko")); err == nil {
		chosen.Superko = &superko
	}
	if suicide, err := goban.ParseSuicide(hidden.Get("suicide")); err == nil {
		chosen.Suicide = &suicide
	}
	chosen.FreeTurns = hidden.Get("turns") == "free"
	return chosen, hidden, nil
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
func (v *gameView) judge(ctx context.Context, game *goban.Game, chosen view.ChosenRules) error {
	rules, source := chosen.For(game)
	found, err := game.Judge(ctx, rules)
	if err != nil {
		return err
	}
	v.Verdict = fmt.Sprintf("Every move is legal by %v (%s).", rules, source)
	if found.Reason != nil {
		v.Verdict = fmt.Sprintf("This game is not legal by %v (%s).", rules, source)
		v.Reason, v.BadPath = found.Reason.Error(), v.path(found.Bad)
	}
	suicide, turns := "yes", "strict"
	if rules.Suicide == goban.SuicideForbidden {
		suicide = "no"
	}
	if rules.FreeTurns {
		turns = "free"
	}
	for _, rule := range []struct{ label, name, now string }{{"superko", "superko", rules.Superko.String()}, {"suicide", "suicide", suicide}, {"turns", "turns", turns}} {
		v.Rules = append(v.Rules, ruleChoice{rule.label, rule.name, choices(ruleNames[rule.name], rule.now)})
	}
	if game.Variations > 0 {
		v.Variations = view.Plural(game.Variations, "variation") + " beside the main line left out."
	}
	moves := 0
	for n, step := range game.Steps() {
		name := "set-up"
		if step.SetUp == nil {
			moves++
			name = fmt.Sprintf("%d %v %s", moves, step.Move.Color, pointOrPass(game.Start, step.Move))
		}
		v.List = append(v.List, gameStep{
			link: link{Name: name, Path: v.path(n), Chosen: n == v.Step}, Commented: len(game.Comments[n]) > 0,
			Bad: found.Reason != nil && n == found.Bad, Unjudged: found.Reason != nil && n > found.Bad,
		})
	}
	return nil
}

// choices are words of which one is chosen.
func choices(words []string, now string) []choice {
	var all []choice
	for _, word := range words {
		all = append(all, choice{Name: word, Chosen: word == now})
	}
	return all
}

func pointOrPass(p *goban.Position, m goban.Move) string {
	if m.Pass {
		return "pass"
	}
	return p.Label(m.Point)
}

// show makes the steps up to the one that is shown, as SGF demands, legal or not.
func (v *gameView) show(game *goban.Game) {
	p := game.Start.Clone()
	v.Told = "The board before the first move."
	last := -1
	for n, step := range game.Steps() {
		if n > v.Step {
			break
		}
		outcome := p.Execute(step)
		if last = -1; step.SetUp != nil {
			v.Told = "Stones are set up: this is no move, and the game goes on from here."
			continue
		}
		v.Move++
		if v.Told = fmt.Sprintf("Move %d: %v passes.", v.Move, step.Move.Color); !step.Move.Pass {
			last = step.Move.Point.Row*p.Cols() + step.Move.Point.Col
			v.Told = fmt.Sprintf("Move %d: %s.", v.Move, playedText(p, step.Move.Color, step.Move.Point, outcome))
		}
	}
	points := pointViews(p)
	if last >= 0 {
		points[last].Last = true
	}
	v.Drawing = drawnPoints(p, points)
	v.First, v.Previous, v.Next, v.Last, v.Board = v.path(0), v.path(v.Step-1), v.path(v.Step+1), v.path(v.Steps), boardPath(p, cycle)
}
