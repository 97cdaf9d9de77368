package asymptotic

import (
	_ "embed"
	"fmt"
	"math/big"
	"strings"
	"sync"

	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/interval"
)

// strips.tsv is the output of [NewStrip] for the heights that take longer than one
// would wait for an estimate: a line for each height, with the ends of lambda_m and
// of a_m, the columns, and the envelope of the remainder.
//
//go:embed strips.tsv
var stripFile string

// storedStrips are the strips of strips.tsv, by height less 1.
var storedStrips = sync.OnceValue(func() (strips []*Strip) {
	for _, c := range published.Cells(stripFile) {
		s := &Strip{
			Lambda: interval.Interval{Low: interval.Decimal(c[1]), High: interval.Decimal(c[2])},
			A:      interval.Interval{Low: interval.Decimal(c[3]), High: interval.Decimal(c[4])},
		}
		_, err := fmt.Sscan(c[0]+" "+strings.Join(c[5:], " "), &s.Height, &s.Columns, &s.Remainder.Scale, &s.Remainder.Phi)
		if err != nil {
			panic(fmt.Sprintf("asymptotic: strips.tsv: %q: %v", c, err)) // the file is part of the program
		}
		strips = append(strips, s)
	}
	return strips
})

// LastStored returns the largest height whose constants [Stored] knows.
func LastStored() int { return len(storedStrips()) }

// Stored returns the constants of boards with a given number of rows, 1 to [LastStored], to
// [StoredDigits] digits, as [NewStrip] found them once. It panics for any other number of rows.
func Stored(height int) *Strip {
	s := *storedStrips()[height-1]
	return &s
}

// StoredDigits is the number of significant digits of the constants that are stored.
const StoredDigits = 24

// FromStrips extrapolates the constants from those of the stored strips of up to so
// many rows, from [MinStrips] to [LastStored]: L from lambda_(m+1)/lambda_m, B from
// lambda_m/L^m, and A from a_m/B^m (Theorem 2 and Lemma 15).
func FromStrips(height int) Constants {
	lambda, a := make([]*big.Float, height+1), make([]*big.Float, height+1)
	for m := 1; m <= height; m++ {
		strip := Stored(m)
		lambda[m], a[m] = middle(strip.Lambda), middle(strip.A)
	}
	var base []*big.Float
	for m := 1; m < height; m++ {
		base = append(base, newFloat().Quo(lambda[m+1], lambda[m]))
	}
	over := func(x []*big.Float, by *big.Float) []*big.Float {
		var terms []*big.Float
		for m := 1; m <= height; m++ {
			terms = append(terms, newFloat().Quo(x[m], power(by, m)))
		}
		return terms
	}
	return extrapolated(
		fmt.Sprintf("strips up to %d rows", height),
		base,
		func(l *big.Float) []*big.Float { return over(lambda, l) },
		func(_, b *big.Float) []*big.Float { return over(a, b) },
	)
}

func middle(x interval.Interval) *big.Float {
	f, _, err := big.ParseFloat(x.Middle(keptDigits).Text('e'), 10, precision, big.ToNearestEven)
	if err != nil {
		panic("asymptotic: " + err.Error()) // the middle is finite
	}
	return f
}

// Best returns the constants with the narrowest error bars that this package can
// defend: those of [FromSquares] with all published numbers.
var Best = sync.OnceValue(func() Constants { return FromSquares(LastSquare) })
