package web

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/reproduction"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/records"
)

// needCommands skips a test of what commands answer if tests are to be quick.
func needCommands(t *testing.T) {
	t.Helper()
	if !wholeProgram {
		t.Skip("COMBIGO_LONG_TESTS is not set")
	}
}

// Every number of a board leads to a position that the page says has this number, and
// no position comes twice.
func TestNumbers(t *testing.T) {
	for _, a := range queryPages() {
		if a.Name == "strip" && a.Fields[0].Max != asymptotic.LastStored() {
			t.Errorf("questions.txt: strips of up to %d rows, %d are stored", a.Fields[0].Max, asymptotic.LastStored())
		}
	}
	needCommands(t)
	s := explorer(t, Options{})
	positions := map[string]bool{}
	for number := range 57 {
		_, text := get(t, s, fmt.Sprintf("/numbers/unrank?rows=2&cols=2&number=%d", number))
		position := regexp.MustCompile(`href="(/board\?p=[.XO-]+)">Put it`).FindStringSubmatch(text)
		if position == nil {
			t.Fatalf("no position has the number %d: %s", number, text)
		}
		_, text = get(t, s, position[1])
		wantPage(t, 200, text, 200, fmt.Sprintf("<dd>%d, of 0 to 56</dd>", number))
		positions[position[1]] = true
	}
	if len(positions) != 57 {
		t.Errorf("%d positions for 57 numbers", len(positions))
	}
}

// A table that takes more than a moment is made in the background; the page asks again until it is
// there.
func TestLargeTable(t *testing.T) {
	s := explorer(t, Options{patience: time.Millisecond})
	_, text := get(t, s, "/board?size=8")
	wantPage(t, 200, text, 200, "find it", `<noscript><meta http-equiv="refresh"`, "data-again")
	waitFor(t, s, "/board?size=8", "0, of 0 to 990966953618170260281935463384")
	_, text = get(t, s, "/board?p=X......."+strings.Repeat("-........", 7))
	wantPage(t, 200, text, 200, ", of 0 to 990966953618170260281935463384")
}

// The page of a count shows the border where the vector is.
func TestWhereCountsAre(t *testing.T) {
	p := emptyBoard(7, 12)
	for want, at := range map[string]par.Stage{
		"Column 4 of 6, phase 2 of 2: residue 1 of 3.":                       {Column: 4, Columns: 6, Phase: 2, Residue: 1, Residues: 3},
		"The vectors of the two halves are joined: residue 2 of 3.":          {Residue: 2, Residues: 3},
		"Half of the 12 columns will do. The vector has a value for each of": {Column: 6, Columns: 6, Phase: 1, Residue: 3, Residues: 3},
	} {
		v := &jobView{progress: progress{at: at}}
		if err := v.addBorder(p); err != nil || !strings.Contains(v.Filled, want) || strings.Count(string(v.Border), "#1f5fbf") != 7 {
			t.Errorf("%+v: %q, %v", at, v.Filled, err)
		}
	}
	counts := newCounts(t.Context(), Options{}.withDefaults())
	q := question{board.Size{Rows: 9, Cols: 9}, count.Variant{Colors: 2, Lattice: lattice.Square}}
	if _, err := counts.ask(t.Context(), q, time.Minute, testPageTime); err != nil {
		t.Fatal(err)
	}
	if at := counts.get(q).progress().at; at.Residues == 0 {
		t.Errorf("a count did not say where it is: %+v", at)
	}
}

// A game that is given is measured at the end of its main line, whatever it is called.
func TestMeasuredGame(t *testing.T) {
	s := explorer(t, Options{Threads: 1})
	at, page := post(t, s, "/board", url.Values{"as": {"measure"}, "text": {"(;SZ[4:3];B[ba];W[ca](;B[aa];W[da])(;B[bb]))"}})
	wantPage(t, at, page, 200, `href="/measure.png?p=XXOO-....-...."`, "Position number ", "4 stones")
	_, page = post(t, s, "/board", url.Values{"as": {"measure"}, "text": {"(;SZ[4"}})
	wantPage(t, 0, page, 0, "This cannot be read", "(;SZ[4")
}

// Records are what their positions have, measured string by string.
func TestRecords(t *testing.T) {
	needCommands(t)
	s := explorer(t, Options{})
	said := regexp.MustCompile(`board: (\d+)\n`)
	for _, name := range records.Names() {
		of, err := records.ParseQuantity(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []board.Size{{Rows: 2, Cols: 3}, {Rows: 3, Cols: 2}, {Rows: 4, Cols: 4}, {Rows: 6, Cols: 7}} {
			_, text := get(t, s, fmt.Sprintf("/numbers/records?of=%s&rows=%d&cols=%d", name, size.Rows, size.Cols))
			value := said.FindStringSubmatch(text)
			position := regexp.MustCompile(`href="/board\?p=([.XO-]+)">Put it`).FindStringSubmatch(text)
			if value == nil || position == nil {
				t.Fatalf("%s on %s: %s", name, size, text)
			}
			p, err := parsePositionText(position[1])
			if err != nil {
				t.Fatal(err)
			}
			if p.Rows() != size.Rows || !p.Legal() || strconv.Itoa(of.Measure(p)) != value[1] {
				t.Errorf("%s on %s: %s, but the position has %d", of, size, value[1], of.Measure(p))
			}
			if size.Points() <= 6 {
				if most := strconv.Itoa(maxOfAll(t, of, size)); most != value[1] {
					t.Errorf("%s on %s: %s, but a position has %s", of, size, value[1], most)
				}
			}
		}
	}
}

// maxOfAll looks at all positions.
func maxOfAll(t *testing.T, of records.Quantity, size board.Size) int {
	t.Helper()
	all, err := goban.All(size.Rows, size.Cols)
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	for p := range all {
		most = max(most, of.Measure(p))
	}
	return most
}

// What the page says of a move is what playing it on a board does.
func TestMoveTexts(t *testing.T) {
	for _, name := range graphBoards {
		size, _ := board.Parse(name)
		k, err := newWalk(t.Context(), size)
		if err != nil {
			t.Fatal(err)
		}
		for v := range k.Graph.Nodes() {
			for _, w := range k.Graph.Successors(v) {
				if got, want := k.moveText(v, int(w)), played(t, k.position(v), k.position(int(w))); got != want {
					t.Errorf("%s: from %d to %d: %q, want %q", size, v, w, got, want)
				}
			}
		}
	}
}

// played tries all moves until one leads from one position to another.
func played(t *testing.T, from, to *goban.Position) string {
	t.Helper()
	for _, player := range []goban.Color{goban.Black, goban.White} {
		for i := range from.Rows() * from.Cols() {
			at := goban.Point{Row: i / from.Cols(), Col: i % from.Cols()}
			p := from.Clone()
			outcome, err := p.Play(player, at, goban.SuicideAllowed)
			if err != nil || positionText(p) != positionText(to) {
				continue
			}
			text := fmt.Sprintf("%v %s", player, from.Label(at))
			if n := len(outcome.Captured); n > 0 {
				text += fmt.Sprintf(" captures %d", n)
			}
			if n := len(outcome.Suicide); n > 0 {
				text += fmt.Sprintf(" is suicide of %d", n)
			}
			return text
		}
	}
	t.Fatalf("no move leads from %s to %s", positionText(from), positionText(to))
	return ""
}

func TestPasses(t *testing.T) {
	k, err := newWalk(t.Context(), board.Size{Rows: 1, Cols: 2})
	if err != nil {
		t.Fatal(err)
	}
	// Positions 0 to 4 are .. X. O. .X .O
	for text, want := range map[string]int{"0": 0, "0-1": 0, "0-2": 1, "0-1-4": 0, "0-1-4-1": 0, "0-2-3": 1, "0-1-0": 1} {
		if k.nodes, err = k.parse(text); err != nil {
			t.Fatal(err)
		}
		if got := k.Passes(); got != want {
			t.Errorf("%s: %d passes, want %d", text, got, want)
		}
	}
}

// A memo finds each answer once, one at a time, keeps the last ones, and says so while it works.
func TestMemo(t *testing.T) {
	found := map[int]int{}
	gate := make(chan struct{}, 100)
	m := newMemo(t.Context(), pageLimits(maxPending), func(ctx context.Context, a *answer[int, int]) (int, error) {
		key := a.key
		a.report(0.5)
		<-gate
		found[key]++ // one at a time, or the race detector tells
		switch {
		case key < -3:
			panic("no root")
		case key < 0:
			return 0, errors.New("no root")
		}
		return key * key, nil
	})
	var pending *pendingError
	if _, err := m.ask(t.Context(), 1, 0, time.Hour); !errors.As(err, &pending) || errors.Is(err, errQueueFull) {
		t.Errorf("the error is %v", err)
	}
	for key := range maxPending - 1 {
		if _, err := m.ask(t.Context(), -2-key, 0, time.Hour); !errors.As(err, &pending) || errors.Is(err, errQueueFull) {
			t.Errorf("the error is %v", err)
		}
	}
	if _, err := m.ask(t.Context(), 5, 0, time.Hour); !errors.Is(err, errQueueFull) {
		t.Errorf("the error is %v", err)
	}
	for range cap(gate) {
		gate <- struct{}{}
	}
	for _, key := range []int{1, -2, -3, -4, 1, 5, 6, 5} {
		value, err := m.ask(t.Context(), key, time.Minute, time.Hour)
		if (key < 0) != (err != nil) || key > 0 && value != key*key {
			t.Errorf("%d: %d, %v", key, value, err)
		}
	}
	if m.get(5) == nil {
		t.Error("5 is not kept")
	}
	if m.get(-3) != nil || len(m.list()) > maxPending {
		t.Error("too much is kept")
	}
	if found[5] != 1 {
		t.Errorf("5 was found %d times", found[5])
	}
}

// An answer that takes longer than it may is stopped, and computed again for those who may wait
// longer; who may wait longer while it is computed has it go on. The clock is that of the
// test.
func TestMemoStopsWhatIsSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun, slow := make(chan struct{}, 10), (*slowError)(nil)
		m := newMemo(t.Context(), pageLimits(2), func(ctx context.Context, a *answer[int, int]) (int, error) {
			key := a.key
			begun <- struct{}{}
			if key == 0 {
				<-ctx.Done()
				return 7, ctx.Err() // what there is
			}
			select {
			case <-ctx.Done():
				return 0, ctx.Err()
			case <-time.After(time.Duration(key) * time.Millisecond):
				return key, nil
			}
		})
		for _, limit := range []time.Duration{1, 1, 2} {
			if value, err := m.ask(t.Context(), 0, time.Hour, limit*time.Millisecond); value != 7 || !errors.As(err, &slow) {
				t.Errorf("%d, %v", value, err)
			}
		}
		if len(begun) != 2 {
			t.Errorf("it was computed %d times: want one more for a longer time", len(begun))
		}
		if _, err := m.ask(t.Context(), 200, 0, time.Second); !errors.As(err, new(*pendingError)) {
			t.Errorf("the error is %v", err)
		}
		if value, err := m.ask(t.Context(), 200, time.Hour, time.Hour); value != 200 {
			t.Errorf("%d, %v", value, err)
		}
	})
}

// BenchmarkPages is how long pages take once the server is warm.
func BenchmarkPages(b *testing.B) {
	s := explorer(b, Options{})
	for _, path := range []string{
		"/", "/board", "/board?size=19", "/board?size=6", "/random?size=19", "/border", "/count", "/numbers/squares", "/graph?board=2x2", "/graph?board=1x5",
		"/numbers/records", "/numbers/longest", "/numbers/list?rows=6&cols=6", "/numbers/random?seed=1", "/numbers/report",
	} {
		b.Run(strings.ReplaceAll(path, "/", "_"), func(b *testing.B) {
			get(b, s, path) // what is kept is found
			for b.Loop() {
				get(b, s, path)
			}
		})
	}
}

// The pages that the document names are there, and it names all pages of the menu.
func TestDocumentedPages(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/explorer.md")
	if err != nil {
		t.Fatal(err)
	}
	s := explorer(t, Options{})
	for _, of := range sections() {
		for _, page := range of.Pages {
			if !strings.Contains(string(text), "`"+page.Path+"`") && page.Path != "/border" {
				t.Errorf("docs/explorer.md lacks %s", page.Path)
			}
		}
	}
	for _, path := range regexp.MustCompile("`(/[a-z/-]+)`").FindAllStringSubmatch(string(text), -1) {
		if status, _ := get(t, s, path[1]); status != 200 {
			t.Errorf("%s: status %d", path[1], status)
		}
	}
}

// Every entry that has a figure shows it, within what the policy allows. Colours that depend on the
// page are told by classes and by currentColor: the style sheet selects nothing by the colour that
// a drawing has.
func TestReportFigures(t *testing.T) {
	needCommands(t)
	s := explorer(t, Options{})
	if _, sheet := get(t, s, "/static/style.css"); strings.Contains(sheet, "[fill") || strings.Contains(sheet, "[stroke") {
		t.Error("the style sheet selects by colours of drawings")
	}
	figures := 0
	for _, e := range reproduction.All() {
		if e.Kind != reproduction.Figure {
			continue
		}
		status, text := get(t, s, "/numbers/report?of="+e.ID)
		wantPage(t, status, text, 200, e.Place)
		if !strings.Contains(text, "<svg") {
			t.Errorf("%s does not show its figure", e.ID)
		}
		if strings.Contains(text, " style=") {
			t.Errorf("%s has a style that the policy forbids", e.ID)
		}
		figures++
	}
	if figures < 10 {
		t.Errorf("there are %d figures", figures)
	}
}

// Whatever is read as a walk is one.
func FuzzWalk(f *testing.F) {
	k, err := newWalk(f.Context(), board.Size{Rows: 2, Cols: 2})
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range []string{"0", "0-1-9", "", "-", "0-1-0", "99999999999999999999", "0--1", "1,234"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if nodes, err := k.parse(text); err == nil {
			for i, v := range nodes {
				if i == 0 && v != 0 || i > 0 && !k.leads(nodes[i-1], v) {
					t.Errorf("%q is read as %v", text, nodes)
				}
			}
		}
	})
}
