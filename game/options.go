package game

import "combigo/work"

// Options says what a computation may use. Memory is a ceiling on what is made.
type Options = work.Options
