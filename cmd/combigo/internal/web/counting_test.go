package web

import (
	"fmt"
	"html"
	"math/big"
	"os"
	"regexp"
	"strings"
	"testing"

	"combigo.dev/combigo/internal/states/connected"
)

func documentText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../../../docs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The numbers in the text of the page are those of the program and of the documents, which name it.
func TestCountingText(t *testing.T) {
	for _, name := range []string{"theory.md", "new.md"} {
		if !strings.Contains(documentText(t, name), "](counting.md)") {
			t.Errorf("docs/%s does not name docs/counting.md", name)
		}
	}
	for _, rows := range []int{4, 5, 9, 13, 16, 19} {
		n := new(big.Int).Lsh(connected.ValidClasses(rows)[0], 1) // all but the empty border differ from their exchange of colours
		words := n.Sub(n, big.NewInt(1)).String()
		if len(words) > 9 {
			f, _ := new(big.Float).SetInt(n).Float64()
			words = strings.Replace(fmt.Sprintf("%.1e", f), "e+0", " x 10^", 1)
			words = strings.Replace(words, "e+", " x 10^", 1)
		}
		if row := fmt.Sprintf("| %dx%[1]d | %s |", rows, words); !strings.Contains(countingText(), row) {
			t.Errorf("no row %q", row)
		}
	}
	all, fillings := remembered(), int64(0)
	for _, f := range all[countingHalf] {
		fillings += f.Number.Int64()
	}
	if told := fmt.Sprintf("%d fillings", fillings); !strings.Contains(countingText(), told) || !strings.Contains(countingText(), fmt.Sprintf("%d states", len(all[countingHalf]))) {
		t.Errorf("%s, %d states after half of the board", told, len(all[countingHalf]))
	}
	figures := regexp.MustCompile("`count 13` \\| (\\S+ s) \\| (\\S+ GB)").FindStringSubmatch(documentText(t, "performance.md"))
	if len(figures) < 3 || !strings.Contains(countingText(), fmt.Sprintf("| %s | %s |", figures[1], figures[2])) {
		t.Errorf("docs/performance.md has for 13x13 %q: docs/counting.md has other figures", figures)
	}
	for _, board := range []string{"16x16", "19x19"} {
		figures := regexp.MustCompile(`\| ` + board + ` \| exact \| (\S+) \| (\S+ .iB) \|`).FindStringSubmatch(documentText(t, "cluster.md"))
		if len(figures) < 3 || !strings.Contains(countingText(), fmt.Sprintf("| %s hours | %s |", figures[1], figures[2])) {
			t.Errorf("docs/cluster.md has for %s %q: docs/counting.md has other figures", board, figures)
		}
	}
}

// The page shows what each step makes of the board, and a click changes the board.
func TestCounting(t *testing.T) {
	h := explorer(t, Options{})
	for path, parts := range map[string][]string{
		"/counting": {"no liberty for black A3, white B2", "4 claims, of which 2 count plus one", "stands for 2 fillings", "233 words", "24\u202f318\u202f165", ".+B-+W-+B-"},
		"/counting?p=OO..-XXOO-XOXO-XXXO&n=9&at=9": {"OO..-XXOO-X.XO-XXXO", "Legal: every string", "the empty claim counts 1", "Show a position with two bad strings"},
		"/counting?p=....-....-....-....&n=16":     {"24\u202f318\u202f165 fillings may still become legal; 81 states", "number 0 of 3<sup>16"},
		"/counting?p=XXXX-XXXX-XXXX-XXXX&n=16":     {"a string has no liberty and gets none any more"},
		"/counting?n=2":                            {"go on to 4 points or more"},
	} {
		status, page := get(t, h, path)
		body := html.UnescapeString(page)
		for _, part := range parts {
			if status != 200 || !strings.Contains(body, part) {
				t.Errorf("%s: status %d, without %q", path, status, part)
			}
		}
	}
	for _, path := range []string{"/counting?p=X", "/counting?p=....-....", "/counting?n=0", "/counting?n=17", "/counting?at=16"} {
		if status, body := get(t, h, path); status != 400 || !strings.Contains(body, "want a") {
			t.Errorf("%s: status %d", path, status)
		}
	}
}
