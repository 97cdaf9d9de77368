package plot

import (
	"bytes"
	"fmt"
	"image/color"
	"slices"
	"strings"
	"unicode/utf16"
)

// The numbers of the objects of a file; those of the letters follow.
const (
	pdfCatalog = 1 + iota
	pdfPages
	pdfPage
	pdfContents
	pdfFont
	pdfUnicode
	pdfLetters
)

// pdf writes a file of one page. Letters are a font of type 3, whose letters are procedures, with the way back to Unicode,
// so that texts can be found and copied.
func (d *Drawing) pdf(scale float64) []byte {
	w := &pdfWriter{codes: map[rune]byte{}}
	fmt.Fprintf(&w.contents, "%s 0 0 %s 0 %s cm 1 j\n", ratio(scale), ratio(-scale), num(d.height*scale))
	for i := range d.items {
		w.item(&d.items[i])
	}
	w.WriteString("%PDF-1.4\n")
	w.object(pdfCatalog, fmt.Sprintf("<< /Type /Catalog /Pages %d 0 R >>", pdfPages))
	w.object(pdfPages, fmt.Sprintf("<< /Type /Pages /Kids [%d 0 R] /Count 1 >>", pdfPage))
	w.object(pdfPage, fmt.Sprintf("<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %s %s] /Contents %d 0 R /Resources << /Font << /F %d 0 R >>%s >> >>",
		pdfPages, num(d.width*scale), num(d.height*scale), pdfContents, pdfFont, w.opacities()))
	w.stream(pdfContents, w.contents.String())
	w.font()
	start := w.Len()
	fmt.Fprintf(w, "xref\n0 %d\n0000000000 65535 f \n", len(w.offsets)+1)
	for _, at := range w.offsets {
		fmt.Fprintf(w, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(w, "trailer\n<< /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(w.offsets)+1, pdfCatalog, start)
	return w.Bytes()
}

type pdfWriter struct {
	bytes.Buffer
	offsets  []int // of the objects
	contents strings.Builder
	codes    map[rune]byte // of the letters that the page has
	order    []rune
	alphas   []uint8 // the opacities that the page has, in the order of their names; 0 is opaque
	alpha    uint8   // the one in force
}

// opaque sets the opacity of what follows.
func (w *pdfWriter) opaque(alpha uint8) {
	if alpha == 255 {
		alpha = 0
	}
	if alpha == w.alpha {
		return
	}
	w.alpha = alpha
	at := slices.Index(w.alphas, alpha)
	if at < 0 {
		at = len(w.alphas)
		w.alphas = append(w.alphas, alpha)
	}
	fmt.Fprintf(&w.contents, "/A%d gs\n", at)
}

// opacities are the states of graphics that set them.
func (w *pdfWriter) opacities() string {
	if len(w.alphas) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(" /ExtGState <<")
	for i, alpha := range w.alphas {
		share := 1.0
		if alpha > 0 {
			share = float64(alpha) / 255
		}
		fmt.Fprintf(&b, " /A%d << /ca %s /CA %[2]s >>", i, num(share))
	}
	b.WriteString(" >>")
	return b.String()
}

// object writes the next object, which has the number.
func (w *pdfWriter) object(number int, text string) {
	w.offsets = append(w.offsets, w.Len())
	fmt.Fprintf(w, "%d 0 obj\n%s\nendobj\n", number, text)
}

func (w *pdfWriter) stream(number int, text string) {
	w.object(number, fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(text), text))
}

// code returns the code of a letter.
func (w *pdfWriter) code(letter rune) byte {
	code, ok := w.codes[letter]
	if !ok {
		code = byte(len(w.order)) // the font has fewer letters than there are codes
		w.codes[letter] = code
		w.order = append(w.order, letter)
	}
	return code
}

func rgb(c color.NRGBA) string {
	return num(float64(c.R)/255) + " " + num(float64(c.G)/255) + " " + num(float64(c.B)/255)
}

func (w *pdfWriter) item(i *item) {
	out := &w.contents
	w.opaque(max(i.fill.A, i.stroke.A))
	if i.fill.A > 0 {
		fmt.Fprintf(out, "%s rg\n", rgb(i.fill))
	}
	if i.stroke.A > 0 {
		fmt.Fprintf(out, "%s RG %s w\n", rgb(i.stroke), num(i.width))
	}
	switch {
	case i.text != "":
		w.text(i.letters())
		return
	case i.radius > 0:
		w.circle(i.contours[0][0], i.radius)
	}
	for _, points := range i.contours {
		if i.radius > 0 {
			break
		}
		for k, p := range points {
			fmt.Fprintf(out, "%s %s %c\n", num(p.x), num(p.y), "ml"[min(k, 1)])
		}
	}
	switch {
	case i.fill.A > 0 && i.stroke.A > 0:
		out.WriteString("b\n")
	case i.fill.A > 0:
		out.WriteString("f\n")
	case i.radius > 0:
		out.WriteString("s\n")
	default:
		out.WriteString("S\n")
	}
}

// circle is four curves.
func (w *pdfWriter) circle(c point, r float64) {
	const k = 0.5523
	fmt.Fprintf(&w.contents, "%s %s m\n", num(c.x+r), num(c.y))
	x, y := 1.0, 0.0
	for range 4 {
		nx, ny := -y, x // a quarter on
		fmt.Fprintf(&w.contents, "%s %s %s %s %s %s c\n", num(c.x+r*(x+k*nx)), num(c.y+r*(y+k*ny)),
			num(c.x+r*(nx+k*x)), num(c.y+r*(ny+k*y)), num(c.x+r*nx), num(c.y+r*ny))
		x, y = nx, ny
	}
}

// text shows letters, those of one size and height together.
func (w *pdfWriter) text(letters []placed) {
	w.contents.WriteString("BT /F 1 Tf\n")
	for len(letters) > 0 {
		first := letters[0]
		n := slices.IndexFunc(letters, func(p placed) bool { return p.scale != first.scale })
		if n < 0 {
			n = len(letters)
		}
		size := num(first.scale * em)
		if first.upward {
			fmt.Fprintf(&w.contents, "0 -%s -%s 0 %s %s Tm <", size, size, num(first.at.x), num(first.at.y))
		} else {
			fmt.Fprintf(&w.contents, "%s 0 0 -%s %s %s Tm <", size, size, num(first.at.x), num(first.at.y))
		}
		for _, p := range letters[:n] {
			fmt.Fprintf(&w.contents, "%02x", w.code(p.letter))
		}
		w.contents.WriteString("> Tj\n")
		letters = letters[n:]
	}
	w.contents.WriteString("ET\n")
}

// font writes the letters that the page has.
func (w *pdfWriter) font() {
	var procs, names, widths, unicode strings.Builder
	for i, letter := range w.order {
		fmt.Fprintf(&procs, " /c%d %d 0 R", i, pdfLetters+i)
		fmt.Fprintf(&names, " /c%d", i)
		fmt.Fprintf(&widths, " %s", num(glyphOf(letter).width))
		fmt.Fprintf(&unicode, "<%02x> <", i)
		for _, u := range utf16.Encode([]rune{letter}) {
			fmt.Fprintf(&unicode, "%04x", u)
		}
		unicode.WriteString(">\n")
	}
	last := max(len(w.order)-1, 0)
	w.object(pdfFont, fmt.Sprintf("<< /Type /Font /Subtype /Type3 /FontBBox [0 -500 2048 2000] /FontMatrix [%.10f 0 0 %.10f 0 0] "+
		"/CharProcs <<%s >> /Encoding << /Type /Encoding /Differences [0%s] >> /FirstChar 0 /LastChar %d /Widths [%s ] "+
		"/Resources << >> /ToUnicode %d 0 R >>", 1.0/em, 1.0/em, procs.String(), names.String(), last, widths.String(), pdfUnicode))
	var blocks strings.Builder
	lines := slices.Collect(strings.Lines(unicode.String()))
	for block := range slices.Chunk(lines, 100) { // the most that one may have
		fmt.Fprintf(&blocks, "%d beginbfchar\n%sendbfchar\n", len(block), strings.Join(block, ""))
	}
	w.stream(pdfUnicode, "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /F def /CMapType 2 def\n"+
		"1 begincodespacerange <00> <ff> endcodespacerange\n"+blocks.String()+"endcmap CMapName currentdict /CMap defineresource pop end end")
	for i, letter := range w.order {
		w.stream(pdfLetters+i, letterProc(glyphOf(letter)))
	}
}

// letterProc draws a letter. Its quadratic curves are raised to cubic ones.
func letterProc(g *glyph) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s 0 0 -500 2048 2000 d1\n", num(g.width))
	var at point
	for _, s := range g.segments {
		switch s.op {
		case 'M':
			fmt.Fprintf(&b, "%s %s m\n", num(s.to.x), num(s.to.y))
		case 'L':
			fmt.Fprintf(&b, "%s %s l\n", num(s.to.x), num(s.to.y))
		default:
			fmt.Fprintf(&b, "%s %s %s %s %s %s c\n", num(at.x+(s.ctrl.x-at.x)*2/3), num(at.y+(s.ctrl.y-at.y)*2/3),
				num(s.to.x+(s.ctrl.x-s.to.x)*2/3), num(s.to.y+(s.ctrl.y-s.to.y)*2/3), num(s.to.x), num(s.to.y))
		}
		at = s.to
	}
	if len(g.segments) > 0 {
		b.WriteString("f")
	}
	return b.String()
}
