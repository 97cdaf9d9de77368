package main

import (
	"math"
	"math/big"

	"combigo/count"
	"combigo/internal/plot"
)

// Sizes of the picture.
const (
	pictureWidth  = 16 * plot.Centimeter
	pictureHeight = 14 * plot.Centimeter
)

// drawStones draws a heat map of a table of stones, on a logarithmic scale.
func drawStones(t *count.StoneTable, o plot.Output) ([]byte, error) {
	where := t.Legal.Where
	if where == "" {
		where = "board " + t.Legal.Board.String()
	}
	heat := plot.Heat{Title: "Legal positions of " + where, X: "white stones", Y: "black stones", Scale: "positions", Logs: stoneLogs(t)}
	return heat.Map(pictureWidth, pictureHeight).EncodeAs(o)
}

// stoneLogs returns the logarithms of a table of stones, NaN for 0.
func stoneLogs(t *count.StoneTable) [][]float64 {
	logs := make([][]float64, t.Points()+1)
	for b := range logs {
		for w := range logs {
			log := math.NaN()
			if b+w <= t.Points() && t.Positions[b][w].Sign() > 0 {
				log = log10(t.Positions[b][w])
			}
			logs[b] = append(logs[b], log)
		}
	}
	return logs
}

// log10 returns the logarithm of a positive number that may be beyond all
// floating-point numbers.
func log10(n *big.Int) float64 {
	mantissa := new(big.Float)
	exponent := new(big.Float).SetInt(n).MantExp(mantissa)
	m, _ := mantissa.Float64()
	return math.Log10(m) + float64(exponent)*math.Log10(2)
}
