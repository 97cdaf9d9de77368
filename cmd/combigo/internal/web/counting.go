package web

import (
	"cmp"
	"fmt"
	"html/template"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"

	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/docs"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/plain"
)

// countingText is the text of the page in Markdown.
var countingText = sync.OnceValue(func() string {
	text, err := docs.Files.ReadFile("counting.md")
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
})

const (
	countingSide  = 4
	countingBoard = "OO..-XXOO-XOXO-XXXO" // has two bad strings, and two words where it is cut
	countingCut   = 9
	countingHalf  = countingSide * countingSide / 2
	drawnClaims   = 8
)

// countingStep is a step of the page: its text, and what the program makes of the reader's board.
type countingStep struct {
	Number       int
	Title        string
	Text         template.HTML
	State        template.HTML
	Told         string
	Claims       []smallBoard
	Head         []string
	Words        [][]string
	Other, Named string // an address of another board, and what it shows
}

type countingView struct {
	*boardView
	Lead  template.HTML
	Steps []*countingStep
	Cut   int
	Way   []link // back and on
}

// counting shows how positions are counted, on a board that the reader changes.
func counting(f *form) (page, error) {
	p, cut := f.countingBoard()
	if f.err != nil {
		p, cut = emptyBoard(countingSide, countingSide), countingCut
	}
	v, err := newCountingView(p, cut)
	if err != nil {
		return page{}, err
	}
	return page{Title: "How to count 10^170 positions", Body: v}, nil
}

// countingBoard is the board that is asked for, with the point changed that was clicked, and after
// how many points the board is cut.
func (f *form) countingBoard() (p *goban.Position, cut int) {
	text := cmp.Or(f.FormValue("p"), countingBoard)
	p, err := parsePositionText(text)
	if err == nil && (p.Rows() != countingSide || p.Cols() != countingSide) {
		err = fmt.Errorf("p %s: want a board of %d rows and columns", shortened(text), countingSide)
	}
	if f.refuse(err); err != nil {
		return nil, 0
	}
	cut = f.whole("n", " of points", 1, countingSide*countingSide, countingCut)
	if at := f.point(p, "at"); at >= 0 {
		applyClick(p, pointAt(p, at), cycle)
	}
	return p, cut
}

func countingPath(position string, cut int) string {
	return pagePath("/counting", "p", position, "n", strconv.Itoa(cut))
}

func newCountingView(p *goban.Position, cut int) (*countingView, error) {
	v := &countingView{boardView: newBoardView(&editHistory{start: p, tool: cycle}, -1), Cut: cut}
	v.Lead, v.Steps = countingSteps()
	v.Way = []link{{Name: "a point back", Path: countingPath(v.Text, max(cut-1, 1))}, {Name: "a point on", Path: countingPath(v.Text, min(cut+1, countingSide*countingSide))}}
	here, err := plain.New(p, cut)
	if err != nil {
		return nil, err
	}
	half, err := plain.New(p, countingHalf)
	if err != nil {
		return nil, err
	}
	v.Drawing = drawBoard(p, drawing.BoardOptions{Coordinates: true, Ring: here.Border(), Signs: signsOf(p, v.Points)})
	v.Steps[0].Told = "Legal: every string has a liberty."
	if v.Verdict != "" {
		v.Steps[0].Told = "Not legal: " + v.Verdict + "."
	}
	ternary, _ := new(big.Int).SetString(strings.NewReplacer("-", "", ".", "0", "X", "1", "O", "2").Replace(v.Text), 3)
	v.Steps[1].Told = fmt.Sprintf("Your board is number %s of 3^16, if empty, black and white are the digits 0, 1 and 2.", view.Grouped(ternary.String()))
	v.Steps[2].border(here)
	v.Steps[3].claims(p, cut)
	v.Steps[4].words(here)
	v.Steps[5].halves(half)
	v.Steps[6].Other, v.Steps[6].Named = "/count?rows=9&cols=9", "Count a board yourself"
	return v, nil
}

// countingSteps reads the text: the first paragraph, and the steps.
func countingSteps() (lead template.HTML, steps []*countingStep) {
	parts := strings.Split(countingText(), "\n## ")
	first := strings.Split(parts[0], "\n\n")[1]
	for i, part := range parts[1:] {
		title, text, _ := strings.Cut(part, "\n")
		steps = append(steps, &countingStep{Number: i + 1, Title: title, Text: markdown(text)})
	}
	return markdown(first), steps
}

// remembered and values are those of the board of the page.
var (
	remembered = sync.OnceValue(func() []plain.Table { return plain.Remembered(countingSide, countingSide) })
	values     = sync.OnceValue(func() []map[string]*plain.Value {
		return plain.Values(countingSide, countingSide/2+1)
	})
)

// border shows what is remembered at a cut, and for how many other fillings it is the same.
func (c *countingStep) border(cut *plain.Cut) {
	state := cut.State()
	c.State = template.HTML(drawing.BorderState(state).SVG())
	states, fillings := remembered()[cut.Filled()], new(big.Int)
	for _, f := range states {
		fillings.Add(fillings, &f.Number)
	}
	c.Told = fmt.Sprintf("%s of %s filled. %s fillings may still become legal; %s remembered. ", view.Plural(cut.Filled(), "point"), strconv.Itoa(countingSide*countingSide),
		view.Grouped(fillings.String()), view.Plural(len(states), "state"))
	if f := states[state.String()]; f != nil && len(cut.Doomed()) == 0 {
		c.Told += fmt.Sprintf("Yours, %s, stands for %s.", state, view.Plural(f.Number.Int64(), "filling"))
	} else {
		c.Told += "Yours is not one of them: a string has no liberty and gets none any more."
	}
}

// claims shows the claims that strings are bad, each with its sign.
func (c *countingStep) claims(p *goban.Position, cut int) {
	bad := p.Illegal()
	all := 1 << len(bad)
	if len(bad) == 0 {
		c.Told, c.Other, c.Named = "No string is bad: the empty claim counts 1, and so does the position.", countingPath(countingBoard, cut), "Show a position with two bad strings"
	} else {
		c.Told = fmt.Sprintf("%s: %d claims, of which %d count plus one and %[3]d minus one. The sum is 0: the position does not count.", view.Plural(len(bad), "bad string"), all, all/2)
	}
	for claim := range min(all, drawnClaims) {
		signs, sign := map[goban.Point]drawing.Sign{}, "+1"
		for i, s := range bad {
			if claim>>i&1 == 1 {
				sign = map[string]string{"+1": "−1", "−1": "+1"}[sign]
				for _, at := range s.Points {
					signs[at] = drawing.Breathless
				}
			}
		}
		c.Claims = append(c.Claims, smallBoard{Drawing: drawBoard(p, drawing.BoardOptions{Signs: signs}), Name: sign})
	}
}

// words lists the words of a border whose strings without a liberty are claimed to be bad.
func (c *countingStep) words(cut *plain.Cut) {
	if slices.ContainsFunc(cut.State().Points, func(p plain.Point) bool { return p.Color == plain.Edge }) {
		c.Told = "The first column has no words before its last point: go on to 4 points or more."
		return
	}
	c.Head = []string{"word", "coefficient"}
	for _, w := range cut.State().Words() {
		c.Words = append(c.Words, []string{w.Text, w.Coefficient.RatString()})
	}
	c.Told = "Claim that each string of your border without a liberty is bad (B, W; the others are b, w). From the top, the border has " + view.Plural(len(c.Words), "word") + ":"
}

// halves shows how two halves of the board meet.
func (c *countingStep) halves(cut *plain.Cut) {
	left, right := values()[countingSide/2-1], values()[countingSide/2]
	products, sum := plain.Join(left, right)
	c.Head = []string{"word", "norm", "2 columns", "3 columns", "product"}
	for _, w := range cut.State().Words() {
		if product := products[w.Text]; product != nil {
			c.Words = append(c.Words, []string{w.Text, w.Norm.RatString(), left[w.Text].Value.RatString(), right[w.Text].Value.RatString(), product.RatString()})
		}
	}
	c.Told = fmt.Sprintf("The second column of your board belongs to both halves: 2 columns from the left, 3 from the right. Here are its words, with their values. The products of all %d words have the sum %s, the number of legal positions.", len(left), view.Grouped(sum.RatString()))
}
