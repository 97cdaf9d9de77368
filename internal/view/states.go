package view

import (
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/result"
)

// StatesCSV writes a line for each kink of each height.
func StatesCSV(w io.Writer, counts []*StateCounts) error {
	names := []string{"rows", "kink", "valid"}
	if counts[0].Constructible != nil {
		names = append(names, "constructible")
	}
	var rows [][]any
	for _, c := range counts {
		for y, n := range c.Valid {
			row := []any{c.Height, y, n}
			if c.Constructible != nil {
				row = append(row, c.Constructible[y])
			}
			rows = append(rows, row)
		}
	}
	return writeCSV(w, rows, names...)
}

// States is numbers of classes: by kinks for one height, by heights for more.
func States(counts []*StateCounts) *Document {
	d := &Document{}
	if len(counts) == 1 {
		d.line("Border state classes of boards with %d rows", counts[0].Height)
		d.gap()
		d.table(kinks(counts[0]))
		return d
	}
	d.line("Border state classes of boards with M rows")
	d.gap()
	d.table(heights(counts))
	return d
}

// NewStateCounts returns the numbers of classes of one height by kink; those of constructible
// classes may be nil.
func NewStateCounts(height int, valid, constructible []*big.Int) *StateCounts {
	c := &StateCounts{Height: height, Valid: result.Decimals(valid), ValidTotal: sum(valid)}
	if constructible != nil {
		c.Constructible, c.ConstructibleTotal = result.Decimals(constructible), sum(constructible)
	}
	return c
}

// kinks has a line for every kink of one height.
func kinks(c *StateCounts) *grid {
	header, footer := []any{"kink y", "valid"}, []any{"total", c.ValidTotal}
	if c.Constructible != nil {
		header, footer = append(header, "constructible"), append(footer, c.ConstructibleTotal)
	}
	t := newTable(header...)
	for y, n := range c.Valid {
		row := []any{y, n}
		if c.Constructible != nil {
			row = append(row, c.Constructible[y])
		}
		t.row(row...)
	}
	t.total(footer...)
	t.right = []int{1, 2, 3}
	return t
}

// heights has a line for every height, with the numbers at the first
// and the last kink: Table 1 of the paper.
func heights(counts []*StateCounts) *grid {
	header := []any{"M", "valid, y = 0", "valid, y = M-1", "valid, all y"}
	if counts[0].Constructible != nil {
		header = append(header, "constructible, y = 0")
	}
	t := newTable(header...)
	for _, c := range counts {
		row := []any{c.Height, c.Valid[0], c.Valid[c.Height-1], c.ValidTotal}
		if c.Constructible != nil {
			row = append(row, c.Constructible[0])
		}
		t.row(row...)
	}
	t.right = []int{1, 2, 3, 4, 5}
	return t
}

// StateCounts is the numbers of classes of one height, by kink; its fields are
// those of the JSON output.
type StateCounts struct {
	Height             int              `json:"rows"`
	Valid              []result.Decimal `json:"valid"`
	ValidTotal         result.Decimal   `json:"value"`
	Constructible      []result.Decimal `json:"constructible,omitempty"`
	ConstructibleTotal result.Decimal   `json:"constructible_value,omitzero"`
}

func sum(numbers []*big.Int) result.Decimal {
	total := new(big.Int)
	for _, n := range numbers {
		total.Add(total, n)
	}
	return result.Decimal{Int: total}
}

// A ClassGrowth is how fast the classes grow, as JSON.
type ClassGrowth struct {
	Formula    string  `json:"formula"`
	Low        string  `json:"lambda_low"`
	High       string  `json:"lambda_high"`
	Factor     string  `json:"factor"`
	Polynomial []int64 `json:"polynomial"` // coefficients of x^0, x^1, ...

	Lambda string `json:"-"` // rounded
}

// classFormula is how the numbers of classes grow.
const classFormula = "factor M^(-3/2) lambda^M"

// NewClassGrowth returns how fast the classes grow, with a number of digits.
func NewClassGrowth(digits int) *ClassGrowth {
	growth := asymptotic.NewClassGrowth(digits)
	return &ClassGrowth{
		classFormula, growth.Lambda.Low.Text('f'), growth.Lambda.High.Text('f'), growth.Factor.Text('g', digits),
		asymptotic.ClassPolynomial, growth.Lambda.Rounded(digits - 1),
	}
}

// Document is the growth.
func (g *ClassGrowth) Document() *Document {
	d := &Document{labels: 8}
	d.line("Border state classes of M rows without a kink, for large M")
	d.gap()
	d.fact("number", fmt.Sprintf("about %s, relative error of order 1/M", g.Formula))
	d.fact("lambda", g.Lambda+", the largest root of", polynomialText(g.Polynomial))
	d.fact("factor", g.Factor)
	return d
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
