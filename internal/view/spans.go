package view

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/plot"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/result"
)

const spanWidth = 340 // points

// A span is an interval that pages draw on a line, with a number in it if one is known.
type span struct {
	name              string
	low, high, middle *big.Float
	lowText, highText string
}

// spans draws intervals on one line that is as long as all of them together; the command line has
// the numbers alone.
func (d *Document) spans(title string, all ...span) {
	low, high := all[0].low, all[0].high
	for _, s := range all {
		if s.low.Cmp(low) < 0 {
			low = s.low
		}
		if s.high.Cmp(high) > 0 {
			high = s.high
		}
	}
	length := new(big.Float).SetPrec(low.Prec()+high.Prec()).Sub(high, low)
	if length.Sign() <= 0 {
		return // there is nothing to see
	}
	place := func(x *big.Float) float64 {
		if x == nil {
			return math.NaN()
		}
		share := new(big.Float).SetPrec(length.Prec()).Sub(x, low)
		f, _ := share.Quo(share, length).Float64()
		return min(1, max(0, f))
	}
	var drawn []plot.Span
	for _, s := range all {
		drawn = append(drawn, plot.Span{Name: s.name, Low: place(s.low), High: place(s.high), Middle: place(s.middle), LowText: power(s.lowText), HighText: power(s.highText)})
	}
	d.picture(plot.Spans(spanWidth, title, drawn))
}

// power shortens a number such as 1.73708793e+169.
func power(text string) string {
	mantissa, exponent, found := strings.Cut(text, "e")
	if !found {
		return text
	}
	return mantissa[:min(6, len(mantissa))] + " x 10^" + strings.TrimLeft(exponent, "+0")
}

// picture is a drawing on pages.
func (d *Document) picture(c *canvas.Canvas) {
	d.add(verbatim(""), "<div class=\"spans\">"+c.SVG()+"</div>\n")
}

// parsed reads a number as a text has it.
func parsed(text string) *big.Float {
	x, _, err := big.ParseFloat(text, 10, 600, big.ToNearestEven)
	if err != nil {
		return nil
	}
	return x
}

// known is the number of legal positions of a board if it is in print.
func known(size board.Size) *big.Float {
	entry, ok := published.Legal(size)
	if !ok {
		return nil
	}
	return parsed(entry.Printed)
}

// OneIn returns a share as one in a number: 4.3 for 23 %.
func OneIn(share *big.Rat) string {
	inverse, _ := new(big.Rat).Inv(share).Float64()
	if inverse < 1000 {
		return fmt.Sprintf("1 in %.3g", inverse)
	}
	return fmt.Sprintf("1 in %.3g", new(big.Float).SetRat(new(big.Rat).Inv(share)))
}

// Sizes of the picture of a count, in points.
const (
	cardWidth  = 600
	cardMargin = 24
	cardBoard  = 170
	cardText   = 13
)

// CountCard draws a number to be shown to others: its digits, the share of all positions as a bar,
// and a position, if there is one.
func CountCard(r *result.Result, p *goban.Position) *canvas.Canvas {
	right := float64(cardWidth - cardMargin)
	lines := wrapWords(strings.Fields(result.Groups(r.Value.String())), 44, 0)
	c := &canvas.Canvas{Width: cardWidth, Height: max(float64(cardMargin*8+18*len(lines)), cardBoard+2*cardMargin), Unit: canvas.Point, Title: r.Symbol}
	c.Paper()
	if p != nil {
		drawn := BoardPlot(p)
		part := drawn.Part
		part.Scale = cardBoard / max(drawn.Width, drawn.Height)
		part.X, part.Y, right = right-cardBoard, cardMargin, right-cardBoard-cardMargin
		c.Add(part)
	}
	y := float64(cardMargin)
	write := func(size float64, text string) {
		y += 1.4 * size
		c.Write(canvas.Text{X: cardMargin, Y: y - 0.4*size, Size: size, Text: text})
	}
	write(18, titleOf(r))
	write(cardText, r.Symbol+" =")
	for _, line := range lines {
		write(cardText, line)
	}
	if share := r.Share(); share != nil && share.Sign() > 0 {
		f, _ := share.Float64()
		y += 10
		c.Rectangle(cardMargin, y, right-cardMargin, 12, 6, canvas.Style{Fill: "#dddddd"})
		c.Rectangle(cardMargin, y, max(12, f*(right-cardMargin)), 12, 6, canvas.Style{Fill: "#8a5a00"})
		y += 18
		write(cardText, fmt.Sprintf("%s of all %s %s: %s", percent(share), r.Whole.Power, r.Whole.Name, OneIn(share)))
	}
	write(cardText, Plural(r.Digits(), "digit"))
	return c
}
