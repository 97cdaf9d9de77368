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

// countingText returns the text of the page in Markdown.
var countingText = sync.OnceValue(func() string {
	text, err := docs.Files.ReadFile("counting.md")
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
})

const (
	countingSide  = 4
	countingBoard = "OO..-XXOO-XOXO-XXXO" // the first board: it has two bad strings, and its border two words
	countingCut   = 9                     // the first cut: the points before it are filled
	countingHalf  = countingSide * countingSide / 2
	drawnClaims   = 8 // the greatest number of claims that are drawn
)

// A countingStep is a step of the page: its text, and an example on the board of the reader.
type countingStep struct {
	Number             int
	Title              string
	Text               template.HTML
	State              template.HTML // the border state, drawn
	Status             string        // what the step says of the board
	Claims             []smallBoard
	Head               []string   // of the table of words
	Words              [][]string // its rows
	LinkPath, LinkName string
}

// countingView is the body of the page.
type countingView struct {
	*boardView
	Lead  template.HTML
	Steps []*countingStep
	Cut   int
	Cuts  []link // to the cuts one point before and one point after
}

// counting answers the page that explains how positions are counted, on a board that the reader
// changes.
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

// countingBoard reads the board, changes the point that was clicked, and reads the cut: the number
// of points that are filled.
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

// countingPath returns the address of the page for a board and a cut.
func countingPath(position string, cut int) string {
	return pagePath("/counting", "p", position, "n", strconv.Itoa(cut))
}

// newCountingView returns the body of the page for a board and a cut.
func newCountingView(p *goban.Position, cut int) (*countingView, error) {
	v := &countingView{boardView: newBoardView(&editHistory{start: p, tool: cycle}, -1), Cut: cut}
	v.Lead, v.Steps = countingSteps()
	v.Cuts = []link{{Name: "a point back", Path: countingPath(v.Text, max(cut-1, 1))}, {Name: "a point on", Path: countingPath(v.Text, min(cut+1, countingSide*countingSide))}}
	here, err := plain.New(p, cut)
	if err != nil {
		return nil, err
	}
	half, err := plain.New(p, countingHalf)
	if err != nil {
		return nil, err
	}
	v.Drawing = drawBoard(p, drawing.BoardOptions{Coordinates: true, Ring: here.Border(), Signs: signsOf(p, v.Points)})
	v.Steps[0].Status = "Legal: every string has a liberty."
	if v.Verdict != "" {
		v.Steps[0].Status = "Not legal: " + v.Verdict + "."
	}
	ternary, _ := new(big.Int).SetString(strings.NewReplacer("-", "", ".", "0", "X", "1", "O", "2").Replace(v.Text), 3)
	v.Steps[1].Status = fmt.Sprintf("Your board is number %s of 3^16, if empty, black and white are the digits 0, 1 and 2.", view.Grouped(ternary.String()))
	v.Steps[2].showBorder(here)
	v.Steps[3].showClaims(p, cut)
	v.Steps[4].showWords(here)
	v.Steps[5].showHalves(half)
	v.Steps[6].LinkPath, v.Steps[6].LinkName = "/count?rows=9&cols=9", "Count a board yourself"
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

// remembered returns, by number of filled points, the states of a board of the page; values
// returns the values of the words after 1, 2, ... columns.
var (
	remembered = sync.OnceValue(func() []plain.Table { return plain.Remembered(countingSide, countingSide) })
	values     = sync.OnceValue(func() []map[string]*plain.Value {
		return plain.Values(countingSide, countingSide/2+1)
	})
)

// showBorder shows the border state at a cut, and how many fillings have that state.
func (c *countingStep) showBorder(cut *plain.Cut) {
	state := cut.State()
	c.State = template.HTML(drawing.BorderState(state).SVG())
	states, fillings := remembered()[cut.Filled()], new(big.Int)
	for _, f := range states {
		fillings.Add(fillings, &f.Number)
	}
	c.Status = fmt.Sprintf("%s of %s filled. %s fillings may still become legal; %s remembered. ", view.Plural(cut.Filled(), "point"), strconv.Itoa(countingSide*countingSide),
		view.Grouped(fillings.String()), view.Plural(len(states), "state"))
	if f := states[state.String()]; f != nil && len(cut.Doomed()) == 0 {
		c.Status += fmt.Sprintf("Yours, %s, stands for %s.", state, view.Plural(f.Number.Int64(), "filling"))
	} else {
		c.Status += "Yours is not one of them: a string has no liberty and gets none any more."
	}
}

// showClaims shows the claims that strings are bad, each with its sign.
func (c *countingStep) showClaims(p *goban.Position, cut int) {
	bad := p.Illegal()
	all := 1 << len(bad)
	if len(bad) == 0 {
		c.Status, c.LinkPath, c.LinkName = "No string is bad: the empty claim counts 1, and so does the position.", countingPath(countingBoard, cut), "Show a position with two bad strings"
	} else {
		c.Status = fmt.Sprintf("%s: %d claims, of which %d count plus one and %[3]d minus one. The sum is 0: the position does not count.", view.Plural(len(bad), "bad string"), all, all/2)
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

// showWords lists the words of the border at a cut, if each string without a liberty is claimed to
// be bad.
func (c *countingStep) showWords(cut *plain.Cut) {
	if slices.ContainsFunc(cut.State().Points, func(p plain.Point) bool { return p.Color == plain.Edge }) {
		c.Status = "The first column has no words before its last point: go on to 4 points or more."
		return
	}
	c.Head = []string{"word", "coefficient"}
	for _, w := range cut.State().Words() {
		c.Words = append(c.Words, []string{w.Text, w.Coefficient.RatString()})
	}
	c.Status = "Claim that each string of your border without a liberty is bad (B, W; the others are b, w). From the top, the border has " + view.Plural(len(c.Words), "word") + ":"
}

// showHalves shows how the values of two halves of the board are joined.
func (c *countingStep) showHalves(cut *plain.Cut) {
	left, right := values()[countingSide/2-1], values()[countingSide/2]
	products, sum := plain.Join(left, right)
	c.Head = []string{"word", "norm", "2 columns", "3 columns", "product"}
	for _, w := range cut.State().Words() {
		if product := products[w.Text]; product != nil {
			c.Words = append(c.Words, []string{w.Text, w.Norm.RatString(), left[w.Text].Value.RatString(), right[w.Text].Value.RatString(), product.RatString()})
		}
	}
	c.Status = fmt.Sprintf("The second column of your board belongs to both halves: 2 columns from the left, 3 from the right. Here are its words, with their values. The products of all %d words have the sum %s, the number of legal positions.", len(left), view.Grouped(sum.RatString()))
}
