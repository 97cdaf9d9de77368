package length

import (
	"fmt"

	"combigo.dev/combigo/goban"
)

// Rules are the rules of the games that are counted.
type Rules struct {
	Suicide goban.Rule
	Superko goban.Superko
}

// Published are the rules of the sequence A048289: positional superko and no suicide.
var Published = Rules{Suicide: goban.SuicideForbidden, Superko: goban.PositionalSuperko}

// String says the rules in words.
func (r Rules) String() string {
	suicide := "suicide"
	if r.Suicide == goban.SuicideForbidden {
		suicide = "no suicide"
	}
	if r.Superko == goban.NoSuperko {
		return suicide + ", no superko"
	}
	return fmt.Sprintf("%s, %v superko", suicide, r.Superko)
}

// suicideOf reports whether a player may take away the last liberty of his own string of a given
// number of stones, superko apart where it depends on the history. The suicide of one stone brings
// back the position before it, always.
func (r Rules) suicideOf(stones int) bool {
	return r.Suicide == goban.SuicideAllowed && (stones > 1 || r.Superko != goban.PositionalSuperko)
}

// MaxSide is the greatest number of rows or columns.
const MaxSide = 19
