// Package liberties finds the most liberties that one group can have, with a
// group that has them and a proof that none has more.
//
// A group is a connected set of stones; its liberties are the empty points next to it. Of m x n
// points, how many can be liberties? The closed formula of Go::CountLiberties ([Formula]) is
// attained on every board by a comb of stones ([Construct]); that nothing is better is proved by
// search, one height m and all widths n at a time ([ForHeight]). The search rests on an identity: a
// group with L liberties has cost
//
//	K = 2mn + 2 - 3L,
//
// a sum over empty points that are no liberty, cycles, stones on the edge and liberties that stones
// share. All terms are at least 0, and each shows as soon as the board is known up to there. So the
// best group has the least cost, and one that is better than the formula's is cheap on one side of
// some cut. The search enumerates the cheap left parts of all boards, column by column, until their
// set repeats exactly. Those that are no longer cheap need a right part that is; none has one to
// the end. docs/liberties.md has the theorem and the proof.
//
// # Glossary
//
//   - left part: the points before a cut, taken down the columns from left to right;
//     right part: the rest, which is a left part after half a turn
//   - frontier: border state of a left part, with its least cost; kink: the row at
//     which a frontier steps from the new column to the old one
//   - dominated: of an empty point, with a stone next to it
//   - rate: what the formula's cost grows by with a column, 0 or 1; relative cost: cost
//     less rate times the columns
//   - window: bound on relative costs; sweep: breadth-first enumeration of the frontiers
//     inside it (dynamic programming over border states)
//   - join, join cost: where a left and a right part meet, and what that adds to their
//     costs
//   - decrease: by how much a relative cost falls from one column end to a later one;
//     relaxed state: a frontier after a decrease, in a relaxation of the problem in which
//     the stones of the first border are one merged component
//   - table: lower bounds on the cost of right part and join, by what is known of the
//     left part (a pattern database); transform: the min-plus product that turns least
//     costs of right parts into such bounds
//   - pruning: the admissible test, by tables, that drops a frontier outside the window
//     if it has no right part that is cheap enough
//   - lanes: eight small numbers in one word, worked on at once
//   - layer: all frontiers at one kink; shard: a part of a layer that fits the cache;
//     segment: rows that a shard takes at once; snapshot: a layer at a column end, kept
//     to find a repetition
//   - witness: a known group that a control search is confined to; cheapGroup: a group
//     that the search found
//
// # Reading order
//
// A file uses only files before it:
//
//	the question   group.go results.go
//	its oracle     plain.go, which shares no code with the search. It is a method of
//	               its own for up to 12 rows, so that it is here, not among the oracles
//	border states  target.go frontier.go layer.go workers.go sweep.go
//	lower bounds   table.go minplus.go decrease.go pruning.go
//	the search     search.go halves.go
//	checkpoints    checkpoint.go
//	answers        answers.go
//
// Every group that is handed out has its liberties counted by [Group.Check], a flood
// fill of the package goban.
package liberties
