package goban

import "context"

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
