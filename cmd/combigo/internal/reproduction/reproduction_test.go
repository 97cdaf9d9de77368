package reproduction

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"combigo.dev/combigo/cmd/combigo/internal/canvas/svgtest"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// cheapest is a budget for what is always computed, and nothing else.
var cheapest = Budget{Time: time.Nanosecond}

// checkOutcome checks what holds of all outcomes: no line is different unless the registry says
// why.
func checkOutcome(t *testing.T, e *Entry, o *Outcome) {
	t.Helper()
	if len(o.Rows) == 0 {
		t.Error("no line")
	}
	for _, r := range o.Rows {
		if r.Mark == Different && !r.Explained {
			t.Errorf("%s: printed %s, here %s", r.What, r.Printed, r.Here)
		}
		if (r.Mark == TooLarge || r.Mark == Different) && r.Note == "" {
			t.Errorf("%s is %s, without a note", r.What, r.Mark)
		}
		if r.Mark == Equal && (r.Here == "" || r.Printed == "") {
			t.Errorf("%s: %q is equal to %q", r.What, r.Here, r.Printed)
		}
		if r.Mark == NotInPaper && r.Printed != "" {
			t.Errorf("%s is not in the paper, which prints %s", r.What, r.Printed)
		}
		if (r.Basis == "") != (r.Here == "" && r.Printed == "") {
			t.Errorf("%s rests on %q", r.What, r.Basis)
		}
		if !slices.Contains(Marks, r.Mark) {
			t.Errorf("%s has the mark %q", r.What, r.Mark)
		}
	}
	if (e.Kind == Figure) != (o.SVG != "") {
		t.Error("figures have drawings, and nothing else has")
	}
	if o.SVG != "" {
		svgtest.Read(t, o.SVG)
	}
}

// computed has the outcomes that tests share.
var computed = map[string]*Outcome{}

func recomputed(t *testing.T, e *Entry, budget Budget) *Outcome {
	t.Helper()
	key := fmt.Sprint(e.ID, budget)
	if computed[key] == nil {
		o, err := e.Recompute(context.Background(), budget)
		if err != nil {
			t.Fatal(err)
		}
		computed[key] = o
	}
	return computed[key]
}

// dear are the entries that take a fifth of a second of processor time or more.
var dear = strings.Fields(`game-graphs state-bytes lemma-10 theorem-4 corollary-4 fig-12 lemma-14 games-conjecture corollary-7
	lemma-18 fs-lemma-1 fs-theorem-2 fs-cylinder fs-safe fs-table-1 fs-table-4 fs-section-7`)

// left reports whether an entry is left to the long tests. [TestFunctionsOnSmallBoards] has the
// functions of these.
func left(e *Entry) bool { return slices.Contains(dear, e.ID) && !longtests.Wanted() }

func TestEveryEntry(t *testing.T) {
	budget := cheapest
	if longtests.Wanted() {
		budget.Time = 6 * time.Second
	}
	for _, e := range All() {
		t.Run(e.ID, func(t *testing.T) {
			if left(e) {
				t.Skip("for the long tests")
			}
			o := recomputed(t, e, budget)
			checkOutcome(t, e, o)
		})
	}
}

// The lines that are different, of all entries, are those that are known to be, and no others.
func TestKnownMistakesInPrint(t *testing.T) {
	known := map[string][]string{
		"game-graphs":        {"graphs without moves there and back, of those looked at"},
		"table-1":            {"the largest exceeds the least by, 1 row"},
		"table-2":            {"a_1", "a_2", "lambda_2^(1/2)", "a_3", "lambda_3^(1/3)", "a_4", "lambda_4^(1/4)", "lambda_5^(1/5)", "lambda_7^(1/7)", "lambda_8^(1/8)"},
		"accuracy":           {"A B^26 L^169 / L(13,13)"},
		"recurrence-1":       {"sign of the product of the imaginary parts of amplitude and root"},
		"state-bytes":        {"predecessors of a state, the mean for each y, 2 rows", "predecessors of a state, the mean for each y, 3 rows", "predecessors of a state, the mean for each y, 4 rows"},
		"table-4":            {"L(18,18)", "L(49,49)"},
		"table-6":            {"n = 16"},
		"hamiltonian-cycles": {"cycles of G(1,4) that are colour-symmetric, of all"},
		"fs-cylinder":        {"tr(T^3), M = 1", "tr(T^3), M = 2"},
		"fs-table-1":         {"19, strips of the upper bound"},
		"fs-safe":            {"section 4.3: S(M,N) and the product of S^(1), S^(2), ..., S^(1) over strips"},
		"liberties-output":   {"columns, widths 1 to 10"},
		"fs-section-7":       {"section 4.3: S(M,N) and the product of S(k,N) over free strips"},
		"openings":           {"the minimum number of moves to a first capture"},
	}
	for _, e := range All() {
		if left(e) {
			continue
		}
		var got []string
		for _, r := range recomputed(t, e, cheapest).Rows {
			if r.Mark == Different {
				got = append(got, r.What)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(known[e.ID]) {
			t.Errorf("%s: different are %q, want %q", e.ID, got, known[e.ID])
		}
	}
}

// Each table and figure of the documents is in the list once, and ids are different.
func TestListIsComplete(t *testing.T) {
	places, ids := map[string]int{}, map[string]bool{}
	for _, e := range All() {
		places[e.Source()]++
		if ids[e.ID] || !regexp.MustCompile(`^[a-z][a-z0-9-]*$`).MatchString(e.ID) {
			t.Errorf("id %q is not new, or not an id", e.ID)
		}
		ids[e.ID] = true
		if e.Title == "" || e.Place == "" || e.Cost <= 0 {
			t.Errorf("%s lacks something", e.ID)
		}
	}
	want := func(document published.Document, kind string, last int) {
		for n := 1; n <= last; n++ {
			if source := fmt.Sprintf("%s, %s %d", document, kind, n); places[source] != 1 {
				t.Errorf("%s is in the list %d times", source, places[source])
			}
		}
	}
	want(published.CombinatoricsOfGo, "Table", 8)
	want(published.CombinatoricsOfGo, "Figure", 16)
	want("On the number of Go positions on lattice graphs", "Table", 4)
	if Find("table-3") == nil || Find("table-9") != nil || Find("") != nil {
		t.Error("Find does not find what is there, or finds what is not")
	}
}

// A wrong printed number is seen: comparisons can fail.
func TestComparisonsCanFail(t *testing.T) {
	w := &work{out: &Outcome{}}
	for _, c := range []struct {
		text, kind string
		here       any
	}{
		{"57", "", "58"},
		{"57", "", 58},
		{"57", "", big.NewInt(58)},
		{"2.77", "", 2.79},
		{"2.4", "", big.NewRat(261, 100)},
		{"2.77", "", interval.New(20).Quo(interval.Whole(279), interval.Whole(100))},
		{"1.5e+3", doubles, big.NewInt(1501)},
		{"over 1000", moreThan + "1000", big.NewInt(1000)},
		{"Theorem 3", "", &cases{3, 4}},
		{"", "", &cases{3, 4}},
		{"Theorem 3", "", &cases{}},
		{"3", lowerBound, 2.9},
		{"3", upperBound, 3.1},
		{"163", roundedDown, interval.Whole(162).Low},
		{"569", roundedUp, interval.Whole(570).High},
		{"6.6e152", "", big.NewFloat(6.697e152)},
		{"from 1 to 3", "", finding{value: false, text: "4", mark: Equal}},
		{"", "", finding{value: false, text: "4", mark: Sharper}},
		{"57", "", finding{value: 58, text: "57", mark: Further}},
	} {
		w.compare(printed{text: c.text, kind: c.kind}, line{}, c.here)
	}
	for i, r := range w.out.Rows {
		if r.Mark != Different {
			t.Errorf("comparison %d says %s", i, r.Mark)
		}
	}
	for printed, here := range map[string]float64{"2.2e97": 2.25e97, "9e-11": 9.5e-11, "0.0173": 0.01729, "6.6e152": 6.64e152} {
		if !roundsTo(printed, big.NewFloat(math.Nextafter(here, 0))) || roundsTo(printed, big.NewFloat(here*1.02)) || roundsTo(printed, big.NewFloat(here*10)) {
			t.Errorf("%s and %v", printed, here)
		}
	}
	if !meets("2e2953", "1.55e2953", "1.88e2953") || !meets("2e97", "1e97", "3e97") || meets("2e97", "1.1e97", "1.4e97") || meets("2e97", "2.6e97", "3e97") {
		t.Error("intervals that hold what a printed number stands for")
	}
}

// The state graph has as many classes as the engine's search finds.
func TestStateGraphAgreesWithTheEngine(t *testing.T) {
	for height := 1; height <= 3; height++ {
		g := newStateGraph(height)
		want, err := connected.ConstructibleClasses(context.Background(), height, par.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		for kink := range height {
			if keys, _ := g.classes(kink); int64(len(keys)) != want[kink] {
				t.Errorf("%d rows, kink %d: %d classes, the engine finds %d", height, kink, len(keys), want[kink])
			}
		}
	}
}

// The positions of Figure 5 have one border state, in which a string is enclosed.
func TestPartialPositionsHaveOneBorderState(t *testing.T) {
	a, err := newPartialPosition(partialPositions[0])
	if err != nil {
		t.Fatal(err)
	}
	b, err := newPartialPosition(partialPositions[1])
	if err != nil {
		t.Fatal(err)
	}
	if a.State().String() != b.State().String() || len(a.Doomed())+len(b.Doomed()) > 0 {
		t.Errorf("%v and %v", a.State(), b.State())
	}
	var groups []int16
	for _, p := range a.State().Points {
		groups = append(groups, p.Group)
	}
	if fmt.Sprint(groups) != "[0 0 0 1 2 1 3]" {
		t.Errorf("the strings on the border are %v", groups)
	}
}

func TestReportStandsForItself(t *testing.T) {
	run := &Run{}
	for _, e := range All() {
		if e.Kind == Figure && !left(e) || e.ID == "table-6" || e.ID == "liberties-19" {
			run.Records = append(run.Records, &Record{Entry: e, Outcome: recomputed(t, e, cheapest)})
		}
	}
	var page bytes.Buffer
	if err := run.WriteHTML(&page); err != nil {
		t.Fatal(err)
	}
	text := page.String()
	for _, bad := range []string{"http", "<script", "src=", "url(", "@import", "<link", "ZgotmplZ"} {
		if strings.Contains(text, bad) {
			t.Errorf("the report contains %q", bad)
		}
	}
	if n := strings.Count(text, "<svg"); n < 10 || strings.Count(text, "<h3 ") != len(run.Records) {
		t.Errorf("the report has %d drawings", n)
	}
	svgtest.Read(t, strings.TrimPrefix(text, "<!DOCTYPE html>\n"))
}

// A run that is interrupted returns at once, with what there is.
func TestInterruptedRun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	seen := 0
	run, err := RunAll(ctx, RunOptions{Budget: Budget{Time: time.Minute}, Done: func(r *Run) {
		if seen = r.Recomputed(); seen == 3 {
			cancel()
		}
	}})
	if err != nil || !run.Interrupted || run.Recomputed() != 3 {
		t.Fatal(err, run.Interrupted, run.Recomputed())
	}
	var page bytes.Buffer
	if err := run.WriteHTML(&page); err != nil || !strings.Contains(page.String(), "interrupted") {
		t.Error(err, "the report does not say that the run was interrupted")
	}
}

// A line is begun only if it fits by the estimates and by the clock, and is given up when the
// budget is spent; what it wrote until then is not shown. The clock is that of the test.
func TestBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &work{ctx: t.Context(), budget: Budget{Time: 10 * time.Second, Threads: 2}, out: &Outcome{}}
		// line computes a line that takes so long, and says whether it is there, after what time.
		line := func(cost, takes time.Duration) string {
			t.Helper()
			start := time.Now()
			done, err := w.within(cost, func() error {
				w.row("a line", 1)
				select {
				case <-time.After(takes):
				case <-w.ctx.Done():
				}
				return w.ctx.Err()
			})
			if err != nil {
				t.Error(err)
			}
			return fmt.Sprint(done, " ", time.Since(start))
		}
		for i, c := range []struct {
			cost, takes time.Duration
			want        string
			rows        int
			next        time.Duration
		}{
			{0, time.Hour, "true 1h0m0s", 1, 0},                              // what is always computed
			{11 * time.Second, time.Second, "false 0s", 1, 11 * time.Second}, // dearer than the budget
			{4 * time.Second, 5 * time.Second, "true 5s", 2, 11 * time.Second},
			{7 * time.Second, time.Second, "false 0s", 2, 11 * time.Second},        // 4s + 7s
			{time.Second, time.Hour, "false 5s", 2, 11 * time.Second},              // given up at 10s by the clock
			{time.Millisecond, 0, "false 0s", 2, 4*time.Second + time.Millisecond}, // nothing is left
		} {
			if got := line(c.cost, c.takes); got != c.want || len(w.out.Rows) != c.rows || w.out.Next != c.next {
				t.Errorf("line %d: %s, %d lines, next %v; want %+v", i, got, len(w.out.Rows), w.out.Next, c)
			}
		}
		// 4s more than the 10s by the clock, which are more than the estimates, and a quarter of
		// it.
		if want := "about 4s of CPU time: --budget 18s"; w.takes(4*time.Second) != want {
			t.Errorf("%q, want %q", w.takes(4*time.Second), want)
		}
	})
}

// An error of a line, and the end of the whole computation, are not taken for the end of the
// budget.
func TestBudgetKeepsErrors(t *testing.T) {
	broken := errors.New("broken")
	ctx, cancel := context.WithCancel(t.Context())
	w := &work{ctx: ctx, budget: Budget{Time: time.Hour}, out: &Outcome{}}
	for _, c := range []struct {
		fail func() error
		want error
	}{
		{func() error { return broken }, broken},
		{func() error { cancel(); return w.ctx.Err() }, context.Canceled},
	} {
		if there, err := w.within(time.Second, c.fail); there || !errors.Is(err, c.want) {
			t.Errorf("%v, want %v", err, c.want)
		}
	}
	if w.ctx != ctx {
		t.Error("the context of a line is left behind")
	}
}

// A line for which memory is short is not computed, and says so.
func TestShortMemory(t *testing.T) {
	w := &work{ctx: t.Context(), budget: cheapest, out: &Outcome{}}
	err := w.lines(func() error { return &result.MemoryError{} }, line{what: "a line"})
	if err != nil || len(w.out.Rows) != 1 || w.out.Rows[0].Mark != TooLarge || w.out.Rows[0].Note != "more memory than there is" {
		t.Errorf("%+v, %v", w.out.Rows, err)
	}
}

// All that is printed has a line, as far as lines are always there; the rest comes with time.
func TestPrintedLinesAreShown(t *testing.T) {
	later := regexp.MustCompile(`^sampled(-chen)? \d+$`)
	inputs := regexp.MustCompile(`^(factors|printed-cycle) \d+$`)
	shown, used := map[key]bool{}, map[key]bool{}
	use := func(k key) {
		name, _, _ := strings.Cut(k.line, " ")
		used[key{k.entry, name}] = true
	}
	for _, e := range All() {
		if left(e) {
			continue
		}
		for _, r := range recomputed(t, e, cheapest).Rows {
			if shown[r.key] = true; r.What == "" || strings.Contains(r.What, "%!") {
				t.Errorf("%v says %q", r.key, r.What)
			}
			use(r.key)
		}
	}
	for l, p := range printedValues() {
		e := Find(l.entry)
		if use(l); p.text == "" {
			t.Errorf("%v: nothing is printed", l)
		}
		if e == nil {
			t.Errorf("there is no entry %s", l.entry)
			continue
		}
		if !shown[l] && !later.MatchString(l.line) && !inputs.MatchString(l.line) && !left(e) {
			t.Errorf("%s: %q is printed, but has no line", l.entry, l.line)
		}
	}
	// Costs, earlier results and notes are of lines and entries that there are.
	for l, c := range costs() {
		if c.takes != leftOut && (c.time == 0) == (c.takes == "") {
			t.Errorf("%v costs %v", l, c)
		}
		if e := Find(l.entry); l.entry != "liberties" && c.takes != leftOut && (e == nil || !shown[l] && !left(e)) {
			t.Errorf("%s: %q has a cost, but no line", l.entry, l.line)
		}
	}
	for l := range earlierRuns() {
		if e := Find(l.entry); l.entry != "liberties" && (e == nil || !shown[l] && !left(e)) {
			t.Errorf("%s: %q was found by an earlier run, but has no line", l.entry, l.line)
		}
	}
	for l := range labels() {
		if e := Find(l.entry); e == nil || !used[l] && !left(e) {
			t.Errorf("%v has a label, but no line", l)
		}
	}
	for _, f := range fields("notes.tsv", 2) {
		if Find(f[0]) == nil {
			t.Errorf("a note is about %s, which is no entry", f[0])
		}
	}
}

// Dearer lines come when there is more time.
func TestDearerLinesComeWithTime(t *testing.T) {
	e := Find("accuracy")
	little, err := e.Recompute(t.Context(), cheapest)
	if err != nil {
		t.Fatal(err)
	}
	if little.Count(TooLarge) != 1 || little.Next == 0 {
		t.Fatalf("%d lines too large, the next for %v", little.Count(TooLarge), little.Next)
	}
	if !longtests.Wanted() {
		return
	}
	more, err := e.Recompute(t.Context(), Budget{Time: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	if more.Count(TooLarge) != 0 || more.Next != 0 {
		t.Errorf("%d lines too large, the next for %v", more.Count(TooLarge), more.Next)
	}
}

// What an earlier run found is shown where the budget is too small to find it again.
func TestStoredResults(t *testing.T) {
	out, err := Find("table-3").Recompute(t.Context(), Budget{Time: time.Millisecond, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range out.Rows {
		stored := r.What == "L(16,16)" || r.What == "L(10,10)" || r.What == "L(11,11)" || r.What == "L(12,12)" || r.What == "L(13,13)" || r.What == "L(14,14)" || r.What == "L(15,15)"
		if stored != (r.Earlier != "") || stored && r.Mark != Equal {
			t.Errorf("%s: %s, earlier %q", r.What, r.Mark, r.Earlier)
		}
	}
	if !longtests.Wanted() {
		return
	}
	out, err = Find("liberties-table").Recompute(t.Context(), Budget{Time: time.Millisecond, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	if n := out.Count(Equal); n != 24 {
		t.Errorf("%d of 24 rows of liberties are equal without time for proofs", n)
	}
}
