package result

import (
	"math/big"
	"strconv"
)

// A Decimal is a whole number that is a string of digits in JSON, where programs that read numbers
// as floating-point ones would spoil it.
type Decimal struct{ *big.Int }

// MarshalJSON returns the digits in quotes, or null for no number.
func (d Decimal) MarshalJSON() ([]byte, error) {
	if d.Int == nil {
		return []byte("null"), nil
	}
	return strconv.AppendQuote(nil, d.String()), nil
}

// Decimals returns the numbers as they are written in JSON: an empty list for none.
func Decimals(numbers []*big.Int) []Decimal {
	list := make([]Decimal, len(numbers))
	for i, n := range numbers {
		list[i] = Decimal{n}
	}
	return list
}

// List returns a list that is empty in JSON, not null, if there is nothing in it.
func List[T any](list []T) []T { return append([]T{}, list...) }
