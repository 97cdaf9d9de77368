package goban

import (
	"fmt"
	"strings"
	"unicode"

	"combigo.dev/combigo/internal/enum"
)

// Superko says which repetitions of positions a game may not have.
type Superko uint8

const (
	// PositionalSuperko forbids a stone that makes a position of the board that was there before
	// (Tromp-Taylor).
	PositionalSuperko Superko = iota
	// SituationalSuperko forbids it only if the same player had the turn then (AGA). A pass changes
	// the turn, and the situation after it counts as one that was there.
	SituationalSuperko
	// NaturalSuperko forbids it only if the same player made that position by a stone before.
	// Passes do not count, and no player made the beginning.
	NaturalSuperko
	// NoSuperko allows every repetition.
	NoSuperko
	// SimpleKo forbids only to bring back the position before the opponent's last move: to retake a
	// ko at once (Japan).
	SimpleKo
)

var superkoNames = enum.Of[Superko]("rule against repetition", "positional", "situational", "natural", "none", "simple")

// String returns the name that [ParseSuperko] reads.
func (s Superko) String() string { return superkoNames.Name(s) }

// ParseSuperko reads "positional", "situational", "natural", "none" or "simple".
func ParseSuperko(text string) (Superko, error) { return superkoNames.Parse(text) }

// EndsGames reports whether every game ends under the rule: no position comes again and again.
func (s Superko) EndsGames() bool { return s < NoSuperko }

var suicideNames = enum.Of[Rule]("rule on suicide", "yes", "no")

// ParseSuicide reads "yes", suicide is allowed, or "no".
func ParseSuicide(text string) (Rule, error) { return suicideNames.Parse(text) }

// Rules are the rules that a game is judged by. The zero value has suicide, positional superko and
// strict turns, the rules of the game graph.
type Rules struct {
	Suicide Rule
	Superko Superko
	// FreeTurns takes a move out of turn for one that follows a pass of the other player, which the
	// record leaves out, as a path in the game graph does.
	FreeTurns bool
}

// String says the rules in words.
func (r Rules) String() string {
	turns := "strict turns"
	if r.FreeTurns {
		turns = "free turns"
	}
	ko := fmt.Sprintf("%v superko", r.Superko)
	switch r.Superko {
	case NoSuperko:
		ko = "no superko"
	case SimpleKo:
		ko = "simple ko"
	}
	return strings.Join([]string{ko, r.Suicide.String(), turns}, ", ")
}

// namedRules are the rules of associations as far as a Replay judges by them. Sources: the table of
// the British Go Association, https://www.britgo.org/rules/compare, for suicide and for who forbids
// repetitions; the superko of each is the one that most commentators read in its text. The rules of
// Ing are not here, since no superko is theirs.
var namedRules = map[string]Rules{
	"japanese":    {Suicide: SuicideForbidden, Superko: SimpleKo},
	"korean":      {Suicide: SuicideForbidden, Superko: SimpleKo},
	"chinese":     {Suicide: SuicideForbidden, Superko: PositionalSuperko},
	"aga":         {Suicide: SuicideForbidden, Superko: SituationalSuperko},
	"nz":          {Suicide: SuicideAllowed, Superko: SituationalSuperko},
	"newzealand":  {Suicide: SuicideAllowed, Superko: SituationalSuperko},
	"tromptaylor": {},
}

// NamedRules returns the rules with a name as SGF has it in RU, such as Japanese, and whether the
// name is known.
func NamedRules(name string) (Rules, bool) {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
	rules, ok := namedRules[strings.TrimSuffix(letters, "rules")]
	return rules, ok
}
