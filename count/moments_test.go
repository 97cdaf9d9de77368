package count

import (
	"context"
	"errors"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/lattice"
)

// Stones and pairs of stones, against the table by stones.
func TestMomentsOfTables(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		size    board.Size
		variant Variant
	}{
		{board.Size{Rows: 1, Cols: 1}, Variant{}},
		{board.Size{Rows: 1, Cols: 9}, Variant{}},
		{board.Size{Rows: 3, Cols: 3}, Variant{}},
		{board.Size{Rows: 5, Cols: 4}, Variant{}},
		{board.Size{Rows: 5, Cols: 5}, Variant{}},
		{board.Size{Rows: 4, Cols: 5}, Variant{Lattice: lattice.Hexagonal}},
		{board.Size{Rows: 4, Cols: 4}, Variant{Lattice: lattice.Triangular}},
		{board.Size{Rows: 3, Cols: 5}, Variant{SafeTop: true}},
	} {
		opt := Options{Variant: c.variant}
		table, err := Stones(ctx, c.size, opt)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Moments(ctx, c.size, opt)
		if err != nil {
			t.Fatal(err)
		}
		mean, variance, _ := m.Moments()
		wantMean, wantVariance, _ := table.Moments()
		if mean.Cmp(wantMean) != 0 || variance.Cmp(wantVariance) != 0 {
			t.Errorf("%v %v: mean %v, variance %v, want %v, %v", c.size, c.variant, mean, variance, wantMean, wantVariance)
		}
	}
}

// The error bars from few boards hold what boards up to 10x10 give: 0.65284825 and 0.2069302.
func TestDensityBars(t *testing.T) {
	largest := MinDensitySide
	if longtests.Wanted() {
		largest += 2
	}
	all, err := Density(context.Background(), largest, Options{})
	mean, errMean := interval.Parse("0.65284825")
	variance, errVariance := interval.Parse("0.2069302")
	if err := errors.Join(err, errMean, errVariance); err != nil {
		t.Fatal(err)
	}
	for last := MinDensitySide; last <= largest; last++ {
		d := newDensity(all.Squares[:last], all.Almost[:last-1])
		if !d.Mean.Overlaps(mean) || !d.Variance.Overlaps(variance) {
			t.Errorf("up to %d: mean %v, variance %v; up to 10: %v, %v", last, d.Mean, d.Variance, mean, variance)
		}
	}
}

func TestMomentsRefused(t *testing.T) {
	ctx := context.Background()
	for _, opt := range []Options{{Modular: true}, {Method: Frontier}, {Variant: Variant{Lattice: lattice.Torus}}} {
		if _, err := Moments(ctx, board.Size{Rows: 3, Cols: 3}, opt); err == nil {
			t.Errorf("%+v: no error", opt)
		}
	}
	if _, err := Moments(ctx, board.Size{Rows: 1, Cols: 2000}, Options{}); err == nil {
		t.Error("2000 points: no error")
	}
	for _, last := range []int{MinDensitySide - 1, MaxDensitySide + 1} {
		if _, err := Density(ctx, last, Options{}); err == nil {
			t.Errorf("boards up to %d: no error", last)
		}
	}
}
