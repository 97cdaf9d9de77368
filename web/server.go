package web

import (
	"context"
	"embed"
	"html/template"
	"io/fs"
	"math/big"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"combigo/asymptotic"
	"combigo/asymptotic/figure"
	"combigo/board"
	"combigo/game"
	"combigo/goban"
	"combigo/internal/drawing"
	"combigo/internal/view"
	"combigo/published"
	"combigo/reproduction"
	"combigo/result"
)

// Options says what the pages may cost.
type Options struct {
	Memory   result.Bytes  // of all that is computed at the same time, and of what is kept
	JobTime  time.Duration // after which a count is stopped
	Threads  int           // of a count, 0: one for each processor
	Loopback bool          // whether only this machine's names are answered

	patience time.Duration // how long a page waits for what may take longer, 0: for defaultPatience
}

// Defaults of [Options].
const (
	DefaultMemory  = 2 << 30
	DefaultJobTime = 10 * time.Minute
)

func (o Options) withDefaults() Options {
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	if o.JobTime == 0 {
		o.JobTime = DefaultJobTime
	}
	if o.patience == 0 {
		o.patience = defaultPatience
	}
	return o
}

// What is computed shares the memory. Tables of completion counts are kept, and one more may be in the making: a quarter
// in all. An eighth is for the report, a thirty-second each for records, questions and squares, and what is left for estimates,
// figures and drawings.
func (o Options) countMemory() result.Bytes  { return o.Memory / 2 }
func (o Options) tableMemory() result.Bytes  { return min(maxTable, o.Memory/4/(maxTables+1)) }
func (o Options) reportMemory() result.Bytes { return o.Memory / 8 }
func (o Options) recordMemory() result.Bytes { return o.Memory / 32 }

//go:embed static
var static embed.FS

// server answers the requests.
type server struct {
	options   Options
	pages     *pages
	counts    *memo[question, *result.Result]
	games     *games
	tables    *memo[board.Size, *rankTable]
	figures   *memo[figure.Format, []byte]
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

// New returns the explorer. Its counts end with the context.
func New(ctx context.Context, opt Options) (http.Handler, error) {
	opt = opt.withDefaults()
	pages, err := parsePages()
	if err != nil {
		return nil, err
	}
	s := &server{
		options: opt, pages: pages, counts: newCounts(ctx, opt), games: newGames(),
		tables: newRankTables(ctx, opt), figures: newFigures(ctx),
		estimates: newEstimates(ctx), squares: newSquares(ctx, opt), convergence: newConvergence(ctx), extremes: newRecords(ctx, opt), replies: newReplies(ctx, opt), graphs: newGraphs(ctx), outcomes: newOutcomes(ctx, opt), draws: make(chan struct{}, maxDraws),
	}
	files, err := fs.Sub(static, "static")
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	turn := newGate().through
	mux.Handle("GET /static/", http.StripPrefix("/static/", cached(http.FileServerFS(files))))
	mux.HandleFunc("GET /{$}", s.home)
	mux.HandleFunc("GET /board", turn(s.board))
	for name := range boardFiles {
		mux.HandleFunc("GET /board."+name, turn(s.boardFile))
	}
	mux.HandleFunc("POST /board", turn(s.upload))
	mux.HandleFunc("GET /random", turn(s.random))
	mux.HandleFunc("GET /rank", turn(s.rank))
	mux.HandleFunc("GET /unrank", turn(s.unrank))
	mux.HandleFunc("GET /border", turn(s.border))
	mux.HandleFunc("GET /game/{id}", turn(s.game))
	mux.HandleFunc("GET /count", s.countPage)
	mux.HandleFunc("POST /count", s.startCount)
	mux.HandleFunc("GET /count/{id}", s.countJob)
	mux.HandleFunc("GET /count/{id}/events", s.countEvents)
	mux.HandleFunc("GET /count/{id}/{format}", s.countFile)
	mux.HandleFunc("POST /count/{id}/cancel", s.cancelCount)
	mux.HandleFunc("GET /growth", turn(s.growth))
	for _, format := range []figure.Format{figure.SVG, figure.PDF, figure.PNG} {
		mux.HandleFunc("GET /growth."+string(format), s.growthFigure)
	}
	mux.HandleFunc("GET /records", turn(s.records))
	mux.HandleFunc("GET /numbers/{name}", turn(s.question))
	mux.HandleFunc("GET /graph", turn(s.gameGraph))
	mux.HandleFunc("GET /graph.sgf", turn(s.graphSGF))
	mux.HandleFunc("GET /report", turn(s.report))
	mux.HandleFunc("POST /report", s.computeReport)
	mux.HandleFunc("GET /report/{id}", turn(s.reportEntry))
	mux.HandleFunc("GET /report/{id}/figure.svg", s.reportFigure)
	mux.HandleFunc("/", s.notFound)
	return s.protect(http.NewCrossOriginProtection().Handler(mux)), nil
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
		h.Board = template.HTML(drawing.Board(p, drawing.BoardOptions{Wood: true, Coordinates: true}))
	}
	return h
})

func (s *server) home(w http.ResponseWriter, _ *http.Request) {
	s.pages.render(w, http.StatusOK, "home", page{Title: "combigo", Here: "/", Body: homeView()})
}
