package reproduction

import (
	"fmt"
	"math/big"
	"strings"
	"time"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/sampling"
)

// legal adds the lines of the boards that are some columns longer than a square.
func (w *work) legal(longer int) {
	for n := 1; n <= asymptotic.LastSquare; n++ {
		l := w.line("legal", n, n+longer)
		w.lines(func() {
			r := must(count.Legal(w.ctx, board.Size{Rows: n, Cols: n + longer}, count.Options{Options: w.options()}))
			w.against(l, r.Value).Basis = r.Basis()
		}, l)
	}
}

// listedRows is the number of rows up to which tests list all valid states.
const listedRows = 9

// table1 goes beyond the table, which ends with 19 rows.
func table1(w *work) {
	w.formulas()
	for m := 20; m <= connected.MaxHeight && w.within(2*time.Second, func() {
		all := connected.ValidClasses(m)
		w.row("classes", all[0], m, 0).Mark = Further
		r := w.row("classes", all[m-1], m, m-1)
		r.Mark, r.Basis = Further, result.OneWay
	}); m++ {
	}
}

// factors divides the numbers of Table 3 by the printed primes. What remains is to be prime, too.
func factors(w *work) {
	w.basis = result.OneWay
	for n := 17; n <= 19; n++ {
		rest, primes := knownLegal(n, n), 0
		for text := range strings.FieldsSeq(w.line("factors", n).printed().text) {
			p, _ := new(big.Int).SetString(text, 10)
			quotient, remainder := new(big.Int).QuoRem(rest, p, new(big.Int))
			here := "no prime factor"
			if remainder.Sign() == 0 && isPrime(p) {
				here, rest, primes = text, quotient, primes+1
			}
			w.compare(printed{text: text}, w.line("factor", n), here)
		}
		what := "composite"
		if isPrime(rest) {
			what, primes = "prime", primes+1
		}
		w.row("rest", rest, n, len(rest.String()), what)
		w.row("number-of-factors", primes, n)
	}
}

func isPrime(n *big.Int) bool { return n.ProbablyPrime(30) }

// table4 compares the estimates with Table 3 or the asymptotic formula, and with samples.
func table4(w *work) {
	for _, n := range []int{18, 19, 29, 39, 49, 59, 69, 79, 89, 99} {
		value, mark, basis, note := new(big.Float).SetPrec(longFloat), Exact, result.Quoted, "of Table 3"
		if n <= asymptotic.LastSquare {
			value.SetInt(knownLegal(n, n))
		} else {
			value, note = w.byFormula(n)
			mark, basis = Digits, result.Observed
		}
		all := new(big.Float).SetPrec(longFloat).SetInt(power(3, int64(n*n)))
		for i, x := range []*big.Float{value, new(big.Float).Quo(value, all)} {
			r := w.row([]string{"number", "share"}[i], x, n, n*n)
			if r.Basis = basis; r.Mark != Different {
				r.Mark, r.Note = mark, note
			}
		}
		w.within(time.Duration(n*n)*300*time.Microsecond, func() {
			w.sample("sampled", n, sampling.Guided, samplingRuns)
		})
		w.within(time.Duration(n*n*n)*chenRuns*600*time.Nanosecond, func() {
			w.sample("sampled-chen", n, sampling.Chen, chenRuns)
		})
	}
}

// byFormula returns an estimate of L(n,n), and how it was got.
func (w *work) byFormula(n int) (value *big.Float, note string) {
	size := big.NewInt(int64(n))
	estimate := must(asymptotic.EstimateBoard(size, size))
	mantissa, exponent, ok := estimate.Scientific(12)
	require(ok, "no digit of L(%d,%[1]d) is certain", n)
	value, _ = new(big.Float).SetPrec(longFloat).SetString(mantissa + "e" + exponent.String())
	return value, "by " + estimate.Formula()
}

// samplingRuns is enough for two digits. A run by the method of the paper takes longer.
const samplingRuns, chenRuns = 1000, 200

// sample adds a line with a sampled interval, which is to hold the number in print.
func (w *work) sample(name string, n int, method sampling.Method, runs int) {
	e := must(sampling.Sample(w.ctx, board.Size{Rows: n, Cols: n}, sampling.Options{Method: method, Runs: runs, Seed: 1, Options: w.options()}))
	here, printed := plainExponent(e.Low.Text(3)+" to "+e.High.Text(3)), w.line(name, n).printed().text
	r := w.between(name, here, meets(printed, e.Low.Text(12), e.High.Text(12)), n)
	r.Basis, r.Note = result.Observed, fmt.Sprintf("%d runs; estimate %s", e.Runs, plainExponent(e.Value.Text(3)))
	if warnings := e.Warnings(); r.Mark == Different && len(warnings) > 0 {
		r.Mark, r.Note = Undecided, r.Note+"; "+warnings[0]
	}
	r.explain("an estimate is outside of such an interval once in 20 times; the formula is far more accurate than both")
}

// meets reports whether some number of an interval rounds to the printed one.
func meets(printed, low, high string) bool {
	var ends [2]*big.Float
	for i, text := range []string{low, high} {
		ends[i], _ = new(big.Float).SetPrec(longFloat).SetString(text)
		if roundsTo(printed, ends[i]) {
			return true
		}
	}
	x, _ := new(big.Float).SetString(printed)
	return ends[0].Cmp(x) <= 0 && x.Cmp(ends[1]) <= 0
}

// positionOfNumber writes a number in ternary onto a board, row by row from the upper left corner:
// 0 is an empty point, 1 a black stone and 2 a white one.
func positionOfNumber(n *big.Int, rows, cols int) *goban.Position {
	p := must(goban.New(rows, cols))
	for i, digit := range fmt.Sprintf("%0*s", rows*cols, n.Text(3)) {
		p.Set(i/cols, i%cols, goban.Color(digit-'0'))
	}
	return p
}

// abstractNumber draws L(19,19) as the abstract prints it.
func abstractNumber(w *work) {
	w.basis = result.Quoted
	const side = 19
	number := knownLegal(side, side)
	p := positionOfNumber(number, side, side)
	w.row("points", p.Rows()*p.Cols())
	w.row("zeros", side*side-len(number.Text(3)))
	var ring []goban.Point
	var places []string
	verdict := "legal"
	for _, s := range p.Illegal() {
		verdict = "not legal"
		ring = append(ring, s.Points...)
		places = append(places, fmt.Sprintf("%v %s", s.Color, p.Label(s.Points[0])))
	}
	w.row("position", verdict).Note = fmt.Sprintf("%d strings without a liberty: %s", len(places), strings.Join(places, ", "))
	for i, row := range strings.Split(strings.TrimSpace(p.String()), "\n") {
		w.row("row", row, side-i)
	}
	var s drawing.Sheet
	s.Board(0.5, 0.5, 1, p, drawing.BoardOptions{Ring: ring})
	w.out.SVG = s.SVG(side+1, side+1, "L(19,19) in ternary, as a position on 19x19")
}
