//go:build browser

package web

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// axe-core, a checker of accessibility, finds no serious violation on any page. It comes from npm
// when the test runs.
func TestAccessibilityInTheBrowser(t *testing.T) {
	ctx := browser(t)
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("SKIPPED: there is no npm here, so axe-core did not look at the pages")
	}
	dir := t.TempDir()
	get := exec.Command(npm, "install", "--prefix", dir, "--no-audit", "--no-fund", "--ignore-scripts", "axe-core@4")
	if out, err := get.CombinedOutput(); err != nil {
		t.Skipf("SKIPPED: axe-core cannot be had from npm, so it did not look at the pages: %v %s", err, out)
	}
	axe, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	s := explorer(t, Options{})
	for _, page := range everyPage {
		drive(t, ctx, chromedp.Navigate(s.URL+page.path), chromedp.WaitVisible(answered), chromedp.Evaluate[chromedp.Void](string(axe)))
		for scheme, rules := range map[string]string{"light": "", "dark": ", runOnly: ['color-contrast']"} { // only colours differ in the dark
			if page.alike && scheme == "dark" {
				continue
			}
			drive(t, ctx, prefer(scheme), chromedp.Evaluate[chromedp.Void]("window.looked = null; axe.run({ resultTypes: ['violations'], selectors: false, iframes: false"+rules+" }).then((r) => { looked = r.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => v.id + ': ' + v.nodes.slice(0, 2).map((n) => n.html).join(' ')).join('\\n'); }); undefined"),
				chromedp.Poll[chromedp.Void]("window.looked !== null"))
			if found := ask(t, ctx, chromedp.Evaluate[string]("looked")); found != "" {
				t.Errorf("%s, %s: %s", page.path, scheme, found)
			}
		}
	}
}
