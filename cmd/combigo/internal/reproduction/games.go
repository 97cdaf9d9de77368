package reproduction

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/digraph/paths"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/game/witness"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// gamesInPrint returns the number of games on a board as Table 7 has it, if it has.
func gamesInPrint(rows, cols int) (*big.Int, bool) {
	return new(big.Int).SetString(printedValues()[gamesOn(rows, cols)].text, 10)
}

// gamesOn is the line of Table 7 for a board.
func gamesOn(rows, cols int) key { return key{"table-7", fmt.Sprintf("games %dx%d", rows, cols)} }

const (
	// maxGameTime bounds the time for a board: a mean carried by few runs rises with log(runs).
	maxGameTime = 200 * time.Second
	// fewRuns is the number of runs that must carry a mean for it to count.
	fewRuns = 10
)

// estimateGames compares decimal exponents. The board gets a share of what is left of the budget.
func estimateGames(w *work, size board.Size, share int) error {
	l := w.line("exponent", size)
	run := l.cost().time
	runs := int(min((w.budget.Time-w.spent)/time.Duration(share), maxGameTime) / run)
	if runs <= 0 {
		w.more(time.Duration(share) * run)
		w.tooLarge(l, fmt.Sprintf("a run takes about %v of CPU time: --budget %v", run, w.enough(time.Duration(share)*run)))
		return nil
	}
	cost := time.Duration(runs) * run
	there, err := w.within(cost, func() error {
		f, err := gamesEstimate(w, size, runs, l.printed().text)
		if err == nil {
			w.against(l, f)
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case !there:
		return w.stored(l, w.takes(cost))
	case 4*cost <= maxGameTime:
		w.more(4 * cost)
	}
	return nil
}

// gamesEstimate compares an estimate of the decimal exponent with the one in print.
func gamesEstimate(w *work, size board.Size, runs int, in string) (finding, error) {
	g, err := rectangle(size.Rows, size.Cols)
	if err != nil {
		return finding{}, err
	}
	e, err := game.Estimate(w.ctx, g, game.Rules{}, w.budget.Memory, paths.EstimateOptions{Options: w.options(), Seed: 1, Runs: runs})
	if err != nil {
		return finding{}, err
	}
	low, high := roundedFrom(in)
	apart := e.High < low || e.Low > high
	f := finding{
		value: !apart, text: fmt.Sprintf("%.1f", e.Mean), basis: result.Observed,
		note: fmt.Sprintf("%d runs, 95%% interval %.1f to %.1f", e.Runs, e.Low, e.High), why: "both are estimates by heuristic sampling",
	}
	switch {
	case e.Effective < 2:
		f.value, f.mark, f.note = true, Undecided, f.note+"; the mean hangs on one run, so that it is likely too low, and the interval says little"
	case e.Effective < fewRuns && apart:
		f.value, f.mark = true, Undecided
		f.note += fmt.Sprintf("; %.1f runs carry the mean, so that it is likely too low, and the interval too narrow", e.Effective)
	}
	return f, nil
}

// roundedFrom returns the range of the numbers that round to a printed one such as 86 or 5.3e2.
func roundedFrom(printed string) (low, high float64) {
	mantissa, exponent, _ := strings.Cut(printed, "e")
	_, fraction, _ := strings.Cut(mantissa, ".")
	middle, _ := strconv.ParseFloat(printed, 64)
	power, _ := strconv.Atoi(cmp.Or(exponent, "0"))
	half := math.Pow10(power-len(fraction)) / 2
	return middle - half, middle + half
}

// averageDegree is the average outdegree of a game graph.
func averageDegree(edges, nodes int64) finding {
	const maxPlayed = 20000 // positions up to which tests play all moves one by one
	f := finding{value: big.NewRat(edges, nodes), note: fmt.Sprintf("%d edges, %d nodes", edges, nodes)}
	if nodes > maxPlayed {
		f.basis = result.OneWay
	}
	return f
}

// grayCode returns the moves of a game of a partition.
func grayCode(p *bound.Partition) (iter.Seq[goban.Move], error) {
	return witness.GrayCode(p, witness.InOrder)
}

// rowMoves returns the moves of the longest or the shortest game on a row.
func rowMoves(n int, skip bool) (iter.Seq[goban.Move], error) {
	return witness.Row(n, func(int) bool { return skip })
}

// play replays a game and checks its length, which is more than one bound and at most another.
func play(ctx context.Context, empty *goban.Position, over, most int, moves iter.Seq[goban.Move]) (finding, error) {
	replay, err := goban.NewReplay(empty, goban.Black, goban.Rules{FreeTurns: true})
	if err != nil {
		return finding{}, err
	}
	length := 0
	for m := range moves {
		if err := replay.Play(m); err != nil {
			return finding{value: false, text: err.Error()}, nil
		}
		if length++; length%4096 == 0 && ctx.Err() != nil {
			return finding{}, context.Cause(ctx)
		}
	}
	return finding{value: length > over && length <= most, text: fmt.Sprintf("%d moves, all legal", length), basis: result.Proved}, nil
}

// furtherBounds adds lines for bounds on the games of 19x19 that are not in the paper.
func furtherBounds(w *work) error {
	least, most := w.line("least"), w.line("most")
	cost := least.cost().time
	there, err := w.within(cost, func() error {
		found, err := bound.Find(w.ctx, board.Size{Rows: 19, Cols: 19}, w.budget.Threads)
		if err != nil {
			return err
		}
		low, _ := found.Lower[0].Tower()
		high, _ := found.Upper[0].Tower()
		w.against(least, finding{
			value: true, text: "10^(10^" + interval.Floor(low.Decimal.Low, 6) + ")", mark: Sharper, basis: result.Proved,
			note: "by " + found.Lower[0].Source + " (docs/games-bounds.md)",
		})
		w.against(most, finding{
			value: true, text: "10^(10^" + interval.Ceil(high.Decimal.High, 6) + ")", mark: Sharper, basis: result.Quoted,
			note: "by " + found.Upper[0].Source + " (docs/games-bounds.md)",
		})
		return nil
	})
	if err != nil || there {
		return err
	}
	for _, l := range []line{least, most} {
		w.tooLarge(l, "the bound here takes "+w.takes(cost)).Mark = Quoted
	}
	return nil
}

func log2(a *interval.Arithmetic, x interval.Interval) interval.Interval {
	return a.Quo(a.Ln(x), a.Ln(interval.Whole(2)))
}

// belowConjecture compares the number of games in print with (2mn/3)^L(m,n).
func belowConjecture(rows, cols int, inPrint, legal *big.Int) finding {
	logarithm := log2(interval.New(keptDigits), interval.Int(inPrint))
	f := finding{value: bound.BelowConjecture(logarithm, rows*cols, legal.Int64()), basis: result.TwoWays}
	f.text = map[any]string{true: "yes", false: "no"}[f.value]
	if costs()[gamesOn(rows, cols)].time > 0 { // tests play the games of the others
		f.basis = result.OneWay
	}
	if rows*cols < 3 {
		f.value, f.mark, f.note = true, NotInPaper, "the conjecture is for mn >= 3"
	}
	return f
}

// conjectureProof checks the proof of the conjecture.
func conjectureProof(w *work) (finding, error) {
	steps, err := bound.ProveConjecture(w.ctx, w.budget.Threads)
	if err != nil {
		return finding{}, err
	}
	f := finding{value: true, text: "proved", mark: Further, basis: result.Proved}
	for _, step := range steps {
		if !step.Holds {
			f.value, f.text = false, "not proved: "+step.What
		}
	}
	f.note = fmt.Sprintf("%d steps that are checked in this run, and what lies between them (docs/games-bounds.md)", len(steps))
	return f, nil
}

// meanDegree compares 2mn/3 with the geometric mean of the outdegrees (Lemma 17).
func meanDegree(d *game.Degrees, points int) finding {
	a := interval.New(keptDigits)
	mean := a.Exp(a.Mul(a.Quo(bound.Outdegrees(d.Count).Log2, interval.Whole(d.Nodes)), a.Ln(interval.Whole(2))))
	share := a.Quo(a.Mul(mean, interval.Whole(3)), interval.Whole(int64(2*points)))
	return finding{
		value: share.Rounded(6), basis: result.OneWay,
		note: fmt.Sprintf("geometric mean %s, arithmetic mean %.4f, of %d positions", mean.Rounded(6), d.Average(), d.Nodes),
	}
}

// A rowCount is a number of positions without a row.
type rowCount struct {
	Positions *big.Int
	States    int // that were met at the peak
}

// gomoku counts the positions without a row.
func gomoku(w *work, rows, cols, length int) (rowCount, error) {
	integers, err := transfer.NewIntegers(0, 3)
	if err != nil {
		return rowCount{}, err
	}
	n, stats, err := transfer.NoRow(w.ctx, transfer.RowGame{Rows: rows, Columns: cols, Length: length}, integers, w.options())
	return rowCount{n, stats.PeakStates}, err
}
