package reproduction

import (
	"fmt"
	"math/big"
	"strings"
	"time"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/sampling"
)

// furtherClasses adds lines to Table 1, which ends with 19 rows, as far as there is time.
func furtherClasses(w *work) error {
	for m := 20; m <= connected.MaxHeight; m++ {
		there, err := w.within(2*time.Second, func() error {
			all := connected.ValidClasses(m)
			w.row("classes", finding{value: all[0], mark: Further}, m, 0)
			w.row("classes", finding{value: all[m-1], mark: Further, basis: result.OneWay}, m, m-1)
			return nil
		})
		if !there || err != nil {
			return err
		}
	}
	return nil
}

// factors divides the number of n x n by the printed primes. What remains is to be prime, too.
func factors(w *work, n int, number *big.Int) {
	w.basis = result.OneWay
	rest, primes := number, 0
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

func isPrime(n *big.Int) bool { return n.ProbablyPrime(30) }

// estimate is of L(n,n), with as many digits as are certain.
type estimate struct {
	*asymptotic.Board
	Value *big.Rat
}

func newEstimate(n int) (*estimate, error) {
	size := big.NewInt(int64(n))
	board, err := asymptotic.EstimateBoard(size, size)
	if err != nil {
		return nil, err
	}
	mantissa, exponent, ok := board.Scientific(12)
	if !ok {
		return nil, internal("no digit of L(%d,%[1]d) is certain", n)
	}
	value, err := rational(mantissa + "e" + exponent.String())
	return &estimate{board, value}, err
}

// sampled returns the interval of some runs on n x n, with some digits. It is to hold a number.
func (w *work) sampled(n int, method sampling.Method, runs int, number string, digits int) (finding, error) {
	opt := sampling.Options{Method: method, Runs: runs, Seed: 1, Options: w.options()}
	e, err := sampling.Sample(w.ctx, board.Size{Rows: n, Cols: n}, opt)
	if err != nil {
		return finding{}, err
	}
	f := finding{
		value: meets(number, e.Low.Text(12), e.High.Text(12)), basis: result.Observed,
		text: plainExponent(e.Low.Text(digits) + " to " + e.High.Text(digits)),
		note: fmt.Sprintf("%d runs; estimate %s", e.Runs, plainExponent(e.Value.Text(3))),
		why:  "an estimate is outside of such an interval once in 20 times; the formula is far more accurate than both",
	}
	if warnings := e.Warnings(); f.value == false && len(warnings) > 0 {
		f.value, f.mark, f.note = true, Undecided, f.note+"; "+warnings[0]
	}
	return f, nil
}

// unannotated returns a finding without its note.
func unannotated(f finding) finding {
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

// positionOfNumber writes a number in ternary onto an empty board, row by row from the upper left
// corner: 0 is an empty point, 1 a black stone and 2 a white one.
func positionOfNumber(n *big.Int, empty *goban.Position) *goban.Position {
	p := empty.Clone()
	for i, digit := range fmt.Sprintf("%0*s", p.Rows()*p.Cols(), n.Text(3)) {
		p.Set(i/p.Cols(), i%p.Cols(), goban.Color(digit-'0'))
	}
	return p
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
func drawTernary(p *goban.Position) string {
	var s drawing.Sheet
	s.Board(0.5, 0.5, 1, p, drawing.BoardOptions{Ring: ringed(p)})
	return s.SVG(float64(p.Cols()+1), float64(p.Rows()+1), "L(19,19) in ternary, as a position on 19x19")
}
