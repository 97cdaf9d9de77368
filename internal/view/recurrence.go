package view

import (
	"fmt"
	"io"
	"math/big"
	"strings"

	"combigo/recurrence"
	"combigo/result"
)

// longestEquation is the largest order of a recurrence that is written out in
// text.
const longestEquation = 60

// Recurrence writes a recurrence for people.
func Recurrence(w io.Writer, r *recurrence.Recurrence) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Recurrence of L(%d,n), the legal positions of %dxn boards\n\n", r.Height, r.Height)
	b.WriteString(equationText(r))
	b.WriteString("\n")
	b.WriteString(item("order", fmt.Sprintf("%d, the shortest one, for all n >= 1", r.Order())))
	b.WriteString(item("starts", startOf(r)))
	b.WriteString(item("backwards", fmt.Sprintf("it gives L(%d,0) = %s", r.Height, r.Zeroth().RatString())))
	b.WriteString(classesText(r.Classes))
	b.WriteString(item("proof", fmt.Sprintf("the order cannot exceed the number of constructible up-down classes, and the "+
		"equation was checked in integers for as many n, 1 to %d, so it holds for all; modulo a prime "+
		"there is no shorter one", r.Verified)))
	_, err := io.WriteString(w, b.String())
	return err
}

// equationText writes the recurrence out if it is not too long.
func equationText(r *recurrence.Recurrence) string {
	left, right := r.Equation()
	if r.Order() > longestEquation {
		largest := 0
		for _, c := range r.Coefficients {
			largest = max(largest, len(new(big.Int).Abs(c).String()))
		}
		return fmt.Sprintf("  %s = %s %s ...\n        (%d terms, with coefficients of up to %d digits:\n        --format sage, mathematica or json prints all)\n",
			left, right[0], right[1], len(right), largest)
	}
	first, margin := "  "+left+" = ", strings.Repeat(" ", len(left)+3)
	return first + wrapTerms(margin, polynomialWidth, right)[len(margin):]
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

func classesText(c *recurrence.Classes) string {
	return item("classes", fmt.Sprintf("of border states without a kink: %s valid, %d constructible", c.Valid, c.Constructible)) +
		item("", fmt.Sprintf("up to turning upside down: %s valid, %d constructible", c.ValidUpDown, c.ConstructibleUpDown))
}

// RecurrenceOrder writes the order of a recurrence for people.
func RecurrenceOrder(w io.Writer, o *recurrence.Order) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Order of the recurrence of L(%d,n), the legal positions of %dxn boards\n\n", o.Height, o.Height)
	b.WriteString(item("order", fmt.Sprintf("%d", o.Order)))
	for i, p := range o.Primes {
		b.WriteString(item("", fmt.Sprintf("%d modulo the prime %d", o.Orders[i], p)))
	}
	b.WriteString(classesText(o.Classes))
	b.WriteString(item("proof", fmt.Sprintf("the order cannot exceed the number of constructible up-down classes, %d, so twice as many "+
		"terms, %d, give the order modulo a prime for certain; the last %d of them only confirm it", o.Bound, o.Terms, o.Extra())))
	b.WriteString(item("", fmt.Sprintf("the order over the integers is at least that; it is larger with a chance of less than 2^%.0f, "+
		"for primes drawn at random between 2^61 and 2^62", o.Risk())))
	_, err := io.WriteString(w, b.String())
	return err
}

// Transfer writes a matrix for people.
func Transfer(w io.Writer, t *recurrence.Transfer) error {
	p := t.Characteristic()
	var b strings.Builder
	kind := [...]string{"constructible states", "constructible classes", "constructible up-down classes"}[t.Symmetry]
	fmt.Fprintf(&b, "L(%d,n) = l T^(n-1) L(%d,1), on %d %s\n\n", t.Height, t.Height, len(t.States), kind)
	width := len("state")
	for _, s := range t.States {
		width = max(width, len(s))
	}
	fmt.Fprintf(&b, "%-*s  l  L(%d,1)  T\n", width, "state", t.Height)
	for i, s := range t.States {
		fmt.Fprintf(&b, "%-*s  %d  %6d ", width, s, t.Legal[i], t.First[i])
		for _, x := range t.Matrix[i] {
			fmt.Fprintf(&b, " %*d", t.Height, x)
		}
		b.WriteString("\n")
	}
	b.WriteString("\nEach point of a state is . for empty, X or O for a stone with a liberty, x or o\n" +
		"for one without, with a letter for its string. Column j of T is what follows\n" +
		"state j.\n")
	if p != nil {
		b.WriteString("\nCharacteristic polynomial\n\n" + wrapTerms("  ", polynomialWidth, polynomialTerms(p)))
	}
	_, err := io.WriteString(w, b.String())
	return err
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
