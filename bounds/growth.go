package bounds

import (
	"context"
	"math"
	"math/big"

	"combigo.dev/combigo/par"
)

// A Growth is a certified enclosure of the largest eigenvalue of the transfer matrix of a strip,
// which is the factor by which the number of legal positions grows with a period.
type Growth struct {
	Low, High float64 // Low <= eigenvalue <= High
	Length    int     // points along in a period
	Points    int     // points in a period
	States    int     // dimension of the matrix
}

// growth encloses the growth of a strip with a given number of colours, as narrowly as double
// precision can.
func (s Strip) growth(ctx context.Context, colors int, opt par.Options) (*Growth, error) {
	t, err := s.matrix(ctx, colors, opt)
	if err != nil {
		return nil, err
	}
	low, high, err := t.Root(ctx, 0)
	if err != nil {
		return nil, err
	}
	return &Growth{Low: low, High: high, Length: s.period(), Points: s.Width * s.period(), States: t.States()}, nil
}

// perPoint returns the enclosure of the growth per point: the root of the eigenvalue of as many as
// there are points.
func (g *Growth) perPoint() (low, high float64) {
	return rootBelow(g.Low, g.Points), rootAbove(g.High, g.Points)
}

// PerLine returns the enclosure of the growth per line across: the eigenvalue s(k) or u(k) of the
// paper, whose matrix is that of a single line.
func (g *Growth) PerLine() (low, high float64) {
	return rootBelow(g.Low, g.Length), rootAbove(g.High, g.Length)
}

// rootBelow returns the largest double that is at most the n-th root of x.
func rootBelow(x float64, n int) float64 {
	y := math.Pow(x, 1/float64(n))
	for comparePower(y, n, x) <= 0 {
		y = math.Nextafter(y, math.Inf(1))
	}
	for comparePower(y, n, x) > 0 {
		y = math.Nextafter(y, 0)
	}
	return y
}

// rootAbove returns the smallest double that is at least the n-th root of x.
func rootAbove(x float64, n int) float64 {
	y := rootBelow(x, n)
	if comparePower(y, n, x) < 0 {
		y = math.Nextafter(y, math.Inf(1))
	}
	return y
}

// comparePower compares y^n with x, exactly: a product of n doubles has at most 53n bits.
func comparePower(y float64, n int, x float64) int {
	power := new(big.Float).SetPrec(uint(53 * n)).SetInt64(1)
	for range n {
		power.Mul(power, big.NewFloat(y))
	}
	return power.Cmp(big.NewFloat(x))
}
