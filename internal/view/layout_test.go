package view

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"combigo/result"
)

func TestTypeset(t *testing.T) {
	for text, want := range map[string]string{
		"A B^38 L^361, a < b":            "A B<sup>38</sup> L<sup>361</sup>, a &lt; b",
		"> 10^(10^12.977045), 81^L(9,9)": "&gt; 10<sup>10<sup>12.977045</sup></sup>, 81<sup>L(9,9)</sup>",
		"(1 - (1/3)^4)^4 is 2^64.":       "(1 - (1/3)<sup>4</sup>)<sup>4</sup> is 2<sup>64</sup>.",
		"1.5 * 0.1159^n, off by 1.1e-08": "1.5 * 0.1159<sup>n</sup>, off by 1.1\u202f×\u202f10<sup>−8</sup>",
		"1.46e+295 +- 3.3%":              "1.46\u202f×\u202f10<sup>295</sup> ± 3.3%",
		"lambda_9^(1/9) of 2xn and 3x12": "λ<sub>9</sub><sup>1/9</sup> of 2\u202f×\u202fn and 3\u202f×\u202f12",
		".Ox0|O. ^ max_rows":             ".Ox0|O. ^ max_rows",
	} {
		if got := Typeset(text); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

// What a text has in columns, in lines and in blocks is found again in the page, which is well-formed.
func TestHTML(t *testing.T) {
	for _, c := range []struct {
		name, text string
		wants      []string
	}{
		{"labels", "On 3x3\n\nmethod      symbolic: one run over partitions of frontiers of at most 3 points\n            into colours\nchecks      first\n            second\n", []string{
			"<p>On 3\u202f×\u202f3</p>", "<dt>method</dt><dd>symbolic: one run over partitions of frontiers of at most 3 points into colours</dd>",
			"<dt>checks</dt><dd>first</dd><dd>second</dd>",
		}},
		{"formula", "  10 lambda^2 + 3\n  + 141 lambda + 1\n", []string{`<p class="formula">10 λ<sup>2</sup> + 3 + 141 λ + 1</p>`}},
		{"table", "motions           colours    fixed positions\nidentity       1  kept          414295148741\n               1  exchanged                1\nreflections x  2  kept               8180343\n", []string{
			`<th>motions</th><th class="number"></th><th>colours</th><th class="number">fixed positions</th>`,
			`<td></td><td class="number">1</td><td>exchanged</td><td class="number">1</td>`, "414\u202f295\u202f148\u202f741",
		}},
		{"right", "kink y    valid\n     0   109736\n     1   153311\n total  1357802\n", []string{`<td class="number">153`, `<td>total</td><td class="number">1`}},
		{"head", "strongly connected\n  whole                          yes\n  without suicides and node 0    yes\ndiameter    6 (positions from which some other is that far: 12)\n", []string{
			"<h3>Strongly connected</h3>", "<dt>without suicides and node 0</dt><dd>yes</dd>", "<dt>diameter</dt><dd>6 (positions",
		}},
		{"a label that fills its column", "all positions\n  formula   3^25\n  published 2.90 (the paper)\n", []string{"<dt>formula</dt><dd>3<sup>25</sup></dd>", "<dt>published</dt><dd>2.90 (the paper)</dd>"}},
		{"two lines", "  lower  1.5e+169  rows 4 + 5\n  upper  6.4e+170  rows 5 + 5\n", []string{"<dt>lower</dt><dd>1.5\u202f×\u202f10<sup>169</sup>, rows 4 + 5</dd>", "<dt>upper</dt>"}},
		{"groups of ten", "L =\n  " + strings.Join(result.Group(strings.Repeat("1234567890", 13)+"12"), "\n  ") + "\n", []string{
			"<h3>L =</h3>", "<p class=\"digits\">" + Grouped(strings.Repeat("1234567890", 13)+"12") + "</p>",
		}},
		{"a header of numbers", "   0  1\n0  1  1\n1  1  0\n", []string{`<th class="number">0</th><th class="number">1</th>`}},
		{"a flag in brackets", "12 34 (56 digits more; --quiet prints all)\nchecks (--json lists them)\n", []string{"(56 digits more)", "<p>Checks</p>"}},
		{"checks", "check: one\n\ncheck: two <\n22ms of computing\n", []string{"<li>one</li>\n<li>two &lt;</li>\n</ul>", "<p>22ms"}},
		{"terms", "# A094777: legal positions of n x n\n# https://oeis.org/A094777\n1 1\n2 57\n3 12675\n", []string{
			`<a href="https://oeis.org/A094777">`, `<td class="number">2</td><td class="number">57</td>`,
		}},
		{"diagram", "  XX.\n  O.O\n\n  X?\n  +O\n", []string{"<title>board of 2 by 3 points</title>", ">X?\n+O</pre>"}},
		{"flags", "1x2: no cycle\n--all tells whether there is a game\n", []string{"<p>1\u202f×\u202f2: no cycle</p>"}},
		{"flags in a line", "whole numbers, exact; --json gives all digits\n", []string{"<p>Whole numbers, exact</p>"}},
	} {
		page := HTML(c.text)
		for _, want := range c.wants {
			if !strings.Contains(page, want) {
				t.Errorf("%s: the page lacks %s:\n%s", c.name, want, page)
			}
		}
		if strings.Contains(page, "--") {
			t.Errorf("%s: the page speaks of flags:\n%s", c.name, page)
		}
		wellFormed(t, page)
	}
	text := "checks      asymptotic formula A B^18 L^81: off by 1.1e-08, tolerance 9.0e-07\n            the sum is an integer\n"
	if page := HTML(text); !strings.Contains(page, "</sup> the sum is") {
		t.Errorf("a line that was broken stays so:\n%s", page)
	}
	if page := HTML(text, "the sum is an integer"); !strings.Contains(page, "</dd><dd>the sum is") {
		t.Errorf("a line of its own is none:\n%s", page)
	}
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

func FuzzHTML(f *testing.F) {
	f.Add("a  b\n   c\n\n  XO\n  OX\n")
	f.Add("x^(1\n1  2  3\n  4\n--a b")
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range text {
			if c < ' ' && c != '\n' || c == 0xfffd || c >= 0xfffe && c <= 0xffff || c > 0x10000 {
				t.Skip("no text of ours has this")
			}
		}
		wellFormed(t, HTML(text))
	})
}
