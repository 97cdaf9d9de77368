package view

import (
	"fmt"
	"maps"
	"math/big"
	"slices"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/measure"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/sampling"
	"combigo.dev/combigo/sampling/uniform"
)

// Statistics is the features of all positions of a board.
func Statistics(size board.Size, all []sampling.Histogram) *Answer {
	d := titled("What the legal positions of %s have, all of them", size)
	d.table(featuresTable(all, false))
	d.gap()
	d.line("By area score, black's less white's")
	d.gap()
	scores := newTable(">score", ">positions")
	for _, score := range slices.Sorted(maps.Keys(all[goban.AreaScore])) {
		scores.row(score, all[goban.AreaScore][score])
	}
	d.table(scores)
	d.gap()
	d.table(kosTable(all[goban.Kos], false))
	return &Answer{Document: d, json: statisticsJSON{Size: size, Exact: true, Features: featuresJSON(all, false)}}
}

// DrawnStatistics is estimates from the features of random positions of a board.
func DrawnStatistics(size board.Size, count int64, seed uint64, s *uniform.Sampler, drawn []sampling.Histogram) *Answer {
	d := titled("What legal positions of %s have: %s, --seed %d, drawn %s", size, Plural(count, "position"), seed, s.Describe())
	d.table(featuresTable(drawn, true))
	d.gap()
	d.table(kosTable(drawn[goban.Kos], true))
	return &Answer{Document: d, json: statisticsJSON{
		Size: size, drawnJSON: &drawnJSON{count, seed, s.Method(), s.Describe()}, Features: featuresJSON(drawn, true),
	}}
}

// summaries returns the mean of a feature, and the share of the positions that have it.
func summaries(h sampling.Histogram) (mean, share sampling.Summary) {
	return h.Of(func(value int) float64 { return float64(value) }),
		h.Of(func(value int) float64 { return float64(min(1, max(value, -value))) })
}

// featuresTable has a line for every feature; what is drawn has intervals.
func featuresTable(all []sampling.Histogram, drawn bool) *grid {
	show := func(s sampling.Summary) string {
		if drawn {
			return fmt.Sprintf("%.4f ± %.4f", s.Mean, s.Error)
		}
		return fmt.Sprintf("%.6f", s.Mean)
	}
	t := newTable("feature", ">mean", ">standard deviation", ">share not 0")
	for feature, h := range all {
		mean, share := summaries(h)
		t.row(goban.Feature(feature), show(mean), fmt.Sprintf("%.4f", mean.Deviation), show(share))
	}
	return t
}

// kosTable has a line for every number of ko captures; what is drawn has intervals.
func kosTable(h sampling.Histogram, drawn bool) *grid {
	t := newTable(">ko captures", ">positions", ">share")
	for _, kos := range slices.Sorted(maps.Keys(h)) {
		has := h.Of(func(value int) float64 {
			if value == kos {
				return 1
			}
			return 0
		})
		share := fmt.Sprintf("%.6f", has.Mean)
		if drawn {
			share = fmt.Sprintf("%.4f ± %.4f", has.Mean, has.Error)
		}
		t.row(kos, h[kos], share)
	}
	return t
}

// Kos is how many positions of a board have each number of ko captures.
func Kos(k *measure.KoTable) *Answer {
	d := titled("Legal positions of the %s by their ko captures", k.Board)
	t, rows := newTable(">ko captures", ">positions", ">share"), newTable("ko_captures", "positions")
	total, captures := k.Totals()
	for kos, n := range k.Positions {
		share, _ := new(big.Rat).SetFrac(n, total).Float64()
		t.row(kos, n, fmt.Sprintf("%.6g", share))
		rows.row(kos, n)
	}
	t.total("", total)
	d.table(t)
	d.fact("ko captures of all positions", captures.String())
	d.checks(k.Checks)
	d.cost(k.Wall, k.Threads, k.PeakMemory)
	height, width := k.Board.Size()
	return &Answer{
		Document: d, csv: rows, Numbers: each(k.Positions, func(n *big.Int) any { return n }),
		json: struct {
			board.Size
			Points    int        `json:"points"`
			Value     *big.Int   `json:"value"`
			Positions []*big.Int `json:"positions"`
			Captures  *big.Int   `json:"captures"`
			*result.Provenance
		}{board.Size{Rows: height, Cols: width}, k.Board.Len(), total, k.Positions, captures, &k.Provenance},
	}
}

// statisticsJSON is features for programs.
type statisticsJSON struct {
	board.Size
	Exact bool `json:"exact"`
	*drawnJSON
	Features []featureJSON `json:"features"`
}

// drawnJSON is how random positions were drawn.
type drawnJSON struct {
	Count       int64          `json:"count"`
	Seed        uint64         `json:"seed"`
	Method      uniform.Method `json:"method"`
	Description string         `json:"description"`
}

type featureJSON struct {
	Feature          string          `json:"feature"`
	Mean             float64         `json:"mean"`
	Deviation        float64         `json:"standard_deviation"`
	Error            *float64        `json:"half_interval,omitempty"` // of what is drawn
	NotZero          float64         `json:"not_zero_mean"`
	NotZeroDeviation float64         `json:"not_zero_standard_deviation"`
	NotZeroError     *float64        `json:"not_zero_half_interval,omitempty"`
	Values           []frequencyJSON `json:"values"`
}

type frequencyJSON struct {
	Number    int   `json:"number"`
	Positions int64 `json:"positions"`
}

func featuresJSON(all []sampling.Histogram, drawn bool) (features []featureJSON) {
	for feature, h := range all {
		mean, share := summaries(h)
		f := featureJSON{goban.Feature(feature).String(), mean.Mean, mean.Deviation, nil, share.Mean, share.Deviation, nil, nil}
		if drawn {
			f.Error, f.NotZeroError = &mean.Error, &share.Error
		}
		for _, value := range slices.Sorted(maps.Keys(h)) {
			f.Values = append(f.Values, frequencyJSON{value, h[value]})
		}
		features = append(features, f)
	}
	return features
}
