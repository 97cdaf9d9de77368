package reproduction

import (
	"fmt"
	"math/big"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// conjectureBoards are those whose outdegrees are counted.
const conjectureBoards = "1x3 1x4 1x5 1x6 1x7 1x8 1x9 1x10 2x2 2x3 2x4 2x5 3x3 3x4"

func log2(a *interval.Arithmetic, x interval.Interval) interval.Interval {
	return a.Quo(a.Ln(x), a.Ln(interval.Whole(2)))
}

// gamesConjecture checks the proof of the conjecture, and compares (2mn/3)^L(m,n) with the numbers
// of games that are known, and 2mn/3 with the geometric means of the outdegrees, which
// bound the numbers of games (Lemma 17).
func gamesConjecture(w *work) {
	a := interval.New(keptDigits)
	for _, size := range sizes(knownGames) {
		holds := bound.BelowConjecture(log2(a, interval.Int(gamesInPrint(size))), size.Points(), w.counted(size.Rows, size.Cols).Int64())
		r := w.row(fmt.Sprintf("games on %v < (2mn/3)^L(m,n)", size), one(holds))
		r.Here, r.Basis = map[bool]string{true: "yes", false: "no"}[holds], result.TwoWays
		if costs()[line{"table-7", fmt.Sprintf("games on %v", size)}].time > 0 { // tests play the games of the others
			r.Basis = result.OneWay
		}
		if size.Points() < 3 {
			r.Mark, r.Note = NotInPaper, "the conjecture is for mn >= 3"
		}
	}
	steps := must(bound.ProveConjecture(w.ctx, w.budget.Threads))
	const all = "fewer than (2mn/3)^L(m,n) games, all boards of mn >= 3"
	proof := Row{What: all, Printed: w.inPrint(all).text, Here: "proved", Mark: Further, Basis: result.Proved}
	for _, step := range steps {
		if !step.Holds {
			proof.Here, proof.Mark = "not proved: "+step.What, Different
		}
	}
	w.add(proof).Note = fmt.Sprintf("%d steps that are checked in this run, and what lies between them (docs/games-bounds.md)", len(steps))
	for _, size := range sizes(conjectureBoards) {
		d := w.degrees(size)
		mean := a.Exp(a.Mul(a.Quo(bound.Outdegrees(d.Count).Log2, interval.Whole(d.Nodes)), a.Ln(interval.Whole(2))))
		share := a.Quo(a.Mul(mean, interval.Whole(3)), interval.Whole(int64(2*size.Points())))
		r := w.row(fmt.Sprintf("%v: geometric mean of the outdegrees / (2mn/3)", size), share.Rounded(6))
		r.Basis, r.Note = result.OneWay, fmt.Sprintf("geometric mean %s, arithmetic mean %.4f, of %d positions", mean.Rounded(6), d.Average(), d.Nodes)
	}
}

// corollary7 compares the bounds on n x n boards with the forms in print: the lower one for n of 3
// modulo 4, the upper one wherever the number of legal positions is known.
func corollary7(w *work) {
	a := interval.New(keptDigits)
	const first, last, most = 3, 103, 3
	lower, upper := &cases{}, &cases{}
	var rests []interval.Interval
	for n := first; n <= last; n += 4 {
		tower, ok := bound.Lower(bound.Combs(n, n)).Tower()
		if !ok {
			check(fmt.Errorf("internal error: the lower bound for %dx%[1]d is no tower", n))
		}
		// n^2/2 - 3n/2 + log k + log log k + O(1)
		k := log2(a, interval.Whole(int64(n-1+(n-2)*(n+1)/4)))
		form := a.Add(a.Add(a.Quo(interval.Whole(int64(n*n-3*n)), interval.Whole(2)), k), log2(a, k))
		rest := a.Sub(tower.Binary, form)
		rests = append(rests, rest)
		lower.add(rest.Low.Sign() >= 0 && rest.High.Cmp(interval.Whole(most).High) <= 0)
	}
	w.row(fmt.Sprintf("lower bound 2^2^(n^2/2 - 3n/2 + log k + log log k + c) with 0 <= c <= %d, n = %d, 7, ..., %d", most, first, last), lower).
		Note = fmt.Sprintf("c is %s for n = %d and %s for n = %d", rests[0].Rounded(6), first, rests[len(rests)-1].Rounded(6), last)
	for n := 2; n <= asymptotic.LastSquare; n++ {
		form := a.Add(a.Add(a.Mul(interval.Whole(int64(n*n)), log2(a, interval.Whole(3))), log2(a, log2(a, interval.Whole(int64(n))))), interval.Whole(1))
		tower, ok := bound.Upper(n*n, knownLegal(n, n), "").Tower()
		upper.add(ok && tower.Binary.High.Cmp(form.Low) < 0)
	}
	w.row(fmt.Sprintf("upper bound (n^2)^L(n,n) < 2^2^(n^2 log 3 + log log n + 1), n = 2 to %d", asymptotic.LastSquare), upper)
}

// gomokuSubadditive cuts boards of gomoku in two: a position without five in a row has none in
// either part.
func gomokuSubadditive(w *work) {
	const rows, cols, five = 4, 8, 5
	values := map[[2]int]*big.Int{}
	for m := 1; m <= rows; m++ {
		for n := m; n <= cols; n++ {
			values[[2]int{m, n}] = w.gomokuCount(m, n, five)
			values[[2]int{n, m}] = values[[2]int{m, n}]
		}
	}
	holds, strict := &cases{}, &cases{}
	for m := 1; m <= rows; m++ {
		for n := 2; n <= cols; n++ {
			for k := 1; 2*k <= n; k++ {
				order := values[[2]int{m, n}].Cmp(new(big.Int).Mul(values[[2]int{m, k}], values[[2]int{m, n - k}]))
				holds.add(order <= 0)
				strict.add(order < 0)
			}
		}
	}
	w.row(fmt.Sprintf("G(m,n+n') <= G(m,n) G(m,n'), all boards up to %dx%d", rows, cols), holds).
		Note = fmt.Sprintf("strictly less in %d cases: where a row fits across the cut", strict.good)
	root := interval.New(keptDigits).Root(interval.Int(values[[2]int{rows, cols}]), rows*cols)
	w.row(fmt.Sprintf("G(%d,%d)^(1/%d), a proved upper bound on the base of gomoku", rows, cols, rows*cols), root.Rounded(9))
}

// gomokuCount counts the positions without a row.
func (w *work) gomokuCount(rows, cols, length int) *big.Int {
	n, _, err := transfer.NoRow(w.ctx, transfer.RowGame{Rows: rows, Columns: cols, Length: length}, must(transfer.NewIntegers(0, 3)), w.options())
	check(err)
	return n
}
