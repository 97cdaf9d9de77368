package web

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"html/template"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// query is a question of a page with its numbers.
type query struct {
	name             string
	which            string // one of the choices, if there are any
	rows, cols, more int
	whole            uint64
}

func (q query) size() board.Size { return board.Size{Rows: q.rows, Cols: q.cols} }

// reply is what came out: text and JSON as the command line has them, the text as a page shows it,
// and what is better seen.
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

// whole is a number of up to 64 bits that a question asks for: a seed, one by chance at first, or
// where to begin.
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

// newReply is an answer as the command line has it, below the line that says it, if it can be said
// in one.
func newReply(headline string, d *view.Document, value any) (*reply, error) {
	var text, object bytes.Buffer
	if err := cmp.Or(d.Text(&text, view.Style{}), result.JSON(&object, value)); err != nil {
		return nil, err
	}
	return &reply{headline: headline, text: text.Bytes(), page: d.HTML(), json: object.Bytes()}, nil
}

// typedField is a number as it was typed.
type typedField struct {
	field
	Typed string
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
	position          *goban.Position
}

// smallBoard is one of several, with what it is.
type smallBoard struct {
	Drawing    template.HTML
	Name, Path string
}
