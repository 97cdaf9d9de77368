package web

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/cmd/combigo/internal/reproduction"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/records"
	"combigo.dev/combigo/sequence"
)

//go:embed questions.txt
var questionsText string

// field is a part of a question that the reader fills in.
type field struct {
	Name, Label string // in addresses, and on the page
	flag        string // on the command line; none: an argument
	first       string // what stands there at first; none: a number by chance
	Max         int    // of a whole number from 1 on; 0: the command reads the text
	Choices     []choice
	Next        string // what another answer is called, if the field leads to others
}

// choice is an entry of a list to choose from.
type choice struct {
	Name, Text string
	Chosen     bool
}

// queryPage is a command that answers within a second or so on small boards, as a page. The page
// asks the command.
type queryPage struct {
	Name, Title, section, Lead string // the section is that of the menu
	command                    string
	Fields                     []field
	// bound says what is wanted of a board and a choice that would take too long; nothing if it
	// would not.
	bound func(size board.Size, of string) string
}

// queryPages are all commands that are pages, in the order of the menu.
var queryPages = sync.OnceValue(func() (all []*queryPage) {
	_, records, _ := strings.Cut(questionsText, "\n\n")
	for record := range strings.SplitSeq(records, "\n\n") {
		lines := strings.Split(strings.TrimSpace(record), "\n")
		head := strings.Split(lines[0], " | ")
		a := &queryPage{Name: head[0], section: head[1], Title: head[2], Lead: lines[1], command: lines[2]}
		a.bound = map[string]func(board.Size, string) string{"records": recordBound, "longest": longestBound}[a.Name]
		for _, line := range lines[3:] {
			words := strings.Split(line+" | | | | |", "|")
			for i := range words {
				words[i] = strings.TrimSpace(words[i])
			}
			f := field{Name: words[0], Label: words[1], flag: words[2], first: words[4], Next: words[5]}
			if f.Max = atoi(words[3]); f.Max == 0 && words[3] != "" {
				f.Choices = choicesOf(words[3])
			}
			a.Fields = append(a.Fields, f)
		}
		all = append(all, a)
	}
	return all
})

// choicesOf are the choices that a field has: words, records, sequences or entries of the papers.
func choicesOf(what string) (all []choice) {
	switch what {
	case "records":
		for _, name := range records.Names() {
			if of, err := records.ParseQuantity(name); err == nil {
				all = append(all, choice{Name: name, Text: of.Question()})
			}
		}
	case "sequences":
		for _, s := range sequence.All() {
			all = append(all, choice{Name: s.ID, Text: s.ID + ": " + s.Name})
		}
	case "entries":
		for _, e := range reproduction.All() {
			all = append(all, choice{Name: e.ID, Text: string(e.Document) + ", " + e.Place + ": " + e.Title})
		}
	default:
		return words(strings.Split(what, ", ")...)
	}
	return all
}

// Path is the address of the page.
func (a *queryPage) Path() string { return "/numbers/" + a.Name }

// maxText is the most letters of a field that the command reads.
const maxText = 210

// harmless is what such a field may have.
var harmless = regexp.MustCompile(fmt.Sprintf(`^[\w^., -]{1,%d}$`, maxText))

// typedField is a field as it was typed.
type typedField struct {
	field
	Typed string
}

// wanted returns an error for what cannot be asked.
func (f *typedField) wanted(a *queryPage) error {
	switch n, err := strconv.Atoi(f.Typed); {
	case f.Max > 0 && (err != nil || n < 1 || n > f.Max):
		return fmt.Errorf("%s %s: want a number from 1 to %d here; the command combigo %s has other limits", f.Label, shortened(f.Typed), f.Max, a.command)
	case f.Choices != nil && !slices.ContainsFunc(f.Choices, func(c choice) bool { return c.Name == f.Typed }):
		var names []string
		for _, c := range f.Choices {
			names = append(names, c.Name)
		}
		return fmt.Errorf("%s %s: want one of %s", f.Label, shortened(f.Typed), strings.Join(names, ", "))
	case !harmless.MatchString(f.Typed):
		return fmt.Errorf("%s %s: want at most %d letters and digits", f.Label, shortened(f.Typed), maxText)
	}
	return nil
}

// questionView is a question and its answer, if there is one.
type questionView struct {
	*queryPage
	Fields   []typedField
	Command  string // the command line that answers
	Answer   *view.Page
	JSON     string // the address of the answer for programs
	Again    string // the address of another answer, if there are several
	NextName string
	Drawing  template.HTML
	Edit     string
	Game     bool   // whether the answer is a game to replay
	Slow     string // why the answer is not computed yet, if a form of this site may ask for it
	Steps    []smallBoard
	position *goban.Position
	key      string // the arguments of the command
	here     string // the address of this question
}

// smallBoard is one of several, with what it is.
type smallBoard struct {
	Drawing    template.HTML
	Name, Path string
	Again      bool // whether it came before
}

// read reads a question; what is not said is as at first. The arguments of the command come in an
// order in which no value is taken for a flag.
func (a *queryPage) read(r *http.Request) (v *questionView, err error) {
	v = &questionView{queryPage: a, Command: "combigo " + a.command}
	args := strings.Fields(a.command)
	values, numbers, next := map[string]string{}, url.Values{}, url.Values{}
	var plain []string
	for _, f := range a.Fields {
		typed := typedField{f, cmp.Or(strings.TrimSpace(r.FormValue(f.Name)), f.first)}
		if f.Choices != nil {
			typed.Choices = choose(f.Choices, typed.Typed)
		}
		if typed.Typed == "" {
			typed.Typed = strconv.Itoa(int(rand.Uint32()))
		}
		if wrong := typed.wanted(a); wrong != nil && err == nil {
			err = InputError{wrong}
		}
		v.Fields, values[f.Name] = append(v.Fields, typed), typed.Typed
		numbers.Set(f.Name, typed.Typed)
		if f.Next == "" {
			next.Set(f.Name, typed.Typed)
		}
		if f.flag == "" {
			plain, v.Command = append(plain, strings.Fields(typed.Typed)...), v.Command+" "+typed.Typed
		} else {
			args, v.Command = append(args, "--"+f.flag+"="+typed.Typed), v.Command+" --"+f.flag+" "+typed.Typed
		}
		v.NextName = cmp.Or(v.NextName, f.Next)
	}
	size := board.Size{Rows: atoi(values["rows"]), Cols: atoi(values["cols"])}
	if err == nil && a.bound != nil {
		if want := a.bound(size, values["of"]); want != "" {
			err = InputError{fmt.Errorf("%s takes longer than a page should: want %s here, or the command %s", size, want, v.Command)}
		}
	}
	v.JSON, v.here = v.Path()+".json?"+numbers.Encode(), v.Path()+"?"+numbers.Encode()
	if from, more := values["from"], atoi(values["more"]); from != "" {
		next.Set("from", strconv.Itoa(atoi(from)+more))
	}
	v.Again = v.Path() + "?" + next.Encode()
	v.key = strings.Join(append(append(args, "--"), plain...), separator)
	return v, err
}

// atoi reads a number that was seen to be one, and is 0 elsewhere.
func atoi(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// choose marks one of several choices.
func choose(all []choice, name string) []choice {
	marked := slices.Clone(all)
	for i := range marked {
		marked[i].Chosen = marked[i].Name == name
	}
	return marked
}

// words are choices that say themselves what they are.
func words(names ...string) (all []choice) {
	for _, name := range names {
		all = append(all, choice{Name: name, Text: name})
	}
	return all
}

// separator is between the arguments of a command that is the key of its answer.
const separator = "\x00"

func recordBound(size board.Size, of string) string {
	quantity, err := records.ParseQuantity(of)
	if most := quantity.QuickSide(); err == nil && size.Short() > most {
		return fmt.Sprintf("a shorter side of at most %d", most)
	}
	return ""
}

// longestBound lets games be searched that have some hundred positions.
func longestBound(size board.Size, _ string) string {
	if size.Short() > 1 && size.Points() > 6 {
		return "a row, or at most 6 points"
	}
	return ""
}

// newAnswers asks the commands of this program, in this process: what a command computes ends with
// the context, and keeps within the memory for questions.
func newAnswers(ctx context.Context, opt Options) *memo[string, *view.Page] {
	return newMemo(ctx, pageQueue(maxKept), func(ctx context.Context, a *answer[string, *view.Page]) (*view.Page, error) {
		return opt.Ask(ctx, strings.Split(a.key, separator), par.Options{Threads: opt.Threads, Memory: opt.questionMemory(), Progress: a.report})
	})
}

// readQuestion reads the question of a page, and whether its answer is for programs; without a page
// it says so.
func (s *server) readQuestion(w http.ResponseWriter, r *http.Request) (v *questionView, asJSON bool, err error) {
	name, asJSON := strings.CutSuffix(r.PathValue("name"), ".json")
	i := slices.IndexFunc(queryPages(), func(a *queryPage) bool { return a.Name == name })
	if i < 0 {
		s.notFound(w, r)
		return nil, false, nil
	}
	v, err = queryPages()[i].read(r)
	return v, asJSON, err
}

// question shows a command as a page: what is asked, and what came out.
func (s *server) question(w http.ResponseWriter, r *http.Request) {
	v, asJSON, err := s.readQuestion(w, r)
	if v == nil {
		return
	}
	if err == nil {
		v.Answer, err = s.answers.ask(r.Context(), v.key, s.patience(r), s.limit(r))
	}
	if err == nil && asJSON {
		sendFile(w, "application/json", "", []byte(v.Answer.JSON))
		return
	}
	if v.Answer != nil {
		v.addPositions()
	}
	v.Slow, err = s.slowAnswer(r, err)
	s.show(w, r, "question", page{Title: v.Title, Here: v.Path(), Body: v, Position: v.position}, err)
}

// compute begins to answer a question that a form of this site asks, however the browser says so,
// and leads to its page.
func (s *server) compute(w http.ResponseWriter, r *http.Request) {
	v, _, err := s.readQuestion(w, r)
	if v == nil {
		return
	}
	if err == nil {
		_, err = s.answers.entry(v.key, s.options.PageTime)
	}
	if err != nil {
		s.show(w, r, "question", page{Title: v.Title, Here: v.Path(), Body: v}, err)
		return
	}
	http.Redirect(w, r, v.here, http.StatusSeeOther)
}

// marked are the points of the position, with the liberties of the string that has most of them if
// they are what the answer is about.
func (v *questionView) marked() []pointView {
	points := pointViews(v.position)
	most := goban.String{}
	for _, s := range v.position.Strings() {
		if len(s.Liberties) > len(most.Liberties) {
			most = s
		}
	}
	if strings.Contains(v.key, "--of="+records.Liberties.String()+separator) {
		for _, at := range most.Liberties {
			mark(points, numberOf(v.position, at), drawing.Liberty)
		}
	}
	return points
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
	case len(games) == 1 && len(games[0].Steps) == 0:
		v.position, v.Edit = games[0].Start, boardPath(games[0].Start, cycle)
		v.Drawing = drawPosition(v.position, v.marked())
	case len(games) == 1:
		v.Game = true
		p, moves := games[0].Start.Clone(), 0
		small(p, "the empty board")
		for _, step := range games[0].Steps {
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
