package view

import (
	"fmt"
	"math/big"
	"strings"

	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
)

// longestEquation is the largest order of a recurrence that is written out in
// text.
const longestEquation = 60

// Recurrence is a recurrence with its proof.
func Recurrence(r *recurrence.Recurrence) *Document {
	d := &Document{}
	d.line("Recurrence of L(%d,n), the legal positions of %dxn boards", r.Height, r.Height)
	d.gap()
	left, right := r.Equation()
	if r.Order() <= longestEquation {
		d.formula(left+" = ", right...)
	} else {
		largest := 0
		for _, c := range r.Coefficients {
			largest = max(largest, len(new(big.Int).Abs(c).String()))
		}
		d.formula(left+" = ", right[0], right[1], "...")
		d.hint(fmt.Sprintf("(%d terms, with coefficients of up to %d digits: --format sage, mathematica or json prints all)", len(right), largest))
	}
	d.gap()
	d.fact("order", fmt.Sprintf("%d, the shortest one, for all n >= 1", r.Order()))
	d.fact("starts", startOf(r))
	d.fact("backwards", fmt.Sprintf("it gives L(%d,0) = %s", r.Height, r.Zeroth().RatString()))
	d.classes(r.Classes)
	d.fact("proof", fmt.Sprintf("the order cannot exceed the number of constructible up-down classes, and the "+
		"equation was checked in integers for as many n, 1 to %d, so it holds for all; modulo a prime "+
		"there is no shorter one", r.Verified))
	return d
}

// startOf lists the first few terms.
func startOf(r *recurrence.Recurrence) string {
	const shown = 8
	var texts []string
	for _, x := range r.Terms(shown) {
		texts = append(texts, x.String())
	}
	return strings.Join(texts, ", ") + ", ..."
}

func (d *Document) classes(c *recurrence.Classes) {
	d.fact("classes", fmt.Sprintf("of border states without a kink: %s valid, %d constructible", c.Valid, c.Constructible),
		fmt.Sprintf("up to turning upside down: %s valid, %d constructible", c.ValidUpDown, c.ConstructibleUpDown))
}

// RecurrenceOrder is the order of a recurrence, with its proof.
func RecurrenceOrder(o *recurrence.Order) *Document {
	d := &Document{}
	d.line("Order of the recurrence of L(%d,n), the legal positions of %dxn boards", o.Height, o.Height)
	d.gap()
	d.fact("order", fmt.Sprintf("%d", o.Order))
	for i, p := range o.Primes {
		d.fact("", fmt.Sprintf("%d modulo the prime %d", o.Orders[i], p))
	}
	d.classes(o.Classes)
	d.fact("proof", fmt.Sprintf("the order cannot exceed the number of constructible up-down classes, %d, so twice as many "+
		"terms, %d, give the order modulo a prime for certain; the last %d of them only confirm it", o.Bound, o.Terms, o.Extra()),
		fmt.Sprintf("the order over the integers is at least that; it is larger with a chance of less than 2^%.0f, "+
			"for primes drawn at random between 2^61 and 2^62", o.Risk()))
	return d
}

// Transfer is a matrix with its states.
func Transfer(t *recurrence.Transfer) *Document {
	kind := [...]string{"constructible states", "constructible classes", "constructible up-down classes"}[t.Symmetry]
	d := &Document{}
	d.line("L(%d,n) = l T^(n-1) L(%d,1), on %d %s", t.Height, t.Height, len(t.States), kind)
	d.gap()
	names := []any{"state", "l", fmt.Sprintf("L(%d,1)", t.Height)}
	table := &grid{right: []int{2, 3}}
	for i, s := range t.States {
		names = append(names, i+1)
		table.right = append(table.right, i+4)
		row := []any{s, t.Legal[i], t.First[i]}
		for _, x := range t.Matrix[i] {
			row = append(row, x)
		}
		table.row(row...)
	}
	table.head = [][]string{written(names)}
	d.table(table)
	d.gap()
	d.line("Each point of a state is . for empty, X or O for a stone with a liberty, x or o for one without, with a letter for its " +
		"string. The columns with numbers are T: column j is what follows state j.")
	if p := t.Characteristic(); p != nil {
		d.gap()
		d.head("Characteristic polynomial")
		d.gap()
		d.formula("", polynomialTerms(p)...)
	}
	return d
}

// polynomialTerms returns the terms of a polynomial in x, the highest first.
func polynomialTerms(p []result.Decimal) []string {
	var terms []string
	for i := len(p) - 1; i >= 0; i-- {
		if p[i].Sign() == 0 {
			continue
		}
		power := fmt.Sprintf("x^%d", i)
		switch i {
		case 0:
			power = ""
		case 1:
			power = "x"
		}
		terms = append(terms, recurrence.Signed(p[i].Int, power, len(terms) == 0))
	}
	return terms
}
