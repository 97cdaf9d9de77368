package view

import (
	"fmt"
	"maps"
	"slices"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
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
	return &Answer{Document: d, json: append(object{"rows", size.Rows, "cols", size.Cols, "exact", true}, featureObjects(all, false)...)}
}

// DrawnStatistics is estimates from the features of random positions of a board.
func DrawnStatistics(size board.Size, count int64, seed uint64, s *uniform.Sampler, drawn []sampling.Histogram) *Answer {
	d := titled("What legal positions of %s have: %s, --seed %d, drawn %s", size, Plural(count, "position"), seed, s.Describe())
	d.table(featuresTable(drawn, true))
	return &Answer{Document: d, json: append(object{
		"rows", size.Rows, "cols", size.Cols, "exact", false, "count", count, "seed", seed, "method", s.Method(), "description", s.Describe(),
	}, featureObjects(drawn, true)...)}
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

// featureObjects are features as JSON.
func featureObjects(all []sampling.Histogram, drawn bool) object {
	show := func(name string, s sampling.Summary) object {
		o := object{name + "mean", s.Mean, name + "standard_deviation", s.Deviation}
		if drawn {
			o = append(o, name+"half_interval", s.Error)
		}
		return o
	}
	var features []object
	for feature, h := range all {
		mean, share := summaries(h)
		var values []object
		for _, value := range slices.Sorted(maps.Keys(h)) {
			values = append(values, object{"number", value, "positions", h[value]})
		}
		o := append(object{"feature", goban.Feature(feature).String()}, show("", mean)...)
		o = append(o, show("not_zero_", share)...)
		features = append(features, append(o, "values", values))
	}
	return object{"features", features}
}
