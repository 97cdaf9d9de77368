package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
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
	"combigo/recurrence"
	"combigo/result"
	"combigo/sampling/uniform"
	"combigo/symmetry"
)

// query is a question of a page with its numbers.
type query struct {
	name       string
	which      string // one of the choices, if there are any
	rows, cols int
	seed       uint64
}

func (q query) size() board.Size { return board.Size{Rows: q.rows, Cols: q.cols} }

// reply is what came out: text and JSON as the command line has them, and perhaps a position.
type reply struct {
	text, json []byte
	position   *goban.Position
	picture    []byte // SVG
}

// asker is a command that answers within a second or so on small boards, as a page.
type asker struct {
	Name, Title, Lead string
	MaxRows, MaxCols  int // 0 columns: only rows are asked for
	rows, cols        int // at first
	Seeded            bool
	RowsName          string   // what the first number is called, if not rows
	Choices           []string // words one of which is chosen, the first one at first
	command           string
	answer            func(ctx context.Context, q query, o par.Options) (*reply, error)
}

// askers are all such commands, in the order of the page.
var askers = []*asker{
	{
		Name: "symmetry", Title: "Symmetry", Lead: "How many positions are there if those that a turn, a reflection or an exchange of colours leads to count once?",
		MaxRows: 7, MaxCols: 7, rows: 5, cols: 5, command: "symmetry", answer: askSymmetry,
	},
	{
		Name: "random", Title: "Random positions", Lead: "A legal position, each with the same probability; the same seed gives the same one.",
		MaxRows: maxSide, MaxCols: maxSide, rows: 19, cols: 19, Seeded: true, command: "random", answer: askRandom,
	},
	{
		Name: "games", Title: "Games", Lead: "The game graph of a board: positions, moves, distances, components, and up to three points how many games there are.",
		MaxRows: 3, MaxCols: 3, rows: 2, cols: 2, command: "graph", answer: askGames,
	},
	{
		Name: "polynomial", Title: "Polynomial", Lead: "The number of legal positions for every number of colours, as a polynomial.",
		MaxRows: 4, MaxCols: 4, rows: 3, cols: 3, command: "polynomial", answer: askPolynomial,
	},
	{
		Name: "bounds", Title: "Bounds", Lead: "Bounds on the number of positions that are proved, from the eigenvalues of strips.",
		MaxRows: maxSide, MaxCols: maxSide, rows: 19, cols: 19, command: "bounds --width 5", answer: askBounds,
	},
	{
		Name: "recurrence", Title: "Recurrence", Lead: "The linear recurrence of the boards of one height.",
		MaxRows: 4, rows: 2, command: "recurrence", answer: askRecurrence,
	},
	{
		Name: "strip", Title: "Strips", Lead: "How the boards of one height grow: the largest eigenvalue and its factor, proved.",
		MaxRows: asymptotic.LastStored(), rows: 9, command: "strip --stored", answer: askStrip,
	},
	{
		Name: "states", Title: "State classes", Lead: "How many classes of border states a board of some height has.",
		MaxRows: 19, rows: 9, command: "states", answer: askStates,
	},
	{
		Name: "stones", Title: "Stones", Lead: "The legal positions by their numbers of black and white stones.",
		MaxRows: 5, MaxCols: 5, rows: 4, cols: 4, command: "count --by-stones", answer: askStones,
	},
	{
		Name: "patterns", Title: "Opening patterns", Lead: "How many ways there are to put the first stones on 19x19, the same up to symmetry, in six meanings.",
		MaxRows: 8, rows: 5, RowsName: "stones", command: "patterns", answer: askPatterns,
	},
	{
		Name: "hamilton", Title: "Hamiltonian games", Lead: "A cycle through all legal positions of one row but the empty one, without a position that comes twice.",
		MaxRows: 8, rows: 4, RowsName: "points of the row", command: "hamilton", answer: askHamilton,
	},
	{
		Name: "compare", Title: "Other games", Lead: "The positions of gomoku, five in a row, and of Connect-4, to compare with.",
		MaxRows: 6, MaxCols: 7, rows: 5, cols: 5, Choices: []string{"gomoku", "connect4"}, command: "compare", answer: askCompare,
	},
	{
		Name: "sequence", Title: "Sequences", Lead: "The first terms of integer sequences, those of the OEIS under their numbers; terms that are in print are compared.",
		Choices: sequenceIDs(), command: "sequence", answer: askSequence,
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

// newReply writes an answer as the command line writes it.
func newReply(text func(io.Writer) error, value any) (*reply, error) {
	var plain, object bytes.Buffer
	if err := text(&plain); err != nil {
		return nil, err
	}
	if err := result.JSON(&object, value); err != nil {
		return nil, err
	}
	return &reply{text: plain.Bytes(), json: object.Bytes()}, nil
}

func askSymmetry(ctx context.Context, q query, o par.Options) (*reply, error) {
	r, err := symmetry.Count(ctx, q.size(), symmetry.Options{Threads: o.Threads, Memory: o.Memory, Progress: o.Progress})
	if err != nil {
		return nil, err
	}
	return newReply(func(w io.Writer) error { return view.Symmetry(w, r) }, r)
}

func askRandom(ctx context.Context, q query, o par.Options) (*reply, error) {
	sampler, err := uniform.New(ctx, q.size(), uniform.Options{Method: uniform.Rejection, Seed: q.seed, Options: o})
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
	r, err := newReply(func(w io.Writer) error { return goban.WriteDiagram(w, p) }, map[string]any{
		"rows": q.rows, "cols": q.cols, "seed": strconv.FormatUint(q.seed, 10), "position": diagram.String(),
	})
	if err == nil {
		r.position = p
	}
	return r, err
}

func askGames(ctx context.Context, q query, o par.Options) (*reply, error) {
	b, err := squareBoard(q)
	if err != nil {
		return nil, err
	}
	s, err := game.Summarize(ctx, b, game.Rules{}, game.Affordable, game.Options(o))
	if err != nil {
		return nil, err
	}
	if q.rows*q.cols > maxGamePoints {
		return newReply(func(w io.Writer) error { return view.GraphSummary(w, s) }, view.GraphJSON(s))
	}
	games, err := game.Count(ctx, b, game.Rules{}, game.Options{Threads: o.Threads, Memory: o.Memory})
	if err != nil {
		return nil, err
	}
	return newReply(func(w io.Writer) error {
		if err := view.GraphSummary(w, s); err != nil {
			return err
		}
		_, err := fmt.Fprintf(w, "\n%v games, of at most %d moves, passes not counted\n", games.Value, games.Longest)
		return err
	}, map[string]any{"graph": view.GraphJSON(s), "games": games})
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
	return newReply(func(w io.Writer) error { return view.Polynomial(w, r, "") }, r)
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
	return newReply(func(w io.Writer) error { return view.BoardBracket(w, b) }, view.BoardBracketJSON(b))
}

func askRecurrence(ctx context.Context, q query, o par.Options) (*reply, error) {
	r, err := recurrence.Find(ctx, q.rows, recurrence.Options{Threads: o.Threads, Memory: int64(o.Memory), Progress: o.Progress})
	if err != nil {
		return nil, err
	}
	return newReply(func(w io.Writer) error { return view.Recurrence(w, r) }, r)
}

func askStrip(_ context.Context, q query, _ par.Options) (*reply, error) {
	strips := view.NewStrips([]*asymptotic.Strip{asymptotic.Stored(q.rows)}, asymptotic.StoredDigits)
	return newReply(strips.Text, view.OneOf(strips))
}

func askStates(_ context.Context, q query, _ par.Options) (*reply, error) {
	counts := []*view.StateCounts{view.NewStateCounts(q.rows, border.ValidClasses(q.rows), nil)}
	return newReply(func(w io.Writer) error { return view.States(w, counts) }, view.OneOf(counts))
}

func newReplies(ctx context.Context, opt Options) *memo[query, *reply] {
	return newMemo(ctx, pageQueue(maxKept), func(ctx context.Context, q query, progress func(float64)) (*reply, error) {
		return findAsker(q.name).answer(ctx, q, par.Options{Threads: opt.Threads, Memory: opt.recordMemory(), Progress: progress})
	})
}

type questionView struct {
	*asker
	Menu                   []link
	RowsTyped, ColsTyped   string
	Chosen                 string
	SeedTyped, Error, Text string
	Drawing, Picture       template.HTML
	Edit, JSON, Again      string
	Command                string
}

// question shows a command as a page: its numbers, and what came out.
func (s *server) question(w http.ResponseWriter, r *http.Request) {
	name, asJSON := strings.CutSuffix(r.PathValue("name"), ".json")
	a := findAsker(name)
	if a == nil {
		s.notFound(w, r)
		return
	}
	v := &questionView{asker: a, RowsTyped: r.FormValue("rows"), ColsTyped: r.FormValue("cols"), SeedTyped: r.FormValue("seed"), Chosen: r.FormValue("of")}
	for _, other := range askers {
		v.Menu = append(v.Menu, link{Name: other.Title, Path: "/numbers/" + other.Name, Chosen: other == a})
	}
	v.Menu = append(v.Menu, link{Name: "Liberties", Path: "/records?of=liberties&rows=9"})
	q, err := a.read(v)
	found, share := (*reply)(nil), 0.0
	if err == nil {
		found, share, err = s.replies.ask(r.Context(), q, s.options.patience)
	}
	switch {
	case errors.Is(err, errFinding):
		s.wait(w, "/numbers/symmetry", fmt.Sprintf("%s: this is being computed.", a.Title), share)
		return
	case errors.Is(err, context.Canceled):
		return
	case err != nil:
		v.Error = err.Error()
	case asJSON:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(found.json) // a client that is gone needs no answer
		return
	default:
		v.add(q, found)
	}
	s.pages.render(w, statusOf(err), "question", page{Title: a.Title, Here: "/numbers/symmetry", Body: v})
}

// read reads the numbers of a question; what is not said is as at first.
func (a *asker) read(v *questionView) (query, error) {
	q := query{name: a.Name, rows: a.rows, cols: a.cols}
	for _, field := range []struct {
		name string
		text *string
		to   *int
		most int
	}{{"rows", &v.RowsTyped, &q.rows, a.MaxRows}, {"cols", &v.ColsTyped, &q.cols, a.MaxCols}} {
		if field.most == 0 {
			continue
		}
		if *field.text == "" {
			*field.text = strconv.Itoa(*field.to)
		}
		n, err := strconv.Atoi(*field.text)
		if err != nil || n < 1 || n > field.most {
			return q, badInput(fmt.Errorf("%s %s: want a number from 1 to %d here; the command combigo %s has other limits", field.name, shortened(*field.text), field.most, a.command))
		}
		*field.to = n
	}
	if len(a.Choices) > 0 {
		v.Chosen = cmp.Or(v.Chosen, a.Choices[0])
		if q.which = v.Chosen; !slices.Contains(a.Choices, q.which) {
			return q, badInput(fmt.Errorf("of %s: want one of %s", shortened(q.which), strings.Join(a.Choices, ", ")))
		}
	}
	if !a.Seeded {
		return q, nil
	}
	if v.SeedTyped == "" {
		v.SeedTyped = strconv.Itoa(int(rand.Uint32()))
	}
	var err error
	if q.seed, err = strconv.ParseUint(v.SeedTyped, 10, 64); err != nil {
		return q, badInput(fmt.Errorf("seed %s: want a whole number from 0 to 2^64-1", shortened(v.SeedTyped)))
	}
	return q, nil
}

// add shows what came out.
func (v *questionView) add(q query, found *reply) {
	v.Text = string(found.text)
	v.Command = "combigo " + v.command
	numbers := url.Values{}
	if q.which != "" {
		v.Command += " " + q.which
		numbers.Set("of", q.which)
	}
	if v.MaxRows > 0 {
		v.Command += fmt.Sprintf(" %d", q.rows)
		numbers.Set("rows", strconv.Itoa(q.rows))
	}
	if v.MaxCols > 0 {
		v.Command += fmt.Sprintf(" %d", q.cols)
		numbers.Set("cols", strconv.Itoa(q.cols))
	}
	v.Again = "/numbers/" + v.Name + "?" + numbers.Encode()
	if v.Seeded {
		v.Command += fmt.Sprintf(" --method rejection --seed %d", q.seed)
		numbers.Set("seed", strconv.FormatUint(q.seed, 10))
	}
	v.Picture = template.HTML(found.picture)
	v.JSON = "/numbers/" + v.Name + ".json?" + numbers.Encode()
	if found.position != nil {
		v.Drawing = template.HTML(drawing.Board(found.position, drawing.BoardOptions{Wood: true, Coordinates: true}))
		v.Edit = boardPath(found.position, cycle)
	}
}
