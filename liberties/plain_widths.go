package liberties

import (
	"context"
	"maps"
	"slices"
	"strings"
)

// plainColumn is what the plain program says of one width.
type plainColumn struct {
	liberties int
	states    int
	group     *Group
}

// plainRepeat is a repetition of the relative states of the plain program:
// those after a column are those after an earlier one, and each has more
// liberties than there by the same number.
type plainRepeat struct {
	cols, since int
	gain        int
}

// until returns the columns that show what is repeated once more.
func (r *plainRepeat) until() int { return 2*r.cols - r.since + longestPeriod }

// plainWidths runs the plain program for all widths up to the given one, and
// further until its states repeat and what they repeat is seen once more.
func plainWidths(ctx context.Context, height, widths int, each func(cols int, c plainColumn)) (*plainRepeat, error) {
	p := newPlain(height)
	var history []map[string]int
	var levels []int
	var repeat *plainRepeat
	for cols := 1; cols <= widths || repeat == nil || cols <= repeat.until(); cols++ {
		if err := p.addColumn(ctx); err != nil {
			return nil, err
		}
		each(cols, plainColumn{p.best.liberties, len(p.states), p.group(cols)})
		level := p.prune()
		relative := p.relative(level)
		if since := slices.IndexFunc(history, func(old map[string]int) bool { return maps.Equal(old, relative) }); since >= 0 && repeat == nil {
			repeat = &plainRepeat{cols: cols, since: since + 1, gain: level - levels[since]}
		}
		history, levels = append(history, relative), append(levels, level)
	}
	return repeat, nil
}

// relative returns the liberties of each state less a level.
func (p *plain) relative(level int) map[string]int {
	relative := make(map[string]int, len(p.states))
	for key, s := range p.states {
		relative[key] = s.liberties - level
	}
	return relative
}

// prune drops states after a column that no wider board needs, and returns the
// level: what the best state has if the next column is filled with stones.
//
// Let t be that best state, j the last column, and s another state that goes on
// to some group on a wider board. Take t with column j+1 full of stones, and
// the columns from j+2 on as in that group. The full column connects all that
// is there, and every empty point of column j+2 is a liberty; so columns from
// j+2 on have as many liberties as before at least. In columns up to j+1 there
// are level many. The group of s has there, beside the liberties of s, at most
// one for each of the points of column j+1 but those that have a stone: a stone
// there for each component of s, which makes no point of column j a liberty, and
// one for each point of column j that becomes a liberty. So if
//
//	liberties(s) + height - components(s) <= level
//
// then s is not needed. If the group ends at column j instead, it gains one
// liberty for each stone of column j; if s has no stone yet, height is the most
// it gains, and if it starts later, the same holds then, since the level never
// falls. A group that has ended before gains nothing.
func (p *plain) prune() (level int) {
	best := ""
	for key, s := range p.states {
		if key == plainDone || components(key) == 0 {
			continue
		}
		full := s.liberties + strings.Count(key, string(rune(dry)))
		if best == "" || full > level || full == level && key < best {
			best, level = key, full
		}
	}
	for key, s := range p.states {
		if key != best && s.liberties+mostGain(key, p.height) <= level {
			delete(p.states, key)
		}
	}
	return level
}

// mostGain bounds the liberties that a state gains up to the end of the next
// column.
func mostGain(key string, height int) int {
	if key == plainDone {
		return 0
	}
	gain := height - components(key)
	if components(key) == 1 {
		stones := 0
		for i := range len(key) {
			if key[i] >= firstLabel {
				stones++
			}
		}
		gain = max(gain, stones)
	}
	return gain
}
