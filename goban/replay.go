package goban

import (
	"context"
	"errors"
	"fmt"
)

// A positionSet holds the positions of a game, each with the move after which it first was there
// and the players who have had the turn in it.
type positionSet struct {
	now       []byte           // the position as it is, 2 bits for a point
	number    map[string]int32 // of each position
	current   int32            // the number of the position as it is, once entered
	firstMove []int            // by number
	players   []uint8          // by number: bits of the players who have had the turn, and who have made it by a stone
}

const pointsPerByte = 4

// newPositionSet returns the set with a position that is there after a number of moves.
func newPositionSet(p *Position, moves int) positionSet {
	s := positionSet{now: make([]byte, (p.rows*p.cols+pointsPerByte-1)/pointsPerByte), number: map[string]int32{}}
	for row := range p.rows {
		for col := range p.cols {
			s.toggle(row*p.cols+col, p.At(row, col))
		}
	}
	s.enter(moves)
	return s
}

// toggle puts a stone where there is none, or takes it away.
func (s *positionSet) toggle(point int, c Color) {
	s.now[point/pointsPerByte] ^= byte(c) << (point % pointsPerByte * 2)
}

// change makes the changes of a move; doing it twice undoes them.
func (s *positionSet) change(p *Position, m Move, outcome Outcome) {
	s.toggle(m.Point.Row*p.cols+m.Point.Col, m.Color)
	for _, at := range outcome.Captured {
		s.toggle(at.Row*p.cols+at.Col, m.Color.Opponent())
	}
	for _, at := range outcome.Suicide {
		s.toggle(at.Row*p.cols+at.Col, m.Color)
	}
}

// enter adds the position as it is now, which is new, as what was there after a move.
func (s *positionSet) enter(move int) {
	s.current = int32(s.size())
	s.number[string(s.now)] = s.current
	s.firstMove = append(s.firstMove, move)
	s.players = append(s.players, 0)
}

// size returns the number of different positions.
func (s *positionSet) size() int { return len(s.number) }

// turnBit is the bit of a player who has had the turn, and makerBit that of one who has made a
// position.
func turnBit(c Color) uint8  { return 1 << c }
func makerBit(c Color) uint8 { return 8 << c }

// markTurn notes that a player has the turn in the position as it is, markMaker that a stone of the
// player made it.
func (s *positionSet) markTurn(c Color)  { s.players[s.current] |= turnBit(c) }
func (s *positionSet) markMaker(c Color) { s.players[s.current] |= makerBit(c) }

// Reasons why a Replay refuses a move, besides those of Play; the error wraps one of them.
var (
	ErrOutOfTurn = errors.New("it is the other player's turn")
	ErrGameOver  = errors.New("two passes have ended the game")
	ErrRepeats   = errors.New("the move brings back an earlier position, which superko forbids")
	ErrKo        = errors.New("the move retakes a ko at once, which the ko rule forbids")
	ErrPosition  = errors.New("is no legal position")
)

// Replay plays a game move by move and judges each by the rules, the history of the game among
// them. It is the checker for games that come from elsewhere: it compares positions by all of their
// stones.
//
// A Replay keeps all positions, 2 bits for each point, and needs about 140 bytes for a move on a
// board of 19x19 and 70 on a small one.
type Replay struct {
	rules    Rules
	position *Position
	turn     Color // who may move; Empty if both may
	passes   int   // passes since the last stone
	seen     positionSet
	before   int32 // the position before the last move, in seen
	count    Counts
}

// Counts says what has happened in a game.
type Counts struct {
	Moves         int `json:"moves"`  // stones and passes
	Stones        int `json:"stones"` // moves that were no passes
	Passes        int `json:"passes"`
	ImpliedPasses int `json:"implied_passes"`       // passes left out of the record; Moves and Passes do not have them
	Captured      int `json:"captured"`             // stones captured by the opponent
	SelfCaptured  int `json:"lost_by_suicide"`      // stones removed by suicide
	Positions     int `json:"positions"`            // different positions of the board, that of the beginning among them; anew after a change of the position
	Repeats       int `json:"repeats"`              // stones that brought back an earlier position
	FirstRepeat   int `json:"first_repeat_move"`    // the first such move, counted from 1; 0 if there is none
	RepeatOf      int `json:"first_repeat_of_move"` // the move after which the position of FirstRepeat first was there, 0 for the beginning
}

// NewReplay begins a game from a legal position, which it copies. The player to move is Black or
// White, or Empty for whoever moves first.
func NewReplay(start *Position, toMove Color, rules Rules) (*Replay, error) {
	if toMove > White {
		return nil, fmt.Errorf("player to move: %w", ErrNotStone)
	}
	if err := start.refuseDead(); err != nil {
		return nil, fmt.Errorf("the beginning %w", err)
	}
	r := &Replay{rules: rules}
	r.begin(start.Clone(), toMove)
	return r, nil
}

// refuseDead says which string has no liberty, if there is one.
func (p *Position) refuseDead() error {
	if dead := p.Illegal(); len(dead) > 0 {
		return fmt.Errorf("%w: the %v string at %s has no liberty", ErrPosition, dead[0].Color, p.Label(dead[0].Points[0]))
	}
	return nil
}

// begin goes on from a position with nothing to compare it with.
func (r *Replay) begin(p *Position, toMove Color) {
	r.position, r.passes, r.before = p, 0, 0
	r.seen = newPositionSet(p, r.count.Moves)
	r.giveTurn(toMove)
}

// giveTurn says who may move, Empty for both.
func (r *Replay) giveTurn(c Color) {
	if r.turn = c; c.IsStone() {
		r.seen.markTurn(c)
	}
}

// SetUp changes the position outside of the game. The game goes on from there: superko does not
// look behind the change. If no point changes, only the turn does. A change that leaves a string
// without liberties is refused, and changes nothing.
func (r *Replay) SetUp(s SetUp) error {
	if len(s.Areas) == 0 {
		r.giveTurn(s.ToMove)
		return nil
	}
	p := r.position.Clone()
	p.SetUp(s.Areas)
	if err := p.refuseDead(); err != nil {
		return fmt.Errorf("the board that is set up %w", err)
	}
	r.count.Positions += r.seen.size()
	r.begin(p, s.ToMove)
	return nil
}

// Position returns the position as it is now. It belongs to the Replay and changes with the next
// move.
func (r *Replay) Position() *Position { return r.position }

// Counts returns what has happened so far.
func (r *Replay) Counts() Counts {
	count := r.count
	count.Positions += r.seen.size()
	return count
}

// Over reports whether two passes have ended the game.
func (r *Replay) Over() bool { return r.passes >= 2 }

// Play makes a move. A move that the rules forbid is refused with an error that names it and wraps
// the reason, and changes nothing.
func (r *Replay) Play(m Move) error {
	if !m.Color.IsStone() {
		return ErrNotStone
	}
	implied := r.turn.IsStone() && m.Color != r.turn
	if err := r.refuseTurn(implied); err != nil {
		return fmt.Errorf("%s: %w", r.position.describeMove(m), err)
	}
	if m.Pass {
		r.pass(m.Color, implied)
		return nil
	}
	return r.stone(m, implied)
}

// refuseTurn returns the reason why nobody, or not this player, may move.
func (r *Replay) refuseTurn(implied bool) error {
	switch {
	case r.Over():
		return ErrGameOver
	case implied && !r.rules.FreeTurns:
		return ErrOutOfTurn
	case implied && r.passes == 1:
		return fmt.Errorf("a pass left out would be the second in a row: %w", ErrGameOver)
	default:
		return nil
	}
}

func (r *Replay) pass(c Color, implied bool) {
	r.take(c, implied)
	r.seen.markTurn(c.Opponent())
	r.passes++
	if implied {
		r.passes++
	}
	r.count.Passes++
}

// take gives the turn to a player who then moves. The situation is one that was there, even if the
// pass that led to it is left out.
func (r *Replay) take(c Color, implied bool) {
	r.before = r.seen.current
	r.seen.markTurn(c)
	r.turn = c.Opponent()
	r.count.Moves++
	if implied {
		r.count.ImpliedPasses++
	}
}

func (r *Replay) stone(m Move, implied bool) error {
	outcome, err := r.position.Play(m.Color, m.Point, r.rules.Suicide)
	if err != nil {
		return err
	}
	r.seen.change(r.position, m, outcome)
	earlier, found := r.seen.number[string(r.seen.now)]
	if found && r.forbids(earlier, m.Color, implied) {
		r.seen.change(r.position, m, outcome)
		r.position.undo(m, outcome)
		return fmt.Errorf("%s: %w", r.position.describeMove(m), r.repetition(earlier))
	}
	r.take(m.Color, implied)
	r.passes = 0
	r.count.Stones++
	r.count.Captured += len(outcome.Captured)
	r.count.SelfCaptured += len(outcome.Suicide)
	if found {
		r.repeat(earlier)
	} else {
		r.seen.enter(r.count.Moves)
	}
	r.seen.markTurn(r.turn)
	r.seen.markMaker(m.Color)
	return nil
}

// repetition is why a position may not come back.
func (r *Replay) repetition(earlier int32) error {
	if r.rules.Superko == SimpleKo {
		return ErrKo
	}
	return fmt.Errorf("%w (%v superko; it was there after move %d)", ErrRepeats, r.rules.Superko, r.seen.firstMove[earlier])
}

// forbids reports whether superko forbids a player to bring back a position, maybe after a pass
// that is left out.
func (r *Replay) forbids(earlier int32, player Color, passed bool) bool {
	switch r.rules.Superko {
	case PositionalSuperko:
		return true
	case SituationalSuperko:
		return r.seen.players[earlier]&turnBit(player.Opponent()) != 0
	case NaturalSuperko:
		return r.seen.players[earlier]&makerBit(player) != 0
	case SimpleKo:
		return earlier == r.before && earlier != r.seen.current && !passed
	default:
		return false
	}
}

// repeat notes that a stone has brought back an earlier position.
func (r *Replay) repeat(earlier int32) {
	r.seen.current = earlier
	r.count.Repeats++
	if r.count.Repeats == 1 {
		r.count.FirstRepeat, r.count.RepeatOf = r.count.Moves, r.seen.firstMove[earlier]
	}
}

// undo takes back a move that Play has made.
func (p *Position) undo(m Move, outcome Outcome) {
	p.fill(outcome.Captured, m.Color.Opponent())
	p.fill(outcome.Suicide, m.Color)
	p.Set(m.Point.Row, m.Point.Col, Empty)
}

// Verdict is what the rules say of a game.
type Verdict struct {
	Counts             // of what comes before the first step that is not legal
	Over         bool  // whether two passes have ended the game
	Reason       error // why the game is not legal, nil if it is
	Bad          int   // the first step that is not legal, counted from 1; 0 if the beginning is not
	Line, Column int   // where it is written
}

// Judge replays a game and judges each step by some rules, up to the first that breaks one. The
// error is that of the context.
func (g *Game) Judge(ctx context.Context, rules Rules) (Verdict, error) {
	const looks = 4096 // steps between two looks at the context
	replay, err := NewReplay(g.Start, g.ToMove, rules)
	if err != nil {
		return Verdict{Reason: err, Line: g.Line, Column: 1}, nil
	}
	v := Verdict{}
	for n, step := range g.Steps() {
		if n%looks == 1 && ctx.Err() != nil {
			return v, ctx.Err()
		}
		if v.Reason = replay.step(step); v.Reason != nil {
			v.Bad, v.Line, v.Column = n, step.Line, step.Column
			break
		}
	}
	v.Counts, v.Over = replay.Counts(), replay.Over()
	return v, nil
}

// step makes a move or changes the position.
func (r *Replay) step(s Step) error {
	if s.SetUp != nil {
		return r.SetUp(*s.SetUp)
	}
	return r.Play(s.Move)
}
