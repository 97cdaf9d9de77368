//go:build browser

package web

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"combigo.dev/combigo/cmd/combigo/internal/view"
)

// chromium is the browser of all tests; each has a tab.
var chromium struct {
	once sync.Once
	ctx  context.Context // nil if there is no Chromium here
	quit context.CancelFunc
	err  error
}

func init() {
	wholeProgram = true
	atEnd = func() {
		if chromium.quit != nil {
			chromium.quit()
		}
	}
}

func startChromium() {
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		return
	}
	all := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.WSURLReadTimeout(driveTime)) // 20 seconds by default, which a busy machine can take
	ctx, quit := chromedp.NewExecAllocator(context.Background(), all...)
	ctx, cancel := chromedp.NewContext(ctx)
	chromium.ctx, chromium.quit = ctx, func() {
		_ = chromedp.Cancel(ctx) // the tests are over
		cancel()
		quit()
	}
	chromium.err = chromedp.Do(ctx)
}

// browser opens a tab of a Chromium without a window, or skips the test, saying so, where
// there is none. The names of these tests tell them from all others, so that they can be run alone;
// they are built with -tags browser only.
func browser(t *testing.T) context.Context {
	t.Helper()
	if name, _, _ := strings.Cut(t.Name(), "/"); !strings.HasSuffix(name, "InTheBrowser") {
		t.Fatal("a test that needs a browser has a name that ends in InTheBrowser")
	}
	t.Parallel()
	chromium.once.Do(startChromium)
	if chromium.ctx == nil {
		t.Skip("there is no Chromium here")
	}
	if chromium.err != nil {
		t.Fatal(chromium.err)
	}
	ctx, cancelTab := chromedp.NewContext(chromium.ctx)
	t.Cleanup(cancelTab)
	if err := chromedp.Do(ctx); err != nil { // the tab lives as long as the context of the first call
		t.Fatal(err)
	}
	// Of several tabs each behaves as if it had the focus.
	focused := chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		return err
	})
	if err := chromedp.Do(ctx, focused); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// withoutScripts switches scripts off.
func withoutScripts() chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	})
}

// prefer sets the colour scheme that pages are asked for, without motion.
func prefer(scheme string) chromedp.Action[chromedp.Void] {
	return media("prefers-color-scheme", scheme, "prefers-reduced-motion", "reduce")
}

// media sets what pages are asked for, by names and values.
func media(features ...string) chromedp.Action[chromedp.Void] {
	var all []*emulation.MediaFeature
	for pair := range slices.Chunk(features, 2) {
		all = append(all, &emulation.MediaFeature{Name: pair[0], Value: pair[1]})
	}
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: all})
		return err
	})
}

// answered is the main part of a page that does not wait for its answer any more.
const answered = `#main:not(:has([data-again="400"]))`

// driveTime is the most that a few actions may take: something is wrong then, however busy the
// machine is.
const driveTime = 4 * time.Minute

// drive does things with the page, one after the other.
func drive(t *testing.T, ctx context.Context, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	short, cancel := context.WithTimeout(ctx, driveTime)
	defer cancel()
	for i, action := range actions {
		if err := chromedp.Do(short, action); err != nil {
			at, _ := chromedp.Run(ctx, chromedp.Location())
			main, _ := chromedp.Run(ctx, chromedp.Evaluate[string](`document.querySelector("main")?.innerText ?? ""`))
			t.Fatalf("action %d: %v, at %s, which has %.600q", i+1, err, at, main)
		}
	}
}

// ask asks something of the page.
func ask[T any](t *testing.T, ctx context.Context, action chromedp.Action[T]) T {
	t.Helper()
	answer, err := chromedp.Run(ctx, action)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// screenshots is where pictures of the pages go, for people to look at, if it is set.
const screenshots = "COMBIGO_SCREENSHOTS"

// picture takes some: light, dark, and as narrow as a phone.
func picture(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	dir := os.Getenv(screenshots)
	if dir == "" {
		return
	}
	for _, look := range []struct {
		name, scheme string
		width        int64
	}{{"light", "light", 1280}, {"dark", "dark", 1280}, {"phone", "light", 390}} {
		drive(t, ctx, prefer(look.scheme), chromedp.EmulateViewport(look.width, 900), chromedp.Sleep(100*time.Millisecond))
		png := ask(t, ctx, chromedp.FullScreenshot(100))
		if err := os.WriteFile(filepath.Join(dir, name+"-"+look.name+".png"), png, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	drive(t, ctx, prefer("light"), chromedp.EmulateViewport(1280, 900))
}

func TestBoardInTheBrowser(t *testing.T) {
	ctx := browser(t)
	s := explorer(t, Options{})
	point := func(i string) string { return `button[name=at][value="` + i + `"]` }
	drive(t, ctx,
		chromedp.Navigate(s.URL+"/board?size=3"),
		chromedp.Evaluate[chromedp.Void](`window.stayed = true`),
		chromedp.Click(point("4")),
		chromedp.WaitVisible(`button[value="4"].black`),
		chromedp.Focus(point("4")),
		chromedp.KeyEvent(kb.ArrowUp),
		chromedp.KeyEvent(kb.ArrowLeft),
	)
	if focused := ask(t, ctx, chromedp.Evaluate[string](`document.activeElement.value`)); focused != "0" {
		t.Errorf("the arrow keys lead to point %s", focused)
	}
	drive(t, ctx,
		chromedp.KeyEvent(kb.Enter),
		chromedp.WaitVisible(`button[value="0"].black`),
		chromedp.KeyEvent(" "),
		chromedp.WaitVisible(`button[value="0"][aria-label="A3 white"]`),
	)
	if address := ask(t, ctx, chromedp.Location()); !strings.Contains(address, "/board?p=...-...-...&m=e4-e0&n=2") {
		t.Errorf("the address is %s", address)
	}
	drive(t, ctx,
		chromedp.Click(point("1")),
		chromedp.WaitVisible(`button[value="1"].black`),
		chromedp.Click(point("3")),
		chromedp.WaitVisible(`button[value="0"].breathless`),
	)
	if verdict := ask(t, ctx, chromedp.Text(".verdict")); verdict != "Not legal: no liberty for white A3" {
		t.Errorf("the verdict is %q", verdict)
	}
	drive(t, ctx,
		chromedp.Click(`//a[text()="Undo"]`),
		chromedp.WaitNotPresent(`button[value="3"].black`),
		chromedp.Click(`//a[text()="Redo"]`),
		chromedp.WaitVisible(`button[value="0"].breathless`),
		chromedp.Focus(`#slide`),
		chromedp.KeyEvent(kb.ArrowLeft),
		chromedp.WaitNotPresent(`button[value="3"].black`),
		chromedp.KeyEvent(kb.ArrowRight),
		chromedp.WaitVisible(`button[value="0"].breathless`),
		chromedp.Click(`#copies summary`),
		chromedp.WaitVisible(`#copy-sensei`),
	)
	if text := ask(t, ctx, chromedp.Text("#copy-sensei")); !strings.Contains(text, "$$ | O X . |") {
		t.Errorf("the diagram to copy is %q", text)
	}
	picture(t, ctx, "board")
	drive(t, ctx,
		chromedp.Click(`//a[text()="clear"]`),
		chromedp.WaitVisible(`button[value="4"]:not(.black)`),
		chromedp.Evaluate[chromedp.Void](`history.back()`),
		chromedp.WaitVisible(`button[value="4"].black`),
	)
	if !ask(t, ctx, chromedp.Evaluate[bool](`window.stayed === true`)) {
		t.Error("the page was loaded again, not changed")
	}
}

func TestBorderInTheBrowser(t *testing.T) {
	ctx := browser(t)
	s := explorer(t, Options{})
	drive(t, ctx,
		chromedp.Navigate(s.URL+"/border"), // plays by itself
		chromedp.WaitVisible(`//h1[text()="Border state after 26 of 49 points"]`),
		chromedp.Navigate(s.URL+"/board?size=9"), // the number is found
		chromedp.WaitVisible(`//dd[text()="0, of 0 to 103919148791293834318983090438798793468"]`),
		chromedp.Navigate(s.URL+"/border?p=.X.O.-XXO.X-.OXX.-OO.O.-..O..&n=13"),
		chromedp.Click(`a[rel=next]`),
		chromedp.WaitVisible(`//h1[text()="Border state after 14 of 25 points"]`),
		chromedp.KeyEvent(kb.ArrowLeft),
		chromedp.WaitVisible(`//h1[text()="Border state after 13 of 25 points"]`),
	)
	picture(t, ctx, "border")
}

func TestGameInTheBrowser(t *testing.T) {
	ctx := browser(t)
	s := explorer(t, Options{})
	drive(t, ctx,
		chromedp.Navigate(s.URL+"/numbers/states"), // any page will do
		chromedp.Evaluate[chromedp.Void](`{
			const data = new DataTransfer();
			data.items.add(new File(["(;GM[1]SZ[2]PB[Shusaku]PW[Gennan]RE[B+2];B[aa];W[ab];B[];W[ba];B[aa];W[bb])"], "game.sgf"));
			for (const type of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));
		}`),
		chromedp.WaitVisible(`//p[@role="status" and starts-with(text(), "Move 5")]`), // the first illegal one
		chromedp.Click(`a[rel=prev]`),
		chromedp.WaitVisible(`//p[@role="status" and starts-with(text(), "Move 4")]`),
		chromedp.Click(`li.bad a`), // black brings back the position after move 1
		chromedp.WaitVisible(`//p[@role="status" and starts-with(text(), "Move 5")]`),
	)
	picture(t, ctx, "game-illegal")
	drive(t, ctx,
		chromedp.SetValue(`select[name=superko]`, "none"),
		chromedp.Click(`//button[text()="Judge"]`),
		chromedp.WaitVisible(`.verdict.good`),
		chromedp.Click(`a[rel=prev]`),
		chromedp.WaitVisible(`//p[@role="status" and starts-with(text(), "Move 4")]`),
	)
	if told := ask(t, ctx, chromedp.Text(`p[role=status]`)); told != "Move 4: white B2 captures 1." {
		t.Errorf("the page tells %q", told)
	}
	if players := ask(t, ctx, chromedp.Text(`.lead`)); players != "Shusaku (black) against Gennan (white), B+2" {
		t.Errorf("the players are %q", players)
	}
	drive(t, ctx,
		chromedp.KeyEvent(kb.ArrowLeft),
		chromedp.WaitVisible(`//h1[text()="Game, move 3 of 6"]`),
		chromedp.Focus(`#slide`),
		chromedp.KeyEvent(kb.ArrowLeft),
		chromedp.WaitVisible(`//h1[text()="Game, move 2 of 6"]`),
	)
	picture(t, ctx, "game")
}

func TestCountInTheBrowser(t *testing.T) {
	ctx := browser(t)
	cancel := chromedp.Evaluate[chromedp.Void](`document.getElementById("cancel").click()`) // at once: the page is made anew twice a second
	s := explorer(t, Options{Threads: 1})
	drive(t, ctx,
		chromedp.Navigate(s.URL+"/count"),
		chromedp.SetValue(`input[name=rows]`, "12"),
		chromedp.SetValue(`input[name=cols]`, "60"),
		chromedp.Click(`//button[text()="Count"]`),
		chromedp.WaitVisible(`#bar`),
		chromedp.Poll[chromedp.Void](`document.getElementById("bar").value > 0`),
	)
	picture(t, ctx, "counting")
	drive(t, ctx,
		cancel,
		chromedp.WaitVisible(`.error`),
	)
	if result := ask(t, ctx, chromedp.Text(`.error`)); result != "it was cancelled" {
		t.Errorf("the page tells %q", result)
	}
	drive(t, ctx, chromedp.Click(`//button[text()="Count again"]`), chromedp.WaitVisible(`#bar`), cancel, chromedp.WaitVisible(`.error`))
	drive(t, ctx,
		chromedp.Navigate(s.URL+"/count"),
		chromedp.Click(`//button[text()="Count"]`),
		chromedp.WaitVisible(`#value`),
	)
	if result := ask(t, ctx, chromedp.Text(`#value`)); !strings.Contains(result, view.Grouped("103919148791293834318983090438798793469")) {
		t.Errorf("the page tells %q", result)
	}
	picture(t, ctx, "counted")
}

// With scripts off every page still works.
func TestWithoutScriptsInTheBrowser(t *testing.T) {
	ctx := browser(t)
	s := explorer(t, Options{patience: defaultPatience})
	drive(t, ctx,
		withoutScripts(),
		chromedp.Navigate(s.URL+"/board?size=5"),
		chromedp.WaitVisible(answered),
		chromedp.Click(`button[name=at][value="12"]`),
		chromedp.WaitVisible(`button[value="12"].black`),
		chromedp.Navigate(s.URL+"/graph?board=1x2"),
		chromedp.Click(`a.next[aria-label="position 1, X."]`),
		chromedp.WaitVisible(`a.here[aria-label="position 1, X."]`),
		chromedp.Navigate(s.URL+"/board?size=8"),
		chromedp.Click(`//*[text()="find it"]`),
		chromedp.WaitVisible(`//dd[text()="0, of 0 to 990966953618170260281935463384"]`), // the page asks again by itself
	)
}

func TestNumbersInTheBrowser(t *testing.T) {
	ctx := browser(t)
	s := explorer(t, Options{})
	drive(t, ctx,
		chromedp.Navigate(s.URL+"/board?size=7"),
		chromedp.WaitVisible(answered),
		chromedp.SendKeys(`input[name=number]`, "83677847847984287628594"+kb.Enter),
		chromedp.Click(`//a[text()="Put it on the board"]`),
		chromedp.WaitVisible(`//dd[text()="83677847847984287628594, of 0 to 83677847847984287628594"]`),
		chromedp.Click(`//a[text()="clear"]`),
		chromedp.WaitVisible(`//dd[text()="0, of 0 to 83677847847984287628594"]`),
		chromedp.Navigate(s.URL+"/board?size=19"),
		chromedp.Click(`//a[text()="random position"]`),
		chromedp.WaitVisible(`button.point.black`),
	)
	if verdict := ask(t, ctx, chromedp.Text(".verdict")); verdict != "Legal: every string has a liberty." {
		t.Errorf("the verdict is %q", verdict)
	}
	if at := ask(t, ctx, chromedp.Location()); !strings.Contains(at, "/board?p=") {
		t.Errorf("the address is %s: want that of the position", at)
	}
	drive(t, ctx,
		chromedp.Click(`.strings tbody a`),
		chromedp.WaitVisible(`button.point.liberty`),
	)
	picture(t, ctx, "random")
}

func TestGrowthInTheBrowser(t *testing.T) {
	ctx := browser(t)
	s := explorer(t, Options{})
	told := func(plot string) string {
		return ask(t, ctx, chromedp.Evaluate[string](`document.querySelectorAll(".told")[`+plot+`].textContent`))
	}
	drive(t, ctx,
		chromedp.Navigate(s.URL+"/numbers/squares?lattice=hexagonal"),
		chromedp.WaitVisible(`.plot svg`),
		chromedp.Evaluate[chromedp.Void](`document.querySelector(".dot").focus()`),
		chromedp.KeyEvent(kb.ArrowRight),
	)
	if got := told("0"); got != "in print, n = 3: 2.856821513, exact but for rounding" {
		t.Errorf("the keyboard is told %q", got)
	}
	// The mouse next to the last mark of the line.
	drive(t, ctx, chromedp.Evaluate[chromedp.Void](`{
		const dots = document.querySelectorAll(".plot")[0].querySelectorAll(".dot"), dot = dots[dots.length - 1];
		dot.scrollIntoView({ block: "center" });
		const box = dot.getBoundingClientRect();
		document.elementFromPoint(box.x, box.y).dispatchEvent(new PointerEvent("pointermove", { clientX: box.x + box.width / 2 + 3, clientY: box.y + box.height / 2 + 9, bubbles: true }));
	}`))
	if got := told("0"); !strings.HasPrefix(got, "these boards, n = 8: 2.857547634") {
		t.Errorf("the mouse is told %q", got)
	}
	picture(t, ctx, "squares")
	drive(t, ctx,
		chromedp.SetValue(`select[name=lattice]`, "triangular"),
		chromedp.SetValue(`input[name=colors]`, "3"),
		chromedp.Click(`//button[text()="Show"]`),
		chromedp.WaitVisible(`//p[starts-with(text(), "From the triangular")]`),
	)
	picture(t, ctx, "squares-lattice")
	drive(t, ctx,
		chromedp.Navigate(s.URL+"/numbers/constants"),
		chromedp.WaitVisible(`.plot svg`),
		chromedp.Evaluate[chromedp.Void](`document.querySelectorAll(".plot")[1].querySelectorAll(".dot")[2].focus()`),
	)
	if got := told("1"); !strings.Contains(got, "n = 3") || !strings.Contains(got, "error at most") {
		t.Errorf("the keyboard is told %q", got)
	}
	picture(t, ctx, "constants")
	drive(t, ctx,
		chromedp.Navigate(s.URL+"/numbers/estimate"),
		chromedp.WaitVisible(`input.wide[name=board]`),
		chromedp.Clear(`input.wide[name=board]`),
		chromedp.SendKeys(`input.wide[name=board]`, "9x13"+kb.Enter),
		chromedp.WaitVisible(`//p[starts-with(text(), "L(9,13)")]`),
		chromedp.Clear(`input.wide[name=board]`),
		chromedp.SendKeys(`input.wide[name=board]`, "9y13"+kb.Enter),
		chromedp.WaitVisible(`//p[@role="alert" and contains(text(), "9y13")]`),
	)
	if got := ask(t, ctx, chromedp.Evaluate[string](`document.querySelector("input.wide[name=board]").value`)); got != "9y13" {
		t.Errorf("the field has %q: want what was typed", got)
	}
}

func TestGameGraphInTheBrowser(t *testing.T) {
	ctx := browser(t)
	s := explorer(t, Options{})
	// On two points: black, white captures, black captures: the first position comes again.
	drive(t, ctx,
		chromedp.Navigate(s.URL+"/graph?board=1x2"),
		chromedp.Click(`a[aria-label="position 1, X."]`),
		chromedp.WaitVisible(`a.here[aria-label="position 1, X."]`),
		chromedp.Click(`.goban button[aria-label="white B1 captures 1"]`),
		chromedp.WaitVisible(`a.here[aria-label="position 4, .O"]`),
		chromedp.Focus(`a[aria-label="position 1, X."]`),
		chromedp.KeyEvent(kb.Enter),
		chromedp.WaitVisible(`.verdict.bad`),
	)
	if name := ask(t, ctx, chromedp.Evaluate[string](`document.activeElement.getAttribute("aria-label")`)); name != "position 1, X." {
		t.Errorf("the keyboard is at %q: want it where it was", name)
	}
	if verdict := ask(t, ctx, chromedp.Text(".verdict")); verdict != "The position after move 3 is that after move 1: positional superko forbids it." {
		t.Errorf("the verdict is %q", verdict)
	}
	drive(t, ctx,
		chromedp.Click(`a[aria-label="position 2, O."]`),
		chromedp.WaitVisible(`.error`),
		chromedp.KeyEvent(kb.ArrowLeft),
		chromedp.WaitVisible(`.verdict.good`),
		chromedp.Click(`//a[text()="2x2"]`),
		chromedp.WaitVisible(`//h1[starts-with(text(), "Game graph of 2")]`),
		chromedp.Click(`a[aria-label="position 1, X.-.."]`),
		chromedp.WaitVisible(`a.here[aria-label="position 1, X.-.."]`),
		// On the board next to it white plays next.
		chromedp.Click(`.goban button[aria-label="white B1"]`),
		chromedp.WaitVisible(`//dd[text()="2"]`),
	)
	wide := ask(t, ctx, chromedp.Evaluate[float64](`document.querySelector(".view svg").viewBox.baseVal.width`))
	drive(t, ctx, chromedp.Click(`button[aria-label=larger]`))
	if now := ask(t, ctx, chromedp.Evaluate[float64](`document.querySelector(".view svg").viewBox.baseVal.width`)); now > 0.8*wide {
		t.Errorf("%v of %v is seen: want a part of it", now, wide)
	}
	drive(t, ctx,
		chromedp.Focus(`.view`), chromedp.KeyEvent("0"),
		chromedp.Click(`//a[contains(text(), "from")]`),
		chromedp.WaitVisible(`//strong[contains(text(), "leads from")]`),
		chromedp.Click(`a[aria-label="position 1, X.-.."]`),
		chromedp.WaitVisible(`input[name=a][type=number][value="1"]`),
		chromedp.SetValue(`input[name=b][type=number]`, "0"),
		chromedp.Click(`//button[text()="Find"]`),
		chromedp.WaitVisible(`.edge.onpath`),
	)
	picture(t, ctx, "graph")
}

func TestRecordsInTheBrowser(t *testing.T) {
	ctx := browser(t)
	s := explorer(t, Options{})
	drive(t, ctx,
		chromedp.Navigate(s.URL+"/numbers/records"),
		chromedp.WaitVisible(`select[name=of]`), // with scripts on the page asks again, too
		chromedp.SetValue(`select[name=of]`, "liberties"),
		chromedp.SetValue(`input[name=rows]`, "9"),
		chromedp.SetValue(`input[name=cols]`, "9"),
		chromedp.Click(`//button[text()="Show"]`),
		chromedp.WaitVisible(`//div[@role="status"]//p[starts-with(., "The most liberties of one string on the 9") and contains(., "board: 51")]`),
	)
	picture(t, ctx, "records")
	drive(t, ctx,
		chromedp.Click(`//a[text()="Put it on the board"]`),
		chromedp.WaitVisible(`//p[starts-with(text(), "Legal")]`),
	)
}

func TestQuestionsInTheBrowser(t *testing.T) {
	ctx := browser(t)
	s := explorer(t, Options{})
	drive(t, ctx,
		chromedp.Navigate(s.URL+"/board"),
		chromedp.Click(`//nav[@class="pages"]//a[text()="Random"]`),
		chromedp.WaitVisible(`input[name=seed]`),
		chromedp.SetValue(`input[name=seed]`, "7"),
		chromedp.Click(`//button[text()="Show"]`),
		chromedp.WaitVisible(`//code[text()="combigo random --method rejection 19 19 --seed 7"]`),
	)
	picture(t, ctx, "question")
	drive(t, ctx,
		chromedp.Click(`//nav[@aria-label="Sections"]/a[text()="Count"]`),
		chromedp.WaitVisible(`//h1[text()="Count legal positions"]`),
		chromedp.Click(`//nav[@aria-label="Count"]/a[text()="Symmetry"]`),
		chromedp.WaitVisible(`//code[text()="combigo symmetry 5 5"]`),
		chromedp.Clear(`input[name=rows]`),
		chromedp.SendKeys(`input[name=rows]`, "3"+kb.Enter),
		chromedp.WaitVisible(`//code[text()="combigo symmetry 3 5"]`),
	)
	picture(t, ctx, "symmetry")
}

func TestReportInTheBrowser(t *testing.T) {
	ctx := browser(t)
	s := explorer(t, Options{})
	drive(t, ctx,
		chromedp.Navigate(s.URL+"/numbers/report"),
		chromedp.WaitVisible(`//dt[text()="equal"]`),
		chromedp.SetValue(`select[name=of]`, "fig-1"),
		chromedp.Click(`//button[text()="Show"]`),
		chromedp.WaitVisible(`figure.drawn svg`),
	)
	picture(t, ctx, "report")
}

func TestFirstPageInTheBrowser(t *testing.T) {
	ctx := browser(t)
	s := explorer(t, Options{})
	// The page draws until a position is legal. Then the first two positions are all black, the
	// third one is empty.
	drive(t, ctx,
		chromedp.Navigate(s.URL+"/"),
		chromedp.WaitVisible(`//p[contains(text(), "is legal: every string has a liberty.")]`),
		chromedp.Evaluate[chromedp.Void](`{ let drawn = 0; crypto.getRandomValues = (bytes) => bytes.fill(++drawn < 3 ? 1 : 0); }`),
		chromedp.Click(`#livebutton`),
		chromedp.WaitVisible(`//p[starts-with(text(), "Position 3 is legal: every string has a liberty.")]`),
	)
	picture(t, ctx, "home")
	for _, of := range sections() {
		first, last := of.Pages[0].Path, of.Pages[len(of.Pages)-1].Path
		drive(t, ctx,
			chromedp.Navigate(s.URL+"/"),
			chromedp.Click(`header nav a[href="`+first+`"]`),
			chromedp.WaitVisible(`header nav a[aria-current][href="`+first+`"]`),
		)
		if last != first {
			drive(t, ctx, chromedp.Click(`nav.pages a[href="`+last+`"]`), chromedp.WaitVisible(`nav.pages a[aria-current=page][href="`+last+`"]`))
		}
	}
}
