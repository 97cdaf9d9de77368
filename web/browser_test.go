package web

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// browser starts Chromium without a window, or skips the test, saying so, where there is
// none.
func browser(t *testing.T, options ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("SKIPPED: there is no Chromium here, so no page was driven in a browser")
	}
	all := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.UserDataDir(t.TempDir()))
	ctx, cancelBrowser := chromedp.NewExecAllocator(context.Background(), append(all, options...)...)
	t.Cleanup(cancelBrowser)
	ctx, cancelTab := chromedp.NewContext(ctx)
	t.Cleanup(cancelTab)
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// drive does things with the page, one after the other.
func drive(t *testing.T, ctx context.Context, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, actions...); err != nil {
		t.Fatal(err)
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

// picture takes one.
func picture(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	dir := os.Getenv(screenshots)
	if dir == "" {
		return
	}
	png := ask(t, ctx, chromedp.FullScreenshot(100))
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		t.Fatal(err)
	}
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
	if address := ask(t, ctx, chromedp.Location()); !strings.Contains(address, "/board?p=X..-.X.-...") {
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
	picture(t, ctx, "board")
	drive(t, ctx,
		chromedp.Click(`//a[text()="exchange colours"]`),
		chromedp.WaitVisible(`button[value="4"].white`),
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
		chromedp.Navigate(s.URL+"/board"),
		chromedp.SetValue("#text", "(;GM[1]SZ[2];B[aa];W[ab];B[];W[ba])"),
		chromedp.Click(`//button[text()="Replay the game"]`),
		chromedp.WaitVisible(`a[rel=next]`),
		chromedp.Click(`a[rel=next]`),
		chromedp.WaitVisible(`span.black.last`),
		chromedp.Click(`a[rel=last]`),
		chromedp.WaitVisible(`span.white.last`),
	)
	if told := ask(t, ctx, chromedp.Text(`p[role=status]`)); told != "Move 4: white B2 captures 1." {
		t.Errorf("the page tells %q", told)
	}
	drive(t, ctx,
		chromedp.KeyEvent(kb.ArrowLeft),
		chromedp.WaitVisible(`//h1[text()="Game, move 3 of 4"]`),
	)
}

func TestCountInTheBrowser(t *testing.T) {
	ctx := browser(t)
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
		chromedp.Click(`//button[text()="Cancel"]`),
		chromedp.WaitVisible(`.error`),
	)
	if result := ask(t, ctx, chromedp.Text(`.error`)); result != "it was cancelled" {
		t.Errorf("the page tells %q", result)
	}
	drive(t, ctx,
		chromedp.Navigate(s.URL+"/count"),
		chromedp.Click(`//button[text()="Count"]`),
		chromedp.WaitVisible(`pre.result`),
	)
	if result := ask(t, ctx, chromedp.Text(`pre.result`)); !strings.Contains(result, "103919148791293834318983090438798793469") {
		t.Errorf("the page tells %q", result)
	}
	picture(t, ctx, "counted")
}

// With scripts off every page still works, and nothing is asked of others.
func TestWithoutScripts(t *testing.T) {
	ctx := browser(t, chromedp.Flag("blink-settings", "scriptEnabled=false"))
	s := explorer(t, Options{})
	drive(t, ctx,
		chromedp.Navigate(s.URL+"/board?size=5"),
		chromedp.Click(`button[name=at][value="12"]`),
		chromedp.WaitVisible(`button[value="12"].black`),
	)
}
