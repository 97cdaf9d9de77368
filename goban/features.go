package goban

import "combigo.dev/combigo/internal/enum"

// A Feature is a number that a legal position has, for statistics.
type Feature int

// The features.
const (
	// Stones is the number of stones.
	Stones Feature = iota
	// AreaScore is black's stones and the empty points from which empty points lead to black stones
	// but to no white ones, less the same of white (the rules of Tromp and Taylor).
	AreaScore
	// Eyes is the number of empty points all of whose neighbours are stones of one colour.
	Eyes
	// Kos is the number of moves of either colour to a point between stones of the other one that
	// capture a single stone: without a rule against repetition the opponent could take back.
	Kos

	features
)

var featureNames = enum.Of[Feature]("feature", "stones", "area score", "eyes", "ko captures")

// String returns the feature in words.
func (f Feature) String() string { return featureNames.Name(f) }

// Features are the numbers that a position has, by Feature.
type Features [features]int

// Features finds the features of a legal position. The time is linear in the number of points, for
// the position and once more for each eye.
func (p *Position) Features() Features {
	var f Features
	seen := make([]bool, len(p.grid))
	for i, c := range p.grid {
		switch {
		case c == Black:
			f[Stones], f[AreaScore] = f[Stones]+1, f[AreaScore]+1
		case c == White:
			f[Stones], f[AreaScore] = f[Stones]+1, f[AreaScore]-1
		case c == Empty:
			if !seen[i] {
				region, beside := p.component(i, seen, nil)
				switch {
				case beside[Black] && !beside[White]:
					f[AreaScore] += len(region)
				case beside[White] && !beside[Black]:
					f[AreaScore] -= len(region)
				}
			}
			near := [4]int{}
			for _, n := range p.neighbours(i) {
				near[p.grid[n]]++
			}
			for _, own := range []Color{Black, White} {
				if near[Empty] > 0 || near[own] > 0 || near[own.Opponent()] == 0 {
					continue
				}
				f[Eyes]++
				if o, err := p.Clone().Play(own, p.point(i), SuicideForbidden); err == nil && len(o.Captured) == 1 {
					f[Kos]++
				}
			}
		}
	}
	return f
}
