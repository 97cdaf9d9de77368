package goban

import (
	"regexp"
	"strings"

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
	// OwnSuperko forbids it only if the position was there after a stone or a pass of the same
	// player (New Zealand). If players alternate it is SituationalSuperko, but that the beginning
	// comes after nobody's move.
	OwnSuperko
)

var superkoNames = enum.Of[Superko]("rule against repetition", "positional", "situational", "natural", "none", "simple", "own")

// String returns the name that [ParseSuperko] reads.
func (s Superko) String() string { return superkoNames.Name(s) }

// words says the rule in words.
func (s Superko) words() string {
	switch s {
	case NoSuperko:
		return "no superko"
	case SimpleKo:
		return "simple ko"
	case OwnSuperko:
		return "superko of a player's own positions"
	}
	return s.String() + " superko"
}

// ParseSuperko reads "positional", "situational", "natural", "none", "simple" or "own".
func ParseSuperko(text string) (Superko, error) { return superkoNames.Parse(text) }

var suicideNames = enum.Of[Rule]("rule on suicide", "yes", "no")

// ParseSuicide reads "yes", suicide is allowed, or "no".
func ParseSuicide(text string) (Rule, error) { return suicideNames.Parse(text) }

// Ending says what passes in a row do.
type Ending uint8

const (
	// TwoPasses end the game (Tromp-Taylor).
	TwoPasses Ending = iota
	// FourPasses end the game. After two passes the players may go on in turn (Ing).
	FourPasses
	// FourPassesWhiteLast is FourPasses, but that White passes once more if Black was last (AGA).
	FourPassesWhiteLast
	// NoPasses end the game by themselves. After two passes the players may go on in turn (China).
	NoPasses
	// NoPassesAnyTurn is NoPasses, but that either player may be the one who goes on: the opponent
	// of who asks for it (Japan), or whom the players agree on (New Zealand).
	NoPassesAnyTurn
)

var endingNames = enum.Of[Ending]("end of games", "two passes", "four passes", "four passes, white last", "agreement, in turn", "agreement")

// String says what ends games, and unless that is passes, who goes on if players disagree.
func (e Ending) String() string { return endingNames.Name(e) }

// over reports whether a game has ended, after some passes in a row, so that a move has no place.
func (e Ending) over(passes int, m Move) bool {
	switch e {
	case TwoPasses:
		return passes >= 2
	case FourPasses:
		return passes >= 4
	case FourPassesWhiteLast:
		return passes > 4 || passes == 4 && !(m.Pass && m.Color == White)
	}
	return false
}

// Rules are the rules that a game is judged by. The zero value has suicide, positional superko,
// strict turns and an end by two passes, the rules of the game graph.
type Rules struct {
	Suicide Rule    `json:"suicide"`
	Superko Superko `json:"superko"`
	// FreeTurns takes a move out of turn for one that follows a pass of the other player, which the
	// record leaves out, as a path in the game graph does.
	FreeTurns bool
	Ending    Ending
	// Changes forbids a stone that leaves the board as it was, the suicide of a single stone,
	// whatever superko says.
	Changes bool
}

// String says the rules in words.
func (r Rules) String() string {
	words := []string{r.Superko.words(), r.Suicide.String(), "strict turns"}
	if r.Changes && r.Suicide == SuicideAllowed {
		words[1] = "suicide of two stones or more allowed"
	}
	if r.FreeTurns {
		words[2] = "free turns"
	}
	if r.Ending != TwoPasses {
		words = append(words, "play may go on after two passes")
	}
	return strings.Join(words, ", ")
}

// A RuleSet is rules that have a name, as far as a Replay judges by them.
type RuleSet struct {
	Name   string `json:"name"`
	Other  string // names, in small letters, with blanks between
	Rules  Rules  `json:",inline"`
	Source string `json:"source"`           // where the rules are written, and how they are read
	Change string `json:"change,omitempty"` // what is used in the place of rules that need a referee, if anything
}

// RuleSets are the rules that [NamedRules] knows by name.
var RuleSets = []RuleSet{
	{"Japanese", "japan jp nihonkiin 日本 日本囲碁", Rules{Suicide: SuicideForbidden, Superko: SimpleKo, Ending: NoPassesAnyTurn}, "Nihon Kiin 1989, articles 4 to 6, and 9: who is asked to resume a stopped game plays first; other repetition is no result, not forbidden", ""},
	{"Korean", "korea kr kba 한국 韓国 韩国", Rules{Suicide: SuicideForbidden, Superko: SimpleKo, Ending: NoPassesAnyTurn}, "Korea Baduk Association: as Japanese as far as moves go", ""},
	{"Chinese", "china cn 中国 中國 chineseogs chinesekgs", Rules{Suicide: SuicideForbidden, Superko: PositionalSuperko, Ending: NoPasses}, "Chinese rules 2002: no position of the whole board comes back, disputes are played out; referees often leave it at simple ko", ""},
	{"AGA", "american bga british french ffg francaise", Rules{Suicide: SuicideForbidden, Superko: SituationalSuperko, Ending: FourPassesWhiteLast}, "American Go Association: rules 5, 6, 9 to 11; British and French rules are alike", ""},
	{"NZ", "newzealand", Rules{Suicide: SuicideAllowed, Superko: OwnSuperko, Ending: NoPassesAnyTurn}, "New Zealand Go Society: not as it was after any of that player's previous moves; the players agree who goes on", ""},
	{"Ing", "goe ingsst inggoe", Rules{Suicide: SuicideAllowed, Superko: PositionalSuperko, Ending: FourPasses, Changes: true}, "Ing 1991, but for fighting and disturbing ko, which need a referee", "positional superko in the place of Ing's ko rules"},
	{"Tromp-Taylor", "tt tromp logical", Rules{}, "Tromp and Taylor, rules 6 to 8", ""},
}

// ruleNoise is what names of rules have around them that says nothing of the rules.
var ruleNoise = regexp.MustCompile(`rule-?sets?|rules?|règles?|regles?|规则|規則|ルール|규칙|룰|[^\pL]+`)

// kataGoRules is how KataGo writes rules in RU (https://lightvector.github.io/KataGo/rules.html):
// two passes end a game that is scored by area without a button; the suicide of one stone is never
// a move.
var kataGoRules = regexp.MustCompile(`^ko(simple|positional|situational)score(area|territory)(?:tax(?:none|seki|all))?(?:sui([01]))?(?:button([01]))?(?:whb[n01-]*)?(?:fpok[01])?(?:komi[0-9.-]+)?$`)

// NamedRules returns the rule set with a name as SGF has it in RU, such as Japanese, and whether
// the name is known: one of [RuleSets], or a string of KataGo's such as
// koSIMPLEscoreAREAtaxNONEsui0. Capital and small letters are alike, and words such as rules and
// years are passed over.
func NamedRules(name string) (RuleSet, bool) {
	lower := strings.ToLower(strings.Join(strings.Fields(name), ""))
	if m := kataGoRules.FindStringSubmatch(lower); m != nil {
		rules := Rules{Suicide: SuicideForbidden, Changes: true}
		switch m[1] {
		case "simple":
			rules.Superko = SimpleKo
		case "situational":
			rules.Superko = SituationalSuperko
		}
		if m[3] == "1" {
			rules.Suicide = SuicideAllowed
		}
		if m[2] == "territory" || m[4] == "1" {
			rules.Ending = NoPasses
		}
		return RuleSet{Name: name, Rules: rules}, true
	}
	for _, set := range RuleSets {
		for known := range strings.FieldsSeq(strings.ToLower(set.Name) + " " + set.Other) {
			if ruleNoise.ReplaceAllString(lower, "") == ruleNoise.ReplaceAllString(known, "") {
				return set, true
			}
		}
	}
	return RuleSet{}, false
}
