package canvas

import (
	"fmt"
	"html"
	"strings"
)

// SVG returns the drawing as an svg element, which is a file, too.
func (c *Canvas) SVG() string { return c.svg(1) }

// svg returns the drawing, larger by a scale.
func (c *Canvas) svg(scale float64) string {
	w := &svgWriter{}
	size := func(units float64) string { return num(units * c.Unit / Pixel * scale) }
	w.items(c.items)
	role := "img"
	if w.linked {
		role = "group" // of links, which an image could not have
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="%s" aria-label="%s"%s `+
		`font-family="Go, Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif" fill="none" stroke-linecap="round" stroke-linejoin="round">`+"\n%s</svg>\n",
		num(c.Width), num(c.Height), size(c.Width), size(c.Height), role, html.EscapeString(c.Title), attribute("class", c.Class), w.String())
}

// svgWriter gathers elements.
type svgWriter struct {
	strings.Builder
	linked bool // whether there is a link
}

// attribute writes an attribute, unless its value is empty.
func attribute(name, value string) string {
	if value == "" {
		return ""
	}
	return " " + name + `="` + html.EscapeString(value) + `"`
}

func (w *svgWriter) items(all []item) {
	for _, i := range all {
		switch {
		case i.part != nil:
			w.part(i.part)
		case i.shape != nil:
			fmt.Fprintf(w, "<%s%s/>\n", i.shape.element, i.shape.style.svg())
		default:
			w.text(i.text)
		}
	}
}

// part writes a group, or a link around what is in the part.
func (w *svgWriter) part(p *Part) {
	name, link, place := "g", "", ""
	if p.Link != nil {
		w.linked = true
		name, link = "a", attribute("href", p.Link.To)+attribute("aria-label", p.Link.Label)
		if p.Link.Unlisted {
			link += ` tabindex="-1"`
		}
		if p.Link.Swap {
			link += ` data-swap=""`
		}
	}
	if p.X != 0 || p.Y != 0 {
		place = fmt.Sprintf("translate(%s %s)", num(p.X), num(p.Y))
	}
	if p.Scale != 0 {
		place = strings.TrimSpace(fmt.Sprintf("%s scale(%s)", place, num(p.Scale)))
	}
	fmt.Fprintf(w, "<%s%s%s%s%s>\n", name, attribute("class", p.Class), link, attribute("transform", place), attribute("color", string(p.Color)))
	w.items(p.items)
	fmt.Fprintf(w, "</%s>\n", name)
}

// svg is the attributes of a style.
func (s Style) svg() string {
	text := attribute("class", s.Class) + attribute("fill", string(s.Fill)) + attribute("stroke", string(s.Stroke))
	if s.Stroke != None && s.Width != 0 {
		text += attribute("stroke-width", num(s.Width))
	}
	if s.Dash != 0 {
		text += attribute("stroke-dasharray", num(s.Dash))
	}
	if s.Opacity != 0 {
		text += attribute("opacity", num(s.Opacity))
	}
	return text
}

// text writes a text, whose raised runs are moved up and back.
func (w *svgWriter) text(t *Text) {
	place := fmt.Sprintf(` x="%s" y="%s"`, num(t.X), num(t.Y))
	if t.Upward {
		place = fmt.Sprintf(` transform="translate(%s %s) rotate(-90)"`, num(t.X), num(t.Y))
	}
	anchor := [...]string{"", "middle", "end"}[t.Anchor]
	fmt.Fprintf(w, `<text%s font-size="%s"%s%s>`, place, num(t.Size), attribute("text-anchor", anchor), attribute("fill", string(t.color())))
	all, _ := pieces(t.Text, t.Size)
	above := 0.0
	for _, p := range all {
		text := html.EscapeString(p.text)
		if p.above != above || p.size != t.Size {
			text = fmt.Sprintf(`<tspan dy="%s" font-size="%s">%s</tspan>`, num(above-p.above), num(p.size), text)
		}
		w.WriteString(text)
		above = p.above
	}
	w.WriteString("</text>\n")
}
