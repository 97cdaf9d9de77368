package web

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"math/rand/v2"
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
	NextName string // what another answer is called, if there are several
	Drawing  template.HTML
	Edit     string
	Game     bool   // whether the answer is a game to replay
	Slow     string // why the answer is not computed yet, if a form of this site may ask for it
	Steps    []smallBoard
	position *goban.Position
	values   url.Values // what is asked, by the names of the fields
	key      string     // the arguments of the command
	asJSON   bool       // whether the answer is for a program
}

// smallBoard is one of several, with what it is.
type smallBoard struct {
	Drawing    template.HTML
	Name, Path string
	Again      bool // whether it came before
}

// newSmallBoard returns a small drawing of a position with its name and address.
func newSmallBoard(p *goban.Position, name, path string) smallBoard {
	return smallBoard{Drawing: drawBoard(p, drawing.BoardOptions{}), Name: name, Path: path}
}

// query reads the question of a page; what is not said is as at first. The arguments of the
// command come in an order in which no value is taken for a flag. Without a page it is nil.
func (f *form) query() *questionView {
	name, asJSON := strings.CutSuffix(f.PathValue("name"), ".json")
	i := slices.IndexFunc(queryPages(), func(a *queryPage) bool { return a.Name == name })
	if i < 0 {
		return nil
	}
	a := queryPages()[i]
	v := &questionView{queryPage: a, Command: "combigo " + a.command, asJSON: asJSON, values: url.Values{}}
	args := strings.Fields(a.command)
	var plain []string
	for _, of := range a.Fields {
		typed := typedField{of, cmp.Or(strings.TrimSpace(f.FormValue(of.Name)), of.first)}
		if of.Choices != nil {
			typed.Choices = choose(of.Choices, typed.Typed)
		}
		if typed.Typed == "" {
			typed.Typed = strconv.Itoa(int(rand.Uint32()))
		}
		f.refuse(typed.wanted(a))
		v.Fields = append(v.Fields, typed)
		v.values.Set(of.Name, typed.Typed)
		if of.flag == "" {
			plain, v.Command = append(plain, strings.Fields(typed.Typed)...), v.Command+" "+typed.Typed
		} else {
			args, v.Command = append(args, "--"+of.flag+"="+typed.Typed), v.Command+" --"+of.flag+" "+typed.Typed
		}
		v.NextName = cmp.Or(v.NextName, of.Next)
	}
	size := board.Size{Rows: atoi(v.values.Get("rows")), Cols: atoi(v.values.Get("cols"))}
	if f.err == nil && a.bound != nil {
		if want := a.bound(size, v.values.Get("of")); want != "" {
			f.refuse(fmt.Errorf("%s takes longer than a page should: want %s here, or the command %s", size, want, v.Command))
		}
	}
	v.key = strings.Join(append(append(args, "--"), plain...), separator)
	return v
}

// JSON is the address of the answer for programs.
func (v *questionView) JSON() string { return v.Path() + ".json?" + v.values.Encode() }

// Again is the address of another answer.
func (v *questionView) Again() string {
	next := maps.Clone(v.values)
	maps.DeleteFunc(next, func(name string, _ []string) bool {
		return slices.ContainsFunc(v.Fields, func(f typedField) bool { return f.Name == name && f.Next != "" })
	})
	if v.values.Has("from") {
		next.Set("from", strconv.Itoa(atoi(v.values.Get("from"))+atoi(v.values.Get("more"))))
	}
	return v.Path() + "?" + next.Encode()
}

// page is the page of a question.
func (v *questionView) page() page {
	return page{Title: v.Title, Here: v.Path(), Body: v, Position: v.position}
}

// atoi reads a number that was seen to be one, and is 0 elsewhere.
func atoi(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// separator is between the arguments of a command that is the key of its answer.
const separator = "\x00"

// newAnswers asks the commands of this program, in this process: what a command computes ends with
// the context, and keeps within the memory for questions.
func newAnswers(ctx context.Context, opt Options) *memo[string, *view.Page] {
	return newMemo(ctx, pageLimits(maxKept), func(ctx context.Context, a *answer[string, *view.Page]) (*view.Page, error) {
		return opt.Ask(ctx, strings.Split(a.key, separator), opt.bounds(a.report))
	})
}

// recordBound names the boards for which the command finds records soon, if this is none of them.
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

// asked hands the question of a form on to what answers it. A form without a question has no page,
// and a wrong form comes back with its error.
func asked(answer func(*form, *questionView) (page, error)) func(*form) (page, error) {
	return func(f *form) (page, error) {
		v := f.query()
		switch {
		case v == nil:
			return notFound(f)
		case f.err != nil:
			return v.page(), nil
		}
		return answer(f, v)
	}
}

// question shows a command as a page: what is asked, and what came out.
func (s *server) question(f *form, v *questionView) (page, error) {
	var err error
	v.Answer, v.Slow, err = await(f, s.answers, v.key)
	if v.asJSON && v.Slow == "" && err == nil {
		return newFile("application/json", "", func(w io.Writer) error {
			_, err := io.WriteString(w, v.Answer.JSON)
			return err
		})
	}
	if v.Answer != nil {
		v.addPositions()
	}
	return v.page(), err
}

// startQuestion begins to answer a question that a form of this site asks, however the browser says
// so, and leads to its page.
func (s *server) startQuestion(_ *form, v *questionView) (page, error) {
	if _, err := s.answers.start(v.key, s.PageTime); err != nil {
		return v.page(), err
	}
	return goTo(v.Path() + "?" + v.values.Encode()), nil
}

// marked are the points of the position, with the liberties of the string that has most of them if
// they are what the answer is about.
func (v *questionView) marked() []pointView {
	points, all := pointViews(v.position), v.position.Strings()
	if len(all) == 0 || v.values.Get("of") != records.Liberties.String() {
		return points
	}
	longest := slices.MaxFunc(all, func(a, b goban.String) int { return len(a.Liberties) - len(b.Liberties) })
	for _, at := range longest.Liberties {
		mark(points, numberOf(v.position, at), drawing.Liberty)
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
		v.Steps = append(v.Steps, newSmallBoard(p, name, boardPath(p, cycle)))
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
		for i, game := range games {
			small(game.Start, strconv.Itoa(atoi(v.values.Get("from"))+i))
		}
	}
}
