package reproduction

import (
	"cmp"
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

// gamesInPrint returns the number of games on a board as Table 7 has it.
func gamesInPrint(rows, cols int) *big.Int {
	n, ok := new(big.Int).SetString(printedValues()[gamesOn(rows, cols)].text, 10)
	require(ok, "no number of games on %dx%d in print", rows, cols)
	return n
}

// gamesOn is the line of Table 7 for a board.
func gamesOn(rows, cols int) key { return key{"table-7", fmt.Sprintf("games %dx%d", rows, cols)} }

// games counts the games on a board.
func games(w *work, rows, cols int) *result.Result {
	n := must(game.Count(w.ctx, rectangle(rows, cols), game.Rules{}, w.options()))
	check(w.ctx.Err()) // then the count is a part
	return n.Result
}

// gameEstimates adds the lines of the boards whose numbers of games are estimated.
func gameEstimates(w *work) {
	estimated := sizes("1x5 1x6 2x3 2x4 3x3")
	for i, size := range estimated {
		w.estimateGames(size, len(estimated)-i)
	}
}

const (
	// maxGameTime bounds the time for a board: a mean carried by few runs rises with log(runs).
	maxGameTime = 200 * time.Second
	// fewRuns is the number of runs that must carry a mean for it to count.
	fewRuns = 10
)

// estimateGames compares decimal exponents. The board gets a share of what is left of the budget.
func (w *work) estimateGames(size board.Size, share int) {
	l := w.line("exponent", size)
	in, run := l.printed().text, l.cost().time
	runs := int(min((w.budget.Time-w.spent)/time.Duration(share), maxGameTime) / run)
	if runs <= 0 {
		w.more(time.Duration(share) * run)
		w.tooLarge(l, fmt.Sprintf("a run takes about %v of CPU time: --budget %v", run, w.enough(time.Duration(share)*run)))
		return
	}
	cost := time.Duration(runs) * run
	if !w.within(cost, func() {
		e := must(game.Estimate(w.ctx, rectangle(size.Rows, size.Cols), game.Rules{}, w.budget.Memory, paths.EstimateOptions{
			Options: w.options(), Seed: 1, Runs: runs,
		}))
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
		w.against(l, f)
	}) {
		w.stored(l, w.takes(cost))
	} else if 4*cost <= maxGameTime {
		w.more(4 * cost)
	}
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

// degrees counts the outdegrees of the game graph of a board, with suicide.
func degrees(w *work, rows, cols int) *game.Degrees {
	p := must(game.NewPositions(w.ctx, rectangle(rows, cols), w.options()))
	return must(p.Degrees(w.ctx, game.Rules{}, w.options()))
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

// grayCodeGame plays a game of a partition.
func grayCodeGame(w *work, p *bound.Partition, over int) finding {
	return w.play(p.Rows(), p.Cols(), over, math.MaxInt, must(witness.GrayCode(p, witness.InOrder)))
}

// rowGame plays the longest or the shortest game on a row.
func rowGame(w *work, n, least, most int, skip bool) finding {
	return w.play(1, n, least-1, most, must(witness.Row(n, func(int) bool { return skip })))
}

// play replays a game and checks its length, which is more than one bound and at most another.
func (w *work) play(rows, cols, over, most int, moves iter.Seq[goban.Move]) finding {
	replay := must(goban.NewReplay(must(goban.New(rows, cols)), goban.Black, goban.Rules{FreeTurns: true}))
	length := 0
	for m := range moves {
		if err := replay.Play(m); err != nil {
			return finding{value: false, text: err.Error()}
		}
		if length++; length%4096 == 0 {
			check(w.ctx.Err())
		}
	}
	return finding{value: length > over && length <= most, text: fmt.Sprintf("%d moves, all legal", length), basis: result.Proved}
}

// furtherBounds adds lines for bounds on the games of 19x19 that are not in the paper.
func furtherBounds(w *work) {
	least, most := w.line("least"), w.line("most")
	if cost := least.cost().time; !w.within(cost, func() {
		found := must(bound.Find(w.ctx, board.Size{Rows: 19, Cols: 19}, w.budget.Threads))
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
	}) {
		for _, l := range []line{least, most} {
			w.tooLarge(l, "the bound here takes "+w.takes(cost)).Mark = Quoted
		}
	}
}

func log2(a *interval.Arithmetic, x interval.Interval) interval.Interval {
	return a.Quo(a.Ln(x), a.Ln(interval.Whole(2)))
}

// belowConjecture compares the number of games in print with (2mn/3)^L(m,n).
func belowConjecture(w *work, rows, cols int) finding {
	logarithm := log2(interval.New(keptDigits), interval.Int(gamesInPrint(rows, cols)))
	f := finding{value: bound.BelowConjecture(logarithm, rows*cols, w.counted(rows, cols).Int64()), basis: result.TwoWays}
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
func conjectureProof(w *work) finding {
	steps := must(bound.ProveConjecture(w.ctx, w.budget.Threads))
	f := finding{value: true, text: "proved", mark: Further, basis: result.Proved}
	for _, step := range steps {
		if !step.Holds {
			f.value, f.text = false, "not proved: "+step.What
		}
	}
	f.note = fmt.Sprintf("%d steps that are checked in this run, and what lies between them (docs/games-bounds.md)", len(steps))
	return f
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
func gomoku(w *work, rows, cols, length int) rowCount {
	n, stats, err := transfer.NoRow(w.ctx, transfer.RowGame{Rows: rows, Columns: cols, Length: length}, must(transfer.NewIntegers(0, 3)), w.options())
	check(err)
	return rowCount{n, stats.PeakStates}
}
