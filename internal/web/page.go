package web

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/view"
)

//go:embed templates
var templates embed.FS

// page is what every page has; Body is its own.
type page struct {
	Title string
	Here  string // path of its entry in the menu
	Error string // what is wrong with the request, and what would be right
	Body  any
	// Position is that of the page, if it shows one: links to other pages that do carry the
	// position along.
	Position *goban.Position
	request  *http.Request
}

// Typed is a field as it was typed, or else what the page has for it.
func (p page) Typed(name string, otherwise any) string {
	return cmp.Or(p.request.FormValue(name), fmt.Sprint(otherwise))
}

// pages are the templates, each with the frame that all share.
type pages struct{ byName map[string]*template.Template }

var pageNames = []string{"home", "board", "border", "game", "count", "growth", "graph", "job", "question", "counting", "report", "entry", "document", "wait", "error"}

// entry is a page of the menu.
type entry struct{ Path, Name string }

// section is what the menu has of one subject. The first page is that of the section.
type section struct {
	Name, Lead string
	Pages      []entry
}

// documentsPath is where the folder docs begins: links between documents lead on here as they do
// there.
const documentsPath = "/docs/"

// sections are the menu: pages of their own, and then those of commands.
var sections = sync.OnceValue(func() []section {
	all := []section{
		{"Positions", "One position: strings, liberties, its number, and what it can have.", []entry{{"/board", "Board"}, {"/border", "Border states"}}},
		{"Count", "How many positions are legal, on any board and by any measure.", []entry{{"/count", "Legal positions"}, {"/counting", "How to count"}}},
		{"Growth", "How the numbers grow, and about how many where nobody can count.", []entry{{"/growth", "Squares"}}},
		{"Games", "Game graphs, games and how long they can be.", []entry{{"/graph", "Game graphs"}}},
		{"Report", "What is in print on all this: computed again, and compared.", []entry{{"/report", "The papers, recomputed"}}},
		{"Read", "What is new here, the theory, and what the words mean.", []entry{
			{documentsPath + "new.md", "What is new here"},
			{documentsPath + "theory.md", "Theory"},
			{documentsPath + "glossary.md", "Glossary and questions"},
			{documentsPath, "All documents"},
		}},
	}
	for _, a := range askers {
		i := slices.IndexFunc(all, func(s section) bool { return s.Name == a.section })
		all[i].Pages = append(all[i].Pages, entry{a.Path(), a.Title})
	}
	return all
})

// sectionOf is the section that has a page, or nil.
func sectionOf(path string) *section {
	for _, s := range sections() {
		if slices.ContainsFunc(s.Pages, func(e entry) bool {
			return e.Path == path || e.Path == documentsPath && strings.HasPrefix(path, documentsPath)
		}) {
			return &s
		}
	}
	return nil
}

// Carried is the address of a page of the menu, with the position of this page if that page shows
// one.
func (p page) Carried(path string) string {
	if p.Position == nil || path != "/board" && path != "/border" {
		return path
	}
	return path + "?p=" + url.QueryEscape(positionText(p.Position))
}

var functions = template.FuncMap{
	"sections": sections, "sectionOf": sectionOf,
	"typeset": func(text string) template.HTML { return template.HTML(view.Typeset(text)) },
}

// render writes a page whole, or an error.
func (p *pages) render(w http.ResponseWriter, status int, name string, content page) {
	var b bytes.Buffer
	if err := p.byName[name].ExecuteTemplate(&b, "frame.html", content); err != nil {
		http.Error(w, fmt.Sprintf("this page could not be written: %v", err), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = b.WriteTo(w) // a client that is gone needs no page
}

// statusOf is the status of a page with an error, or without one.
func statusOf(err error) int {
	var input inputError
	var rule ruleError
	switch {
	case err == nil, errors.As(err, &rule):
		return http.StatusOK
	case errors.As(err, &input):
		return http.StatusBadRequest
	case errors.Is(err, errCrowded):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// failures are what pages without an answer are called.
var failures = map[int]string{
	http.StatusNotFound: "Not here", http.StatusBadRequest: "This cannot be read", http.StatusServiceUnavailable: "Busy", http.StatusInternalServerError: "Something is wrong here",
}

// sendFile sends a file of a type.
func sendFile(w http.ResponseWriter, kind string, file []byte) {
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(file) // a client that is gone needs no file
}
