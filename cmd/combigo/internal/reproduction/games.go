package reproduction

import (
	"cmp"
	"fmt"
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

// knownGames are the boards whose numbers of games are in print, estimatedGames those of estimates.
const (
	knownGames     = "1x1 1x2 1x3 1x4 2x2"
	estimatedGames = "1x5 1x6 2x3 2x4 3x3"
)

// gamesInPrint returns the number of games of one of knownGames.
func gamesInPrint(size board.Size) *big.Int {
	n, ok := new(big.Int).SetString(printedValues()[key{"table-7", "games " + size.String()}].text, 10)
	require(ok, "no number of games on %v in print", size)
	return n
}

func table7(w *work) {
	for _, size := range sizes(knownGames) {
		l := w.line("games", size)
		w.lines(func() {
			n := must(game.Count(w.ctx, rectangle(size.Rows, size.Cols), game.Rules{}, w.options()))
			check(w.ctx.Err())
			w.against(l, n.Value).Basis = n.Basis()
		}, l)
	}
	estimated := sizes(estimatedGames)
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
		r := w.between("exponent", fmt.Sprintf("%.1f", e.Mean), !apart, size)
		r.Basis, r.Note = result.Observed, fmt.Sprintf("%d runs, 95%% interval %.1f to %.1f", e.Runs, e.Low, e.High)
		switch {
		case e.Effective < 2:
			r.Mark, r.Note = Undecided, r.Note+"; the mean hangs on one run, so that it is likely too low, and the interval says little"
		case e.Effective < fewRuns && apart:
			r.Mark, r.Note = Undecided, r.Note+fmt.Sprintf("; %.1f runs carry the mean, so that it is likely too low, and the interval too narrow", e.Effective)
		}
		r.explain(r.Note + "; both are estimates by heuristic sampling")
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
func (w *work) degrees(size board.Size) *game.Degrees {
	p := must(game.NewPositions(w.ctx, rectangle(size.Rows, size.Cols), w.options()))
	return must(p.Degrees(w.ctx, game.Rules{}, w.options()))
}

func table8(w *work) {
	for _, size := range sizes("1x1 1x2 1x3 1x4 2x2 2x3 2x4 3x3 3x4 4x4") {
		l := w.line("outdegree", size.Rows, size.Cols)
		if w.within(l.cost().time, func() {
			d := w.degrees(size)
			w.degree(l, d.Edges, d.Nodes)
		}) {
			continue
		}
		if e, ok := w.line("edges", size.Rows, size.Cols).earlier(); ok {
			edges, nodes := must(strconv.ParseInt(e.value, 10, 64)), knownLegal(size.Rows, size.Cols).Int64()
			w.degree(l, edges, nodes).Earlier = e.provenance
		} else {
			w.tooLarge(l, w.takes(l.cost().time))
		}
	}
}

// maxPlayed is the number of positions up to which tests play all moves one by one.
const maxPlayed = 20000

// degree compares an average outdegree.
func (w *work) degree(l line, edges, nodes int64) *Row {
	r := w.against(l, big.NewRat(edges, nodes))
	if nodes > maxPlayed {
		r.Basis = result.OneWay
	}
	r.Note = fmt.Sprintf("%d edges, %d nodes", edges, nodes)
	return r
}

// theorem8 plays the games of partitions: of Figure 14, and of the best ones of other boards.
func theorem8(w *work) {
	for _, n := range []int{3, 7} {
		p := bound.Combs(n, n)
		w.row("black", p.Count(goban.Black), n)
		w.row("between", p.Count(goban.Empty), n)
		l, _ := w.grayCodeGame(p)
		w.lines(func() { w.playGrayCode(p) }, l)
	}
	for _, size := range sizes("2x3 3x4 4x5 5x5") {
		w.playGrayCode(bound.Combs(size.Rows, size.Cols))
	}
}

// grayCodeGame names a game of a partition, with its least number of moves, k 2^(l-1), k a mean.
func (w *work) grayCodeGame(p *bound.Partition) (l line, over int) {
	over = (p.Count(goban.Black) + p.Count(goban.White)) << (p.Count(goban.Empty) - 2)
	return w.line("game", p.Rows(), p.Cols(), over), over
}

// playGrayCode plays a game of a partition, and checks how long it is.
func (w *work) playGrayCode(p *bound.Partition) {
	l, over := w.grayCodeGame(p)
	w.play(p.Rows(), p.Cols(), l, over, math.MaxInt, must(witness.GrayCode(p, witness.InOrder)))
}

// play replays a game and checks its length, which is more than one bound and at most another.
func (w *work) play(rows, cols int, l line, over, most int, moves func(func(goban.Move) bool)) {
	replay := must(goban.NewReplay(must(goban.New(rows, cols)), goban.Black, goban.Rules{FreeTurns: true}))
	length := 0
	for m := range moves {
		if err := replay.Play(m); err != nil {
			w.against(l, one(false)).Here = err.Error()
			return
		}
		if length++; length%4096 == 0 {
			check(w.ctx.Err())
		}
	}
	r := w.against(l, one(length > over && length <= most))
	r.Here, r.Basis = fmt.Sprintf("%d moves, all legal", length), result.Proved
}

// theorem9 plays the longest and the shortest game on rows.
func theorem9(w *work) {
	for n := 2; n <= 12; n++ {
		for _, skip := range []bool{false, true} {
			least, most := 3<<(n-1)-5, 2<<n-4
			w.play(1, n, w.line("game", n, least, most), least-1, most, must(witness.Row(n, func(int) bool { return skip })))
		}
	}
	w.row("choices", witness.RowChoices(12))
}

func corollary8(w *work) {
	w.basis = result.Proved
	lower := bound.Lower(bound.Combs(19, 19))
	w.row("lower", lower.Formula)
	t, _ := lower.Tower()
	w.row("lower-binary", t.Binary.Low)
	w.row("lower-decimal", t.Decimal.Low)
	t, _ = bound.Upper(361, knownLegal(19, 19), "L(19,19)").Tower()
	w.row("upper-binary", t.Binary.High).Basis = result.Quoted
	w.row("upper-decimal", t.Decimal.High).Basis = result.Quoted
	w.row("share", new(big.Rat).SetFrac(knownLegal(19, 19), power(3, 361))).Basis = result.Quoted
	least, most := w.line("least"), w.line("most")
	if cost := least.cost().time; !w.within(cost, func() {
		found := must(bound.Find(w.ctx, board.Size{Rows: 19, Cols: 19}, w.budget.Threads))
		low, _ := found.Lower[0].Tower()
		high, _ := found.Upper[0].Tower()
		w.sharper(least.printed().text, least, "10^(10^"+interval.Floor(low.Decimal.Low, 6)+")", true).Note = "by " + found.Lower[0].Source + " (docs/games-bounds.md)"
		r := w.sharper(most.printed().text, most, "10^(10^"+interval.Ceil(high.Decimal.High, 6)+")", true)
		r.Basis, r.Note = result.Quoted, "by "+found.Upper[0].Source+" (docs/games-bounds.md)"
	}) {
		for _, l := range []line{least, most} {
			w.tooLarge(l, "the bound here takes "+w.takes(cost)).Mark = Quoted
		}
	}
}

// conjectureBoards are those whose outdegrees are counted.
const conjectureBoards = "1x3 1x4 1x5 1x6 1x7 1x8 1x9 1x10 2x2 2x3 2x4 2x5 3x3 3x4"

func log2(a *interval.Arithmetic, x interval.Interval) interval.Interval {
	return a.Quo(a.Ln(x), a.Ln(interval.Whole(2)))
}

// gamesConjecture checks the proof of the conjecture, and compares (2mn/3)^L(m,n) with known
// numbers of games, and 2mn/3 with the geometric means of the outdegrees (Lemma 17).
func gamesConjecture(w *work) {
	a := interval.New(keptDigits)
	for _, size := range sizes(knownGames) {
		holds := bound.BelowConjecture(log2(a, interval.Int(gamesInPrint(size))), size.Points(), w.counted(size.Rows, size.Cols).Int64())
		r := w.row("games", one(holds), size)
		r.Here, r.Basis = map[bool]string{true: "yes", false: "no"}[holds], result.TwoWays
		if costs()[key{"table-7", "games " + size.String()}].time > 0 { // tests play the games of the others
			r.Basis = result.OneWay
		}
		if size.Points() < 3 {
			r.Mark, r.Note = NotInPaper, "the conjecture is for mn >= 3"
		}
	}
	steps := must(bound.ProveConjecture(w.ctx, w.budget.Threads))
	proof := w.row("all", "proved")
	proof.Mark, proof.Basis = Further, result.Proved
	for _, step := range steps {
		if !step.Holds {
			proof.Here, proof.Mark = "not proved: "+step.What, Different
		}
	}
	proof.Note = fmt.Sprintf("%d steps that are checked in this run, and what lies between them (docs/games-bounds.md)", len(steps))
	for _, size := range sizes(conjectureBoards) {
		d := w.degrees(size)
		mean := a.Exp(a.Mul(a.Quo(bound.Outdegrees(d.Count).Log2, interval.Whole(d.Nodes)), a.Ln(interval.Whole(2))))
		share := a.Quo(a.Mul(mean, interval.Whole(3)), interval.Whole(int64(2*size.Points())))
		r := w.row("mean", share.Rounded(6), size)
		r.Basis, r.Note = result.OneWay, fmt.Sprintf("geometric mean %s, arithmetic mean %.4f, of %d positions", mean.Rounded(6), d.Average(), d.Nodes)
	}
}

// gomokuCount counts the positions without a row.
func (w *work) gomokuCount(rows, cols, length int) *big.Int {
	n, _, err := transfer.NoRow(w.ctx, transfer.RowGame{Rows: rows, Columns: cols, Length: length}, must(transfer.NewIntegers(0, 3)), w.options())
	check(err)
	return n
}
