package plot

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"strconv"
)

// num writes a length with at most three decimals.
func num(x float64) string {
	s := strconv.FormatFloat(x, 'f', 3, 64)
	for s[len(s)-1] == '0' {
		s = s[:len(s)-1]
	}
	if s[len(s)-1] == '.' {
		s = s[:len(s)-1]
	}
	if s == "-0" {
		return "0"
	}
	return s
}

var white = color.NRGBA{255, 255, 255, 255}

// hex writes a colour: black is that of the text around the drawing on a page, and black elsewhere.
func hex(c color.NRGBA) string {
	switch {
	case c.A == 0:
		return "none"
	case c == black:
		return "currentColor"
	}
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}

// ratio writes a scale.
func ratio(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// look is the fonts and the colour of the letters of SVG.
const look = `font-family="Go, Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif" fill="currentColor"`

// svg writes the drawing. What a page may show in colours of its own has a class: paper is what is white, grid the lines of the grid.
func (d *Drawing) svg(scale float64) []byte {
	var b bytes.Buffer
	w, h := num(d.width), num(d.height)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%spt" height="%spt" viewBox="0 0 %s %s" `+look+`>`+"\n", num(d.width*scale), num(d.height*scale), w, h)
	fmt.Fprintf(&b, `<rect class="paper" width="%s" height="%s" fill="#ffffff"/>`+"\n", w, h)
	for i := range d.items {
		d.items[i].svg(&b)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func (i *item) svg(b *bytes.Buffer) {
	switch {
	case i.text != "":
		anchor := [...]string{"start", "middle", "end"}[i.anchor]
		fmt.Fprintf(b, `<text font-size="%s" text-anchor="%s"`, num(i.size), anchor)
		if i.fill != black {
			fmt.Fprintf(b, ` fill="%s"`, hex(i.fill))
		}
		if i.upward {
			fmt.Fprintf(b, ` transform="translate(%s %s) rotate(-90)">`, num(i.at.x), num(i.at.y))
		} else {
			fmt.Fprintf(b, ` x="%s" y="%s">`, num(i.at.x), num(i.at.y))
		}
		back := 0.0
		for _, r := range runs(i.text) {
			text := html.EscapeString(r.text)
			switch {
			case r.raised:
				fmt.Fprintf(b, `<tspan dy="%s" font-size="%s">%s</tspan>`, num(-raisedBy*i.size), num(raisedSize*i.size), text)
				back += raisedBy * i.size
			case back > 0:
				fmt.Fprintf(b, `<tspan dy="%s">%s</tspan>`, num(back), text)
				back = 0
			default:
				b.WriteString(text)
			}
		}
		b.WriteString("</text>\n")
	case i.radius > 0:
		c, class := i.contours[0][0], ""
		if i.fill == white {
			class = ` class="paper"`
		}
		fmt.Fprintf(b, `<circle%s cx="%s" cy="%s" r="%s" fill="%s"%s/>`+"\n", class, num(c.x), num(c.y), num(i.radius), hex(i.fill), i.outline())
	default:
		b.WriteString("<path")
		if i.stroke == grey {
			b.WriteString(` class="grid"`)
		}
		b.WriteString(` d="`)
		for _, points := range i.contours {
			for k, p := range points {
				fmt.Fprintf(b, "%c%s %s", "ML"[min(k, 1)], num(p.x), num(p.y))
			}
			if i.fill.A > 0 {
				b.WriteByte('Z')
			}
		}
		fmt.Fprintf(b, `" fill="%s"%s/>`+"\n", hex(i.fill), i.outline())
	}
}

// outline is the attributes of the stroke, and of the opacity.
func (i *item) outline() string {
	text := ""
	if i.stroke.A > 0 {
		text = fmt.Sprintf(` stroke="%s" stroke-width="%s" stroke-linejoin="round"`, hex(i.stroke), num(i.width))
	}
	if alpha := max(i.fill.A, i.stroke.A); alpha < 255 {
		text += fmt.Sprintf(` opacity="%s"`, num(float64(alpha)/255))
	}
	return text
}
