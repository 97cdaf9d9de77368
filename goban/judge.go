package goban

import (
	"cmp"
	"context"
	"fmt"
)

// ChosenRules are the rules that somebody wants games to be judged by; what is nil is as RU of the
// game says.
type ChosenRules struct {
	Superko   *Superko
	Suicide   *Rule
	FreeTurns bool
}

// For returns the rules by which a game is judged, and where they are from: what SGF has in RU, and
// whether that is followed.
func (c ChosenRules) For(game *Game) (rules Rules, source string) {
	set, known := NamedRules(game.Rules)
	rules = set.Rules
	rules.FreeTurns = c.FreeTurns
	if c.Superko != nil {
		rules.Superko = *c.Superko
	}
	if c.Suicide != nil {
		rules.Suicide = *c.Suicide
	}
	chosen, named := c.Superko != nil || c.Suicide != nil, fmt.Sprintf("RU[%s] of the game", game.Rules)
	switch {
	case game.Rules == "" && chosen:
		return rules, "as chosen"
	case game.Rules == "":
		return rules, "the game names none"
	case !known:
		return rules, named + " is not known here"
	case rules.Superko != set.Rules.Superko || rules.Suicide != set.Rules.Suicide:
		return rules, "as chosen, in place of " + named
	case set.Change != "" && !chosen:
		return rules, named + ", with " + set.Change
	}
	return rules, named
}

// A JudgedGame is a game with the rules by which it was judged, where they are from, and the
// verdict.
type JudgedGame struct {
	Game    *Game
	Rules   Rules
	Source  string
	Verdict Verdict
}

// JudgeGames judges the games of an SGF collection by some rules. If strict, SGF must be as FF[4]
// wants it. The errors are those of [ParseSGFGames] and [Game.Judge].
func JudgeGames(ctx context.Context, name string, text []byte, chosen ChosenRules, strict bool) (all []JudgedGame, err error) {
	for game, err := range ParseSGFGames(name, text) {
		if err == nil && strict {
			err = game.Violation(name)
		}
		if err != nil {
			return nil, err
		}
		j := JudgedGame{Game: game}
		j.Rules, j.Source = chosen.For(game)
		if j.Verdict, err = game.Judge(ctx, j.Rules); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, game.Line, err)
		}
		all = append(all, j)
	}
	return all, nil
}

// A JudgedPosition is a position with its strings without liberties, and the verdict on the moves
// that led to it by the rules of the game, if there are any.
type JudgedPosition struct {
	Record
	Dead    []String
	Verdict Verdict
}

// JudgePositions judges the positions of a text. If strict, SGF must be as FF[4] wants it. The
// errors are those of [Parse] and [Game.Judge].
func JudgePositions(ctx context.Context, name string, text []byte, strict bool) (all []JudgedPosition, err error) {
	for record, err := range Parse(name, text) {
		if record.Game = cmp.Or(record.Game, &Game{}); err == nil && strict {
			err = record.Game.Violation(name)
		}
		j := JudgedPosition{Record: record}
		if err == nil && record.Moves > 0 {
			rules, _ := ChosenRules{}.For(record.Game)
			j.Verdict, err = record.Game.Judge(ctx, rules)
		}
		if err != nil {
			return nil, err
		}
		j.Dead = record.Position.Illegal()
		all = append(all, j)
	}
	return all, nil
}
