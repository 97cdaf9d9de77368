//go:build browser

package web

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// everyPage is an address of each page, as one finds it and with an error. A page that is alike has
// the form and the answer of another page of questions, with other fields.
var everyPage = []struct {
	name, path string
	alike      bool
}{
	{"home", "/", false},
	{"board", "/board?size=19", false},
	{"board-clicks", "/board?p=.X.O.-XXO.X-.OXX.-OO.O.-..O..&m=e0-b1-w7&n=2&show=1", false},
	{"board-error", "/board?rows=26&cols=x", false},
	{"border", "/border?p=.X.O.-XXO.X-.OXX.-OO.O.-..O..&n=13", false},
	{"border-error", "/border?n=x", false},
	{"measure", "/measure?p=.X.O.-XXO.X-.OXX.-OO.O.-..O..", false},
	{"measure-none", "/measure", false},
	{"measure-error", "/measure?p=X", false},
	{"count", "/count", false},
	{"counting", "/counting", false},
	{"counting-error", "/counting?p=X", false},
	{"squares", "/numbers/squares?lattice=hexagonal", false},
	{"graph", "/graph?board=2x2&walk=0-1&a=1&b=0", false},
	{"records", "/numbers/records", false},
	{"records-error", "/numbers/records?rows=99", false},
	{"question", "/numbers/symmetry", false},
	{"random", "/numbers/random?seed=1&rows=19", false},
	{"bounds", "/numbers/bounds", true},
	{"strip", "/numbers/strip", true},
	{"stones", "/numbers/stones", true},
	{"hamilton", "/numbers/hamilton", true},
	{"patterns", "/numbers/patterns", true},
	{"polynomial", "/numbers/polynomial", true},
	{"game-bounds", "/numbers/game-bounds", true},
	{"sequence", "/numbers/sequence?of=A094777", false},
	{"list", "/numbers/list", true},
	{"longest", "/numbers/longest", true},
	{"games", "/numbers/games", true},
	{"question-error", "/numbers/longest?rows=3&cols=3", false},
	{"unrank", "/numbers/unrank", true},
	{"report", "/numbers/report", false},
	{"figure", "/numbers/report?of=fig-1", false},
	{"new", "/docs/new.md", true},
	{"theory", "/docs/theory.md", false},
	{"glossary", "/docs/glossary.md", false},
	{"bounds-document", "/docs/bounds.md", true},
	{"documents", "/docs/", false},
	{"nothing", "/nothing", false},
}

// smallTargets lists what a finger is to hit and is smaller than 44 pixels, except for links within
// text and for points that can be made large, what is wider than the page, and what keeps two
// fingers from zooming, except for a graph that they zoom itself.
const smallTargets = `(() => {
	const told = [], wide = document.documentElement.scrollWidth - innerWidth, large = document.getElementById("zoom");
	if (wide > 0) told.push("the page is " + wide + " pixels too wide");
	if (/maximum-scale|user-scalable/.test(document.querySelector("meta[name=viewport]").content)) told.push("the page cannot be zoomed");
	if (large) large.checked = true;
	for (const e of document.querySelectorAll("a, button, input:not([type=hidden]), select, textarea, summary, label.check, label.zoom")) {
		if (!e.checkVisibility({ visibilityProperty: true }) || e.closest("svg, .skip, label.check, label.zoom") && !e.matches("label")) continue;
		const b = e.getBoundingClientRect(), inline = e.matches("a") && getComputedStyle(e).display === "inline" && e.parentElement.textContent.trim() !== e.textContent.trim();
		if (!inline && (b.height < 43.5 || b.width < 43.5)) told.push(e.outerHTML.slice(0, 90) + " has " + Math.round(b.width) + " by " + Math.round(b.height));
	}
	for (const e of document.querySelectorAll("body *:not(svg *)"))
		if (!["auto", "manipulation"].includes(getComputedStyle(e).touchAction) && !e.matches(".view")) told.push(e.outerHTML.slice(0, 90) + " cannot be zoomed");
	return told.join("\n");
})()`

// shoot takes pictures of a page, light and dark, for people to look at, if they are asked for.
func shoot(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	dir := os.Getenv(screenshots)
	if dir == "" {
		return
	}
	for _, scheme := range []string{"dark", "light"} {
		drive(t, ctx, prefer(scheme))
		if err := os.WriteFile(filepath.Join(dir, name+"-"+scheme+".png"), ask(t, ctx, chromedp.FullScreenshot(100)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// On a phone and on a tablet pages are as wide as the screen, and all that is to be hit is large
// enough for a finger.
func TestDevicesInTheBrowser(t *testing.T) {
	ctx := browser(t)
	s := explorer(t, Options{})
	post(t, s, "/count", url.Values{"rows": {"5"}, "cols": {"5"}, "colors": {"2"}, "lattice": {"square"}}) // which the page of counts lists
	for _, device := range []struct {
		name          string
		width, height int64
	}{{"phone", 390, 844}, {"tablet", 820, 1180}} {
		drive(t, ctx, chromedp.EmulateViewport(device.width, device.height, chromedp.EmulateMobile, chromedp.EmulateTouch))
		for _, page := range everyPage {
			if device.name == "tablet" && page.alike && os.Getenv(screenshots) == "" {
				continue // a tablet differs from a phone by its width only
			}
			drive(t, ctx, chromedp.Navigate(s.URL+page.path), chromedp.WaitVisible(answered))
			shoot(t, ctx, device.name+"-"+page.name)
			if told := ask(t, ctx, chromedp.Evaluate[string](smallTargets)); told != "" {
				t.Errorf("%s on a %s: %s", page.name, device.name, told)
			}
		}
	}
	// Points stay large, and the part of the board that is seen stays, while one plays.
	drive(t, ctx,
		chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch),
		chromedp.Navigate(s.URL+"/board?size=19"),
		chromedp.Click("#zoom"),
		chromedp.Evaluate[chromedp.Void](`document.querySelector('button[name=at][value="360"]').scrollIntoView()`),
		chromedp.Click(`button[name=at][value="340"]`),
		chromedp.WaitVisible(`button[name=at][value="340"].black`),
	)
	if seen := ask(t, ctx, chromedp.Evaluate[bool](`document.getElementById("zoom").checked && document.querySelector(".zoomed").scrollLeft > 300`)); !seen {
		t.Error("the board is not where it was")
	}
}

// With scripts off every page can be read, and nothing on it waits for a script.
func TestPagesWithoutScriptsInTheBrowser(t *testing.T) {
	ctx := browser(t)
	s := explorer(t, Options{})
	drive(t, ctx, withoutScripts(), chromedp.EmulateViewport(1280, 900))
	for _, page := range everyPage {
		if page.alike && os.Getenv(screenshots) == "" {
			continue
		}
		drive(t, ctx, chromedp.Navigate(s.URL+page.path), chromedp.WaitVisible(answered))
		shoot(t, ctx, "noscript-"+page.name)
		told := ask(t, ctx, chromedp.Evaluate[string](`(() => {
			const told = [...document.querySelectorAll("button[type=button], input[type=file], .told")].filter((e) => e.checkVisibility() && !e.matches(".point[aria-disabled]")).map((e) => e.outerHTML.slice(0, 90) + " needs a script");
			if (document.querySelector("main").innerText.length < 40 || !document.querySelector("h1")) told.push("there is nothing to read");
			return told.join("\n");
		})()`))
		if told != "" {
			t.Errorf("%s: %s", page.name, told)
		}
	}
}

// With the keyboard alone every page can be gone through: past the menu, to all that can be used,
// which is seen to have the focus, and to the end in a few steps, also where there is a board of
// 361 points.
func TestKeyboardInTheBrowser(t *testing.T) {
	ctx := browser(t)
	s := explorer(t, Options{})
	drive(t, ctx, chromedp.EmulateViewport(1280, 900))
	for _, page := range []struct {
		path, last string // and what comes last
	}{
		{"/", "a[href='/numbers/report']"},
		{"/board?size=19", "button[value=game]"},
		{"/border?p=.X.O.-XXO.X-.OXX.-OO.O.-..O..&n=13", "figcaption a"},
		{"/count", "form button, td a"},
		{"/numbers/records", "summary"},
		{"/numbers/random?seed=1", "a[href^='/board']"},
	} {
		drive(t, ctx, chromedp.Navigate(s.URL+page.path), chromedp.WaitVisible(answered), chromedp.KeyEvent(kb.Tab))
		if !ask(t, ctx, chromedp.Evaluate[bool](`document.activeElement.matches(".skip")`)) {
			t.Errorf("%s: the first step is not the link past the menu", page.path)
		}
		drive(t, ctx, chromedp.KeyEvent(kb.Enter), chromedp.Poll[chromedp.Void](`location.hash === "#main"`))
		reached := false
		for steps := 0; !reached; steps++ {
			drive(t, ctx, chromedp.KeyEvent(kb.Tab))
			told := ask(t, ctx, chromedp.Evaluate[string](`(() => {
				const e = document.activeElement, style = getComputedStyle(e);
				if (e === document.body) return "end";
				if (!e.closest("main")) return e.outerHTML + " is outside";
				return style.outlineStyle === "none" && style.boxShadow === "none" ? e.outerHTML + " does not show the focus" : e.matches(`+strconv.Quote(page.last)+`) ? "last" : "";
			})()`))
			if reached = told == "last"; told != "" && !reached || steps > 60 {
				t.Errorf("%s: after %d steps: %s", page.path, steps, told)
				break
			}
		}
	}
}

// Who asks for less motion sees what comes out at once.
func TestReducedMotionInTheBrowser(t *testing.T) {
	ctx := browser(t)
	s := explorer(t, Options{})
	drive(t, ctx, media("prefers-reduced-motion", "reduce"), chromedp.Navigate(s.URL+"/"), chromedp.WaitVisible("#livebutton"))
	if told := ask(t, ctx, chromedp.Text("#livetext")); !strings.Contains(told, "one position in 84") {
		t.Errorf("the page began by itself: %q", told)
	}
	drive(t, ctx, chromedp.Navigate(s.URL+"/border"), chromedp.WaitVisible("#play"))
	if button := ask(t, ctx, chromedp.Text("#play")); button != "Play" {
		t.Errorf("the border plays: %q", button)
	}
	drive(t, ctx, chromedp.Navigate(s.URL+"/"), chromedp.WaitVisible("#livebutton"))
	told := ask(t, ctx, chromedp.Evaluate[string](`document.getElementById("livebutton").click(), document.getElementById("livetext").textContent`))
	if !strings.Contains(told, " is legal: every string has a liberty.") {
		t.Errorf("the page tells %q", told)
	}
}
