package reproduction

import (
	"fmt"
	"math/big"
	"strings"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// conjectureBoards are those whose outdegrees are counted.
const conjectureBoards = "1x3 1x4 1x5 1x6 1x7 1x8 1x9 1x10 2x2 2x3 2x4 2x5 3x3 3x4"

// gamesConjecture checks the proof of the conjecture, and compares (2mn/3)^L(m,n) with the numbers
// of games that are known, and 2mn/3 with the geometric means of the outdegrees, which
// bound the numbers of games (Lemma 17).
func gamesConjecture(w *work) error {
	a := interval.New(keptDigits)
	for _, row := range printedRows()["table-7"] {
		if strings.HasSuffix(row.row, " exponent") {
			continue
		}
		size, err := parseSize(row.row)
		if err != nil {
			return err
		}
		nodes, err := w.counted(size.Rows, size.Cols)
		if err != nil {
			return err
		}
		games, _ := new(big.Int).SetString(row.printed, 10)
		log2 := a.Quo(a.Ln(interval.Int(games)), a.Ln(interval.Whole(2)))
		holds := bound.BelowConjecture(log2, size.Rows*size.Cols, nodes.Int64())
		r := Row{What: fmt.Sprintf("games on %v < (2mn/3)^L(m,n)", size), Printed: "conjecture", Here: "yes", Mark: Equal, Basis: result.TwoWays}
		switch {
		case !holds && size.Rows*size.Cols < 3:
			r.Printed, r.Here, r.Mark, r.Note = "", "no", NotInPaper, "the conjecture is for mn >= 3"
		case !holds:
			r.Here, r.Mark = "no", Different
		}
		w.add(r)
	}
	steps, err := bound.ProveConjecture(w.ctx, w.budget.Threads)
	if err != nil {
		return err
	}
	all := Row{What: "fewer than (2mn/3)^L(m,n) games, all boards of mn >= 3", Printed: "conjecture", Here: "proved", Mark: Further, Basis: result.Proved}
	for _, step := range steps {
		if !step.Holds {
			all.Here, all.Mark = "not proved: "+step.What, Different
		}
	}
	w.add(all).Note = fmt.Sprintf("%d steps that are checked in this run, and what lies between them (docs/games-bounds.md)", len(steps))
	for name := range strings.FieldsSeq(conjectureBoards) {
		if err := w.meanOutdegree(name); err != nil {
			return err
		}
	}
	w.note("The conjecture is proved here, by permanents: the games that end at a position are permutations of the positions, and the inequality of Bregman and Minc bounds the " +
		"number of these (docs/games-bounds.md). The paper bounds the number of games by the product of the outdegrees (Lemma 17), and expects their geometric mean below 2mn/3. That " +
		"does not lead there: on all boards looked at it is above, by 4.7 percent or more.")
	return nil
}

// meanOutdegree adds the line of a board.
func (w *work) meanOutdegree(name string) error {
	size, err := parseSize(name)
	if err != nil {
		return err
	}
	d, err := w.degrees(size)
	if err != nil {
		return err
	}
	product := bound.Outdegrees(d.Count)
	a := interval.New(keptDigits)
	mean := a.Exp(a.Mul(a.Quo(product.Log2, interval.Whole(d.Nodes)), a.Ln(interval.Whole(2))))
	share := a.Quo(a.Mul(mean, interval.Whole(3)), interval.Whole(int64(2*size.Rows*size.Cols)))
	w.add(Row{
		What: name + ": geometric mean of the outdegrees / (2mn/3)", Here: share.Rounded(6), Mark: NotInPaper, Basis: result.OneWay,
		Note: fmt.Sprintf("geometric mean %s, arithmetic mean %.4f, of %d positions", mean.Rounded(6), d.Average(), d.Nodes),
	})
	return nil
}

// corollary7 compares the bounds on n x n boards with the forms in print: the lower one for n of 3
// modulo 4, the upper one wherever the number of legal positions is known.
func corollary7(w *work) error {
	w.basis = result.Proved
	a := interval.New(keptDigits)
	log2 := func(x interval.Interval) interval.Interval { return a.Quo(a.Ln(x), a.Ln(interval.Whole(2))) }
	const first, last, most = 3, 103, 3
	good, cases := 0, 0
	var rests [2]interval.Interval
	for n := first; n <= last; n += 4 {
		tower, ok := bound.Lower(bound.Combs(n)).Tower()
		if !ok {
			return fmt.Errorf("internal error: the lower bound for %dx%[1]d is no tower", n)
		}
		// n^2/2 - 3n/2 + log k + log log k + O(1)
		k := interval.Whole(int64(n - 1 + (n-2)*(n+1)/4))
		form := a.Add(a.Add(a.Quo(interval.Whole(int64(n*n-3*n)), interval.Whole(2)), log2(k)), log2(log2(k)))
		rest := a.Sub(tower.Binary, form)
		if n == first {
			rests[0] = rest
		}
		cases, rests[1] = cases+1, rest
		if rest.Low.Cmp(interval.Whole(0).Low) >= 0 && rest.High.Cmp(interval.Whole(most).High) <= 0 {
			good++
		}
	}
	r := w.claim(fmt.Sprintf("lower bound 2^2^(n^2/2 - 3n/2 + log k + log log k + c) with 0 <= c <= %d, n = %d, 7, ..., %d", most, first, last), "c = O(1)", good, cases)
	r.Note = fmt.Sprintf("c is %s for n = %d and %s for n = %d", rests[0].Rounded(6), first, rests[1].Rounded(6), last)
	good = 0
	for n := 2; n <= asymptotic.LastSquare; n++ {
		square := interval.Whole(int64(n * n))
		form := a.Add(a.Add(a.Mul(square, log2(interval.Whole(3))), log2(log2(interval.Whole(int64(n))))), interval.Whole(1))
		if tower, ok := bound.Upper(n*n, knownLegal(n, n), "").Tower(); ok && tower.Binary.High.Cmp(form.Low) < 0 {
			good++
		}
	}
	w.claim(fmt.Sprintf("upper bound (n^2)^L(n,n) < 2^2^(n^2 log 3 + log log n + 1), n = 2 to %d", asymptotic.LastSquare), "O(1)", good, asymptotic.LastSquare-1)
	w.note("Logarithms are binary. The partition is that of Figure 14, whose parts are counted; the upper bound is that of Theorem 7, with L(n,n) as printed.")
	return nil
}

// gomokuSubadditive cuts boards of gomoku in two: a position without five in a row has none in
// either part.
func gomokuSubadditive(w *work) error {
	const rows, cols, five = 4, 8, 5
	values := map[[2]int]*big.Int{}
	for m := 1; m <= rows; m++ {
		for n := m; n <= cols; n++ {
			v, err := w.gomokuCount(m, n, five)
			if err != nil {
				return err
			}
			values[[2]int{m, n}], values[[2]int{n, m}] = v, v
		}
	}
	good, cases, strict := 0, 0, 0
	for m := 1; m <= rows; m++ {
		for n := 2; n <= cols; n++ {
			for k := 1; 2*k <= n; k++ {
				cases++
				order := values[[2]int{m, n}].Cmp(new(big.Int).Mul(values[[2]int{m, k}], values[[2]int{m, n - k}]))
				if order <= 0 {
					good++
				}
				if order < 0 {
					strict++
				}
			}
		}
	}
	w.claim(fmt.Sprintf("G(m,n+n') <= G(m,n) G(m,n'), all boards up to %dx%d", rows, cols), "subadditive", good, cases).
		Note = fmt.Sprintf("strictly less in %d cases: where a row fits across the cut", strict)
	a := interval.New(keptDigits)
	w.add(Row{
		What: fmt.Sprintf("G(%d,%d)^(1/%d), a proved upper bound on the base of gomoku", rows, cols, rows*cols), Mark: NotInPaper,
		Here: a.Root(interval.Int(values[[2]int{rows, cols}]), rows*cols).Rounded(9),
	})
	w.note("G(m,n) is the number of positions without five in a row. As ln G is subadditive, G(m,n)^(1/mn) is at least its limit for every board: the opposite of Go.")
	return nil
}

// gomokuCount counts the positions without a row.
func (w *work) gomokuCount(rows, cols, length int) (*big.Int, error) {
	integers, err := transfer.NewIntegers(0, 3)
	if err != nil {
		return nil, err
	}
	game := transfer.RowGame{Rows: rows, Columns: cols, Length: length}
	n, _, err := transfer.NoRow(w.ctx, game, integers, w.options())
	return n, err
}
