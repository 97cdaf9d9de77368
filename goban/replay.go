package goban

import (
	"context"
	"errors"
	"fmt"
)

// A visit is a position that was there in a game.
type visit struct {
	firstMove int   // the move after which it first was there
	players   uint8 // bits of players
}

// turnBit is the bit of a player who has had the turn in a position, makerBit that of one who has
// made it by a stone, and leaverBit that of one who has left it by a stone or a pass.
func turnBit(c Color) uint8   { return 1 << c }
func makerBit(c Color) uint8  { return 4 << c }
func leaverBit(c Color) uint8 { return 16 << c }

// packed returns the stones of a position, 2 bits for a point.
func (p *Position) packed() []byte {
	const pointsPerByte = 4
	points := make([]byte, (p.rows*p.cols+pointsPerByte-1)/pointsPerByte)
	n := 0
	for row := range p.rows {
		for _, c := range p.row(row) {
			points[n/pointsPerByte] |= byte(c) << (n % pointsPerByte * 2)
			n++
		}
	}
	return points
}

// Reasons why a Replay refuses a move, besides those of Play; the error wraps one of them.
var (
	ErrOutOfTurn = errors.New("it is the other player's turn")
	ErrGameOver  = errors.New("passes have ended the game")
	ErrRepeats   = errors.New("the move brings back an earlier position, which superko forbids")
	ErrKo        = errors.New("the move retakes a ko at once, which the ko rule forbids")
	ErrUnchanged = errors.New("the move leaves the board as it is, which the rules forbid")
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
	turn     Color             // who may move; Empty if both may
	passes   int               // passes since the last stone
	seen     map[string]*visit // by the packed position
	current  *visit            // the position as it is now
	before   *visit            // the position before the last move, nil before the first move
	count    Counts
}

// Counts says what has happened in a game.
type Counts struct {
	Moves         int `json:"moves"`  // stones and passes
	Stones        int `json:"stones"` // moves that were no passes
	Passes        int `json:"passes"`
	Resumed       int `json:"resumed"`              // how often play went on after two passes or more
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
	if err := start.checkLegal(); err != nil {
		return nil, fmt.Errorf("the beginning %w", err)
	}
	r := &Replay{rules: rules}
	r.startFrom(start.Clone(), toMove)
	return r, nil
}

// checkLegal returns an error that names a string without liberties, if there is one.
func (p *Position) checkLegal() error {
	if dead := p.Illegal(); len(dead) > 0 {
		return fmt.Errorf("%w: the %v string at %s has no liberty", ErrPosition, dead[0].Color, p.Label(dead[0].Points[0]))
	}
	return nil
}

// startFrom begins with a position, and forgets all earlier ones.
func (r *Replay) startFrom(p *Position, toMove Color) {
	r.position, r.passes, r.before = p, 0, nil
	r.seen = map[string]*visit{}
	r.notePosition(p.packed())
	r.giveTurn(toMove)
}

// notePosition adds the position as it is now, which is new, to those seen.
func (r *Replay) notePosition(packed []byte) {
	r.current = &visit{firstMove: r.count.Moves}
	r.seen[string(packed)] = r.current
}

// giveTurn says who may move, Empty for both.
func (r *Replay) giveTurn(c Color) {
	if r.turn = c; c.IsStone() {
		r.current.players |= turnBit(c)
	}
}

// SetUp changes the position outside of the game. The game goes on from there: superko ignores
// positions before that change. If no point changes, only the turn does. A change that leaves a
// string without liberties is refused, and changes nothing.
func (r *Replay) SetUp(s SetUp) error {
	if len(s.Areas) == 0 {
		r.giveTurn(s.ToMove)
		return nil
	}
	p := r.position.Clone()
	p.SetUp(s.Areas)
	if err := p.checkLegal(); err != nil {
		return fmt.Errorf("the board that is set up %w", err)
	}
	r.count.Positions += len(r.seen)
	r.startFrom(p, s.ToMove)
	return nil
}

// Position returns the position as it is now. It belongs to the Replay, which makes a new one for
// the next stone.
func (r *Replay) Position() *Position { return r.position }

// Counts returns what has happened so far.
func (r *Replay) Counts() Counts {
	count := r.count
	count.Positions += len(r.seen)
	return count
}

// Play makes a move. A move that the rules forbid is refused with an error that names it and wraps
// the reason, and changes nothing.
func (r *Replay) Play(m Move) error {
	if !m.Color.IsStone() {
		return ErrNotStone
	}
	implied := r.turn.IsStone() && m.Color != r.turn
	if err := r.refuseTurn(m, implied); err != nil {
		return fmt.Errorf("%s: %w", r.position.describeMove(m), err)
	}
	if m.Pass {
		r.pass(m.Color, implied)
		return nil
	}
	return r.stone(m, implied)
}

// refuseTurn returns the reason why nobody, or not this player, may move.
func (r *Replay) refuseTurn(m Move, implied bool) error {
	end := r.rules.Ending
	switch {
	case end.over(r.passes, m):
		return fmt.Errorf("%s %w", passWords(r.passes), ErrGameOver)
	case implied && !r.rules.FreeTurns:
		return ErrOutOfTurn
	case implied && (end.over(r.passes, Pass(r.turn)) || end.over(r.passes+1, m)):
		return fmt.Errorf("with a pass left out %s %w", passWords(r.passes+1), ErrGameOver)
	default:
		return nil
	}
}

// passWords is a number of passes in a row in words.
func passWords(passes int) string {
	if passes < 6 {
		return [...]string{"no", "one", "two", "three", "four", "five"}[passes]
	}
	return fmt.Sprint(passes)
}

// pass makes a pass.
func (r *Replay) pass(c Color, implied bool) {
	r.startMove(c, implied)
	r.passes++
	r.count.Passes++
	r.current.players |= leaverBit(c) | turnBit(c.Opponent())
	if r.passes >= 2 && r.rules.Ending == NoPassesAnyTurn {
		r.turn = Empty
	}
}

// startMove counts a move of a player, who has the turn now. The situation is one that was there,
// even if the pass that led to it is left out.
func (r *Replay) startMove(c Color, implied bool) {
	r.before = r.current
	r.current.players |= turnBit(c)
	r.turn = c.Opponent()
	r.count.Moves++
	if implied {
		r.count.ImpliedPasses++
		r.passes++
		r.current.players |= leaverBit(c.Opponent())
	}
}

// stone plays a stone, or returns the reason why the rules forbid it.
func (r *Replay) stone(m Move, implied bool) error {
	p := r.position.Clone()
	outcome, err := p.Play(m.Color, m.Point, r.rules.Suicide)
	if err != nil {
		return err
	}
	packed := p.packed()
	earlier := r.seen[string(packed)]
	if earlier != nil && r.forbids(earlier, m.Color, implied) {
		return fmt.Errorf("%s: %w", p.describeMove(m), r.repetitionError(earlier))
	}
	if earlier == r.current && r.rules.Changes {
		return fmt.Errorf("%s: %w", p.describeMove(m), ErrUnchanged)
	}
	r.position = p
	r.startMove(m.Color, implied)
	if r.passes >= 2 {
		r.count.Resumed++
	}
	r.passes = 0
	r.count.Stones++
	r.count.Captured += len(outcome.Captured)
	r.count.SelfCaptured += len(outcome.Suicide)
	if earlier != nil {
		r.noteRepeat(earlier)
	} else {
		r.notePosition(packed)
	}
	r.current.players |= turnBit(r.turn) | makerBit(m.Color) | leaverBit(m.Color)
	return nil
}

// repetitionError returns the reason why a position may not come back.
func (r *Replay) repetitionError(earlier *visit) error {
	if r.rules.Superko == SimpleKo {
		return ErrKo
	}
	return fmt.Errorf("%w (%s; it was there after move %d)", ErrRepeats, r.rules.Superko.words(), earlier.firstMove)
}

// forbids reports whether superko forbids a player to bring back a position, maybe after a pass
// that is left out.
func (r *Replay) forbids(earlier *visit, player Color, passed bool) bool {
	switch r.rules.Superko {
	case PositionalSuperko:
		return true
	case SituationalSuperko:
		return earlier.players&turnBit(player.Opponent()) != 0
	case NaturalSuperko:
		return earlier.players&makerBit(player) != 0
	case OwnSuperko:
		return earlier.players&leaverBit(player) != 0
	case SimpleKo:
		return earlier == r.before && earlier != r.current && !passed
	default:
		return false
	}
}

// noteRepeat counts a stone that has brought back an earlier position.
func (r *Replay) noteRepeat(earlier *visit) {
	r.current = earlier
	r.count.Repeats++
	if r.count.Repeats == 1 {
		r.count.FirstRepeat, r.count.RepeatOf = r.count.Moves, earlier.firstMove
	}
}

// Verdict is what the rules say of a game.
type Verdict struct {
	Counts             // of what comes before the first step that is not legal
	FinalPasses  int   // passes in a row at the end
	Reason       error // why the game is not legal, nil if it is
	Bad          int   // the first step that is not legal, counted from 1; 0 if the beginning is not
	Line, Column int   // where it is written
}

// Judge replays a game and judges each step by some rules, up to the first that breaks one. The
// error is that of the context.
func (g *Game) Judge(ctx context.Context, rules Rules) (Verdict, error) {
	const stepsPerCheck = 4096 // of the context
	replay, err := NewReplay(g.Start, g.ToMove, rules)
	if err != nil {
		return Verdict{Reason: err, Line: g.Line, Column: 1}, nil
	}
	v := Verdict{}
	for n, step := range g.Steps {
		if n%stepsPerCheck == 0 && ctx.Err() != nil {
			return v, ctx.Err()
		}
		if v.Reason = replay.step(step); v.Reason != nil {
			v.Bad, v.Line, v.Column = n+1, step.Line, step.Column
			break
		}
	}
	v.Counts, v.FinalPasses = replay.Counts(), replay.passes
	return v, nil
}

// step makes a move or changes the position.
func (r *Replay) step(s Step) error {
	if s.SetUp != nil {
		return r.SetUp(*s.SetUp)
	}
	return r.Play(s.Move)
}
