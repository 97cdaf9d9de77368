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

// legal counts the legal positions of a board.
func (w *work) legal(rows, cols int) (*result.Result, error) {
	return count.Legal(w.ctx, board.Size{Rows: rows, Cols: cols}, count.Options{Options: w.options()})
}

// furtherClasses adds lines to Table 1, which ends with 19 rows, as far as there is time.
func furtherClasses(w *work) {
	for m := 20; m <= connected.MaxHeight && w.within(2*time.Second, func() {
		all := connected.ValidClasses(m)
		w.row("classes", finding{value: all[0], mark: Further}, m, 0)
		w.row("classes", finding{value: all[m-1], mark: Further, basis: result.OneWay}, m, m-1)
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

// table4 returns the number of Table 3 or of the asymptotic formula, or its share in 3^(n^2).
func table4(n int, share bool) finding {
	f := finding{mark: Exact, basis: result.Quoted, note: "of Table 3"}
	value := new(big.Float).SetPrec(longFloat)
	if n <= asymptotic.LastSquare {
		value.SetInt(knownLegal(n, n))
	} else {
		value, f.note = byFormula(n)
		f.mark, f.basis = Digits, result.Observed
	}
	if share {
		value.Quo(value, new(big.Float).SetPrec(longFloat).SetInt(power(3, int64(n*n))))
	}
	f.value = value
	return f
}

// byFormula returns an estimate of L(n,n), and how it was got.
func byFormula(n int) (value *big.Float, note string) {
	size := big.NewInt(int64(n))
	estimate := must(asymptotic.EstimateBoard(size, size))
	mantissa, exponent, ok := estimate.Scientific(12)
	require(ok, "no digit of L(%d,%[1]d) is certain", n)
	value, _ = new(big.Float).SetPrec(longFloat).SetString(mantissa + "e" + exponent.String())
	return value, "by " + estimate.Formula()
}

// sampled returns the interval of some runs on n x n, with some digits. It is to hold a number.
func (w *work) sampled(n int, method sampling.Method, runs int, number string, digits int) finding {
	e := must(sampling.Sample(w.ctx, board.Size{Rows: n, Cols: n}, sampling.Options{Method: method, Runs: runs, Seed: 1, Options: w.options()}))
	f := finding{
		value: meets(number, e.Low.Text(12), e.High.Text(12)), basis: result.Observed,
		text: plainExponent(e.Low.Text(digits) + " to " + e.High.Text(digits)),
		note: fmt.Sprintf("%d runs; estimate %s", e.Runs, plainExponent(e.Value.Text(3))),
		why:  "an estimate is outside of such an interval once in 20 times; the formula is far more accurate than both",
	}
	if warnings := e.Warnings(); f.value == false && len(warnings) > 0 {
		f.value, f.mark, f.note = true, Undecided, f.note+"; "+warnings[0]
	}
	return f
}

// unbiased says whether the interval of a sample by the paper's method holds L(n,n).
func unbiased(w *work, n, runs int) finding {
	f := w.sampled(n, sampling.Chen, runs, knownLegal(n, n).String(), 4)
	f.note = ""
	return f
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

// ternary returns the position that L(19,19) spells, as the abstract prints it.
func ternary() *goban.Position {
	return positionOfNumber(knownLegal(asymptotic.LastSquare, asymptotic.LastSquare), asymptotic.LastSquare, asymptotic.LastSquare)
}

// lost says where the strings of a position are that have no liberty.
func lost(p *goban.Position) finding {
	var places []string
	verdict := "legal"
	for _, s := range p.Illegal() {
		verdict = "not legal"
		places = append(places, fmt.Sprintf("%v %s", s.Color, p.Label(s.Points[0])))
	}
	return finding{value: verdict, note: fmt.Sprintf("%d strings without a liberty: %s", len(places), strings.Join(places, ", "))}
}

// ringed are the points of strings without a liberty.
func ringed(p *goban.Position) (points []goban.Point) {
	for _, s := range p.Illegal() {
		points = append(points, s.Points...)
	}
	return points
}

// drawTernary draws the position of L(19,19).
func drawTernary() string {
	var s drawing.Sheet
	p := ternary()
	s.Board(0.5, 0.5, 1, p, drawing.BoardOptions{Ring: ringed(p)})
	return s.SVG(float64(p.Cols()+1), float64(p.Rows()+1), "L(19,19) in ternary, as a position on 19x19")
}
