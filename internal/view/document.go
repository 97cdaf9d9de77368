package view

import (
	"cmp"
	"fmt"
	"html/template"
	"io"
	"strings"

	"combigo/goban"
	"combigo/internal/drawing"
	"combigo/result"
)

const (
	pageWidth  = 80
	labelWidth = 12
	hugeNumber = 10_000 // digits above which the middle of a number is left out of a text
	hugeLines  = 5      // that are left of it at either end
	lineDigits = 60     // of a line of [result.Group]
)

// A Document is an answer for people. Each part of it is written in two forms, neither of which is made from the other: text in
// lines of 80 columns for the command line, and HTML for pages that may be as narrow as a phone. HTML says nothing of flags.
//
// The zero Document is empty.
type Document struct {
	text, page strings.Builder
	labels     int    // width of the labels of facts; 0 for labelWidth
	open       bool   // whether the page is within a list of facts
	section    string // of the page, what its title says
}

// Text writes the form for the command line.
func (d *Document) Text(w io.Writer) error {
	_, err := io.WriteString(w, d.text.String())
	return err
}

// HTML returns the form for pages.
func (d *Document) HTML() template.HTML {
	d.close()
	return template.HTML(d.page.String())
}

// close ends a list of facts.
func (d *Document) close() {
	if d.open {
		d.page.WriteString("</dl>\n")
		d.open = false
	}
}

// add writes both forms of a part.
func (d *Document) add(text, page string) {
	d.close()
	d.text.WriteString(text)
	d.page.WriteString(page)
}

// gap is a blank line.
func (d *Document) gap() { d.add("\n", "") }

// terminal is what only the command line says: what its flags do, and positions in letters.
func (d *Document) terminal(text string) { d.text.WriteString(text) }

// title begins what comes next on a page; the command line needs no title there.
func (d *Document) title(text string) {
	d.section = text
	d.add("", "<h2>"+Typeset(text)+"</h2>\n")
}

// line is a sentence, on one line.
func (d *Document) line(layout string, args ...any) { d.hinted(fmt.Sprintf(layout, args...), "") }

// hinted is a sentence to which the command line adds a hint.
func (d *Document) hinted(sentence, hint string) {
	d.add(sentence+hint+"\n", "<p>"+Typeset(Capital(sentence))+"</p>\n")
}

// paragraph is sentences in lines of the width of a page.
func (d *Document) paragraph(text string) { d.line("%s", strings.Join(wrap(text, pageWidth), "\n")) }

// head is a line above what it is about.
func (d *Document) head(layout string, args ...any) {
	text := fmt.Sprintf(layout, args...)
	d.section = Capital(strings.TrimSuffix(text, ":"))
	d.add(text+"\n", "<h2>"+Typeset(d.section)+"</h2>\n")
}

// formula is the left side of an equation, if there is one, and terms, between which lines are broken.
func (d *Document) formula(left string, terms ...string) {
	margin := strings.Repeat(" ", max(2, len(left)))
	lines := wrapWords(terms, pageWidth-len(margin), 2+len(left)-len(margin))
	d.add("  "+left+strings.Join(lines, "\n"+margin)+"\n", "<p class=\"formula\">"+cell(left+strings.Join(terms, " "))+"</p>\n")
}

// number is a whole number of any length, in groups of digits if it is long.
func (d *Document) number(left, digits string) {
	lines := result.Group(digits)
	if len(lines) == 1 {
		d.formula(left, digits)
		return
	}
	if left != "" {
		d.formula("", strings.TrimSpace(left))
	}
	if len(digits) > hugeNumber {
		ends := append(lines[:hugeLines:hugeLines], fmt.Sprintf("(%d digits more; --quiet prints all)", (len(lines)-2*hugeLines)*lineDigits))
		lines = append(ends, lines[len(lines)-hugeLines:]...)
	}
	d.add("  "+strings.Join(lines, "\n  ")+"\n", "<p class=\"digits\">"+Grouped(digits)+"</p>\n")
}

// fact is a label, and what there is to say of it, if anything: a text, or several.
func (d *Document) fact(label string, texts ...string) {
	for _, text := range texts {
		if text != "" {
			d.twofold(label, text, text)
			label = ""
		}
	}
}

// twofold is a fact that a page says in other words, or not at all.
func (d *Document) twofold(label, text, page string) {
	width := d.labels
	if width == 0 {
		width = labelWidth
	}
	margin := strings.Repeat(" ", width)
	lines := margin + strings.Join(wrap(text, pageWidth-width), "\n"+margin) + "\n"
	if len(label) >= width {
		lines = "\n" + lines
	} else {
		lines = lines[len(label):]
	}
	d.text.WriteString(label + lines)
	if page == "" {
		return
	}
	if !d.open {
		d.page.WriteString("<dl class=\"facts\">\n")
		d.open = true
	}
	if label != "" {
		d.page.WriteString("<dt>" + Typeset(strings.TrimSpace(label)) + "</dt>")
	}
	d.page.WriteString("<dd>" + cell(page) + "</dd>\n")
}

// checks are what a number was compared with.
func (d *Document) checks(checks []string) {
	text, page := "", ""
	for _, check := range checks {
		text += "check: " + check + "\n"
		page += "<li>" + Typeset(check) + "</li>\n"
	}
	if page != "" {
		page = "<ul class=\"checks\">\n" + page + "</ul>\n"
	}
	d.add(text, page)
}

// diagram is a board with stones, and marks on points without one.
func (d *Document) diagram(rows, cols int, color func(goban.Point) goban.Color, marks map[goban.Point]string) {
	p, err := goban.New(rows, cols)
	if err != nil {
		return // there is no such board
	}
	text := ""
	for row := range rows {
		text += "  "
		for col := range cols {
			at := goban.Point{Row: row, Col: col}
			p.Set(row, col, color(at))
			text += cmp.Or(marks[at], ".XO"[color(at):][:1])
		}
		text += "\n"
	}
	d.add(text, "<div class=\"diagram\">"+drawing.Board(p, drawing.BoardOptions{Wood: true, Marks: marks})+"</div>\n")
}

// table is a table.
func (d *Document) table(t *grid) { d.add(t.Render()+"\n", t.html(d.section)) }

// wrap breaks lines that are longer than a width between words.
func wrap(text string, width int) []string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if len(line) > width {
			lines = append(lines, wrapWords(strings.Fields(line), width, 0)...)
		} else {
			lines = append(lines, line)
		}
	}
	return lines
}

// wrapWords puts words in lines of a width, the first of which is shorter; a longer word has a line for itself.
func wrapWords(words []string, width, shorter int) []string {
	lines, room := []string{""}, width-shorter
	for i, word := range words {
		last := &lines[len(lines)-1]
		switch {
		case i == 0:
			*last = word
		case len(*last)+1+len(word) <= room:
			*last += " " + word
		default:
			lines, room = append(lines, word), width
		}
	}
	return lines
}
