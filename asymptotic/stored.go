package asymptotic

import (
	_ "embed"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"sync"

	"combigo.dev/combigo/interval"
)

// strips.tsv is the output of [NewStrip] for the heights that take longer than one
// would wait for an estimate: a line for each height, with the ends of lambda_m and
// of a_m, the columns, and the envelope of the remainder.
//
//go:embed strips.tsv
var stripFile string

// storedStrips reads strips.tsv, by height less 1.
var storedStrips = sync.OnceValue(func() []*Strip {
	var strips []*Strip
	for line := range strings.Lines(stripFile) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		s, err := readStrip(strings.TrimSpace(line))
		if err != nil || s.Height != len(strips)+1 {
			panic(fmt.Sprintf("asymptotic: strips.tsv: %q: %v", line, err)) // the file is part of the program
		}
		strips = append(strips, s)
	}
	return strips
})

// LastStored returns the largest height whose constants [Stored] knows.
func LastStored() int { return len(storedStrips()) }

// Stored returns the constants of boards with a given number of rows, 1 to [LastStored], to
// [StoredDigits] digits, as [NewStrip] found them once.
func Stored(height int) *Strip {
	s := *storedStrips()[height-1]
	return &s
}

// StoredDigits is the number of significant digits of the constants that are
// stored.
const StoredDigits = 24

func readStrip(line string) (*Strip, error) {
	cells := strings.Split(line, "\t")
	if len(cells) != 8 {
		return nil, fmt.Errorf("%d cells", len(cells))
	}
	s := &Strip{}
	var ends [4]interval.Interval
	var errs [8]error
	s.Height, errs[0] = strconv.Atoi(cells[0])
	for i := range ends {
		ends[i], errs[1+i] = interval.Parse(cells[1+i])
	}
	s.Columns, errs[5] = strconv.Atoi(cells[5])
	s.Remainder.Scale, errs[6] = strconv.ParseFloat(cells[6], 64)
	s.Remainder.Phi, errs[7] = strconv.ParseFloat(cells[7], 64)
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	s.Lambda = interval.Interval{Low: ends[0].Low, High: ends[1].Low}
	s.A = interval.Interval{Low: ends[2].Low, High: ends[3].Low}
	return s, nil
}

// FromStrips extrapolates the constants from those of the stored strips of up to so
// many rows, from [FewestStrips] to [LastStored]: L from lambda_(m+1)/lambda_m, B from
// lambda_m/L^m, and A from a_m/B^m (Theorem 2 and Lemma 15).
func FromStrips(height int, s Scheme) Constants {
	lambda, a := make([]*big.Float, height+1), make([]*big.Float, height+1)
	for m := 1; m <= height; m++ {
		strip := Stored(m)
		lambda[m], a[m] = middle(strip.Lambda), middle(strip.A)
	}
	over := func(x []*big.Float, by *big.Float) []*big.Float {
		var terms []*big.Float
		for m := 1; m <= height; m++ {
			terms = append(terms, newFloat().Quo(x[m], power(by, m)))
		}
		return terms
	}
	return extrapolated(s, fmt.Sprintf("strips up to %d rows; %v", height, s), sequences{
		base: func() []*big.Float {
			var terms []*big.Float
			for m := 1; m < height; m++ {
				terms = append(terms, newFloat().Quo(lambda[m+1], lambda[m]))
			}
			return terms
		},
		margin: func(l *big.Float) []*big.Float { return over(lambda, l) },
		factor: func(_, b *big.Float) []*big.Float { return over(a, b) },
	})
}

func middle(x interval.Interval) *big.Float {
	f, _, err := big.ParseFloat(x.Middle(keptDigits).Text('e'), 10, precision, big.ToNearestEven)
	if err != nil {
		panic("asymptotic: " + err.Error()) // the middle is finite
	}
	return f
}

var bestFloats = sync.OnceValue(func() floats {
	c := Best()
	return floats{middle(c.A.Value), middle(c.B.Value), middle(c.L.Value)}
})

// Best returns the constants with the narrowest error bars that this package can
// defend: those of [FromSquares] with all published numbers and [Wynn].
var Best = sync.OnceValue(func() Constants { return FromSquares(LastSquare, Wynn) })
