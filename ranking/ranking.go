package ranking

import (
	"context"
	"fmt"
	"math/big"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/result"
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
	tr := t.newTravellers(len(ranks))
	positions := make([]*goban.Position, len(ranks))
	for i, rank := range ranks {
		if rank.Sign() < 0 || rank.Cmp(t.total) >= 0 {
			return nil, &RangeError{t.size, rank, t.Total()}
		}
		fromBig(tr.number(i), rank)
		p, err := goban.New(t.size.Rows, t.size.Cols)
		if err != nil {
			return nil, err
		}
		positions[i] = p
	}
	err := t.travel(ctx, tr, func(i, line, kink int, from stop) move {
		row, col := t.point(line, kink)
		color, to := from.choose(tr.number(i))
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
	tr := t.newTravellers(len(positions))
	err := t.travel(ctx, tr, func(i, line, kink int, from stop) move {
		row, col := t.point(line, kink)
		return from.follow(symbol(positions[i].At(row, col)), tr.number(i))
	})
	if err != nil {
		return nil, err
	}
	ranks := make([]*big.Int, len(positions))
	for i := range ranks {
		ranks[i] = modular.FromLimbs(tr.number(i))
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

func (t *Table) checkRanks(ctx context.Context, positions []*goban.Position, ranks []*big.Int) error {
	back, err := t.Unrank(ctx, ranks)
	if err != nil {
		return err
	}
	for i := range ranks {
		if !back[i].Equal(positions[i]) {
			return result.InternalErrorf("the numbering of board "+t.size.String(), "the position of number %d is another one", ranks[i])
		}
	}
	return nil
}

func (t *Table) checkPositions(ctx context.Context, positions []*goban.Position, ranks []*big.Int) error {
	back, err := t.Rank(ctx, positions)
	if err != nil {
		return err
	}
	for i := range ranks {
		if back[i].Cmp(ranks[i]) != 0 {
			return result.InternalErrorf("the numbering of board "+t.size.String(), "the position of number %d has number %d", ranks[i], back[i])
		}
	}
	return nil
}

// point returns the point at a kink of a line.
func (t *Table) point(line, kink int) (row, col int) {
	if t.size.Cols > t.size.Rows {
		return kink, line
	}
	return line, kink
}

// travellers are positions that go through the board side by side. Each has a state and a number:
// what is left of its rank, or what has come together of it.
type travellers struct {
	at      []move // how the state was reached
	numbers []uint64
	limbs   int
}

// startMove leads to the state before the first point.
const startMove move = 1 << 1

func (t *Table) newTravellers(n int) *travellers {
	tr := &travellers{at: make([]move, n), limbs: limbsFor(t.size.Points())}
	tr.numbers = make([]uint64, n*tr.limbs)
	for i := range tr.at {
		tr.at[i] = startMove
	}
	return tr
}

func (tr *travellers) number(i int) []uint64 { return tr.numbers[i*tr.limbs : (i+1)*tr.limbs] }

// travel takes all through the board: step says for each at each point which move it makes.
func (t *Table) travel(ctx context.Context, tr *travellers, step func(i, line, kink int, from stop) move) error {
	for line := range t.size.Long() {
		layers, err := t.line(ctx, line)
		if err != nil {
			return err
		}
		err = share(ctx, t.opt.Goroutines(), len(tr.at), func(from, to int) {
			for kink := range t.size.Short() {
				m := t.automaton.at(line*t.size.Short() + kink)
				for i := from; i < to; i++ {
					at := tr.at[i]
					tr.at[i] = step(i, line, kink, stop{&m[at.row()-1], layers[kink+1], at.exchanged()})
				}
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// stop is a state on the way, with the completion counts of its successors.
type stop struct {
	moves     *[choices]move
	next      layer
	exchanged move // 1 if colours are exchanged in the state
}

// to returns the move of a choice.
func (p stop) to(color symbol) move {
	if p.exchanged != 0 && color != 0 {
		color = black + white - color
	}
	return p.moves[color] ^ p.exchanged
}

// choose finds the choice that a number falls to, and takes off those before it.
func (p stop) choose(number []uint64) (symbol, move) {
	for color := range symbol(white) {
		to := p.to(color)
		ways := p.next.row(to.row())
		if below(number, ways) {
			return color, to
		}
		subtract(number, ways)
	}
	return white, p.to(white)
}

// follow makes a choice, and adds to the number those before it.
func (p stop) follow(color symbol, number []uint64) move {
	for before := range color {
		add(number, p.next.row(p.to(before).row()))
	}
	return p.to(color)
}
