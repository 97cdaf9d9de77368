package view

import (
	"fmt"
	"math"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/digraph/paths"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/result"
)

// A GamesEstimate is an estimate as JSON. Logarithms are to base 10.
type GamesEstimate struct {
	Graph    string `json:"graph"`
	Superko  string `json:"superko"`
	Suicide  bool   `json:"suicide"`
	Sampling string `json:"sampling"`
	Seed     uint64 `json:"seed,string"`
	*paths.Estimate
	Seconds float64 `json:"wall_seconds"`
}

// fewEffective is how many runs must carry the mean for its interval to be trusted.
const fewEffective = 30

// Power returns a number of which the logarithm is given, such as "10^85.9" or "2.04 x 10^9".
func Power(log float64) string {
	if log >= fullLog {
		return fmt.Sprintf("10^%.1f", log)
	}
	whole := math.Floor(log)
	return fmt.Sprintf("%.2f x 10^%.0f", math.Pow(10, log-whole), whole)
}

// fullLog is from where on no digits are shown.
const fullLog = 20

// maxDigits is the length of the numbers that are written out.
const maxDigits = 70

// towerDecimals is the number of decimals of the exponents of towers.
const towerDecimals = 6

// moveDigits is the number of digits of numbers of moves.
const moveDigits = 9

// GameBounds is bounds, the best of either kind first.
func GameBounds(size board.Size, all *bound.Bounds) *Document {
	d := &Document{}
	d.line("Bounds of the number of games on %v (suicide, positional superko)", size)
	for _, group := range []struct {
		title string
		list  []*bound.Bound
		up    bool
	}{{"at least", all.Lower, false}, {"at most", all.Upper, true}} {
		d.gap()
		d.head("%s", group.title)
		for _, x := range group.list {
			d.labels = 25
			d.fact("  "+x.Formula, x.Source)
			d.labels = 4
			d.fact("", boundLines(x, group.up)...)
			if x.Moves != nil {
				d.fact("", fmt.Sprintf("each of more than %s moves", bounds.FloorDigits(x.Moves, moveDigits)))
			}
		}
	}
	if p := all.Partition; p != nil {
		d.gap()
		how := map[bool]string{true: " (Figure 14)", false: " (the best found; perhaps not the best)"}[all.Figure14]
		d.labels = 11
		d.fact("partition", fmt.Sprintf("%d black, %d white, %d between%s", p.Count(goban.Black), p.Count(goban.White), p.Count(goban.Empty), how))
		d.gap()
		d.diagram(walls(strings.Split(p.String(), "\n")))
	}
	if all.Rooms != nil {
		d.gap()
		d.labels = 11
		d.fact("rooms", "between black walls with an eye; black does not play on +")
		d.gap()
		d.diagram(walls(strings.Split(all.Rooms.String(), "\n")))
	}
	for _, note := range all.Notes {
		d.gap()
		d.line("%s", note)
	}
	return d
}

// walls returns points as a position, and marks for those that are neither stones nor empty.
func walls(lines []string) (p *goban.Position, marks map[goban.Point]string) {
	p, _ = goban.New(len(lines), len(lines[0])) // partitions and rooms are of boards
	marks = map[goban.Point]string{}
	for row, line := range lines {
		for col, mark := range line {
			if color := strings.IndexRune(".XO", mark); color >= 0 {
				p.Set(row, col, goban.Color(color))
			} else {
				marks[goban.Point{Row: row, Col: col}] = string(mark)
			}
		}
	}
	return p, marks
}

// boundLines says how large a bound is, rounded to the safe side.
func boundLines(x *bound.Bound, up bool) []string {
	if text := fmt.Sprint(x.Exact); x.Exact != nil && len(text) <= maxDigits {
		if text == x.Formula {
			return nil
		}
		return []string{"= " + text}
	}
	sign := map[bool]string{false: ">", true: "<"}[up]
	tower, ok := x.Tower()
	if !ok {
		return nil
	}
	return []string{
		fmt.Sprintf("%s 2^(2^%s)", sign, safe(tower.Binary, up)),
		fmt.Sprintf("%s 10^(10^%s)", sign, safe(tower.Decimal, up)),
	}
}

// safe writes the end of an interval that a bound may claim.
func safe(x interval.Interval, up bool) string {
	if up {
		return interval.Ceil(x.High, towerDecimals)
	}
	return interval.Floor(x.Low, towerDecimals)
}

// Document is the estimate under some rules.
func (e *GamesEstimate) Document(rules game.Rules) *Document {
	d := &Document{labels: 11}
	d.line("Games on %s under %s, estimated", e.Graph, rules)
	d.gap()
	d.formula("", Power(e.Mean))
	d.gap()
	d.fact("interval", fmt.Sprintf("%s to %s (95 %%, bootstrap)", Power(e.Low), Power(e.High)))
	d.fact("runs", fmt.Sprintf("%d (%s, seed %d), of which %.1f carry the mean", e.Runs, e.Sampling, e.Seed, e.Effective))
	d.fact("one run", fmt.Sprintf("10^%.2f in the middle, spread by a factor of 10^%.2f", e.Median, e.Deviation))
	d.fact("longest", fmt.Sprintf("a game of %d moves was met", e.Longest))
	if e.Effective < fewEffective {
		d.fact("caution", "few runs carry the mean: it is likely too low, and the interval too narrow; more runs raise it")
	}
	return d
}

// GameBoundsJSON returns bounds of the number of games as they are written in JSON. The logarithms
// of logarithms are rounded to the safe side.
func GameBoundsJSON(size board.Size, all *bound.Bounds) any {
	type line struct {
		Formula    string         `json:"formula"`
		Source     string         `json:"source"`
		Exact      result.Decimal `json:"exact,omitzero"`
		Moves      result.Decimal `json:"more_moves_than,omitzero"`
		Log2Log2   string         `json:"log2_log2,omitempty"`
		Log10Log10 string         `json:"log10_log10,omitempty"`
	}
	lines := func(list []*bound.Bound, up bool) []line {
		found := []line{}
		for _, x := range list {
			d := line{Formula: x.Formula, Source: x.Source, Exact: result.Decimal{Int: x.Exact}, Moves: result.Decimal{Int: x.Moves}}
			if tower, ok := x.Tower(); ok {
				d.Log2Log2, d.Log10Log10 = safe(tower.Binary, up), safe(tower.Decimal, up)
			}
			found = append(found, d)
		}
		return found
	}
	var partition []string
	if all.Partition != nil {
		partition = strings.Split(all.Partition.String(), "\n")
	}
	var rooms []string
	if all.Rooms != nil {
		rooms = strings.Split(all.Rooms.String(), "\n")
	}
	return struct {
		Rows      int      `json:"rows"`
		Cols      int      `json:"cols"`
		Superko   string   `json:"superko"`
		Suicide   bool     `json:"suicide"`
		Lower     []line   `json:"lower"`
		Upper     []line   `json:"upper"`
		Partition []string `json:"partition"`
		Rooms     []string `json:"rooms,omitempty"`
		Notes     []string `json:"notes"`
	}{
		size.Rows, size.Cols, "positional", true, lines(all.Lower, false), lines(all.Upper, true), partition, rooms,
		result.List(all.Notes),
	}
}
