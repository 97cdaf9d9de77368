// Package web is the explorer in the browser: a small local web server whose
// pages show positions, border states, counts, their growth, game graphs and records.
//
// Pages are written on the server, by html/template, from what the other packages
// compute; everything is embedded. They work with scripts off: every control is a
// link or a form. The one script makes them quicker, by replacing the part of the
// page that changes; a page that waits for an answer asks again.
// A question that a command answers is put to the command, in a process of its own.
//
// Nothing is asked of other hosts, and the content security policy forbids it.
// Requests from other sites are refused, as are requests by a name that is not
// this machine's while the server listens on loopback only.
//
// What a request may cost is bounded: sizes of boards and texts, the number of
// counts at once and in the queue, their memory and their time. The work of a
// page ends when its client goes away. A count goes on until it is cancelled, and
// what may take longer than a page should (tables, answers of commands) is found in
// the background, within a time, and kept: memo.
package web

import (
	"context"
	"embed"
	"io/fs"
	"net"
	"net/http"

	"combigo.dev/combigo/internal/canvas"
)

//go:embed static
var static embed.FS

// New returns the explorer. Its counts end with the context.
func New(ctx context.Context, opt Options) (http.Handler, error) {
	opt = opt.withDefaults()
	pages, err := parsePages()
	if err != nil {
		return nil, err
	}
	s := &server{
		options: opt, pages: pages, counts: newCounts(ctx, opt), games: newGames(ctx), tables: newRankTables(ctx, opt),
		squares: newSquares(ctx, opt), plots: newPlots(ctx), answers: newAnswers(ctx, opt), graphs: newGraphs(ctx),
		outcomes: newOutcomes(ctx, opt),
	}
	files, err := fs.Sub(static, "static")
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("GET /static/", http.StripPrefix("/static/", cached(http.FileServerFS(files))))
	for pattern, handle := range map[string]http.HandlerFunc{
		"/": s.notFound, "GET /{$}": s.home,
		"GET /count": s.countPage, "POST /count": s.startCount, "GET /count/{id}": s.countJob,
		"GET /count/{id}/{format}": s.countFile, "POST /count/{id}/cancel": s.cancelCount,
		"POST /report": s.computeReport, "GET /report/{id}/figure.svg": s.reportFigure,
	} {
		mux.HandleFunc(pattern, handle)
	}
	for _, format := range canvas.Formats() {
		mux.HandleFunc("GET /growth."+string(format), s.growthFigure)
	}
	turn := newGate().through
	for name := range boardFiles {
		mux.HandleFunc("GET /board."+name, turn(s.boardFile))
	}
	for pattern, handle := range map[string]http.HandlerFunc{
		"GET /board": s.board, "POST /board": s.upload, "GET /random": s.random,
		"GET /unrank": s.unrank, "GET /border": s.border, "GET /game/{id}": s.game, "GET /counting": s.counting, "GET /growth": s.growth,
		"GET /docs/{$}": s.documents, "GET /docs/{file...}": s.document,
		"GET /numbers/{name}": s.question, "GET /graph": s.gameGraph, "GET /graph.sgf": s.graphSGF, "GET /report": s.report, "GET /report/{id}": s.reportEntry,
	} {
		mux.HandleFunc(pattern, turn(handle))
	}
	return s.protect(http.NewCrossOriginProtection().Handler(mux)), nil
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
		if s.options.Loopback && !isLoopback(r.Host) {
			http.Error(w, "this server answers to localhost and 127.0.0.1 only", http.StatusMisdirectedRequest)
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

// isLoopback tells whether a host, with or without a port, is this machine by name.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// cached lets browsers keep files for the time of a visit.
func cached(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "max-age=300")
		next.ServeHTTP(w, r)
	})
}
