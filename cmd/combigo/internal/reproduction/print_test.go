package reproduction

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/result"
)

// row returns the line of an entry, as far as it is always computed.
func row(t *testing.T, id, what string) Row {
	t.Helper()
	if left(Find(id)) {
		t.Skip("for the long tests:", id)
	}
	for _, r := range recomputed(t, Find(id), cheapest).Rows {
		if r.What == what {
			return r
		}
	}
	t.Fatalf("%s has no line %q", id, what)
	return Row{}
}

// What is left of the numbers after the printed factors is prime, as the paper's numbers of factors
// say.
func TestFactorsAreCounted(t *testing.T) {
	for n, want := range map[int]struct {
		factors string
		digits  int
	}{17: {"3", 87}, 18: {"2", 131}, 19: {"8", 65}} {
		if r := row(t, "factors", fmt.Sprintf("number of prime factors of L(%d,%[1]d)", n)); r.Mark != Equal || r.Printed != want.factors {
			t.Errorf("%+v, want %s", r, want.factors)
		}
		if r := row(t, "factors", fmt.Sprintf("what remains of L(%d,%[1]d), %d digits, prime", n, want.digits)); len(r.Here) != want.digits {
			t.Errorf("%+v, want %d digits", r, want.digits)
		}
	}
}

// Table 4 has a line for each number and each share; those that round to the printed digits are not
// different.
func TestSharesOfTable4(t *testing.T) {
	for _, n := range []int{18, 19, 29, 39, 49, 59, 69, 79, 89, 99} {
		r := row(t, "table-4", fmt.Sprintf("L(%d,%[1]d) / 3^%d", n, n*n))
		here, err := strconv.ParseFloat(r.Here, 64)
		printed, err2 := strconv.ParseFloat(r.Printed, 64)
		if err != nil || err2 != nil || r.Mark == Different || math.Abs(here/printed-1) > 0.2 {
			t.Errorf("%+v", r)
		}
	}
	if r := row(t, "table-4", "L(18,18)"); !strings.Contains(r.Note, "6.69e152") {
		t.Errorf("the note is %q", r.Note)
	}
}

// Bounds are shown with the digits that Farr and Schmidt print.
func TestPrintedBoundsAsTheyAre(t *testing.T) {
	for what, want := range map[string]string{
		"square, lower bound": "2.958390334214091", "square, upper bound": "2.983702175733463",
		"hexagonal, upper bound": "2.950174880917301", "square-octagonal, upper bound": "2.949445944086531",
	} {
		if r := row(t, "fs-table-2", what); r.Printed != want {
			t.Errorf("%s: %s, want %s", what, r.Printed, want)
		}
	}
	for what, want := range map[string]string{"6 colours, upper bound": "6.51092688361270", "3 colours, lower bound": "3.74973384385035"} {
		if r := row(t, "fs-table-3", what); r.Printed != want {
			t.Errorf("%s: %s, want %s", what, r.Printed, want)
		}
	}
	for _, what := range []string{"19, lower bound, strips of 6, 4, 3, 6", "19, upper bound, strips of 6, 4, 4, 5"} {
		if r := row(t, "fs-table-1", what); r.Mark != Exact {
			t.Errorf("%+v", r)
		}
	}
}

// The trace of Farr and Schmidt is compared with a formula, not with numbers that they do not
// print.
func TestTraceIsComparedWithAFormula(t *testing.T) {
	for m, here := range map[int]string{1: "23, and C'(1,3) = 21", 2: "605, and C'(2,3) = 641"} {
		if r := row(t, "fs-cylinder", fmt.Sprintf("tr(T^3), M = %d", m)); r.Printed != fmt.Sprintf("C'(%d,3)", m) || r.Here != here {
			t.Errorf("%+v", r)
		}
	}
}

// What a number rests on is not said kinder than it is: numbers that are computed from printed ones
// are quoted, those that no test finds in another way have one way.
func TestBases(t *testing.T) {
	for l, want := range map[key]result.Basis{
		{"accuracy", "A B^26 L^169 / L(13,13)"}:                                    result.Quoted,
		{"accuracy", "A B^10 L^25 / L(5,5)"}:                                       result.Quoted,
		{"earlier-counts", "A. Flammenkamp's estimate of L(19,19), 0.012 x 3^361"}: result.Quoted,
		{"table-1", "valid classes, 9 rows, y = 8"}:                                result.TwoWays,
		{"table-1", "valid classes, 19 rows, y = 0"}:                               result.TwoWays,
		{"table-1", "valid classes, 19 rows, y = 18"}:                              result.OneWay,
		{"states", "valid states, m = 19, y = 18"}:                                 result.OneWay,
		{"states", "edge states, m = 19, all y together"}:                          result.Proved,
		{"fs-sections", "legal column configurations, 2 colours, M = 6"}:           result.OneWay,
		{"fs-theorem-2", "C(3,12)^(1/12), to s(3)"}:                                result.OneWay,
		{"games-conjecture", "games on 1x3 < (2mn/3)^L(m,n)"}:                      result.TwoWays,
		{"games-conjecture", "games on 2x2 < (2mn/3)^L(m,n)"}:                      result.OneWay,
		{"table-3", "L(19,19)"}:                                                    result.Quoted,
		{"constants", "L, extrapolated"}:                                           result.Observed,
	} {
		if left(Find(l.entry)) {
			continue
		}
		if r := row(t, l.entry, l.line); r.Basis != want {
			t.Errorf("%s, %s rests on %q, want %q", l.entry, l.line, r.Basis, want)
		}
	}
}

// What earlier runs found is on the page that is named, with its date.
func TestEarlierRunsAreDocumented(t *testing.T) {
	form := regexp.MustCompile(`, (20\d\d-\d\d-\d\d) \((docs/[a-z-]+\.md)\)$`)
	for key, e := range earlierRuns() {
		m := form.FindStringSubmatch(e.provenance)
		if m == nil {
			t.Errorf("%s: no date and page in %q", key, e.provenance)
			continue
		}
		page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", filepath.FromSlash(m[2])))
		if err != nil || !strings.Contains(string(page), m[1]) {
			t.Errorf("%s: %s has no run of %s, %v", key, m[2], m[1], err)
		}
	}
	for _, key := range []key{{"table-3", "legal 16 16"}, {"table-5", "legal 15 16"}} {
		if _, ok := earlierRuns()[key]; !ok {
			t.Errorf("%s is not among the earlier runs", key)
		}
	}
}

// Estimates of numbers of games make as many runs as the budget allows, and say so if the mean
// hangs on one.
func TestGameEstimatesFollowTheBudget(t *testing.T) {
	hangs := 0
	runs := func(budget time.Duration) (n int) {
		w := &work{entry: "table-7", ctx: t.Context(), out: &Outcome{}, budget: Budget{Time: budget, clock: time.Hour, Threads: 1}}
		if err := estimateGames(w, board.Size{Rows: 1, Cols: 6}, 1); err != nil {
			t.Fatal(err)
		}
		r := w.out.Rows[0]
		if _, err := fmt.Sscanf(r.Note, "%d runs", &n); err != nil || r.What != "games on 1x6, decimal exponent" {
			t.Fatalf("%+v, %v", r, err)
		}
		if strings.Contains(r.Note, "hangs on one run") {
			hangs++
			if r.Mark != Undecided {
				t.Errorf("%+v", r)
			}
		}
		return n
	}
	if few, more := runs(20*time.Millisecond), runs(80*time.Millisecond); few == 0 || more < 3*few {
		t.Errorf("%d runs, and %d with four times the budget", few, more)
	}
	if hangs == 0 {
		t.Error("some ten runs on 1x6, and the mean is not said to hang on one of them")
	}
	for printed, want := range map[string][2]float64{"86": {85.5, 86.5}, "100": {99.5, 100.5}, "5.3e2": {525, 535}, "1.1e3": {1050, 1150}} {
		if low, high := roundedFrom(printed); low != want[0] || high != want[1] {
			t.Errorf("%s stands for %v to %v, want %v", printed, low, high, want)
		}
	}
}

// The conjecture on games rests on numbers that are counted and on its proof, on no estimate.
func TestConjectureByNoEstimate(t *testing.T) {
	marks := map[string]Mark{
		"games on 1x1 < (2mn/3)^L(m,n)": NotInPaper, "games on 1x2 < (2mn/3)^L(m,n)": NotInPaper,
		"games on 1x3 < (2mn/3)^L(m,n)": Equal, "games on 1x4 < (2mn/3)^L(m,n)": Equal, "games on 2x2 < (2mn/3)^L(m,n)": Equal,
		"fewer than (2mn/3)^L(m,n) games, all boards of mn >= 3": Further,
	}
	if left(Find("games-conjecture")) {
		t.Skip("for the long tests")
	}
	met := 0
	for _, r := range recomputed(t, Find("games-conjecture"), cheapest).Rows {
		if strings.Contains(r.What, "(2mn/3)^L") {
			met++
			if r.Mark != marks[r.What] || r.Basis == result.Observed {
				t.Errorf("%+v", r)
			}
		}
	}
	if met != len(marks) {
		t.Errorf("%d lines, want %d", met, len(marks))
	}
}

// All boards of Corollary 7 are checked, that of three rows as well.
func TestCorollary7ChecksAllBoards(t *testing.T) {
	if left(Find("corollary-7")) {
		t.Skip("for the long tests")
	}
	rows := recomputed(t, Find("corollary-7"), cheapest).Rows
	if len(rows) != 2 || rows[0].Here != "holds in 13 of 13 cases" || !strings.Contains(rows[0].Note, "for n = 3 and") || rows[1].Here != "holds in 18 of 18 cases" {
		t.Errorf("%+v", rows)
	}
}

// In Figure 4 every edge begins and ends on the side of a box around a position.
func TestEdgesOfFigure4BeginAndEndAtBoxes(t *testing.T) {
	drawing := recomputed(t, Find("fig-4"), cheapest).SVG
	sides := map[string]bool{}
	number := func(text string) float64 {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	at := func(x, y float64) string { return fmt.Sprintf("%.0f %.0f", x, y) }
	boxes, ends := 0, []string{}
	numbers := regexp.MustCompile(`-?[0-9.]+`)
	for d := xml.NewDecoder(bytes.NewReader([]byte(drawing))); ; {
		token, err := d.Token()
		if err != nil {
			break
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		attr := map[string]string{}
		for _, a := range start.Attr {
			attr[a.Name.Local] = a.Value
		}
		switch {
		case start.Name.Local == "rect" && attr["fill"] == "":
			boxes++
			x, middle := number(attr["x"]), number(attr["y"])+number(attr["height"])/2
			sides[at(x, middle)], sides[at(x+number(attr["width"]), middle)] = true, true
		case start.Name.Local == "path" && strings.Contains(attr["d"], "C"):
			all := numbers.FindAllString(attr["d"], -1)
			n := len(all)
			ends = append(ends, at(number(all[0]), number(all[1])), at(number(all[n-2]), number(all[n-1])))
		}
	}
	if boxes != 13 || len(ends) == 0 {
		t.Errorf("%d boxes, %d ends of edges", boxes, len(ends))
	}
	for _, end := range ends {
		if !sides[end] {
			t.Errorf("an edge ends at %s, where there is no box", end)
		}
	}
}
