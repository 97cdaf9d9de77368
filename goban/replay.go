package goban

import (
	"errors"
	"fmt"

	"combigo/internal/enum"
)

// Superko says which repetitions of positions a game may not have.
type Superko uint8

const (
	// PositionalSuperko forbids a stone that makes a position of the board that was there before (Tromp-Taylor).
	PositionalSuperko Superko = iota
	// SituationalSuperko forbids it only if the same player had the turn then (AGA). A pass changes the turn, and the
	// situation after it counts as one that was there.
	SituationalSuperko
	// NaturalSuperko forbids it only if the same player made that position by a stone before. Passes do not count, and no
	// player made the beginning.
	NaturalSuperko
	// NoSuperko allows every repetition.
	NoSuperko
)

var superkoNames = enum.Of[Superko]("rule against repetition", "positional", "situational", "natural", "none")

// String returns the name that [ParseSuperko] reads.
func (s Superko) String() string { return superkoNames.Name(s) }

// ParseSuperko reads "positional", "situational", "natural" or "none".
func ParseSuperko(text string) (Superko, error) { return superkoNames.Parse(text) }

// Reasons why a Replay refuses a move, besides those of Play; the error wraps one of them.
var (
	ErrOutOfTurn = errors.New("it is the other player's turn")
	ErrGameOver  = errors.New("two passes have ended the game")
	ErrRepeats   = errors.New("the move brings back an earlier position, which superko forbids")
)

// Rules are the rules that a game is judged by. The zero value has suicide, positional superko and strict turns, the
// rules of the game graph.
type Rules struct {
	Suicide Rule
	Superko Superko
	// FreeTurns takes a move out of turn for one that follows a pass of the other player, which the record leaves out,
	// as a path in the game graph does.
	FreeTurns bool
}

// Replay plays a game move by move and judges each by the rules, the history of the game among them. It is the checker
// for games that come from elsewhere: it finds repeated positions by a hash, and then compares the stones, so that
// nothing rests on hashes being different.
//
// A Replay keeps all positions, 2 bits for each point, and needs about 100 bytes for a move on a board of 19x19 and 30
// on the smallest.
type Replay struct {
	rules    Rules
	position *Position
	turn     Color // who may move; Empty if both may
	passes   int   // passes since the last stone
	seen     positionSet
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
	Positions     int `json:"positions"`            // different positions of the board, that of the beginning among them
	Repeats       int `json:"repeats"`              // stones that brought back an earlier position
	FirstRepeat   int `json:"first_repeat_move"`    // the first such move, counted from 1; 0 if there is none
	RepeatOf      int `json:"first_repeat_of_move"` // the move after which the position of FirstRepeat first was there, 0 for the beginning
}

// NewReplay begins a game from a legal position, which it copies. The player to move is Black or White, or Empty for
// whoever moves first.
func NewReplay(start *Position, toMove Color, rules Rules) (*Replay, error) {
	if toMove > White {
		return nil, fmt.Errorf("player to move: %w", ErrNotStone)
	}
	if dead := start.Illegal(); len(dead) > 0 {
		return nil, fmt.Errorf("the beginning is no legal position: the %v string at %s has no liberty",
			dead[0].Color, start.Label(dead[0].Points[0]))
	}
	r := &Replay{rules: rules, position: start.Clone(), turn: toMove, seen: newPositionSet(start)}
	if toMove.IsStone() {
		r.seen.markTurn(toMove)
	}
	return r, nil
}

// Position returns the position as it is now. It belongs to the Replay and changes with the next move.
func (r *Replay) Position() *Position { return r.position }

// Counts returns what has happened so far.
func (r *Replay) Counts() Counts {
	count := r.count
	count.Positions = r.seen.size()
	return count
}

// Over reports whether two passes have ended the game.
func (r *Replay) Over() bool { return r.passes >= 2 }

// Play makes a move. A move that the rules forbid is refused with an error that names it and wraps the reason, and
// changes nothing.
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

// take gives the turn to a player who then moves. The situation is one that was there, even if the pass that led to it
// is left out.
func (r *Replay) take(c Color, implied bool) {
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
	earlier, found := r.seen.find()
	if found && r.forbids(earlier, m.Color) {
		r.seen.change(r.position, m, outcome)
		r.position.undo(m, outcome)
		return fmt.Errorf("%s: %w (%v superko; it was there after move %d)",
			r.position.describeMove(m), ErrRepeats, r.rules.Superko, r.seen.firstMove[earlier])
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

// forbids reports whether superko forbids a player to bring back a position.
func (r *Replay) forbids(earlier int32, player Color) bool {
	switch r.rules.Superko {
	case PositionalSuperko:
		return true
	case SituationalSuperko:
		return r.seen.players[earlier]&turnBit(player.Opponent()) != 0
	case NaturalSuperko:
		return r.seen.players[earlier]&makerBit(player) != 0
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
