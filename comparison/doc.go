// Package comparison computes the numbers of positions of other games, with which Go is compared:
// gomoku, Connect-4 and chess.
//
// For [Gomoku] the positions without five in a row are counted exactly. For [Connect4] and [Chess]
// it is hard to say whether a position can come up in a game, so that there are upper bounds, as
// formulas that are worked out. On small boards of Connect-4 all games are played.
//
// Each gives a [Report]: figures in the order of the argument, each with its formula, its value,
// and the value that was published, if one was.
//
// Source: "Combinatorics of Go", section 6, called the paper below.
package comparison
