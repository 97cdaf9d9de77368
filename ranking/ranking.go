package ranking

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/syntax"
)

// A RangeError says that there is no position of a number.
type RangeError struct {
	Board board.Size
	Rank  *big.Int
	Total *big.Int // positions of the board
}

// shownDigits is the length of the longest number that an error shows.
const shownDigits = 60

func (e *RangeError) Error() string {
	rank, total := e.Rank.String(), e.Total.String()
	if len(rank) > shownDigits {
		rank = fmt.Sprintf("a number of %d digits", len(rank))
	}
	if len(total) > shownDigits {
		return fmt.Sprintf("%s: want a number from 0 to L(%d,%d)-1, which has %d digits", rank, e.Board.Rows, e.Board.Cols, len(total))
	}
	return fmt.Sprintf("%s: the %s legal positions of board %s have the numbers 0 to %d",
		rank, total, e.Board, new(big.Int).Sub(e.Total, big.NewInt(1)))
}

// An IllegalError says that a position has no number because a string has no liberty.
type IllegalError struct {
	Index    int // of the position among those given
	Position *goban.Position
	Strings  []goban.String // without liberty, at least one
}

func (e *IllegalError) Error() string {
	first := e.Strings[0]
	text := fmt.Sprintf("the position is not legal: the %s string", first.Color)
	for _, at := range first.Points {
		text += " " + e.Position.Label(at)
	}
	text += " has no liberty"
	if more := len(e.Strings) - 1; more > 0 {
		text += fmt.Sprintf(", and so it is with %d more", more)
	}
	return text
}

// Unrank returns the positions of the given numbers, in the same order. If a number is negative or
// not less than [Table.Total], the error is a [*RangeError].
func (t *Table) Unrank(ctx context.Context, ranks []*big.Int) ([]*goban.Position, error) {
	rest := make([]big.Int, len(ranks)) // of each rank, without the positions before those still possible
	positions := make([]*goban.Position, len(ranks))
	var err error
	for i, rank := range ranks {
		if rank.Sign() < 0 || rank.Cmp(t.total) >= 0 {
			return nil, &RangeError{t.size, rank, t.Total()}
		}
		rest[i].Set(rank)
		if positions[i], err = goban.New(t.size.Rows, t.size.Cols); err != nil {
			return nil, err
		}
	}
	err = t.walk(ctx, len(ranks), func(i, line int, from *stop) connected.Word {
		row, col := t.point(line, from.kink)
		color, to := from.choose(&rest[i])
		positions[i].Set(row, col, goban.Color(color))
		return to
	})
	return positions, err
}

// Rank returns the numbers of positions, in the same order. If a position is not legal, the error
// is an [*IllegalError].
func (t *Table) Rank(ctx context.Context, positions []*goban.Position) ([]*big.Int, error) {
	for i, p := range positions {
		if p.Rows() != t.size.Rows || p.Cols() != t.size.Cols {
			return nil, fmt.Errorf("ranking: a position has %dx%d points, not %s", p.Rows(), p.Cols(), t.size)
		}
		if dead := p.Illegal(); len(dead) > 0 {
			return nil, &IllegalError{i, p, dead}
		}
	}
	ranks := make([]*big.Int, len(positions))
	for i := range ranks {
		ranks[i] = new(big.Int)
	}
	err := t.walk(ctx, len(positions), func(i, line int, from *stop) connected.Word {
		row, col := t.point(line, from.kink)
		return from.follow(connected.Symbol(positions[i].At(row, col)), ranks[i])
	})
	if err != nil {
		return nil, err
	}
	return ranks, nil
}

// CheckedRank is [Table.Rank] and goes the way back from each number: the error is a
// [*result.InternalError] if it leads to another position.
func (t *Table) CheckedRank(ctx context.Context, positions []*goban.Position) ([]*big.Int, error) {
	ranks, err := t.Rank(ctx, positions)
	if err != nil {
		return nil, err
	}
	return ranks, t.checkRanks(ctx, positions, ranks)
}

// CheckedUnrank is [Table.Unrank] and goes the way back from each position: the error is a
// [*result.InternalError] if it leads to another number, and an [*IllegalError] if a position is
// not legal.
func (t *Table) CheckedUnrank(ctx context.Context, ranks []*big.Int) ([]*goban.Position, error) {
	positions, err := t.Unrank(ctx, ranks)
	if err != nil {
		return nil, err
	}
	return positions, t.checkPositions(ctx, positions, ranks)
}

// checkRanks goes back from numbers to positions.
func (t *Table) checkRanks(ctx context.Context, positions []*goban.Position, ranks []*big.Int) error {
	back, err := t.Unrank(ctx, ranks)
	for i := range back {
		if err == nil && !back[i].Equal(positions[i]) {
			err = t.internal("the position of number %d is another one", ranks[i])
		}
	}
	return err
}

// checkPositions goes back from positions to numbers.
func (t *Table) checkPositions(ctx context.Context, positions []*goban.Position, ranks []*big.Int) error {
	back, err := t.Rank(ctx, positions)
	for i := range back {
		if err == nil && back[i].Cmp(ranks[i]) != 0 {
			err = t.internal("the position of number %d has number %d", ranks[i], back[i])
		}
	}
	return err
}

// point returns the place of a point of a line on the board.
func (t *Table) point(line, kink int) (row, col int) {
	if t.size.Cols > t.size.Rows {
		return kink, line
	}
	return line, kink
}

// positionsPerTask is the number of positions that a goroutine takes through a line at once.
const positionsPerTask = 1 << 6

// walk takes n positions through the board side by side. The function step chooses the colour of a
// point of position i, and returns the border after it.
func (t *Table) walk(ctx context.Context, n int, step func(i, line int, from *stop) connected.Word) error {
	width := t.size.Short()
	borders := slices.Repeat([]connected.Word{connected.Repeat(connected.Edge, width)}, n)
	for line := range t.size.Long() {
		kinks, err := t.line(ctx, line)
		if err != nil {
			return err
		}
		err = par.For(ctx, t.opt.Goroutines(), (n+positionsPerTask-1)/positionsPerTask, func(task int) {
			for kink := range width {
				from := stop{engine: t.engine, point: line*width + kink, kink: kink, next: &kinks[kink+1]}
				for i := task * positionsPerTask; i < min((task+1)*positionsPerTask, n); i++ {
					from.border = borders[i]
					borders[i] = step(i, line, &from)
				}
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// stop is a border on the way, with the completion counts after its point.
type stop struct {
	engine      *connected.Engine
	point, kink int
	border      connected.Word
	next        *connected.Values
}

// to returns the border after a choice, and in how many ways the board can be completed from there.
func (p *stop) to(color connected.Symbol) (connected.Word, *big.Int) {
	border, ok := p.border.Place(p.kink, color)
	if !ok {
		return 0, new(big.Int)
	}
	return border, modular.FromLimbs(p.next.Of(p.engine.State(p.point+1, border)))
}

// choose finds the colour whose completions a number is among, and takes off the completions of the
// colours before it.
func (p *stop) choose(number *big.Int) (connected.Symbol, connected.Word) {
	for color := range connected.White {
		to, ways := p.to(color)
		if number.Cmp(ways) < 0 {
			return color, to
		}
		number.Sub(number, ways)
	}
	to, _ := p.border.Place(p.kink, connected.White)
	return connected.White, to
}

// follow returns the border after a colour, and adds the completions of the colours before it.
func (p *stop) follow(color connected.Symbol, number *big.Int) connected.Word {
	for before := range color {
		_, ways := p.to(before)
		number.Add(number, ways)
	}
	to, _ := p.border.Place(p.kink, color)
	return to
}

// WayBack is what [Table.CheckedRank] and [Table.CheckedUnrank] check.
const WayBack = "every position is legal, and the way back from its number, or to it, leads to the same"

// A Ranked is a position of a text with its number.
type Ranked struct {
	goban.Record
	Board       board.Size
	Rank, Total *big.Int
}

// RankText returns the numbers of the positions of a text, which are ranked board by board, and
// what they were compared with. The function table makes the table of a board. The errors are those
// of [goban.Parse] and [Table.CheckedRank].
func RankText(ctx context.Context, name string, text []byte, table func(board.Size) (*Table, error)) (all []Ranked, checks []string, err error) {
	bySize := map[board.Size][]int{}
	var sizes []board.Size
	for record, err := range goban.Parse(name, text) {
		if err != nil {
			return nil, nil, err
		}
		p := record.Position
		if dead := p.Illegal(); len(dead) > 0 {
			return nil, nil, fmt.Errorf("%s:%d: %w", name, record.Line, &IllegalError{Index: len(all), Position: p, Strings: dead})
		}
		size := board.Size{Rows: p.Rows(), Cols: p.Cols()}
		if bySize[size] == nil {
			sizes = append(sizes, size)
		}
		bySize[size] = append(bySize[size], len(all))
		all = append(all, Ranked{Record: record, Board: size})
	}
	for _, size := range sizes {
		t, err := table(size)
		if err != nil {
			return nil, nil, err
		}
		var same []*goban.Position
		for _, i := range bySize[size] {
			same = append(same, all[i].Position)
		}
		ranks, err := t.CheckedRank(ctx, same)
		if err != nil {
			return nil, nil, err
		}
		for k, i := range bySize[size] {
			all[i].Rank, all[i].Total = ranks[k], t.Total()
		}
		for _, check := range append(t.Checks(), WayBack) {
			checks = append(checks, fmt.Sprintf("%s: %s", size, check))
		}
	}
	return all, checks, nil
}

// maxRankDigits is the length of the longest number that is read: no table has a number of
// positions with more digits.
const maxRankDigits = 100_000

// maxRanks is the most numbers that are read at a time.
const maxRanks = 1 << 20

// ParseRank reads a whole number that is not negative.
func ParseRank(word string) (*big.Int, error) {
	rank, ok := new(big.Int), len(word) > 0 && len(word) <= maxRankDigits && strings.Trim(word, "0123456789") == ""
	if ok {
		_, ok = rank.SetString(word, 10)
	}
	if !ok {
		return nil, fmt.Errorf("%q is not the number of a position: want a whole number from 0 on", syntax.Brief(word))
	}
	return rank, nil
}

// ParseRanks reads numbers with white space between them. Errors say in which line of the named
// text one is wrong.
func ParseRanks(name string, text []byte) ([]*big.Int, error) {
	var ranks []*big.Int
	line := 0
	for row := range strings.Lines(string(text)) {
		line++
		for word := range strings.FieldsSeq(row) {
			if len(ranks) == maxRanks {
				return nil, fmt.Errorf("%s:%d: more than %d numbers: want fewer at a time", name, line, maxRanks)
			}
			rank, err := ParseRank(word)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, line, err)
			}
			ranks = append(ranks, rank)
		}
	}
	if len(ranks) == 0 {
		return nil, fmt.Errorf("%s is empty: want numbers of positions", name)
	}
	return ranks, nil
}
