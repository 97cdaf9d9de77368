package records

import (
	"context"
	"errors"
	"fmt"
	"math"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/liberties"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

var quantities = []quantity{
	Strings: {
		"the most strings in a legal position",
		func(int) problem { return stringProblem{} }, measureStrings, 16, 0.6, 2.5,
	},
	Neighbors: {
		"the most enemy strings next to one string",
		func(height int) problem { return enemies{oneString{height}} }, measureNeighbors, 7, 1.2, 3.7,
	},
	Pseudoliberties: {
		"the most stone-liberty pairs of one string",
		func(height int) problem { return pseudoliberties{oneString{height}} }, measurePseudoliberties, 16, 0.6, 2.6,
	},
	Liberties: {
		"the most liberties of one string",
		func(height int) problem { return libertyProblem{oneString{height}} }, measureLiberties, 11, 0.6, 2.85,
	},
}

func (q Quantity) about() *quantity { return &quantities[q] }

// Measure returns how much a position has of a quantity: for those of one string, the most of any
// string. It fills strings point by point (package combigo.dev/combigo/goban) and knows nothing of
// the search.
func (q Quantity) Measure(p *goban.Position) int { return q.about().measure(p) }

// stateBytes is the memory of a state in the search: word, slots, gain and step, in three layers
// with room to grow. traceBytes is the memory of the trace for each traced point and each state of
// the largest layer: a step has 4 bytes, and most layers have fewer than half as many states.
const (
	stateBytes = 3 * 2 * (8 + 10 + 4 + 4)
	traceBytes = 2
)

// need estimates the memory and the number of states of a search that keeps a trace of some points.
func need(of Quantity, height, traced int) (bytes, states float64) {
	states = of.about().base * math.Pow(of.about().growth, float64(height))
	return states * float64(stateBytes+traceBytes*traced), states
}

// plan returns the number of states that a search may have, or an error if the search is known not
// to fit in the memory.
func plan(of Quantity, size board.Size, traced int, ceiling result.Bytes) (maxStates int, err error) {
	height := size.Short()
	if height > maxHeight {
		return 0, &HeightError{size, maxHeight}
	}
	if ceiling <= 0 {
		return 0, nil
	}
	bytes, _ := need(of, height, traced)
	if bytes > float64(ceiling) {
		return 0, memoryError(of, size, result.BytesOf(bytes), ceiling, false)
	}
	return int(float64(ceiling) / float64(stateBytes+traceBytes*traced)), nil
}

// A HeightError says that both sides of a board are too long.
type HeightError struct {
	Board board.Size
	Most  int // points of the shorter side
}

func (e *HeightError) Error() string {
	return fmt.Sprintf("board %s: the shorter side has %d points: want at most %d", e.Board, e.Board.Short(), e.Most)
}

// Find returns the record of a board. Errors are a [*HeightError] or [*result.MemoryError], and the
// context's cause once that is done. Only the search for liberties on large boards takes more than
// one goroutine.
func Find(ctx context.Context, of Quantity, size board.Size, opt par.Options) (*Record, error) {
	if err := size.Validate(); err != nil {
		return nil, err
	}
	if size.Long() > goban.MaxSide {
		return nil, fmt.Errorf("board %s: want sides of at most %d", size, goban.MaxSide)
	}
	r := &Record{Of: of, Board: size}
	if err := r.solve(ctx, opt); err != nil {
		return nil, err
	}
	if r.Position == nil {
		return r, nil // a quoted value
	}
	return r, r.check()
}

// solve finds the value and a position.
func (r *Record) solve(ctx context.Context, opt par.Options) error {
	if r.Of == Liberties && r.Board.Short() > maxOwnLiberties {
		return r.searchLiberties(ctx, opt)
	}
	p := r.Of.about().problem(r.Board.Short())
	var choices []uint8
	var err error
	if r.Of == Strings && r.Board.Short() > maxRows {
		r.quote()
		return nil
	}
	if l, ok := p.(lossProblem); ok && byLosses(r.Board) {
		choices, err = r.searchLosses(ctx, l, opt)
	} else {
		choices, err = r.searchPlain(ctx, p, opt)
	}
	if err != nil {
		return explain(err, r.Of, r.Board, opt)
	}
	r.Position, err = draw(p, r.Board, choices)
	return err
}

// byLosses reports whether a search by losses is faster: long boards have weak bounds of strips.
func byLosses(size board.Size) bool {
	return size.Short() > maxHeight || size.Short() > 8 && size.Long() <= 2*size.Short()
}

// searchLosses finds the value and the choices of a position by losses.
func (r *Record) searchLosses(ctx context.Context, p lossProblem, opt par.Options) (choices []uint8, err error) {
	g := grid{r.Board.Short(), r.Board.Long()}
	if p.connected() && g.rows > maxConnectedRows {
		return nil, &HeightError{r.Board, maxConnectedRows}
	}
	room, tables := 0, 0.0
	for _, rows := range strips(g.rows) {
		tables += stripBytes(p, g, rows)
	}
	if opt.Memory > 0 {
		if tables > float64(opt.Memory) {
			return nil, memoryError(r.Of, r.Board, result.BytesOf(tables), opt.Memory, true)
		}
		room = 1 + int((float64(opt.Memory)-tables)/float64(stateBytes+traceBytes*r.Board.Points()))
	}
	b := newBounded(p, g, room)
	r.Value, choices, err = b.best(ctx, r.Board.Points()*2)
	r.Stats = b.stats
	return choices, err
}

// quote takes the most strings from the theorem of Gonçalves, Pinlou, Rao and Thomassé: the
// domination number of n x m, 16 <= n <= m, is the integer part of (n+2)(m+2)/5, minus 4.
func (r *Record) quote() {
	r.Value = r.Board.Points() - (r.Board.Rows+2)*(r.Board.Cols+2)/5 + 4
	r.Basis, r.Source = result.Quoted, "the domination number of grids of 16 rows and more: Gonçalves, Pinlou, Rao and Thomassé, 2011"
}

// searchPlain finds the value and the choices of a position column by column, without a bound.
func (r *Record) searchPlain(ctx context.Context, p problem, opt par.Options) ([]uint8, error) {
	height, width := r.Board.Short(), r.Board.Long()
	maxStates, err := plan(r.Of, r.Board, r.Board.Points(), opt.Memory)
	if err != nil {
		return nil, err
	}
	s := newSearch(p, height, true)
	s.ceiling = maxStates
	for column := range width {
		if err := s.addColumn(ctx); err != nil {
			return nil, err
		}
		if opt.Progress != nil {
			opt.Progress(float64(column+1) / float64(width))
		}
	}
	best, _ := s.now.best(p, height)
	r.Value, r.Stats = s.value(), s.stats
	return backtrack(s.trace, best), nil
}

// explain returns the error of a search; if there were too many states it is a memory error.
func explain(err error, of Quantity, size board.Size, opt par.Options) error {
	if errors.Is(err, errTooMany) {
		return memoryError(of, size, opt.Memory, opt.Memory, true)
	}
	return err
}

// draw returns the position that some choices make.
func draw(p problem, size board.Size, choices []uint8) (*goban.Position, error) {
	position, err := goban.New(size.Rows, size.Cols)
	if err != nil {
		return nil, err
	}
	height := size.Short()
	for i, choice := range choices {
		row, col := i%height, i/height
		if size.Rows > size.Cols {
			row, col = col, row
		}
		position.Set(row, col, p.color(choice, row, col))
	}
	return position, nil
}

// check measures the position.
func (r *Record) check() error {
	if dead := r.Position.Illegal(); len(dead) > 0 {
		return result.InternalErrorf("the record of board "+r.Board.String(), "the position of the record is not legal")
	}
	if has := r.Of.Measure(r.Position); has != r.Value {
		return result.InternalErrorf("the record of board "+r.Board.String(), "the position of the record has %d %s, not %d", has, r.Of, r.Value)
	}
	r.Checks = append(r.Checks, "the position, filled string by string: legal, and has the value")
	return nil
}

// Question says in words what is asked for.
func (q Quantity) Question() string { return q.about().question }

// maxOwnLiberties is the largest shorter side for liberties by this package itself.
const maxOwnLiberties = 12

// An UnprovedError says that the most liberties of a board are not proved.
type UnprovedError struct {
	Record *Record // without a position; its value is that of the best group known
}

func (e *UnprovedError) Error() string {
	return fmt.Sprintf("board %s: one string can have %d liberties; whether one can have more takes long to find out", e.Record.Board, e.Record.Value)
}

// searchLiberties asks package liberties, whose search is for liberties alone.
func (r *Record) searchLiberties(ctx context.Context, opt par.Options) error {
	b, err := liberties.OnBoard(ctx, r.Board.Rows, r.Board.Cols, liberties.Options{Options: opt})
	var memory *result.MemoryError
	switch {
	case errors.As(err, &memory):
		return memoryError(r.Of, r.Board, memory.Need, memory.Ceiling, memory.AtLeast)
	case err != nil:
		return err
	}
	r.Value, r.Checks = b.Liberties, b.Checks
	if b.Proof == liberties.Unproved || b.Group == nil {
		return &UnprovedError{r}
	}
	if b.Search != nil {
		r.Stats = Stats{PeakStates: b.Search.Peak, StateSteps: b.Search.Left + b.Search.Right}
	}
	r.Position, err = b.Group.Position()
	return err
}

// QuickSide returns how long the shorter side of a board may be, about, for its record to take a
// second or so.
func (q Quantity) QuickSide() int { return q.about().quick }
