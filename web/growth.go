package web

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"sync"

	"combigo/asymptotic"
	"combigo/asymptotic/figure"
	"combigo/board"
	"combigo/interval"
	"combigo/published"
)

const (
	// baseDecimals is how many decimals of the approximations to the base are shown.
	baseDecimals = 16
	// estimateDigits is how many digits of an estimate are shown at most.
	estimateDigits = 30
	// provedDecimals is how many decimals of the logarithms of proved bounds are shown.
	provedDecimals = 6
	// mostEstimates is how many estimates are kept.
	mostEstimates = 100
	// mostSideText bounds what is read as a board.
	mostSideText = 2*asymptotic.MostSideDigits + 10
)

// growthRow is a line of the table of L(n,n).
type growthRow struct {
	N, Digits            int
	Number, Base, Source string
}

// constantView is a constant of the asymptotic formula.
type constantView struct{ Name, Value, Error string }

// estimateView is what is known of L(m,n) for one board.
type estimateView struct {
	Board, Number, Formula, Constants string
	Error, ErrorKind, OfFormula       string
	Exact, Source, Deviation          string
	Lower, Tiles, Upper               string
}

type growthView struct {
	Asked     string
	Estimate  *estimateView
	Rows      []growthRow
	Constants []constantView
}

// growth shows how the numbers of legal positions grow, and estimates for any board.
func (s *server) growth(w http.ResponseWriter, r *http.Request) {
	asked := strings.TrimSpace(r.FormValue("board"))
	if asked == "" {
		asked = "19x19"
	}
	if len(asked) > mostSideText {
		s.fail(w, http.StatusBadRequest, fmt.Sprintf("board %s: want a size such as 19, 9x13 or 10^9", shortened(asked)))
		return
	}
	rows, cols, err := asymptotic.ParseSides(strings.Fields(asked)...)
	if err != nil {
		s.fail(w, http.StatusBadRequest, err.Error())
		return
	}
	estimate, share, err := s.estimates.ask(r.Context(), sides{rows.String(), cols.String()}, s.options.patience)
	if errors.Is(err, errFinding) {
		s.wait(w, "/growth", fmt.Sprintf("The estimate for the %vx%v board is being computed.", rows, cols), share)
		return
	}
	if err != nil {
		s.failFinding(w, err)
		return
	}
	s.pages.render(w, http.StatusOK, "growth", page{Title: "Growth", Here: "/growth", Body: &growthView{
		Asked: asked, Estimate: estimate, Rows: growthRows(), Constants: constantViews(),
	}})
}

// growthRows are the published numbers of squares.
var growthRows = sync.OnceValue(func() []growthRow {
	bases := asymptotic.BaseApproximations(asymptotic.LastSquare - 1)
	var rows []growthRow
	for n := 1; n <= asymptotic.LastSquare; n++ {
		entry, ok := published.Legal(board.Size{Rows: n, Cols: n})
		if !ok {
			continue
		}
		row := growthRow{N: n, Digits: len(entry.Printed), Number: entry.Printed, Source: entry.Source()}
		if n <= len(bases) {
			row.Base = bases[n-1].FloatString(baseDecimals)
		}
		rows = append(rows, row)
	}
	return rows
})

// constantViews are the constants of the asymptotic formula.
var constantViews = sync.OnceValue(func() []constantView {
	best := asymptotic.Best()
	var views []constantView
	for _, c := range []struct {
		name string
		asymptotic.Estimate
	}{{"L", best.L}, {"B", best.B}, {"A", best.A}} {
		views = append(views, constantView{c.name, c.Value.Rounded(c.Value.Decimals(estimateDigits)), scientific(c.Value.Radius())})
	}
	return views
})

// sides are those of a board of any size, in digits.
type sides struct{ rows, cols string }

// newEstimates keeps estimates: those of huge boards take some tenths of a second.
func newEstimates(ctx context.Context) *memo[sides, *estimateView] {
	return newMemo(ctx, mostEstimates, func(_ context.Context, b sides, _ func(float64)) (*estimateView, error) {
		rows, cols, err := asymptotic.ParseSides(b.rows, b.cols)
		if err != nil {
			return nil, err
		}
		return newEstimateView(rows, cols)
	})
}

func newEstimateView(rows, cols *big.Int) (*estimateView, error) {
	e, err := asymptotic.EstimateBoard(rows, cols)
	if err != nil {
		return nil, err
	}
	v := &estimateView{
		Board: fmt.Sprintf("%v,%v", rows, cols), Number: e.Text(estimateDigits), Formula: e.Formula(),
		Constants: "extrapolated", Error: scientific(e.Error()), ErrorKind: "in the natural logarithm", OfFormula: e.OwnText(),
		Lower: interval.Floor(asymptotic.Theorem4(rows, cols).Low, provedDecimals), Tiles: asymptotic.NewTiling(rows, cols).String(),
	}
	if e.Method == asymptotic.ByStrip {
		v.Constants = "proved"
	}
	if _, _, ok := e.Scientific(estimateDigits); ok {
		v.ErrorKind = "relative"
	}
	if bounds, ok := asymptotic.Theorem3(rows, cols); ok {
		v.Upper = interval.Ceil(bounds.High, provedDecimals)
	}
	if e.Exact != nil {
		v.Exact, v.Source, v.Deviation = e.Exact.Printed, e.Exact.Source(), scientific(e.Deviation(e.Exact.Int()))
	}
	return v, nil
}

// scientific writes a number as 1.2e-8.
func scientific(x interface{ Text(format byte) string }) string { return strings.ToLower(x.Text('E')) }

// figures draws the figure of the growth once.
func newFigures(ctx context.Context) *memo[figure.Format, []byte] {
	return newMemo(ctx, 1, func(_ context.Context, format figure.Format, _ func(float64)) ([]byte, error) {
		return figure.Draw(format)
	})
}

// growthFigure sends the figure, when it is drawn: an image may be waited for.
func (s *server) growthFigure(w http.ResponseWriter, r *http.Request) {
	drawn, _, err := s.figures.ask(r.Context(), figure.SVG, mostFindTime)
	if err != nil {
		s.failFinding(w, err)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "max-age=300")
	_, _ = w.Write(drawn) // a client that is gone needs no figure
}
