package asymptotic

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"sync"
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/internal/states/plain"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// strips30 are the strips of 30 digits that tests have asked for, by the height, with their steps.
var strips30 sync.Map

type stepped struct {
	strip *Strip
	steps []Step
}

func strip30(t *testing.T, height int) stepped {
	t.Helper()
	of, _ := strips30.LoadOrStore(height, sync.OnceValue(func() (s stepped) {
		s.strip = mustStrip(t, height, 30, StripOptions{Step: func(step Step) { s.steps = append(s.steps, step) }})
		return s
	}))
	return of.(func() stepped)()
}

func mustStrip(t *testing.T, height, digits int, opt StripOptions) *Strip {
	t.Helper()
	s, err := NewStrip(context.Background(), height, digits, opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// maxHeight is the largest height that a test goes through.
func maxHeight(quick, long int) int {
	if longtests.Wanted() {
		return long
	}
	return quick
}

// wrongInPrint are the entries of Table 2 whose last digits are not those of the number,
// with the digits that are. The roots look like double precision, and the a_m
// for small m like L(m,n)/lambda_m^n for an n near 30.
var wrongInPrint = map[string]string{
	"strip-1-a":    "0.69412340909080771789",
	"strip-2-a":    "0.77605920648443217569",
	"strip-3-a":    "0.76692462372625158679",
	"strip-4-a":    "0.73972591465609392168",
	"strip-2-root": "2.9212416045359485",
	"strip-3-root": "2.9412655443486975",
	"strip-4-root": "2.9497646496768895",
	"strip-5-root": "2.9549337288382064",
	"strip-7-root": "2.9608618349040169",
	"strip-8-root": "2.9627168070252407",
}

// Table 2 to every printed digit, save for those that are wrong. High strips are those that are
// stored.
func TestStripsAreTable2(t *testing.T) {
	for height := 1; height <= 9; height++ {
		s := Stored(height)
		if height <= maxHeight(5, 9) {
			s = strip30(t, height).strip
		}
		for id, x := range map[string]interval.Interval{
			fmt.Sprintf("strip-%d-a", height): s.A, fmt.Sprintf("strip-%d-root", height): s.Root(),
		} {
			entry := mustFind(t, id)
			want, wrong := wrongInPrint[id]
			got := x.Rounded(entry.Decimals())
			if !wrong {
				want = entry.Printed
			}
			if got != want && (wrong || !entry.Agrees(x)) {
				t.Errorf("%s is %s, want %s; %s is in print", id, got, want, entry.Printed)
			}
			if wrong == entry.Agrees(x) {
				t.Errorf("%s is %s, %s is in print: the verdict is wrong", id, got, entry.Printed)
			}
		}
	}
}

// The recurrences of sections 5.4.1 and 5.4.2, highest term first, lead to the same
// constants from numbers that a plain search found. No code is shared.
func TestStripsAgainstRecurrences(t *testing.T) {
	for height, coefficients := range map[int][]int64{
		1: {3, -1, 1},
		2: {10, -16, 31, -13, 20, 2, -1},
		3: {
			33, -233, 1171, -3750, 9426, -16646, 22072, -19993, 9083, 1766,
			-4020, 6018, -2490, -5352, 1014, -1402, 100, 73, -5,
		},
	} {
		terms := plain.Counts(height, len(coefficients))
		const last = 400
		for len(terms) < last {
			next := new(big.Int)
			for i, c := range coefficients {
				next.Add(next, new(big.Int).Mul(big.NewInt(c), terms[len(terms)-1-i]))
			}
			terms = append(terms, next)
		}
		lambda := newFloat().Quo(float(terms[last-1]), float(terms[last-2]))
		a := newFloat().Quo(float(terms[last-1]), power(lambda, last))
		s := mustStrip(t, height, 60, StripOptions{})
		if !s.Lambda.Contains(interval.Decimal(lambda.Text('e', 150))) || !s.A.Contains(interval.Decimal(a.Text('e', 150))) {
			t.Errorf("height %d: lambda %v, a %v by the recurrence; %+v", height, lambda.Text('g', 70), a.Text('g', 70), s)
		}
	}
}

// Section 5.4.1: lambda_1 is a root of x^3 - 3x^2 + x - 1, to digits that floating-point
// exponents do not reach.
func TestManyDigits(t *testing.T) {
	digits := maxHeight(60, 150)
	s := mustStrip(t, 1, digits, StripOptions{})
	a := interval.New(digits + 50)
	x := s.Lambda
	value := a.Sub(a.Mul(a.Add(a.Mul(a.Sub(x, interval.Whole(3)), x), interval.Whole(1)), x), interval.Whole(1))
	if value.Low.Sign() > 0 || value.High.Sign() < 0 {
		t.Errorf("lambda_1 is no root: %v", value)
	}
	for _, y := range []interval.Interval{s.Lambda, s.A, s.Root()} {
		if got := y.Decimals(digits); got < digits-2 {
			t.Errorf("%d decimals are certain, want %d", got, digits)
		}
	}
}

// The certified eigenvalues of the general engine's transfer matrices.
func TestStripsAgainstTransferMatrices(t *testing.T) {
	for height := 1; height <= 5; height++ {
		g, err := lattice.New(lattice.Square, height, 6, lattice.Options{})
		if err != nil {
			t.Fatal(err)
		}
		order := make([]int, g.Len())
		for i := range order {
			order[i] = i
		}
		transfer, err := transfer.LegalStrip(context.Background(), g, order, height, 2, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		low, high, err := transfer.Root(context.Background(), 1e-14)
		if err != nil {
			t.Fatal(err)
		}
		lambda := Stored(height).Lambda
		from, _ := lambda.High.Float64()
		to, _ := lambda.Low.Float64()
		if from < low || to > high || high/low > 1+1e-12 {
			t.Errorf("height %d: lambda is between %v and %v, found %v", height, low, high, from)
		}
	}
}

// Every step encloses what later steps find.
func TestStepsEncloseTheConstants(t *testing.T) {
	for height := 1; height <= maxHeight(5, 9); height++ {
		of := strip30(t, height)
		s, steps := of.strip, of.steps
		share := 0.0
		for _, step := range steps {
			if !step.Lambda.Contains(s.Lambda.Middle(60)) || !step.A.Contains(s.A.Middle(60)) {
				t.Errorf("height %d, %d columns: %v and %v do not enclose %v and %v", height, step.Columns, step.Lambda, step.A, s.Lambda, s.A)
			}
			share = max(share, step.Share)
		}
		if len(steps) == 0 || share != 1 || steps[len(steps)-1].Columns != s.Columns {
			t.Errorf("height %d: %d steps up to %.2f of the work", height, len(steps), share)
		}
		if agreement(s.Lambda) < 30 || agreement(s.A) < 30 {
			t.Errorf("height %d: too few digits: %+v", height, s)
		}
	}
}

// What is stored is what comes out, to the last digit and for any number of
// threads. Height 10 takes half a minute; 13 takes minutes, and 3 GB.
func TestStoredStripsAreComputed(t *testing.T) {
	most := maxHeight(4, 10)
	var rows []string
	for line := range strings.Lines(stripFile) {
		if !strings.HasPrefix(line, "#") {
			rows = append(rows, strings.TrimSpace(line))
		}
	}
	for height := 1; height <= most; height++ {
		s := mustStrip(t, height, StoredDigits, StripOptions{Options: par.Options{Threads: 1 + height%3}})
		if got := s.row(); got != rows[height-1] {
			t.Errorf("height %d:\n%s\nis stored as\n%s", height, got, rows[height-1])
		}
		if read := Stored(height); read.row() != s.row() {
			t.Errorf("height %d is read as %+v", height, read)
		}
	}
}

// The envelope of the remainders holds for boards of all widths that are
// looked at, and a few more.
func TestRemainderEnvelopes(t *testing.T) {
	a := interval.New(keptDigits)
	for height := 1; height <= maxHeight(3, 7); height++ {
		values, err := connected.CountEach(context.Background(), height, height, 48, 0, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := mustStrip(t, height, 70, StripOptions{})
		envelope := Stored(height).Remainder
		for i, value := range values {
			n := height + i
			ratio := a.Quo(interval.Int(value), a.Mul(s.A, a.Pow(s.Lambda, n)))
			r, _ := a.Sub(ratio, interval.Whole(1)).Middle(17).Float64()
			if math.Abs(r) > envelope.at(float64(n)) {
				t.Errorf("r(%d,%d) = %.3g, envelope %.3g", height, n, r, envelope.at(float64(n)))
			}
		}
	}
}

// The bounds that formulaError takes from the strips hold for all of them.
func TestStripErrorsAreBounded(t *testing.T) {
	a := interval.New(keptDigits)
	best := Best()
	for m := 1; m <= LastStored(); m++ {
		s := Stored(m)
		slope := a.Sub(a.Ln(s.Lambda), a.Add(a.Ln(best.B.Value), a.Mul(interval.Whole(int64(m)), a.Ln(best.L.Value))))
		start := a.Sub(a.Ln(s.A), a.Add(a.Ln(best.A.Value), a.Mul(interval.Whole(int64(m)), a.Ln(best.B.Value))))
		x, _ := slope.Middle(17).Float64()
		y, _ := start.Middle(17).Float64()
		for _, n := range []float64{1, 10, 1e6, 1e18} {
			if got := n*math.Abs(x) + math.Abs(y); got > stripError(float64(m), n) {
				t.Errorf("%d rows, %g columns: the error is %.3g, bounded by %.3g", m, n, got, stripError(float64(m), n))
			}
		}
	}
}

func TestStripRefusals(t *testing.T) {
	ctx := context.Background()
	for _, digits := range []int{-1, MinDigits - 1, MaxDigits + 1} {
		if _, err := NewStrip(ctx, 3, digits, StripOptions{}); err == nil {
			t.Errorf("%d digits are accepted", digits)
		}
	}
	if _, err := NewStrip(ctx, 0, 20, StripOptions{}); err == nil {
		t.Error("height 0 is accepted")
	}
	if _, err := NewStrip(ctx, MaxStripHeight+1, 20, StripOptions{}); err == nil {
		t.Error("a height that is too large is accepted")
	}
	if err := CheckStrip(MaxStripHeight+1, 20, par.Options{}); err == nil {
		t.Error("a height that is too large has a need")
	}
	var memory *result.MemoryError
	tight := StripOptions{Options: par.Options{Memory: 1 << 20}}
	if _, err := NewStrip(ctx, 9, 20, tight); !errors.As(err, &memory) {
		t.Errorf("9 rows in a megabyte: %v", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := NewStrip(ended, 6, 20, StripOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run ends with %v", err)
	}
}

// row returns the strip as a line of the table of stored strips.
func (s *Strip) row() string {
	shown := func(x interval.Interval) string { return x.Low.Text('f') + "\t" + x.High.Text('f') }
	kept := interval.New(StoredDigits + 8)
	widened := func(x interval.Interval) interval.Interval { return kept.Add(x, interval.Whole(0)) }
	return fmt.Sprintf("%d\t%s\t%s\t%d\t%.5g\t%.5g", s.Height, shown(widened(s.Lambda)), shown(widened(s.A)),
		s.Columns, s.Remainder.Scale, s.Remainder.Phi)
}
