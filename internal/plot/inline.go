package plot

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
)

// Inline returns the drawing as an element of a page, called by a title. It has no paper. Points that say what they are
// ([Point]) are links of the class dot with the text in data-told; the first of each series can be reached with the Tab key.
func (d *Drawing) Inline(title string) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg viewBox="0 0 %s %s" role="group" aria-label="%s" `+look+`>`+"\n", num(d.width), num(d.height), html.EscapeString(title))
	series := color.NRGBA{}
	for i := range d.items {
		it := &d.items[i]
		if it.told == "" {
			it.svg(&b)
			continue
		}
		order := -1
		if it.stroke != series {
			order, series = 0, it.stroke
		}
		told, at := html.EscapeString(it.told), it.contours[0][0]
		fmt.Fprintf(&b, `<a class="dot" href="%s" tabindex="%d" aria-label="%s" data-told="%[3]s" data-swap><circle class="near" cx="%s" cy="%s" r="9" fill="none" pointer-events="all"/>`,
			html.EscapeString(it.link), order, told, num(at.x), num(at.y))
		it.svg(&b)
		b.WriteString("</a>\n")
	}
	b.WriteString("</svg>\n")
	return b.String()
}
