package polynomial

import (
	"encoding/json"
	"math/big"

	"combigo.dev/combigo/result"
)

// Evaluate adds the values at the numbers to the result.
func (r *Result) Evaluate(points []*big.Rat) {
	for _, x := range points {
		r.Values = append(r.Values, Value{x, r.Poly.At(x)})
	}
}

// MarshalJSON returns the result as an object with the fields of docs/reference/json.md. The
// coefficient at index k is that of lambda^k.
func (r *Result) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Graph        string           `json:"graph"`
		Vertices     int              `json:"vertices"`
		Edges        int              `json:"edges"`
		Variable     string           `json:"variable"`
		Degree       int              `json:"degree"`
		Coefficients []result.Decimal `json:"coefficients"`
		Factors      *Factorization   `json:"factorization,omitempty"`
		Values       []Value          `json:"values,omitempty"`
		result.ProvenanceDocument
	}{
		r.Graph.String(), r.Graph.Len(), r.Graph.EdgeCount(), "lambda", r.Poly.Degree(), result.Decimals(r.Poly),
		r.Factorization, r.Values, r.Document(),
	})
}

// MarshalJSON returns the number and the value as strings of fractions.
func (v Value) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		At    string `json:"at"`
		Value string `json:"value"`
	}{v.At.RatString(), v.Value.RatString()})
}

// MarshalJSON returns the factors as an object with the fields of docs/reference/json.md.
func (f *Factorization) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Content result.Decimal `json:"content"`
		Power   int            `json:"power_of_lambda"`
		Factors []Factor       `json:"factors"`
	}{result.Decimal{Int: f.Content}, f.Power, result.List(f.Factors)})
}

// MarshalJSON returns the factor as an object with the fields of docs/reference/json.md.
func (f Factor) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Coefficients []result.Decimal `json:"coefficients"`
		Multiplicity int              `json:"multiplicity"`
		Irreducible  bool             `json:"proved_irreducible"`
	}{result.Decimals(f.Poly), f.Multiplicity, f.Irreducible})
}
