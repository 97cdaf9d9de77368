package transfertest_test

import (
	"errors"
	"testing"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
	"combigo.dev/combigo/transfer/transfertest"
)

// kings are the ways to place kings on a board that do not attack each other, point by point: the
// state has a bit for each of the last side+1 points.
type kings struct{ side int }

type arc = transfer.Arc[transfer.Word1]

func (k kings) Levels() int              { return k.side * k.side }
func (kings) Start() transfer.Word1      { return 0 }
func (kings) Accept(transfer.Word1) bool { return true }
func (k kings) Step(level int, from transfer.Word1, arcs []arc) []arc {
	next := from << 1 & (1<<(k.side+1) - 1)
	arcs = append(arcs, arc{To: next, By: transfer.One})
	first, last := level%k.side == 0, level%k.side == k.side-1
	attacked := from&(1<<(k.side-1)) != 0 || !first && from&(1|1<<k.side) != 0 || !last && from&(1<<(k.side-2)) != 0
	if attacked {
		return arcs
	}
	return append(arcs, arc{To: next | 1, Choice: 1, By: transfer.One})
}

// colorings are proper colourings of a path of points, of colours that have no names: the state is
// how many were used, and the last one is another than the one before.
type colorings struct{ points int }

func (c colorings) Levels() int              { return c.points }
func (colorings) Start() transfer.Word1      { return 0 }
func (colorings) Accept(transfer.Word1) bool { return true }
func (colorings) Step(_ int, from transfer.Word1, arcs []arc) []arc {
	for range int(from) - 1 {
		arcs = append(arcs, arc{To: from, By: transfer.One})
	}
	return append(arcs, arc{To: from + 1, By: transfer.Factor(from)})
}

func TestSpecs(t *testing.T) {
	for side := 2; side <= 7; side += 5 {
		transfertest.Spec(t, kings{side})
	}
	for _, points := range []int{0, 1, 2, 3, 5, 8, 13, 19} {
		transfertest.Spec(t, colorings{points})
	}
}

// Non-attacking kings on 12x12 (OEIS A063443), with too little room for them.
func TestTooLittleRoom(t *testing.T) {
	for bound, want := range map[int]string{1: "", 2: "69645620389200894313"} {
		integers, err := transfer.NewIntegers(0, bound)
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := transfer.Run(t.Context(), kings{12}, integers, par.Options{})
		if beyond := (*transfer.RangeError)(nil); want == "" && !errors.As(err, &beyond) || want != "" && (err != nil || got.String() != want) {
			t.Errorf("branching %d: %v, error %v", bound, got, err)
		}
	}
	for _, gain := range []int64{1 << 61, -1 << 61, 1<<63 - 1, -1 << 63} {
		ev := transfer.MaxPlus{Gain: func(int, uint8) int64 { return gain }}
		if got, _, err := transfer.Run(t.Context(), kings{12}, ev, par.Options{}); err == nil {
			t.Errorf("gains of %d: %v and no error", gain, got)
		}
	}
}

func TestSemirings(t *testing.T) {
	integers, err := transfer.NewIntegers(3, 4)
	if err != nil {
		t.Fatal(err)
	}
	residues, err := transfer.NewResidues(3, []uint64{7, transfer.MaxModulus})
	if err != nil {
		t.Fatal(err)
	}
	const levels = 150
	colors := func(int) []arc { return []arc{{By: transfer.One}, {Choice: 1, By: 0}} }
	transfertest.Semiring(t, integers, levels, colors)
	transfertest.Semiring(t, residues, levels, colors)
	transfertest.Semiring(t, transfer.Polynomials{}, levels, colors)
	transfertest.Semiring(t, transfer.MaxPlus{Gain: func(_ int, choice uint8) int64 { return int64(choice) }}, levels, colors)
	sums, err := transfer.NewSums(2, levels)
	if err != nil {
		t.Fatal(err)
	}
	transfertest.Semiring(t, sums, levels, func(int) []arc { return []arc{{By: transfer.One}, {Choice: 1, By: transfer.One}} })
	weights := make([]transfer.Weight, 20)
	for i := range weights {
		weights[i] = transfer.Weight{Own: 1}
	}
	stones, err := transfer.NewStones(weights)
	if err != nil {
		t.Fatal(err)
	}
	transfertest.Semiring(t, stones, len(weights), func(int) []arc { return []arc{{}, {Choice: 1}, {Choice: 2}} })
}
