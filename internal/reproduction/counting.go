package reproduction

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/connected"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/sampling"
)

// countCost is about what L(n,n) or L(n,n+1) costs, by n from 10 on.
var countCost = []time.Duration{
	200 * time.Millisecond, 600 * time.Millisecond, 2500 * time.Millisecond, 14 * time.Second, 70 * time.Second, 700 * time.Second,
}

// countTakes is what a run on disk of the larger boards would take, by n from 16 on: with the least
// processor time, and with the least disk (docs/cluster.md).
var countTakes = []string{
	"178 GiB of disk and 1.9 core-hours, or 72 GiB and 6",
	"0.5 TiB of disk and 8 core-hours, or 0.22 TiB and 27",
	"4.2 TiB of disk and 52 core-hours, or 1.4 TiB and 170",
	"12 TiB of disk and 215 core-hours, or 4.4 TiB and 780",
}

// legal adds a line for L(rows,cols).
func (w *work) legal(rows, cols int) error {
	what := fmt.Sprintf("L(%d,%d)", rows, cols)
	printed := knownLegal(rows, cols).String()
	if rows >= 16 {
		w.stored(legalKey(rows, cols), what, printed, "about "+countTakes[rows-16]+" (docs/cluster.md)")
		return nil
	}
	takes, cost := "more memory than there is", time.Duration(0)
	if rows >= 10 {
		cost = countCost[rows-10]
	}
	fits := true
	done, err := w.within(cost, func() error {
		r, err := count.Legal(w.ctx, board.Size{Rows: rows, Cols: cols}, w.countOptions())
		if tooSmall(err) {
			fits = false
			return nil
		}
		if err != nil {
			return err
		}
		w.whole(what, printed, r.Value).Basis = result.ByChecks(r.Checks)
		return nil
	})
	if err != nil || done && fits {
		return err
	}
	if fits {
		takes = w.takes(cost)
	}
	w.stored(legalKey(rows, cols), what, printed, takes)
	return nil
}

// legalKey is that of a number among the results of earlier runs.
func legalKey(rows, cols int) string { return fmt.Sprintf("legal-%dx%d", rows, cols) }

// tooSmall reports whether an error says that memory is too short.
func tooSmall(err error) bool {
	var memory *result.MemoryError
	var width *count.WidthError
	return errors.As(err, &memory) || errors.As(err, &width)
}

func table3(w *work) error {
	for n := 1; n <= 19; n++ {
		if err := w.legal(n, n); err != nil {
			return err
		}
	}
	return nil
}

func table5(w *work) error {
	for n := 1; n <= 19; n++ {
		if err := w.legal(n, n+1); err != nil {
			return err
		}
	}
	return nil
}

func table1(w *work) error {
	const last = 19
	extremes, shares := 0, make([]float64, last+1)
	for m := 1; m <= last; m++ {
		classes := connected.ValidClasses(m)
		if isLess := (*big.Int).Cmp; slices.MinFunc(classes, isLess) == classes[0] && slices.MaxFunc(classes, isLess) == classes[m-1] {
			extremes++
		}
		shares[m] = 100 * (ratio(classes[m-1], classes[0]) - 1)
		w.whole(fmt.Sprintf("valid classes, %d rows, y = 0", m), printed("table-1", fmt.Sprintf("%d first", m)), classes[0])
		w.whole(fmt.Sprintf("valid classes, %d rows, y = %d", m, m-1), printed("table-1", fmt.Sprintf("%d last", m)), classes[m-1])
		if err := w.ctx.Err(); err != nil {
			return err
		}
	}
	w.claim("the number of classes is least for y = 0 and largest for y = m - 1, 1 to 19 rows", "section 5.2", extremes, last)
	least, most := slices.Min(shares[2:]), slices.Max(shares[2:])
	r := w.add(Row{What: "the largest exceeds the least by, 2 to 19 rows", Printed: "about 45%", Here: fmt.Sprintf("%.1f%% to %.1f%%", least, most), Mark: Equal})
	if least < 43 || most > 47 {
		r.Mark = Different
	}
	w.texts("the largest exceeds the least by, 1 row", "about 45%", fmt.Sprintf("%.0f%%", shares[1])).
		explain("the paper says always; one row has y = 0 only")
	for m := last + 1; m <= connected.MaxHeight; m++ {
		done, err := w.within(2*time.Second, func() error {
			classes := connected.ValidClasses(m)
			w.add(Row{What: fmt.Sprintf("valid classes, %d rows, y = 0", m), Here: classes[0].String(), Mark: Further})
			w.add(Row{What: fmt.Sprintf("valid classes, %d rows, y = %d", m, m-1), Here: classes[m-1].String(), Mark: Further})
			return w.ctx.Err()
		})
		if err != nil || !done {
			return err
		}
	}
	return nil
}

func ratio(a, b *big.Int) float64 {
	q, _ := new(big.Rat).SetFrac(a, b).Float64()
	return q
}

func unconstructible(w *work) error {
	const rows = 9
	constructible, err := connected.ConstructibleClasses(w.ctx, rows, par.Options{Threads: w.budget.Threads})
	if err != nil {
		return err
	}
	valid := connected.ValidClassesAt(rows, 0)
	w.whole("valid classes, 9 rows, y = 0", "109736", valid)
	w.number("of these not constructible", "337", valid.Int64()-constructible[0]).Basis = result.OneWay
	return nil
}

// earlierCounts has the numbers of section 2, which other people found, and what section 5 says of
// trying all positions.
func earlierCounts(w *work) error {
	legal, err := w.counted(4, 5)
	if err != nil {
		return err
	}
	w.whole("L(4,5), the largest in August 1994", "1840058693", legal)
	power := func(exponent int64) *big.Int { return new(big.Int).Exp(big.NewInt(3), big.NewInt(exponent), nil) }
	estimate := new(big.Float).SetPrec(400).SetInt(power(361))
	estimate.Mul(estimate, new(big.Float).SetPrec(400).SetRat(big.NewRat(12, 1000)))
	w.rounded(Row{What: "A. Flammenkamp's estimate of L(19,19), 0.012 x 3^361", Printed: "2.089e170", Mark: Digits}, estimate)
	exact := new(big.Float).SetPrec(400).SetInt(knownLegal(19, 19))
	share, _ := new(big.Float).Quo(estimate, exact).Float64()
	w.add(Row{What: "that estimate / L(19,19)", Here: fmt.Sprintf("%.5f", share), Mark: NotInPaper, Basis: result.Quoted})
	for _, x := range []struct {
		what, printed string
		here, least   *big.Int
	}{
		{"colourings of 5x5", "over 400 billion", power(25), big.NewInt(400e9)},
		{"colourings of 9x9", "over 10^38", power(81), new(big.Int).Exp(big.NewInt(10), big.NewInt(38), nil)},
		{"times as many of 6x6 as of 5x5", "over 10000", power(11), big.NewInt(10000)},
	} {
		r := w.add(Row{What: x.what, Printed: x.printed, Here: x.here.String(), Mark: Exact, Basis: result.Proved})
		if x.here.Cmp(x.least) <= 0 {
			r.Mark = Different
		}
	}
	return nil
}

// factors divides the numbers of Table 3 by the primes that are in print. The paper says how many
// there are, so that what remains is to be a prime as well.
func factors(w *work) error {
	w.basis = result.OneWay
	for _, row := range printedRows()["factors"] {
		n := int(whole(row.row))
		rest, primes := knownLegal(n, n), 0
		for text := range strings.FieldsSeq(row.printed) {
			p, _ := new(big.Int).SetString(text, 10)
			quotient, remainder := new(big.Int).QuoRem(rest, p, new(big.Int))
			here := "no prime factor"
			if remainder.Sign() == 0 && isPrime(p) {
				here, rest, primes = text, quotient, primes+1
			}
			w.texts(fmt.Sprintf("prime factor of L(%d,%[1]d)", n), text, here)
		}
		what := fmt.Sprintf("what remains of L(%d,%[1]d), %d digits, composite", n, len(rest.String()))
		if isPrime(rest) {
			what, primes = strings.TrimSuffix(what, "composite")+"prime", primes+1
		}
		w.whole(what, "", rest)
		w.number(fmt.Sprintf("number of prime factors of L(%d,%[1]d)", n), printed("factors-number", row.row), int64(primes))
	}
	w.note("The numbers divided are those in print. Primes pass the test of Baillie, Pomerance, Selfridge and Wagstaff, and 30 rounds of that of Miller and Rabin.")
	return nil
}

func isPrime(n *big.Int) bool { return n.ProbablyPrime(30) }

// table4 sets the estimates beside the numbers of Table 3 where there are, beyond beside those of
// the asymptotic formula; and beside samples of this program.
func table4(w *work) error {
	for _, n := range []int{18, 19, 29, 39, 49, 59, 69, 79, 89, 99} {
		r := Row{What: fmt.Sprintf("L(%d,%[1]d)", n), Printed: inPaper(fmt.Sprintf("sampled-%dx%[1]d", n)).Printed, Mark: Exact, Basis: result.Quoted, Note: "of Table 3"}
		value := new(big.Float).SetPrec(400)
		if n <= asymptotic.LastSquare {
			value.SetInt(knownLegal(n, n))
		} else {
			size := big.NewInt(int64(n))
			estimate, err := asymptotic.EstimateBoard(size, size)
			if err != nil {
				return err
			}
			mantissa, exponent, ok := estimate.Scientific(12)
			if !ok {
				return fmt.Errorf("internal error: no digit of L(%d,%[1]d) is certain", n)
			}
			value.SetString(mantissa + "e" + exponent.String())
			r.Mark, r.Basis, r.Note = Digits, result.Observed, "by "+estimate.Formula()
		}
		all := new(big.Float).SetPrec(400).SetInt(new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(n*n)), nil))
		share := r
		share.What, share.Printed = fmt.Sprintf("L(%d,%[1]d) / 3^%d", n, n*n), inPaper(fmt.Sprintf("sampled-share-%dx%[1]d", n)).Printed
		product, _ := new(big.Float).SetPrec(400).SetString(share.Printed)
		w.rounded(r, value).explain(fmt.Sprintf("the printed one is an estimate by sampling; the share in the same line, %s times 3^%d, is %s",
			share.Printed, n*n, strings.Replace(product.Mul(product, all).Text('e', 2), "e+", "e", 1)))
		w.rounded(share, new(big.Float).Quo(value, all)).explain("the printed one is an estimate by sampling")
		if _, err := w.within(time.Duration(n*n)*300*time.Microsecond, func() error { return w.sample(n, r.Printed) }); err != nil {
			return err
		}
	}
	return nil
}

// rounded completes a line with a number to 12 digits; it is different unless the number is the
// printed one when it is rounded to as many digits as that.
func (w *work) rounded(r Row, here *big.Float) *Row {
	const digits = 12
	if r.Here = strings.NewReplacer("e+", "e", "e-0", "e-").Replace(here.Text('e', digits-1)); !strings.Contains(r.Printed, "e") {
		r.Here = here.Text('g', digits)
	}
	if !roundsTo(r.Printed, here) {
		r.Mark = Different
	}
	return w.add(r)
}

// roundsTo reports whether a number is the printed one, such as 2.2e397 or 0.012, when it is
// rounded to as many digits.
func roundsTo(printed string, here *big.Float) bool {
	mantissa, _, _ := strings.Cut(printed, "e")
	digits := len(strings.TrimLeft(strings.Replace(mantissa, ".", "", 1), "0"))
	x, ok := new(big.Float).SetPrec(400).SetString(printed)
	return ok && x.Text('e', digits-1) == here.Text('e', digits-1)
}

// samplingRuns is enough for two digits.
const samplingRuns = 1000

// sample adds a line with the interval of an estimate by sampling, which is to hold the number in
// print.
func (w *work) sample(n int, printed string) error {
	e, err := sampling.Sample(w.ctx, board.Size{Rows: n, Cols: n}, sampling.Options{Runs: samplingRuns, Seed: 1, Options: par.Options{Threads: w.budget.Threads}})
	if err != nil {
		return err
	}
	r := Row{
		What: fmt.Sprintf("L(%d,%[1]d), sampled: 95%% interval", n), Printed: printed, Mark: Equal,
		Here:  strings.ReplaceAll(e.Low.Text(3)+" to "+e.High.Text(3), "e+", "e"),
		Basis: result.Observed, Note: fmt.Sprintf("%d runs; estimate %s", e.Runs, strings.Replace(e.Value.Text(3), "e+", "e", 1)),
	}
	if !meets(printed, e.Low.Text(12), e.High.Text(12)) {
		r.Mark = Different
	}
	w.add(r).explain("an estimate is outside of such an interval once in 20 times; the formula is far more accurate than both")
	return nil
}

// meets reports whether some number of an interval is the printed one when it is rounded to as many
// digits.
func meets(printed, low, high string) bool {
	var ends [2]*big.Float
	for i, text := range []string{low, high} {
		ends[i], _ = new(big.Float).SetPrec(400).SetString(text)
		if roundsTo(printed, ends[i]) {
			return true
		}
	}
	x, _ := new(big.Float).SetString(printed)
	return ends[0].Cmp(x) <= 0 && x.Cmp(ends[1]) <= 0
}
