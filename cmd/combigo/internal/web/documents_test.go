package web

import (
	"html"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"

	"combigo.dev/combigo/docs"
)

var (
	linkOrPicture = regexp.MustCompile(`(?:href|src|srcset)="([^"]*)"`)
	anchor        = regexp.MustCompile(`id="([^"]*)"`)
)

// Every document is a page, whose links and pictures lead to what is there, also within documents;
// the list of documents has all of them.
func TestDocuments(t *testing.T) {
	s := explorer(t, Options{})
	pages := map[string]string{}
	page := func(file string) string {
		if _, known := pages[file]; !known {
			status, text := get(t, s, file)
			if pages[file] = text; status != 200 {
				t.Errorf("%s: status %d", file, status)
			}
		}
		return pages[file]
	}
	list := page(documentsPath)
	links := 0
	err := fs.WalkDir(docs.Files, ".", func(file string, _ fs.DirEntry, err error) error {
		if path.Ext(file) != ".md" {
			return err
		}
		if !strings.Contains(file, "/") && !strings.Contains(list, `href="`+file+`"`) {
			t.Errorf("the list has no %s", file)
		}
		_, article, _ := strings.Cut(page(documentsPath+file), "<article")
		for _, found := range linkOrPicture.FindAllStringSubmatch(article, -1) {
			link, parseErr := url.Parse(html.UnescapeString(found[1]))
			if parseErr != nil || link.Scheme != "" {
				continue
			}
			links++
			to := (&url.URL{Path: documentsPath + file}).ResolveReference(link)
			ids := ""
			for _, id := range anchor.FindAllStringSubmatch(page(to.Path), -1) {
				ids += "#" + id[1] + "#"
			}
			if to.Fragment != "" && !strings.Contains(ids, "#"+to.Fragment+"#") {
				t.Errorf("%s: %s has no heading %s", file, to.Path, to.Fragment)
			}
		}
		return err
	})
	if err != nil || links < 100 {
		t.Errorf("%d links: %v", links, err)
	}
	for _, part := range []string{"<sup>170</sup>", `<svg`, `media="(prefers-color-scheme: dark)"`, "<code>combigo count 13"} {
		if !strings.Contains(page("/docs/new.md"), part) {
			t.Errorf("/docs/new.md lacks %s", part)
		}
	}
	for _, file := range []string{"/docs/nothing.md", "/docs/figures", "/docs/docs.go"} {
		if status, _ := get(t, s, file); status != 404 {
			t.Errorf("%s: status %d", file, status)
		}
	}
}
