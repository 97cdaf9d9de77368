// Package liberties finds the most liberties that one group can have, with a
// group that has them and a proof that none has more.
//
// A group is a connected set of stones; its liberties are the empty points
// beside it. Of m x n points, how many can be liberties? The closed formula of
// Go::CountLiberties ([Formula]) is attained on every board by a comb of stones
// ([Construct]); that nothing is better is proved by search, one height m and
// all widths n at a time ([ForHeight]).
//
// The search rests on an identity. A group with L liberties wastes
//
//	K = 2mn + 2 - 3L
//
// in wasted points, cycles, stones on the edge and liberties that two stones
// share. Each of these is at least 0 and shows as soon as the board is known up
// to there. So the best group is the one that wastes least, and a group that
// wastes less than the formula's is cheap on one side of some cut. The search
// goes through the cheap left parts of all boards, column by column, until
// their set repeats exactly; those that are no longer cheap must go with a
// right part that is, or that was not and fell, and none does to the end.
// docs/liberties.md has the proof in full.
//
// The plain program, [Plain], looks at all border states instead. It is slow
// and obvious, and the oracle of the search. Every group that is handed out has
// its liberties counted by [Group.Check], a flood fill of the package goban.
package liberties
