package view

import (
	"combigo.dev/combigo/asymptotic"
)

// A LatticeBase is the base of liberties of a lattice as it is written; its fields are those of the
// JSON output.
type LatticeBase struct {
	Lattice string        `json:"lattice"`
	Colors  int           `json:"colors"`
	Proved  bool          `json:"proved"`
	L       []constantWay `json:"l"`
}

// NewLatticeBase returns the base of a lattice as it is written.
func NewLatticeBase(b *asymptotic.LatticeBase) *LatticeBase {
	o := &LatticeBase{Lattice: b.Kind.String(), Colors: b.Colors}
	for _, way := range b.Ways {
		o.L = addWay(o.L, way)
	}
	return o
}

// Document is the base, as found in each way.
func (o *LatticeBase) Document() *Document {
	d := &Document{}
	d.line("Base of liberties of the %s lattice, %s: the limit of the number of legal positions to the power of 1 over the number of points", o.Lattice, colorsText(o.Colors))
	d.gap()
	d.table(wayTable(o.L))
	d.gap()
	d.line("An error bar is ten times the disagreement of the last extrapolations. Nothing here is proved; for bounds that are, see combigo bounds --conditional.")
	return d
}
