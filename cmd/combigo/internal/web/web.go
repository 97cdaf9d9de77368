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
	"context"
	"embed"
	"html/template"
	"io/fs"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/internal/published"
)

//go:embed static
var static embed.FS

// New returns the explorer. Its counts end with the context.
func New(ctx context.Context, opt Options) (http.Handler, error) {
	opt = opt.withDefaults()
	s := &server{opt, pages{}, newAnswers(ctx, opt), newPositions(ctx, opt.Threads)}
	if err := s.pages.parse(); err != nil {
		return nil, err
	}
	boards, counts := &boardPages{s, newRankTables(ctx, opt)}, &countPages{s, newCounts(ctx, opt)}
	graphs, games, measures := &graphPages{s, newGraphs(ctx)}, newGamePages(s), newMeasurePages(ctx, s)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /static/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "max-age=300") // for the time of a visit
		http.FileServerFS(static).ServeHTTP(w, r)
	})
	for name := range boardFiles {
		mux.HandleFunc("GET /board."+name, boards.boardFile)
	}
	for _, name := range measureFiles {
		mux.HandleFunc("GET /measure."+name, measures.measureFile)
	}
	for pattern, handle := range map[string]http.HandlerFunc{
		"/": s.notFound, "GET /{$}": s.home,
		"GET /count": counts.countPage, "POST /count": counts.startCount, "GET /count/{id}": counts.countJob,
		"GET /count/{id}/{format}": counts.countFile, "POST /count/{id}/cancel": counts.cancelCount, "GET /counting": s.counting,
		"GET /board": boards.board, "POST /board": games.upload, "GET /random": boards.random, "GET /border": s.border, "GET /game/{id}": games.game,
		"GET /measure": measures.measure, "POST /measure": measures.compute,
		"GET /docs/{$}": s.documents, "GET /docs/{file...}": s.document, "GET /numbers/{name}": s.question, "POST /numbers/{name}": s.compute,
		"GET /graph": graphs.gameGraph, "GET /graph.sgf": graphs.graphSGF,
	} {
		mux.HandleFunc(pattern, handle)
	}
	return s.protect(http.NewCrossOriginProtection().Handler(mux)), nil
}

//go:embed templates
var templates embed.FS

// parse reads all templates.
func (p pages) parse() error {
	files, err := fs.Glob(templates, "templates/*.html")
	for _, file := range files {
		if err == nil {
			name := strings.TrimSuffix(path.Base(file), ".html")
			p[name], err = template.New(name).Funcs(functions).ParseFS(templates, "templates/frame.html", file)
		}
	}
	return err
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
	"sections": sections, "sectionOf": sectionOf,
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
	return err == nil || host == "localhost" || slices.ContainsFunc(s.options.Names, func(name string) bool { return strings.EqualFold(name, host) })
}

// home is the numbers and the board of the first page.
type home struct {
	Legal, Positions, Source string
	Board                    template.HTML
}

var homeView = sync.OnceValue(func() home {
	const side = 19
	h := home{Positions: view.Grouped(new(big.Int).Exp(big.NewInt(3), big.NewInt(side*side), nil).String()), Board: drawPosition(emptyBoard(side, side), nil)}
	if entry, ok := published.Legal(board.Size{Rows: side, Cols: side}); ok {
		h.Legal, h.Source = view.Grouped(entry.Printed), entry.Source()
	}
	return h
})

func (s *server) home(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, "home", page{Title: "combigo", Here: "/", Body: homeView()}, nil)
}

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
	failed := make(chan error, 1)
	go func() { failed <- s.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	// Answers that take long are waited for no more.
	if err := s.Close(); err != nil {
		return err
	}
	return ctx.Err()
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
