package view

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/asymptotic"
)

// StateCounts is the numbers of classes of border states of one height, by kink. Those of
// constructible classes are nil if they were not counted.
type StateCounts struct {
	Height               int
	Valid, Constructible []*big.Int
}

// Total returns the number of valid classes, over all kinks.
func (c *StateCounts) Total() *big.Int { return sum(c.Valid) }

func sum(numbers []*big.Int) *big.Int {
	total := new(big.Int)
	for _, n := range numbers {
		total.Add(total, n)
	}
	return total
}

// States is numbers of classes: by kinks for one height, by heights for more.
func States(counts []*StateCounts) *Answer {
	a, constructible := &Answer{}, counts[0].Constructible != nil
	if len(counts) == 1 {
		a.Document = titled("Border state classes of boards with %d rows", counts[0].Height)
		a.table(kinks(counts[0], constructible))
	} else {
		a.Document = titled("Border state classes of boards with M rows")
		a.table(heights(counts, constructible))
	}
	a.json = oneOf(objects(counts, func(c *StateCounts) object {
		o := object{"rows", c.Height, "valid", c.Valid, "value", c.Total()}
		if constructible {
			o = append(o, "constructible", c.Constructible, "constructible_value", sum(c.Constructible))
		}
		return o
	}))
	for _, c := range counts {
		a.Numbers = append(a.Numbers, c.Total())
		for y, n := range c.Valid {
			row := object{"rows", c.Height, "kink", y, "valid", n}
			if constructible {
				row = append(row, "constructible", c.Constructible[y])
			}
			a.csv = append(a.csv, row)
		}
	}
	return a
}

// kinks has a line for every kink of one height.
func kinks(c *StateCounts, constructible bool) *grid {
	names, footer := []any{">kink y", ">valid"}, []any{"total", c.Total()}
	if constructible {
		names, footer = append(names, ">constructible"), append(footer, sum(c.Constructible))
	}
	t := newTable(names...)
	for y, n := range c.Valid {
		row := []any{y, n}
		if constructible {
			row = append(row, c.Constructible[y])
		}
		t.row(row...)
	}
	t.total(footer...)
	return t
}

// heights has a line for every height, with the numbers at the first
// and the last kink: Table 1 of the paper.
func heights(counts []*StateCounts, constructible bool) *grid {
	names := []any{">M", ">valid, y = 0", ">valid, y = M-1", ">valid, all y"}
	if constructible {
		names = append(names, ">constructible, y = 0")
	}
	t := newTable(names...)
	for _, c := range counts {
		row := []any{c.Height, c.Valid[0], c.Valid[c.Height-1], c.Total()}
		if constructible {
			row = append(row, c.Constructible[0])
		}
		t.row(row...)
	}
	return t
}

// ClassGrowth is how fast the classes grow, with a number of digits.
func ClassGrowth(digits int) *Answer {
	const formula = "factor M^(-3/2) lambda^M"
	growth := asymptotic.NewClassGrowth(digits)
	lambda, factor := growth.Lambda.Rounded(digits-1), growth.Factor.Text('g', digits)
	d := titled("Border state classes of M rows without a kink, for large M")
	d.labels = 8
	d.fact("number", fmt.Sprintf("about %s, relative error of order 1/M", formula))
	d.fact("lambda", lambda+", the largest root of", polynomialText(asymptotic.ClassPolynomial))
	d.fact("factor", factor)
	return &Answer{Document: d, Numbers: []any{lambda}, json: object{
		"formula", formula, "lambda_low", growth.Lambda.Low.Text('f'), "lambda_high", growth.Lambda.High.Text('f'), "factor", factor,
		"polynomial", asymptotic.ClassPolynomial, // coefficients of x^0, x^1, ...
	}}
}

// polynomialText writes a polynomial in x, the highest power first.
func polynomialText(coefficients []int64) string {
	var text strings.Builder
	for i, c := range slices.Backward(coefficients) {
		switch {
		case c == 0:
			continue
		case text.Len() == 0:
		case c < 0:
			text.WriteString(" - ")
			c = -c
		default:
			text.WriteString(" + ")
		}
		if c != 1 || i == 0 {
			text.WriteString(strconv.FormatInt(c, 10))
		}
		if i > 0 {
			text.WriteString("x")
		}
		if i > 1 {
			text.WriteString("^" + strconv.Itoa(i))
		}
	}
	return text.String()
}
