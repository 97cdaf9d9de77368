package web

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
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
	Body  any
	// Position is that of the page, if it shows one: links to other pages that do carry the
	// position along.
	Position *goban.Position
}

// pages are the templates, each with the frame that all share.
type pages struct{ byName map[string]*template.Template }

var pageNames = []string{"home", "board", "border", "game", "count", "growth", "graph", "job", "records", "question", "counting", "report", "entry", "wait", "error"}

func parsePages() (*pages, error) {
	p := &pages{byName: map[string]*template.Template{}}
	frame, err := template.New("frame").Funcs(functions).ParseFS(templates, "templates/frame.html")
	if err != nil {
		return nil, err
	}
	for _, name := range pageNames {
		t, err := frame.Clone()
		if err != nil {
			return nil, err
		}
		if p.byName[name], err = t.ParseFS(templates, "templates/"+name+".html"); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// entry is a page of the menu.
type entry struct{ Path, Name string }

// section is what the menu has of one subject. The first page is that of the section.
type section struct {
	Name, Lead string
	Pages      []entry
}

// sections are the menu: pages of their own, and then those of commands.
var sections = sync.OnceValue(func() []section {
	all := []section{
		{"Positions", "One position: strings, liberties, its number, and what it can have.", []entry{{"/board", "Board"}, {"/records", "Records"}, {"/border", "Border states"}}},
		{"Count", "How many positions are legal, on any board and by any measure.", []entry{{"/count", "Legal positions"}, {"/counting", "How to count"}}},
		{"Growth", "How the numbers grow, and about how many where nobody can count.", []entry{{"/growth", "Estimates"}}},
		{"Games", "Game graphs, games and how long they can be.", []entry{{"/graph", "Game graphs"}}},
		{"Report", "What is in print on all this: computed again, and compared.", []entry{{"/report", "The papers, recomputed"}}},
	}
	for i := range all {
		for _, a := range askers {
			if a.section == all[i].Name {
				all[i].Pages = append(all[i].Pages, entry{a.Path(), a.Title})
			}
		}
	}
	return all
})

// sectionOf is the section that has a page, or nil.
func sectionOf(path string) *section {
	for _, s := range sections() {
		if slices.ContainsFunc(s.Pages, func(e entry) bool { return e.Path == path }) {
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
