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

// recurrenceDocument is a recurrence, or only its order, as JSON. Numbers of
// any size are strings; the coefficient at index i is that of L(M,n+i).
type recurrenceDocument struct {
	Height              int        `json:"height"`
	Order               int        `json:"order"`
	OrderProved         bool       `json:"order_proved"`
	Coefficients        []*decimal `json:"coefficients,omitempty"`
	Initial             []*decimal `json:"initial_terms,omitempty"`
	FirstIndex          int        `json:"first_index,omitempty"`
	Zeroth              string     `json:"zeroth_term,omitempty"`
	Verified            int        `json:"verified_in_integers,omitempty"`
	Primes              []string   `json:"primes,omitempty"`
	Orders              []int      `json:"orders_modulo_primes,omitempty"`
	Terms               int        `json:"terms_used,omitempty"`
	Extra               int        `json:"terms_that_only_confirm,omitempty"`
	Risk                float64    `json:"log2_chance_that_order_is_larger,omitempty"`
	Valid               *decimal   `json:"valid_classes"`
	ValidUpDown         *decimal   `json:"valid_updown_classes"`
	Constructible       int64      `json:"constructible_classes"`
	ConstructibleUpDown int64      `json:"constructible_updown_classes"`
}

func newClassesDocument(c *recurrence.Classes) recurrenceDocument {
	return recurrenceDocument{
		Valid: &decimal{c.Valid}, ValidUpDown: &decimal{c.ValidUpDown},
		Constructible: c.Constructible, ConstructibleUpDown: c.ConstructibleUpDown,
	}
}

func newRecurrenceDocument(r *recurrence.Recurrence) recurrenceDocument {
	d := newClassesDocument(r.Classes)
	d.Height, d.Order, d.OrderProved = r.Height, r.Order(), true
	d.Coefficients, d.Initial, d.FirstIndex = decimalsOf(r.Coefficients), decimalsOf(r.Initial), 1
	d.Zeroth, d.Verified = r.Zeroth().RatString(), r.Verified
	return d
}

func writeRecurrenceText(w io.Writer, r *recurrence.Recurrence) error {
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
	var b strings.Builder
	line := first
	for i, term := range right {
		if i > 0 && len(line)+1+len(term) > polynomialWidth {
			b.WriteString(line + "\n")
			line = margin
		} else if i > 0 {
			line += " "
		}
		line += term
	}
	return b.String() + line + "\n"
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

func writeOrder(w io.Writer, o *recurrence.Order, c *recurrence.Classes, json bool) error {
	if json {
		d := newClassesDocument(c)
		d.Height, d.Order, d.Orders = o.Height, o.Order, o.Orders
		d.Terms, d.Extra, d.Risk = o.Terms, o.Extra(), o.Risk()
		for _, p := range o.Primes {
			d.Primes = append(d.Primes, fmt.Sprint(p))
		}
		return result.JSON(w, d)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Order of the recurrence of L(%d,n), the legal positions of %dxn boards\n\n", o.Height, o.Height)
	b.WriteString(item("order", fmt.Sprintf("%d", o.Order)))
	for i, p := range o.Primes {
		b.WriteString(item("", fmt.Sprintf("%d modulo the prime %d", o.Orders[i], p)))
	}
	b.WriteString(classesText(c))
	b.WriteString(item("proof", fmt.Sprintf("the order cannot exceed the number of constructible up-down classes, %d, so twice as many "+
		"terms, %d, give the order modulo a prime for certain; the last %d of them only confirm it", o.Bound, o.Terms, o.Extra())))
	b.WriteString(item("", fmt.Sprintf("the order over the integers is at least that; it is larger with a chance of less than 2^%.0f, "+
		"for primes drawn at random between 2^61 and 2^62", o.Risk())))
	_, err := io.WriteString(w, b.String())
	return err
}

// transferDocument is a matrix power as JSON.
type transferDocument struct {
	Height         int        `json:"height"`
	Kind           string     `json:"kind"`
	States         []string   `json:"states"`
	Legal          []int64    `json:"legal"`
	First          []int64    `json:"first"`
	Matrix         [][]int64  `json:"matrix"`
	Characteristic []*decimal `json:"characteristic_polynomial,omitempty"`
}

// mostForPolynomial is the largest matrix whose characteristic polynomial is
// given: the time grows with the fourth power.
const mostForPolynomial = 64

func writeTransfer(w io.Writer, t *recurrence.Transfer, json bool) error {
	var p []*big.Int
	if len(t.States) <= mostForPolynomial {
		p = t.CharacteristicPolynomial()
	}
	if json {
		d := transferDocument{t.Height, t.Symmetry.String(), t.States, t.Legal, t.First, t.Matrix, nil}
		if p != nil {
			d.Characteristic = decimalsOf(p)
		}
		return result.JSON(w, d)
	}
	_, err := io.WriteString(w, transferText(t, p))
	return err
}

func transferText(t *recurrence.Transfer, p []*big.Int) string {
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
		b.WriteString("\nCharacteristic polynomial\n\n" + wrapTerms("  ", polynomialTerms(p)))
	}
	return b.String()
}

// polynomialTerms returns the terms of a polynomial in x, the highest first.
func polynomialTerms(p []*big.Int) []string {
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
		terms = append(terms, recurrence.Signed(p[i], power, len(terms) == 0))
	}
	return terms
}
