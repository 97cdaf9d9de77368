package plot

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
)

// Inline returns the drawing as an element of a page, called by a title. It has no paper; letters and axes have the colour
// of the text around it, and the class grid or paper tells the lines of the grid and the white of rings. Points that say
// what they are ([Point]) are links of the class dot with the text in data-told; the first of each series can be reached
// by the tabulator.
func (d *Drawing) Inline(title string) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg viewBox="0 0 %s %s" role="group" aria-label="%s" `+fonts+`>`+"\n", num(d.width), num(d.height), html.EscapeString(title))
	series := color.NRGBA{}
	for i := range d.items {
		it := &d.items[i]
		if it.told == "" {
			it.inline(&b)
			continue
		}
		order := -1
		if it.stroke != series {
			order, series = 0, it.stroke
		}
		told, at := html.EscapeString(it.told), it.contours[0][0]
		fmt.Fprintf(&b, `<a class="dot" href="%s" tabindex="%d" aria-label="%s" data-told="%[3]s" data-swap><circle class="near" cx="%s" cy="%s" r="9" fill="none" pointer-events="all"/>`,
			html.EscapeString(it.link), order, told, num(at.x), num(at.y))
		it.inline(&b)
		b.WriteString("</a>\n")
	}
	b.WriteString("</svg>\n")
	return b.String()
}

var white = color.NRGBA{255, 255, 255, 255}

// inline writes an item in the colours of a page.
func (i *item) inline(b *bytes.Buffer) {
	var part bytes.Buffer
	i.svg(&part)
	text := part.Bytes()
	switch {
	case i.text != "" && i.fill == black:
		text = bytes.Replace(text, []byte("<text"), []byte(`<text fill="currentColor"`), 1)
	case i.stroke == grey:
		text = bytes.Replace(text, []byte("<path"), []byte(`<path class="grid"`), 1)
	case i.fill == white:
		text = bytes.Replace(text, []byte("<circle"), []byte(`<circle class="paper"`), 1)
	}
	b.Write(bytes.ReplaceAll(text, []byte(hex(black)), []byte("currentColor")))
}
