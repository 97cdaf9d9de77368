package result

import (
	"fmt"
	"io"
	"math/bits"
	"strings"
	"time"
)

const (
	lineWidth   = 80
	labelWidth  = 10
	shareDigits = 6
	hugeNumber  = 10_000 // digits above which the middle of a number is left out
	hugeLines   = 5      // lines that are left of it at either end
)

// Text writes a result for people, in lines of at most 80 columns: the number,
// its length, its share of the whole, and how it was got.
func Text(w io.Writer, r *Result) error {
	digits := r.Value.String()
	var p page
	for _, line := range wrap(headline(r), lineWidth) {
		p.line(line)
	}
	p.line("")
	p.number(r, digits)
	p.line("")
	p.item("digits", digitsOf(r, len(digits)))
	p.item("share", shareOf(r))
	p.item("OEIS", r.OEIS)
	p.line("")
	p.provenance(&r.Provenance)
	_, err := io.WriteString(w, p.String())
	return err
}

func headline(r *Result) string {
	return fmt.Sprintf("%s%s on %s", strings.ToUpper(r.Quantity[:1]), r.Quantity[1:], whereOf(r))
}

// whereOf returns the board in words.
func whereOf(r *Result) string {
	if r.Where != "" {
		return r.Where
	}
	return fmt.Sprintf("the %s board", r.Board)
}

func digitsOf(r *Result, digits int) string {
	if digits <= groupSize {
		return fmt.Sprint(digits)
	}
	return fmt.Sprintf("%d, about %s", digits, scientific(r.Value, shareDigits-1))
}

func shareOf(r *Result) string {
	if r.Whole.Value == nil {
		return ""
	}
	whole := r.Whole.Power
	if r.Whole.Value.BitLen() < 64 {
		whole += " = " + r.Whole.Value.String()
	} else {
		whole += ", about " + scientific(r.Whole.Value, shareDigits-1) + ","
	}
	return fmt.Sprintf("%s of all %s %s", percent(r.Share(), shareDigits), whole, r.Whole.Name)
}

// A page is the text as it grows.
type page struct {
	strings.Builder
}

func (p *page) line(s string) {
	p.WriteString(strings.TrimRight(s, " "))
	p.WriteByte('\n')
}

func (p *page) number(r *Result, digits string) {
	if len(digits) <= longNumber {
		p.line("  " + r.Symbol + " = " + digits)
		return
	}
	p.line("  " + r.Symbol + " =")
	lines := Group(digits)
	if len(digits) <= hugeNumber {
		p.lines(lines)
		return
	}
	p.lines(lines[:hugeLines])
	p.line(fmt.Sprintf("  (%d digits more; --quiet prints all)", (len(lines)-2*hugeLines)*groupSize*groupsPerLine))
	p.lines(lines[len(lines)-hugeLines:])
}

func (p *page) lines(lines []string) {
	for _, line := range lines {
		p.line("  " + line)
	}
}

// item writes a label and what there is to say, wrapped; nothing at all if
// there is nothing to say.
func (p *page) item(label, text string) {
	if text == "" {
		return
	}
	for _, line := range wrap(text, lineWidth-labelWidth-2) {
		p.line(fmt.Sprintf("%-*s  %s", labelWidth, label, line))
		label = ""
	}
}

func (p *page) items(label string, texts []string) {
	for _, text := range texts {
		p.item(label, text)
		label = ""
	}
}

func (p *page) provenance(v *Provenance) {
	p.item("method", methodOf(v))
	p.item("engine", engineOf(v))
	p.item("arithmetic", arithmeticOf(v))
	p.item("run", runOf(v))
	p.items("checks", v.Checks)
	p.items("notes", v.Notes)
}

func methodOf(v *Provenance) string {
	if v.Description == "" {
		return v.Method
	}
	return v.Method + ": " + v.Description
}

func engineOf(v *Provenance) string {
	if v.States == 0 {
		return v.Engine
	}
	return fmt.Sprintf("%s, at most %d values at once, %.3g state-steps", v.Engine, v.States, v.StateSteps)
}

func arithmeticOf(v *Provenance) string {
	switch {
	case len(v.Moduli) > 0:
		return fmt.Sprintf("residues modulo %s of about %d bits in %s, Chinese remainders",
			count(len(v.Moduli), "prime"), bits.Len64(v.Moduli[0]), count(v.Passes, "pass"))
	case v.Limbs > 0:
		return fmt.Sprintf("exact, growing to %s of 64 bits", count(v.Limbs, "word"))
	}
	return ""
}

func runOf(v *Provenance) string {
	text := fmt.Sprintf("%s, %s", count(v.Threads, "thread"), duration(v.Wall))
	if v.PeakMemory > 0 {
		text += fmt.Sprintf(", %s of memory at the peak", v.PeakMemory)
	}
	return text
}

// count returns, say, "1 pass" or "3 passes".
func count(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "s"):
		return fmt.Sprintf("%d %ses", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// duration returns d with a precision that means something: 0.3 ms, 12 ms,
// 4.56 s, 12 min 5 s, 3 h 7 min.
func duration(d time.Duration) string {
	switch {
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
	case d < 100*time.Second:
		return fmt.Sprintf("%.2f s", d.Seconds())
	case d < 100*time.Minute:
		seconds := int(d.Round(time.Second).Seconds())
		return fmt.Sprintf("%d min %d s", seconds/60, seconds%60)
	}
	minutes := int(d.Round(time.Minute).Minutes())
	return fmt.Sprintf("%d h %d min", minutes/60, minutes%60)
}

// wrap breaks text between words into lines of at most width columns; a longer
// word has a line for itself.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case len(line)+1+len(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}
