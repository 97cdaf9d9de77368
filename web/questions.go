package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"combigo/asymptotic"
	"combigo/board"
	"combigo/border"
	"combigo/bounds"
	"combigo/game"
	"combigo/goban"
	"combigo/internal/drawing"
	"combigo/internal/par"
	"combigo/internal/view"
	"combigo/lattice"
	"combigo/polynomial"
	"combigo/ranking"
	"combigo/recurrence"
	"combigo/result"
	"combigo/sampling/uniform"
	"combigo/symmetry"
)

// query is a question of a page with its numbers.
type query struct {
	name             string
	which            string // one of the choices, if there are any
	rows, cols, more int
	whole            uint64
}

func (q query) size() board.Size { return board.Size{Rows: q.rows, Cols: q.cols} }

// reply is what came out: text and JSON as the command line has them, the text as a page shows it, and what is better seen.
type reply struct {
	text, json []byte
	page       template.HTML // empty if the drawings say all that the text does
	headline   string        // the answer in a line, if it is one
	position   *goban.Position
	steps      []step
	sgf        []byte // a game to replay
	picture    string // SVG
	caption    string // of the picture
}

// step is one of several positions.
type step struct {
	position *goban.Position
	name     string
}

// field is a number that a question asks for.
type field struct {
	Name       string // in addresses
	Label      string
	flag       string // on the command line; none: an argument
	Max, first int
}

// boards has the sides of a board.
func boards(most, first int) []field {
	return []field{{"rows", "rows", "", most, first}, {"cols", "columns", "", most, first}}
}

// rows is a single number, such as the rows of all boards of one height.
func rows(label string, most, first int) []field { return []field{{"rows", label, "", most, first}} }

// whole is a number of up to 64 bits that a question asks for: a seed, one by chance at first, or where to begin.
type whole struct{ Name, Label, flag, Next string }

var seed = &whole{"seed", "seed", " --seed", "Another one"}

// asker is a command that answers within a second or so on small boards, as a page.
type asker struct {
	Name, Title, Lead string
	section           string // of the menu
	Numbers           []field
	points            int // of a board of several rows and columns, at most; 0: no bound of its own
	Whole             *whole
	Choices           []string // words one of which is chosen, the first one at first
	titled            func(choice string) string
	command           string
	answer            func(ctx context.Context, q query, o par.Options) (*reply, error)
}

// askers are all such commands, in the order of the menu.
var askers = []*asker{
	{
		Name: "random", Title: "Random", section: "Positions", Lead: "A legal position, each with the same probability. The same seed gives the same one.",
		Numbers: boards(maxSide, 19), Whole: seed, command: "random --method rejection", answer: askRandom,
	},
	{
		Name: "list", Title: "List", section: "Positions", Lead: "The legal positions of a board in the order of a dictionary, from any number on.",
		Numbers: append(boards(6, 3), field{"more", "positions", " --count", 60, 12}), Whole: &whole{"from", "from number", " --from", "The next ones"}, command: "list", answer: askList,
	},
	{
		Name: "stones", Title: "By stones", section: "Count", Lead: "The legal positions by their numbers of black and white stones.",
		Numbers: boards(5, 4), command: "count --by-stones", answer: askStones,
	},
	{
		Name: "symmetry", Title: "Symmetry", section: "Count", Lead: "How many positions are there if those that a turn, a reflection or an exchange of colours leads to count once?",
		Numbers: boards(7, 5), command: "symmetry", answer: askSymmetry,
	},
	{
		Name: "patterns", Title: "Opening patterns", section: "Count", Lead: "How many ways there are to put the first stones on 19x19, the same up to symmetry, in six meanings.",
		Numbers: rows("stones", 8, 5), command: "patterns", answer: askPatterns,
	},
	{
		Name: "polynomial", Title: "Polynomial", section: "Count", Lead: "The number of legal positions for every number of colours, as a polynomial.",
		Numbers: boards(4, 3), command: "polynomial", answer: askPolynomial,
	},
	{
		Name: "recurrence", Title: "Recurrence", section: "Count", Lead: "The linear recurrence of the boards of one height.",
		Numbers: rows("rows", 4, 2), command: "recurrence", answer: askRecurrence,
	},
	{
		Name: "states", Title: "State classes", section: "Count", Lead: "How many classes of border states a board of some height has.",
		Numbers: rows("rows", 19, 9), command: "states", answer: askStates,
	},
	{
		Name: "sequence", Title: "Sequences", section: "Count", Lead: "The first terms of integer sequences, those of the OEIS under their numbers; terms that are in print are compared.",
		Choices: sequenceIDs(), titled: sequenceTitle, command: "sequence", answer: askSequence,
	},
	{
		Name: "compare", Title: "Other games", section: "Count", Lead: "The positions of gomoku, five in a row, and of Connect-4, to compare with.",
		Numbers: []field{{"rows", "rows", "", 6, 5}, {"cols", "columns", "", 7, 5}}, Choices: []string{"gomoku", "connect4"}, command: "compare", answer: askCompare,
	},
	{
		Name: "sample", Title: "Sampling", section: "Growth", Lead: "The number of legal positions estimated by 1000 random runs, with an interval that holds it in 95 of 100 cases.",
		Numbers: boards(60, 25), Whole: seed, command: "sample --runs 1000", answer: askSample,
	},
	{
		Name: "bounds", Title: "Bounds", section: "Growth", Lead: "Bounds on the number of positions that are proved, from the eigenvalues of strips.",
		Numbers: boards(maxSide, 19), command: "bounds --width 5", answer: askBounds,
	},
	{
		Name: "strip", Title: "Strips", section: "Growth", Lead: "How the boards of one height grow: the largest eigenvalue and its factor, proved.",
		Numbers: rows("rows", asymptotic.LastStored(), 9), command: "strip --stored", answer: askStrip,
	},
	{
		Name: "graph", Title: "Graph in numbers", section: "Games", Lead: "The game graph of a board: positions, moves, distances, components, and up to three points how many games there are.",
		Numbers: boards(3, 2), command: "graph", answer: askGraph,
	},
	{
		Name: "longest", Title: "Longest games", section: "Games", Lead: "A game of as many moves as possible in which no position comes twice, passes not counted, and a proof of how long games can be.",
		Numbers: []field{{"rows", "rows", "", 6, 2}, {"cols", "columns", "", 8, 2}}, points: 6, command: fmt.Sprintf("longest --steps %d", longestSteps), answer: askLongest,
	},
	{
		Name: "hamilton", Title: "Hamiltonian games", section: "Games", Lead: "A cycle through all legal positions of one row but the empty one, without a position that comes twice.",
		Numbers: rows("points of the row", 8, 4), command: "hamilton", answer: askHamilton,
	},
	{
		Name: "games", Title: "Games by length", section: "Games", Lead: "How many games of some number of moves there are on an empty board. A pass is a move, but the last move is a stone.",
		Numbers: append(boards(19, 19), field{"more", "moves", " --length", 5, 4}), command: "games", answer: askGames,
	},
	{
		Name: "game-bounds", Title: "Number of games", section: "Games", Lead: "How many games are there? Bounds that are proved, as towers of powers.",
		Numbers: boards(19, 9), command: "games --bounds", answer: askGameBounds,
	},
}

func findAsker(name string) *asker {
	for _, a := range askers {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// newReply is an answer as the command line has it, below the line that says it, if it can be said in one.
func newReply(headline string, d *view.Document, value any) (*reply, error) {
	var text, object bytes.Buffer
	if err := cmp.Or(d.Text(&text), result.JSON(&object, value)); err != nil {
		return nil, err
	}
	return &reply{headline: headline, text: text.Bytes(), page: d.HTML(), json: object.Bytes()}, nil
}

func askSymmetry(ctx context.Context, q query, o par.Options) (*reply, error) {
	r, err := symmetry.Count(ctx, q.size(), symmetry.Options{Threads: o.Threads, Memory: o.Memory, Progress: o.Progress})
	if err != nil {
		return nil, err
	}
	headline := fmt.Sprintf("%s positions up to symmetry, %s if colours may be exchanged", view.Grouped(r.Orbits.String()), view.Grouped(r.OrbitsColored.String()))
	return newReply(headline, view.Symmetry(r), r)
}

func askRandom(ctx context.Context, q query, o par.Options) (*reply, error) {
	sampler, err := uniform.New(ctx, q.size(), uniform.Options{Method: uniform.Rejection, Seed: q.whole, Options: o})
	if err != nil {
		return nil, err
	}
	drawn, err := sampler.Draw(ctx, 1)
	if err != nil {
		return nil, err
	}
	p := drawn[0]
	var diagram strings.Builder
	if err := goban.WriteDiagram(&diagram, p); err != nil {
		return nil, err
	}
	var object bytes.Buffer
	err = result.JSON(&object, map[string]any{
		"rows": q.rows, "cols": q.cols, "seed": strconv.FormatUint(q.whole, 10), "position": diagram.String(),
	})
	return &reply{text: []byte(diagram.String()), json: object.Bytes(), position: p}, err
}

func askGraph(ctx context.Context, q query, o par.Options) (*reply, error) {
	b, err := squareBoard(q)
	if err != nil {
		return nil, err
	}
	s, err := game.Summarize(ctx, b, game.Rules{}, game.Affordable, game.Options(o))
	if err != nil {
		return nil, err
	}
	headline := fmt.Sprintf("%d positions and %d moves between them", s.Degrees.Nodes, s.Degrees.Edges)
	d := view.GraphSummary(s)
	if q.rows*q.cols > maxGamePoints {
		return newReply(headline, d, view.GraphJSON(s))
	}
	games, err := game.Count(ctx, b, game.Rules{}, game.Options{Threads: o.Threads, Memory: o.Memory})
	if err != nil {
		return nil, err
	}
	headline += fmt.Sprintf("; %v games on %v, of at most %d moves, passes not counted", games.Value, q.size(), games.Longest)
	return newReply(headline, d, map[string]any{"graph": view.GraphJSON(s), "games": games})
}

func squareBoard(q query) (*lattice.Graph, error) {
	return lattice.New(lattice.Square, q.rows, q.cols, lattice.Options{})
}

func askPolynomial(ctx context.Context, q query, o par.Options) (*reply, error) {
	b, err := squareBoard(q)
	if err != nil {
		return nil, err
	}
	r, err := polynomial.Go(ctx, b, polynomial.Options{Options: o})
	if err != nil {
		return nil, err
	}
	return newReply("", view.Polynomial(r, ""), r)
}

// maxGamePoints is the most points of a board whose games are counted in a moment: those of 2x2 take minutes.
const maxGamePoints = 3

// maxBoundWidth is the width of the strips of bounds, for which they take a moment.
const maxBoundWidth = 5

func askBounds(ctx context.Context, q query, o par.Options) (*reply, error) {
	question := bounds.Question{Kind: lattice.Square, Colors: 2}
	b, err := question.Board(ctx, q.size(), maxBoundWidth, bounds.Options(o))
	if err != nil {
		return nil, err
	}
	const digits = 6
	headline := fmt.Sprintf("From %s to %s", bounds.FloorDigits(b.Lower.Value, digits), bounds.CeilDigits(b.Upper.Value, digits))
	return newReply(headline, view.BoardBracket(b), view.BoardBracketJSON(b))
}

func askRecurrence(ctx context.Context, q query, o par.Options) (*reply, error) {
	r, err := recurrence.Find(ctx, q.rows, recurrence.Options{Threads: o.Threads, Memory: int64(o.Memory), Progress: o.Progress})
	if err != nil {
		return nil, err
	}
	return newReply(fmt.Sprintf("A recurrence of order %d", r.Order()), view.Recurrence(r), r)
}

func askStrip(_ context.Context, q query, _ par.Options) (*reply, error) {
	strips := view.NewStrips([]*asymptotic.Strip{asymptotic.Stored(q.rows)}, asymptotic.StoredDigits)
	return newReply("", strips.Document(), view.OneOf(strips))
}

func askStates(_ context.Context, q query, _ par.Options) (*reply, error) {
	classes := border.ValidClasses(q.rows)
	counts := []*view.StateCounts{view.NewStateCounts(q.rows, classes, nil)}
	return newReply(fmt.Sprintf("%s classes of border states, over all kinks", view.Grouped(counts[0].ValidTotal.String())), view.States(counts), view.OneOf(counts))
}

func newReplies(ctx context.Context, opt Options) *memo[query, *reply] {
	return newMemo(ctx, pageQueue(maxKept), func(ctx context.Context, q query, progress func(float64)) (*reply, error) {
		return findAsker(q.name).answer(ctx, q, par.Options{Threads: opt.Threads, Memory: opt.recordMemory(), Progress: progress})
	})
}

// typedField is a number as it was typed.
type typedField struct {
	field
	Typed string
}

type questionView struct {
	*asker
	Fields            []typedField
	Chosen            string
	WholeTyped, Error string
	Headline, Text    string
	Caption           string
	Page              template.HTML
	Drawing, Picture  template.HTML
	Steps             []smallBoard
	Edit, JSON, Again string
	Command, SGF      string
}

// smallBoard is one of several, with what it is.
type smallBoard struct {
	Drawing    template.HTML
	Name, Path string
}

// question shows a command as a page: its numbers, and what came out.
func (s *server) question(w http.ResponseWriter, r *http.Request) {
	name, asJSON := strings.CutSuffix(r.PathValue("name"), ".json")
	a := findAsker(name)
	if a == nil {
		s.notFound(w, r)
		return
	}
	v := &questionView{asker: a, Chosen: r.FormValue("of")}
	q, err := a.read(v, r)
	found, share := (*reply)(nil), 0.0
	if err == nil {
		found, share, err = s.replies.ask(r.Context(), q, s.options.patience)
	}
	var beyond *ranking.RangeError
	switch {
	case errors.Is(err, errFinding), errors.Is(err, errCrowded):
		s.wait(w, a.Path(), fmt.Sprintf("%s: this is being computed.", a.Title), share)
		return
	case errors.Is(err, context.Canceled):
		return
	case errors.As(err, &beyond):
		err = badInput(err)
		fallthrough
	case err != nil:
		v.Error = err.Error()
	case asJSON:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(found.json) // a client that is gone needs no answer
		return
	default:
		v.add(q, found)
	}
	s.pages.render(w, statusOf(err), "question", page{Title: a.Title, Here: a.Path(), Body: v})
}

// Path is the address of the page.
func (a *asker) Path() string { return "/numbers/" + a.Name }

// Titled is a choice as people read it.
func (a *asker) Titled(choice string) string {
	if a.titled == nil {
		return choice
	}
	return a.titled(choice)
}

// number is where a number of a question is kept.
func (q *query) number(name string) *int {
	return map[string]*int{"rows": &q.rows, "cols": &q.cols, "more": &q.more}[name]
}

// read reads the numbers of a question; what is not said is as at first.
func (a *asker) read(v *questionView, r *http.Request) (q query, err error) {
	q.name = a.Name
	for _, f := range a.Numbers {
		typed := typedField{f, cmp.Or(r.FormValue(f.Name), strconv.Itoa(f.first))}
		v.Fields = append(v.Fields, typed)
		n, wrong := strconv.Atoi(typed.Typed)
		if (wrong != nil || n < 1 || n > f.Max) && err == nil {
			err = badInput(fmt.Errorf("%s %s: want a number from 1 to %d here; the command combigo %s has other limits", f.Label, shortened(typed.Typed), f.Max, a.command))
		}
		*q.number(f.Name) = n
	}
	if a.Whole != nil {
		first := "0"
		if a.Whole == seed {
			first = strconv.Itoa(int(rand.Uint32()))
		}
		v.WholeTyped = cmp.Or(r.FormValue(a.Whole.Name), first)
	}
	if err != nil {
		return q, err
	}
	if a.points > 0 && q.size().Short() > 1 && q.size().Points() > a.points {
		return q, badInput(fmt.Errorf("%s takes longer than a page should: want a row, or at most %d points here, or the command combigo %s %s", q.size(), a.points, a.Name, q.size()))
	}
	if len(a.Choices) > 0 {
		v.Chosen = cmp.Or(v.Chosen, a.Choices[0])
		if q.which = v.Chosen; !slices.Contains(a.Choices, q.which) {
			return q, badInput(fmt.Errorf("of %s: want one of %s", shortened(q.which), strings.Join(a.Choices, ", ")))
		}
	}
	if a.Whole == nil {
		return q, nil
	}
	if q.whole, err = strconv.ParseUint(v.WholeTyped, 10, 64); err != nil {
		return q, badInput(fmt.Errorf("%s %s: want a whole number from 0 to 2^64-1", a.Whole.Label, shortened(v.WholeTyped)))
	}
	return q, nil
}

// add shows what came out.
func (v *questionView) add(q query, found *reply) {
	v.Headline, v.Text, v.SGF = found.headline, string(found.text), string(found.sgf)
	v.Command = "combigo " + v.command
	numbers := url.Values{}
	if q.which != "" {
		v.Command += " " + q.which
		numbers.Set("of", q.which)
	}
	for _, f := range v.Numbers {
		v.Command += fmt.Sprintf("%s %d", f.flag, *q.number(f.Name))
		numbers.Set(f.Name, strconv.Itoa(*q.number(f.Name)))
	}
	if v.Whole != nil {
		v.Command += fmt.Sprintf("%s %d", v.Whole.flag, q.whole)
		if v.Whole != seed {
			numbers.Set(v.Whole.Name, strconv.FormatUint(q.whole+uint64(q.more), 10))
		}
		v.Again = v.Path() + "?" + numbers.Encode()
		numbers.Set(v.Whole.Name, strconv.FormatUint(q.whole, 10))
	}
	v.Caption, v.Page = found.caption, found.page
	v.Picture = template.HTML(found.picture)
	v.JSON = v.Path() + ".json?" + numbers.Encode()
	if found.position != nil {
		v.Drawing = template.HTML(drawing.Board(found.position, drawing.BoardOptions{Wood: true, Coordinates: true}))
		v.Edit = boardPath(found.position, cycle)
	}
	for _, step := range found.steps {
		v.Steps = append(v.Steps, smallBoard{template.HTML(drawing.Board(step.position, drawing.BoardOptions{Wood: true})), step.name, boardPath(step.position, cycle)})
	}
}
