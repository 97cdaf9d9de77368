package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/view"
)

// newAnswers runs commands of this program, each in a process of its own, which keeps the ceiling
// on memory, and ends with the context.
func newAnswers(ctx context.Context, opt Options) *memo[string, *view.Page] {
	what := func(string) string { return "This is being computed." }
	return newMemo(ctx, pageQueue(maxKept), what, func(ctx context.Context, key string, _ func(float64)) (*view.Page, error) {
		args := strings.Split(key, separator)
		command := exec.CommandContext(ctx, opt.Program, append([]string{args[0], "--page=" + opt.questionMemory().String()}, args[1:]...)...)
		var said bytes.Buffer
		command.Stderr = &said
		if opt.Threads > 0 {
			command.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", opt.Threads))
		}
		text, err := command.Output()
		var exit *exec.ExitError
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.As(err, &exit):
			lines := strings.Split(strings.TrimSpace(said.String()), "\n")
			err = errors.New(strings.TrimPrefix(strings.TrimPrefix(lines[len(lines)-1], "combigo: "), args[0]+": "))
			if exit.ExitCode() == exitUsage {
				err = badInput(err)
			}
		}
		answer := &view.Page{}
		return answer, cmp.Or(err, json.Unmarshal(text, answer))
	})
}

// exitUsage is the exit status of a command that cannot be carried out as it is asked for.
const exitUsage = 2

// question shows a command as a page: what is asked, and what came out.
func (s *server) question(w http.ResponseWriter, r *http.Request) {
	name, asJSON := strings.CutSuffix(r.PathValue("name"), ".json")
	i := slices.IndexFunc(askers, func(a *asker) bool { return a.Name == name })
	if i < 0 {
		s.notFound(w, r)
		return
	}
	v, args, err := askers[i].read(r)
	if err == nil {
		v.Answer, err = s.answers.ask(r.Context(), strings.Join(args, separator), s.options.patience)
	}
	if err == nil && asJSON {
		sendFile(w, "application/json", []byte(v.Answer.JSON))
		return
	}
	if v.Answer != nil {
		v.addPositions()
	}
	s.show(w, r, "question", page{Title: v.Title, Here: v.Path(), Body: v, Position: v.position}, err)
}

// maxSteps is how many positions of a game are drawn.
const maxSteps = 120

// addPositions draws the positions of the answer: one, the first ones of a game, or several by
// their numbers.
func (v *questionView) addPositions() {
	var games []*goban.Game
	for game, err := range goban.ParseSGFGames("answer", []byte(v.Answer.SGF)) {
		if err == nil {
			games = append(games, game)
		}
	}
	small := func(p *goban.Position, name string) {
		v.Steps = append(v.Steps, smallBoard{Drawing: drawSmall(p), Name: name, Path: boardPath(p, cycle)})
	}
	switch {
	case len(games) == 1 && games[0].Len() == 0:
		v.position, v.Edit, v.Drawing = games[0].Start, boardPath(games[0].Start, cycle), drawPosition(games[0].Start, nil)
	case len(games) == 1:
		v.Game = true
		p, moves := games[0].Start.Clone(), 0
		small(p, "the empty board")
		for _, step := range games[0].Steps() {
			if outcome := p.Execute(step); step.SetUp == nil && !step.Move.Pass && moves < maxSteps-1 {
				moves++
				small(p, fmt.Sprintf("%d. %s", moves, playedText(p, step.Move.Color, step.Move.Point, outcome)))
			}
		}
	default:
		from := 0
		for _, f := range v.Fields {
			if f.Name == "from" {
				from = atoi(f.Typed)
			}
		}
		for i, game := range games {
			small(game.Start, strconv.Itoa(from+i))
		}
	}
}
