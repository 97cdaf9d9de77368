package reproduction

import (
	"fmt"
	"math/big"
	"strings"

	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/result"
)

// texts compares values that are equal or not.
func (w *work) texts(what, printed, here string) *Row {
	mark := Different
	switch printed {
	case "":
		mark = NotInPaper
	case here:
		mark = Equal
	}
	return w.add(Row{What: what, Printed: printed, Here: here, Mark: mark})
}

func (w *work) whole(what, printed string, here *big.Int) *Row {
	return w.texts(what, printed, here.String())
}

func (w *work) number(what, printed string, here int64) *Row {
	return w.texts(what, printed, fmt.Sprint(here))
}

// keptDigits is the precision of intermediate results.
const keptDigits = 60

// extraDigits is how many digits more than the printed ones are shown where they are known.
const extraDigits = 6

// decimals compares a decimal in print, rounded or cut off after its last digit, with an enclosure
// of the number.
func (w *work) decimals(what, printed string, here interval.Interval) *Row {
	r := Row{What: what, Printed: printed, Mark: Different}
	e := published.Entry{Printed: printed, Kind: published.Rounded}
	known := here.Decimals(e.Decimals() + extraDigits)
	r.Here = here.Rounded(max(known, 0))
	whole, err := interval.Parse(printed)
	switch {
	case printed == "":
		r.Mark, r.Here = NotInPaper, here.Rounded(20)
	case err == nil && here.Low.Cmp(here.High) == 0 && here.Low.Cmp(whole.Low) == 0:
		r.Mark, r.Here = Equal, printed
	case !e.Agrees(here):
	case known > e.Decimals():
		r.Mark = Digits
	default:
		r.Mark = Equal
	}
	return w.add(r)
}

// fraction is decimals for a number that is known exactly.
func (w *work) fraction(what, printed string, here *big.Rat) *Row {
	return w.decimals(what, printed, interval.New(keptDigits).Rat(here, here))
}

// relativeError is how far the digits of Farr and Schmidt may be off, which are floating-point
// numbers as they came.
const relativeError = 1e-12

// scientific compares a number in print such as 1.5e+30, to some digits, with an exact one.
func (w *work) scientific(what, printed string, here *big.Int) *Row {
	x, ok := new(big.Rat).SetString(printed)
	if !ok {
		panic("not a number: " + printed) // published numbers are constants
	}
	r := Row{What: what, Printed: printed, Here: here.String(), Mark: Different}
	off, _ := new(big.Rat).Quo(x, new(big.Rat).SetInt(here)).Float64()
	mantissa, _, _ := strings.Cut(printed, "e")
	digits := len(strings.Replace(mantissa, ".", "", 1))
	switch {
	case off-1 > relativeError || 1-off > relativeError:
	case new(big.Float).SetInt(here).Text('e', digits-1) == new(big.Float).SetPrec(200).SetRat(x).Text('e', digits-1):
		r.Mark = Exact
	default:
		r.Mark, r.Note = Exact, "the last printed digits have the rounding errors of double precision"
	}
	return w.add(r)
}

// stored adds a line that is not computed now, from an earlier run if there is one.
func (w *work) stored(key, what, printed, takes string) {
	if e, ok := committed()[key]; ok {
		r := w.texts(what, printed, e.value)
		r.Earlier, r.Basis = e.provenance, result.OneWay
		return
	}
	w.tooLarge(what, printed, takes)
}
