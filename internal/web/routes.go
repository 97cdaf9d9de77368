package web

import (
	"context"
	"io/fs"
	"net/http"

	"combigo.dev/combigo/internal/canvas"
)

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
	mux.HandleFunc("GET /counting", turn(s.counting))
	mux.HandleFunc("GET /count", s.countPage)
	mux.HandleFunc("POST /count", s.startCount)
	mux.HandleFunc("GET /count/{id}", s.countJob)
	mux.HandleFunc("GET /count/{id}/events", s.countEvents)
	mux.HandleFunc("GET /count/{id}/{format}", s.countFile)
	mux.HandleFunc("POST /count/{id}/cancel", s.cancelCount)
	mux.HandleFunc("GET /growth", turn(s.growth))
	for _, format := range canvas.Formats() {
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
