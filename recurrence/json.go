package recurrence

import (
	"encoding/json"
	"strconv"

	"combigo.dev/combigo/result"
)

// classesDocument is the fields that a recurrence and an order have in common.
type classesDocument struct {
	Valid               result.Decimal `json:"valid_classes"`
	ValidUpDown         result.Decimal `json:"valid_updown_classes"`
	Constructible       int64          `json:"constructible_classes,string"`
	ConstructibleUpDown int64          `json:"constructible_updown_classes,string"`
}

func (c *Classes) document() classesDocument {
	return classesDocument{
		result.Decimal{Int: c.Valid}, result.Decimal{Int: c.ValidUpDown}, c.Constructible, c.ConstructibleUpDown,
	}
}

// MarshalJSON returns the recurrence as an object with the fields of docs/reference/json.md. The
// coefficient at index i is that of L(m,n+i).
func (r *Recurrence) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Rows         int              `json:"rows"`
		Order        int              `json:"order"`
		Proved       bool             `json:"order_proved"`
		Coefficients []result.Decimal `json:"coefficients"`
		Initial      []result.Decimal `json:"initial_terms"`
		First        int              `json:"first_index"`
		Zeroth       string           `json:"zeroth_term"`
		Verified     int              `json:"verified_in_integers"`
		classesDocument
	}{
		r.Height, r.Order(), true, result.Decimals(r.Coefficients), result.Decimals(r.Initial), 1, r.Zeroth().RatString(),
		r.Verified, r.Classes.document(),
	})
}

// MarshalJSON returns the order as an object with the fields of docs/reference/json.md.
func (o *Order) MarshalJSON() ([]byte, error) {
	var primes []string
	for _, p := range o.Primes {
		primes = append(primes, strconv.FormatUint(p, 10))
	}
	return json.Marshal(struct {
		Rows   int      `json:"rows"`
		Order  int      `json:"order"`
		Proved bool     `json:"order_proved"`
		Primes []string `json:"primes"`
		Orders []int    `json:"orders_modulo_primes"`
		Terms  int      `json:"terms_used"`
		Extra  int      `json:"terms_that_only_confirm"`
		Risk   float64  `json:"log2_chance_that_order_is_larger"`
		classesDocument
	}{o.Height, o.Order, false, primes, o.Orders, o.Terms, o.Extra(), o.Risk(), o.Classes.document()})
}

// maxCharacteristic is the largest matrix whose characteristic polynomial is given: the time grows
// with the fourth power.
const maxCharacteristic = 64

// Characteristic returns the characteristic polynomial of a matrix that is small enough, and nil
// for others.
func (t *Transfer) Characteristic() []result.Decimal {
	if len(t.States) > maxCharacteristic {
		return nil
	}
	return result.Decimals(t.CharacteristicPolynomial())
}

// MarshalJSON returns the matrix as an object with the fields of docs/reference/json.md.
func (t *Transfer) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Rows           int              `json:"rows"`
		Kind           string           `json:"kind"`
		States         []string         `json:"states"`
		Legal          []int64          `json:"legal"`
		First          []int64          `json:"first"`
		Matrix         [][]int64        `json:"matrix"`
		Characteristic []result.Decimal `json:"characteristic_polynomial,omitempty"`
	}{t.Height, t.Symmetry.String(), t.States, t.Legal, t.First, t.Matrix, t.Characteristic()})
}
