// Package web is the explorer in the browser: a small local web server whose
// pages show positions, border states, counts and game graphs, and answers of commands.
//
// The server writes pages by html/template; everything is embedded. Pages work with scripts off:
// every control is a link or a form. The one script replaces only the part of a page that changes,
// and lets a page that waits for an answer ask again. Commands answer questions in this process:
// [Options.Ask].
//
// The server asks nothing of other hosts, and the content security policy forbids it. It refuses
// requests from other sites, except for links that lead here, and requests by a name that is not
// this machine's.
//
// What a request may cost is bounded: sizes of boards and texts, the number of counts at once and
// in the queue, their memory and their time. Nothing is kept in files. What may take longer than a
// page should (counts, tables, answers of commands) is computed in the background, within a time,
// and kept: memo. Only a page of this site may ask for more than a moment of computation.
package web

import (
	"cmp"
	"context"
	"embed"
	"html/template"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/internal/published"
)

//go:embed static
var static embed.FS

//go:embed templates
var templates embed.FS

// New returns the explorer. Its counts end with the context.
func New(ctx context.Context, opt Options) (http.Handler, error) {
	opt = opt.withDefaults()
	s := &server{opt, map[string]*template.Template{}, newAnswers(ctx, opt), newCounts(ctx, opt), newRankTables(ctx, opt), newMeasures(ctx, opt), nil}
	games, err := lru.New[string, upload](maxGames)
	if s.games = games; err != nil {
		return nil, err
	}
	files, err := fs.Glob(templates, "templates/*.html")
	for _, file := range files {
		if err == nil {
			name := strings.TrimSuffix(path.Base(file), ".html")
			s.templates[name], err = template.New(name).Funcs(functions).ParseFS(templates, "templates/frame.html", file)
		}
	}
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /static/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "max-age=300") // for the time of a visit
		http.FileServerFS(static).ServeHTTP(w, r)
	})
	for pattern, to := range s.routes() {
		mux.HandleFunc(pattern, s.serve(to))
	}
	return s.protect(http.NewCrossOriginProtection().Handler(mux)), nil
}

// routes are all requests that are answered, by their patterns.
func (s *server) routes() map[string]route {
	all := map[string]route{
		"/":                                  {answer: notFound},
		"GET /{$}":                           {"home", "/", func(*form) (page, error) { return page{Title: "combigo", Body: homeView()}, nil }},
		"GET /board":                         {"board", "/board", s.board},
		"POST /board":                        {"board", "/board", s.upload},
		"GET /random":                        {"board", "/board", s.random},
		"GET /game/{id}":                     {"game", "/board", s.game},
		"GET /border":                        {"border", "/border", border},
		"GET /measure":                       {"measure", "/measure", s.measure},
		"POST /measure":                      {"measure", "/measure", s.startMeasure},
		"GET /count":                         {"count", "/count", s.count},
		"POST /count":                        {"count", "/count", s.startCount},
		"GET /count/{id}":                    {"job", "/count", s.countJob},
		"GET /count/{id}/{format}":           {"count", "/count", s.countFile},
		"POST /count/{id}/cancel":            {"count", "/count", s.cancelCount},
		"GET /counting":                      {"counting", "/counting", counting},
		"GET /numbers/{name}":                {"question", "", asked(s.question)},
		"POST /numbers/{name}":               {"question", "", asked(s.startQuestion)},
		"GET /graph":                         {"graph", "/graph", gameGraph},
		"GET /graph.sgf":                     {"graph", "/graph", graphSGF},
		"GET " + documentsPath + "{$}":       {"document", documentsPath, documents},
		"GET " + documentsPath + "{file...}": {"document", "", document},
	}
	for name := range boardFiles {
		all["GET /board."+name] = route{"board", "/board", s.boardFile}
	}
	for _, name := range measureFiles {
		all["GET /measure."+name] = route{"measure", "/measure", s.measureFile}
	}
	return all
}

// entry is a page of the menu.
type entry struct{ Path, Name string }

// section is what the menu has of one subject, the first page first.
type section struct {
	Name, Lead string
	Pages      []entry
}

// sections are the menu: pages of their own, and then those of commands.
var sections = sync.OnceValue(func() []section {
	all := []section{
		{"Positions", "One position: strings, liberties, its number, and what it can have.", []entry{{"/board", "Board"}, {"/border", "Border states"}, {"/measure", "Your game's number"}}},
		{"Count", "How many positions are legal, on any board and by any measure.", []entry{{"/count", "Legal positions"}, {"/counting", "How to count"}}},
		{"Growth", "How the numbers grow, with estimates where nobody can count.", nil},
		{"Games", "Game graphs, games and how long they can be.", []entry{{"/graph", "Game graphs"}}},
		{"Report", "What is in print on all this: computed again, and compared.", nil},
		{"Read", "What is new here, the theory, and what the words mean.", []entry{
			{documentsPath + "new.md", "What is new here"},
			{documentsPath + "20x20.md", "L(20,20)"},
			{documentsPath + "theory.md", "Theory"},
			{documentsPath + "glossary.md", "Glossary and questions"},
			{documentsPath, "All documents"},
		}},
	}
	for _, a := range queryPages() {
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

var functions = template.FuncMap{
	"sections": sections, "sectionOf": sectionOf, "positionPath": positionPath, "lower": strings.ToLower,
	"list":    func(values ...any) []any { return values },
	"typeset": func(text string) template.HTML { return template.HTML(view.Typeset(text)) },
}

// policy allows what this server sends, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// protect sets the headers of every answer, and bounds every request.
func (s *server) protect(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if !s.isNamed(r.Host) {
			http.Error(w, "this server answers to localhost, to addresses such as 127.0.0.1, and to the names of its machine only", http.StatusMisdirectedRequest)
			return
		}
		if fromElsewhere(r) {
			http.Error(w, "this server answers no requests of other sites' pages, but links that lead here", http.StatusForbidden)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	})
}

// isNamed tells whether a host, with or without a port, is this machine. A page of another site can
// give a name of its own the address of this machine, and then read what is here as its own, but it
// can have neither an address for a name nor the name of this machine.
func (s *server) isNamed(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	_, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil || host == "localhost" || slices.ContainsFunc(s.Names, func(name string) bool { return strings.EqualFold(name, host) })
}

// home is the number and the board of the first page.
type home struct {
	Legal, Source string
	Board         template.HTML
}

var homeView = sync.OnceValue(func() home {
	const side = 19
	entry, _ := published.Legal(board.Size{Rows: side, Cols: side})
	return home{view.Grouped(entry.Printed), entry.Source(), drawBoard(emptyBoard(side, side), drawing.BoardOptions{Coordinates: true})}
})

const (
	// readTimeout is the most that a client may take to send a request.
	readTimeout = 10 * time.Second
	// writeTimeout is the most that an answer may take when it is found.
	writeTimeout = 10 * time.Second
	// idleTimeout is how long a connection is kept for the next request.
	idleTimeout = time.Minute
)

// Serve answers requests until the context ends, and returns the context's error, or the one that
// ended it before. It bounds how long a request may take to come and its answer, which is found
// within the page time, to go.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler, pageTime time.Duration) error {
	s := &http.Server{
		Handler: handler, ReadHeaderTimeout: readTimeout, ReadTimeout: readTimeout, WriteTimeout: pageTime + writeTimeout, IdleTimeout: idleTimeout,
	}
	defer context.AfterFunc(ctx, func() { _ = s.Close() })() // answers that take long are waited for no more
	err := s.Serve(listener)
	return cmp.Or(ctx.Err(), err)
}

// fromElsewhere tells whether a page of another site makes the browser send a request, other than
// by leading there: then the answer is of no use to anybody, and only costs. Programs that are no
// browsers say nothing about it.
func fromElsewhere(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "same-origin", "none":
		return false
	case "": // an old browser, or a page that is not from a secure place
		origin := r.Header.Get("Origin")
		return origin != "" && origin != "http://"+r.Host && origin != "https://"+r.Host
	}
	leads := r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
	return !leads || r.Method != http.MethodGet && r.Method != http.MethodHead
}
