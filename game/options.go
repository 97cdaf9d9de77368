package game

import "combigo/internal/par"

// Options says what a computation may use. Memory is a ceiling on what is made.
type Options = par.Options
