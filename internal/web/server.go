package web

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"html/template"
	"math/big"
	"net"
	"net/http"
	"sync"
	"sync/atomic"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/drawing"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/internal/reproduction"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/result"
)

//go:embed static
var static embed.FS

// server answers the requests.
type server struct {
	options   Options
	pages     *pages
	counts    *memo[question, *result.Result]
	games     *games
	tables    *memo[board.Size, *rankTable]
	figures   *memo[canvas.Format, []byte]
	estimates *memo[sides, *view.Estimate]
	squares   *memo[squaresKey, asymptotic.Series]

	convergence *memo[struct{}, []template.HTML]
	extremes    *memo[recordKey, *record]
	replies     *memo[query, *reply]
	graphs      *memo[board.Size, *game.Graph]
	outcomes    *memo[string, *reproduction.Outcome]
	draws       chan struct{} // held by requests that draw a position

	recomputing atomic.Bool // whether all entries of the report are being computed
}

// policy allows what this server sends, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// maxBody bounds what a form may send.
const maxBody = 1 << 20

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

func (s *server) notFound(w http.ResponseWriter, r *http.Request) {
	s.fail(w, http.StatusNotFound, "There is no page "+r.URL.Path+".")
}

// home is the numbers and the board of the first page.
type home struct {
	Legal, Positions, Source string
	Board                    template.HTML
}

var homeView = sync.OnceValue(func() home {
	const side = 19
	h := home{Positions: view.Grouped(new(big.Int).Exp(big.NewInt(3), big.NewInt(side*side), nil).String())}
	if entry, ok := published.Legal(board.Size{Rows: side, Cols: side}); ok {
		h.Legal, h.Source = view.Grouped(entry.Printed), entry.Source()
	}
	if p, err := goban.New(side, side); err == nil {
		h.Board = template.HTML(drawing.Board(p, drawing.BoardOptions{Wood: true, Coordinates: true}).SVG())
	}
	return h
})

func (s *server) home(w http.ResponseWriter, _ *http.Request) {
	s.pages.render(w, http.StatusOK, "home", page{Title: "combigo", Here: "/", Body: homeView()})
}

// fail writes a page that says what is wrong and what would be right.
func (s *server) fail(w http.ResponseWriter, status int, message string) {
	s.pages.render(w, status, "error", page{Title: cmp.Or(failures[status], http.StatusText(status)), Body: message})
}

// failFinding says why an answer was not found, if there is an error.
func (s *server) failFinding(w http.ResponseWriter, err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		s.fail(w, statusOf(err), err.Error())
	}
}
