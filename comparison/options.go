package comparison

import (
	"combigo/internal/par"
)

// Five is how many stones in a row win a game of gomoku.
const Five = 5

// Options says what a count may use.
type Options = par.Options
