package view

import (
	"cmp"
	"errors"
	"fmt"
	"html"
	"html/template"
	"io"
	"strings"

	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/result"
)

const (
	labelWidth = 12
	hugeNumber = 10_000 // digits above which the middle of a number is left out of a text
	hugeLines  = 5      // that are left of it at either end
)

// A Document is an answer for people. Each part of it is written in two forms, neither of which is
// made from the other: text in lines of the width of a terminal, and HTML for pages that may be as
// narrow as a phone. HTML says nothing of flags.
//
// The text has a blank line between parts of different kinds, but none after a heading.
//
// The zero Document is empty.
type Document struct {
	parts   []part
	apart   bool // whether a blank line stands before the next part in any case
	page    []func() string
	labels  int    // width of the labels of facts; 0 for labelWidth
	open    bool   // whether the page is within a list of facts
	section string // of the page, what its title says
	grids   []*grid
}

// A part is what a part of a document is as text.
type part struct {
	kind  kind
	apart bool
	text  func(Style) string
}

// A kind is what a part is.
type kind int

const (
	heading kind = iota
	sentences
	entries // facts, and lines that are not broken
	formulas
	tables
	drawings
)

// titled is a document that begins with a sentence.
func titled(layout string, args ...any) *Document {
	d := &Document{}
	d.line(layout, args...)
	d.gap()
	return d
}

// writeLaTeX writes the tables.
func (d *Document) writeLaTeX(w io.Writer) error {
	if len(d.grids) == 0 {
		return errors.New("there is no table to be written for LaTeX")
	}
	for _, t := range d.grids {
		if _, err := io.WriteString(w, t.latex()); err != nil {
			return err
		}
	}
	return nil
}

// Text writes the form for the command line.
func (d *Document) Text(w io.Writer, style Style) error {
	for i, p := range d.parts {
		text := p.text(style)
		if i > 0 && (p.apart || d.parts[i-1].kind != heading && d.parts[i-1].kind != p.kind) {
			text = "\n" + text
		}
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	return nil
}

// HTML returns the form for pages.
func (d *Document) HTML() template.HTML {
	d.close()
	var page strings.Builder
	for _, part := range d.page {
		page.WriteString(part())
	}
	return template.HTML(page.String())
}

// close ends a list of facts.
func (d *Document) close() {
	if d.open {
		d.open = false
		d.addPage("</dl>\n")
	}
}

// add adds both forms of a part.
func (d *Document) add(k kind, text func(Style) string, page string) {
	d.addText(k, text)
	d.addPage(page)
}

func (d *Document) addText(k kind, text func(Style) string) {
	d.parts = append(d.parts, part{k, d.apart, text})
	d.apart = false
}

func (d *Document) addPage(page string) { d.later(func() string { return page }) }

// later adds a part of the page that takes time to write.
func (d *Document) later(page func() string) {
	d.close()
	d.page = append(d.page, page)
}

// verbatim is a text whose lines are not broken.
func verbatim(text string) func(Style) string { return func(Style) string { return text } }

// wrapped is sentences in lines of the width of a page.
func wrapped(text string) func(Style) string {
	return func(s Style) string { return strings.Join(wrap(text, s.width()), "\n") + "\n" }
}

// gap is a blank line before what comes next, whatever that is.
func (d *Document) gap() {
	d.close()
	d.apart = true
}

// hint is a sentence that only the command line says, such as what its flags do.
func (d *Document) hint(text string) { d.addText(sentences, wrapped(text)) }

// title begins what comes next on a page; the command line needs no title there.
func (d *Document) title(text string) {
	d.section = text
	d.addPage("<h2>" + Typeset(text) + "</h2>\n")
}

// line is a sentence or several.
func (d *Document) line(layout string, args ...any) { d.hinted(fmt.Sprintf(layout, args...), "") }

// hinted is a sentence to which the command line adds a hint.
func (d *Document) hinted(sentence, hint string) {
	d.add(sentences, wrapped(sentence+hint), "<p>"+Typeset(Capital(sentence))+"</p>\n")
}

// record is a line for people and for programs such as grep: it is not broken. There may be a
// million of them.
func (d *Document) record(layout string, args ...any) {
	text := fmt.Sprintf(layout, args...)
	d.addText(entries, func(Style) string { return text + "\n" })
	d.later(func() string { return "<p>" + Typeset(strings.TrimSpace(text)) + "</p>\n" })
}

// command is a command to be copied: it is not broken.
func (d *Document) command(label, command string) {
	d.add(sentences, verbatim(label+": "+command+"\n"), "<p>"+Typeset(Capital(label))+"</p>\n<pre>"+html.EscapeString(command)+"</pre>\n")
}

// script is lines to be copied.
func (d *Document) script(text string) {
	d.add(sentences, verbatim(text), "<pre>"+html.EscapeString(text)+"</pre>\n")
}

// head is a line above what it is about.
func (d *Document) head(layout string, args ...any) {
	text := fmt.Sprintf(layout, args...)
	d.section = Capital(strings.TrimSuffix(text, ":"))
	d.add(heading, wrapped(text), "<h2>"+Typeset(d.section)+"</h2>\n")
}

// formula is the left side of an equation, if there is one, and terms, between which lines are
// broken.
func (d *Document) formula(left string, terms ...string) {
	d.add(formulas, func(s Style) string { return equation(left, terms, s.width()) },
		"<p class=\"formula\">"+cell(left+strings.Join(terms, " "))+"</p>\n")
}

// equation is a formula in lines of a width.
func equation(left string, terms []string, width int) string {
	margin := strings.Repeat(" ", max(2, len(left)))
	lines := wrapWords(terms, width-len(margin), 2+len(left)-len(margin))
	return "  " + left + strings.Join(lines, "\n"+margin) + "\n"
}

// number is a whole number of any length, in groups of digits if it is long.
func (d *Document) number(left, digits string) {
	page := "<p class=\"formula\">" + cell(left+digits) + "</p>\n"
	if result.Long(digits) {
		page = "<p class=\"digits\">" + Grouped(digits) + "</p>\n"
		if left != "" {
			page = "<p class=\"formula\">" + cell(strings.TrimSpace(left)) + "</p>\n" + page
		}
	}
	d.add(formulas, func(s Style) string { return numberText(left, digits, s.width()) }, page)
}

// numberText is a number in lines of a width, without its middle if it is huge.
func numberText(left, digits string, width int) string {
	lines := result.Group(digits, width-2)
	if len(lines) == 1 {
		return equation(left, lines, width)
	}
	text := ""
	if left != "" {
		text = equation("", []string{strings.TrimSpace(left)}, width)
	}
	if len(digits) > hugeNumber {
		last := lines[len(lines)-hugeLines:]
		more := fmt.Sprintf("(%d digits more; --quiet prints all)", (len(lines)-2*hugeLines)*result.GroupedDigits(width-2))
		lines = append(append(lines[:hugeLines:hugeLines], more), last...)
	}
	return text + "  " + strings.Join(lines, "\n  ") + "\n"
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
	width := cmp.Or(d.labels, labelWidth)
	d.addText(entries, func(s Style) string {
		margin := strings.Repeat(" ", width)
		lines := margin + strings.Join(wrap(text, s.width()-width), "\n"+margin) + "\n"
		if len(label) >= width {
			return label + "\n" + lines
		}
		return label + lines[len(label):]
	})
	if page == "" {
		return
	}
	entry := "<dd>" + cell(page) + "</dd>\n"
	if label != "" {
		entry = "<dt>" + Typeset(strings.TrimSpace(label)) + "</dt>" + entry
	}
	if !d.open {
		entry = "<dl class=\"facts\">\n" + entry
	}
	d.open = false // the list goes on
	d.addPage(entry)
	d.open = true
}

// checks are what a number was compared with.
func (d *Document) checks(checks []string) {
	var text, page []string
	for _, check := range checks {
		text = append(text, "check: "+check)
		page = append(page, "<li>"+Typeset(check)+"</li>\n")
	}
	if len(checks) > 0 {
		d.add(sentences, wrapped(strings.Join(text, "\n")), "<ul class=\"checks\">\n"+strings.Join(page, "")+"</ul>\n")
	}
}

// diagram is a position, and marks on points without a stone.
func (d *Document) diagram(p *goban.Position, marks map[goban.Point]string) {
	d.add(drawings, func(s Style) string { return s.diagram(p, marks) },
		"<div class=\"diagram\">"+drawing.Board(p, drawing.BoardOptions{Wood: true, Marks: marks}).SVG()+"</div>\n")
}

// plots are drawings on pages. A mark that is pointed at says below its drawing what it is.
func (d *Document) plots(draw func() []*canvas.Canvas) {
	d.later(func() string {
		page := ""
		for _, c := range draw() {
			page += "<figure class=\"plot\"><div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Plot\">" + c.SVG() +
				"</div><figcaption class=\"told\" role=\"status\" hidden>Point at a mark, tap it, or move along a line with the arrow keys: " +
				"its size, number and error are shown here.</figcaption></figure>\n"
		}
		return page
	})
}

// squarePage is where the marks of plots lead to: the estimate of a square board.
func squarePage(n int) string { return fmt.Sprintf("/numbers/estimate?board=%dx%[1]d", n) }

// table is a table.
func (d *Document) table(t *grid) {
	d.grids = append(d.grids, t)
	d.add(tables, func(s Style) string { return t.text(s.width()) }, t.html(d.section))
}
