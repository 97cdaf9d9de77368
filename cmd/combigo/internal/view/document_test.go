package view

import (
	"encoding/xml"
	"io"
	"math/big"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/result"
)

func TestTypeset(t *testing.T) {
	for text, want := range map[string]string{
		"A B^38 L^361, a < b":            "A B<sup>38</sup> L<sup>361</sup>, a &lt; b",
		"> 10^(10^12.977045), 81^L(9,9)": "&gt; 10<sup>10<sup>12.977045</sup></sup>, 81<sup>L(9,9)</sup>",
		"(1 - (1/3)^4)^4 is 2^64.":       "(1 - (1/3)<sup>4</sup>)<sup>4</sup> is 2<sup>64</sup>.",
		"1.5 * 0.1159^n, off by 1.1e-08": "1.5 * 0.1159<sup>n</sup>, off by 1.1\u202f×\u202f10<sup>−8</sup>",
		"1.46e+295 +- 3.3%":              "1.46\u202f×\u202f10<sup>295</sup> ±\u202f3.3%",
		"lambda_9^(1/9) of 2xn and 3x12": "λ<sub>9</sub><sup>1/9</sup> of 2\u202f×\u202fn and 3\u202f×\u202f12",
		".Ox0|O. ^ max_rows":             ".Ox0|O. ^ max_rows",
	} {
		if got := Typeset(text); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

// What a document has is in both of its forms, and what is only for the command line in one.
func TestDocument(t *testing.T) {
	long := strings.Repeat("1234567890", 13) + "12"
	terms := newTable(">n", "colours", "value")
	terms.row(1, "kept", big.NewInt(414295148741))
	terms.row(2, "exchanged")
	terms.total("total", "", 57)
	for name, c := range map[string]struct {
		write func(d *Document)
		text  string
		html  string
	}{
		"sentence": {func(d *Document) { d.line("on %s", "3x3") }, "on 3x3\n", "<p>On 3\u202f×\u202f3</p>\n"},
		"hint":     {func(d *Document) { d.hinted("exact", "; --json gives all") }, "exact; --json gives all\n", "<p>Exact</p>\n"},
		"wrapped": {
			func(d *Document) { d.line("%s", strings.Repeat("word ", 20)+"end") },
			strings.Repeat("word ", 15) + "word\n" + strings.Repeat("word ", 4) + "end\n", "<p>Word " + strings.Repeat("word ", 19) + "end</p>\n",
		},
		"facts": {
			func(d *Document) {
				d.fact("method", "")
				d.fact("checks", "one <", strings.Repeat("long ", 14)+"two")
				d.labels = 4
				d.fact("  label", "x^2")
				d.factVariants("y", "a  b (--flag)", "a, b")
				d.gap()
				d.fact("z", "12675")
			},
			"checks      one <\n            " + strings.Repeat("long ", 12) + "long\n            long two\n  label\n    x^2\ny   a  b (--flag)\n\nz   12675\n",
			"<dl class=\"facts\">\n<dt>checks</dt><dd>one &lt;</dd>\n<dd>" + strings.Repeat("long ", 14) + "two</dd>\n<dt>label</dt><dd>x<sup>2</sup></dd>\n<dt>y</dt><dd>a, b</dd>\n</dl>\n" +
				"<dl class=\"facts\">\n<dt>z</dt><dd>12\u202f675</dd>\n</dl>\n",
		},
		"head and number": {
			func(d *Document) {
				d.heading("up to 8:")
				d.number("", "57")
				d.number("L = ", long)
			},
			"up to 8:\n  57\n  L =\n  " + strings.Join(result.Group(long, 78), "\n  ") + "\n",
			"<h2>Up to 8</h2>\n<p class=\"formula\">57</p>\n<p class=\"formula\">L =</p>\n<p class=\"digits\">" + Grouped(long) + "</p>\n",
		},
		"formula": {
			func(d *Document) { d.formula("p = ", slices.Repeat([]string{"+ lambda^2"}, 8)...) },
			"  p = + lambda^2" + strings.Repeat(" + lambda^2", 5) + "\n    + lambda^2 + lambda^2\n",
			"<p class=\"formula\">p =" + strings.Repeat(" + λ<sup>2</sup>", 8) + "</p>\n",
		},
		"table": {
			func(d *Document) { d.show(terms) },
			"    n  colours    value\n    1  kept       414295148741\n    2  exchanged\ntotal             57\n",
			`<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>
<thead><tr><th class="number">n</th><th>colours</th><th class="number">value</th></tr>
</thead>
<tbody><tr><td class="number">1</td><td>kept</td><td class="number">414 295 148 741</td></tr>
<tr><td class="number">2</td><td>exchanged</td><td class="number"></td></tr>
</tbody>
<tfoot><tr><td class="number">total</td><td></td><td class="number">57</td></tr>
</tfoot>
</table></div>
`,
		},
		"terminal only": {func(d *Document) { d.hint("--all does") }, "--all does\n", ""},
		"record":        {func(d *Document) { d.record("\t%s", strings.Repeat("long ", 20)+"end") }, "\t" + strings.Repeat("long ", 20) + "end\n", "<p>" + strings.Repeat("long ", 20) + "end</p>\n"},
		"command":       {func(d *Document) { d.command("cheapest", "combigo <") }, "cheapest: combigo <\n", "<p>Cheapest</p>\n<pre>combigo &lt;</pre>\n"},
	} {
		d := &Document{}
		c.write(d)
		if text := textOf(t, d); text != c.text {
			t.Errorf("%s: the text is\n%swant\n%s", name, text, c.text)
		}
		page := string(d.HTML())
		if strings.ReplaceAll(page, "414\u202f295\u202f148\u202f741", "414 295 148 741") != c.html {
			t.Errorf("%s: the page is\n%swant\n%s", name, page, c.html)
		}
		wellFormed(t, page)
	}
}

// A board is letters in the text, and drawn on the page, marks with it.
func TestDiagram(t *testing.T) {
	p, err := goban.ParsePosition("X.\n.O\n")
	if err != nil {
		t.Fatal(err)
	}
	d := &Document{}
	d.diagram(p, map[goban.Point]string{{Col: 1}: "+"})
	for style, want := range map[Style]string{
		{}:                            "  A B\n2 X +\n1 . O\n",
		{Terminal: true}:              "  A B\n2 ● +\n1 · ○\n",
		{Terminal: true, Color: true}: "  A B\n2" + blackOnWood + " ●" + blackOnWood + " + " + plainColor + "\n1" + blackOnWood + " ·" + whiteOnWood + " ○ " + plainColor + "\n",
	} {
		var text strings.Builder
		if err := d.Text(&text, style); err != nil || text.String() != want {
			t.Errorf("in style %v the text is\n%s, %v; want\n%s", style, &text, err, want)
		}
	}
	for _, want := range []string{`aria-label="board of 2 by 2 points"`, ">+</text>"} {
		if page := string(d.HTML()); !strings.Contains(page, want) {
			t.Errorf("%s is missing in\n%s", want, page)
		}
	}
}

func textOf(t *testing.T, d *Document) string {
	t.Helper()
	var b strings.Builder
	if err := d.Text(&b, Style{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func wellFormed(t *testing.T, page string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader("<page>" + strings.ReplaceAll(page, "<br>", "<br/>") + "</page>"))
	for {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Fatalf("%v:\n%s", err, page)
		}
	}
}

func FuzzTypeset(f *testing.F) {
	f.Add("a  b\n   c\n\n  XO\n  OX\n")
	f.Add("x^(1\n1  2  3\n  4\n--a b")
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range text {
			if c < ' ' && c != '\n' || c == 0xfffd || c >= 0xfffe && c <= 0xffff || c > 0x10000 {
				t.Skip("no text of ours has this")
			}
		}
		wellFormed(t, Typeset(text)+cell(text))
	})
}

// A table for LaTeX has its signs, and stays as it is.
func TestLaTeX(t *testing.T) {
	d := &Document{}
	table := d.table("a_1", ">n")
	table.row("50 %", 7)
	table.row(">= 2^8")
	const want = "\\begin{tabular}{lr}\n\\hline\na\\_1 & n \\\\\n\\hline\n50 \\% & 7 \\\\\n$\\geq$ 2\\^{}8 &  \\\\\n\\hline\n\\end{tabular}\n"
	for range 2 {
		var b strings.Builder
		if err := d.writeLaTeX(&b); err != nil || b.String() != want {
			t.Errorf("%v, the table is\n%s", err, &b)
		}
	}
	if err := (&Document{}).writeLaTeX(io.Discard); err == nil {
		t.Error("a document without a table is written")
	}
}

func TestTableIsCalledByItsSection(t *testing.T) {
	d := &Document{}
	d.heading("legal & illegal:")
	d.table("n").row(1)
	d.heading("another head")
	if page := string(d.HTML()); !strings.Contains(page, `aria-label="Legal &amp; illegal"`) {
		t.Errorf("the page is %s", page)
	}
}
