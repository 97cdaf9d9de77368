// Package records finds the most that a legal position can have: of strings, of enemy strings next
// to one string, of pseudoliberties (pairs of a stone of one string and a liberty next to it), and
// of liberties of one string. With each goes a position that has it, and the rule for all boards of
// a height, where it is proved.
//
// # Search
//
// Points are filled column by column, each from the top, and of the points so far the search
// remembers what matters to the rest: a symbol for each point of the border, and of the stones of
// the string which are connected (package internal/states/connected). For each such state it keeps
// the largest gain that leads to it. What a problem is, its states, its choices and their gains, is
// said in one place for each: stringProblem, enemies, pseudoliberties and libertyProblem, with a
// proof that it is the problem asked for.
//
// # States that can be done without
//
// A state v can be dropped if there is a state w such that for whatever may follow v, something can
// follow w with which the whole gains no less. There are two kinds of such pairs.
//
// First, w is like v except for a point or a connection, say with two parts of the string connected
// that are not in v. Each problem lists its own, with the margin by which w must gain more
// (problem.better).
//
// Second, in a full column any state can take the place of any other, for a price: fill the next
// column with stones of the string, or with empty points for the most strings, and go on after it
// as before. So a state whose gain is behind by that price, about three times the height, can be
// dropped (problem.firm, problem.margin, with the proof).
//
// No chain of such pairs goes round in a circle, so of the states from which the best whole can be
// had, one is left. And which states are left depends only on the states and on the differences of
// their gains.
//
// # Losses
//
// On larger boards the most strings and pseudoliberties are found as the least sum of losses
// (lossProblem): what a position lacks of an ideal that no board with an edge reaches is a sum over
// the points, of what each loses beside its neighbours. The board is cut into two strips of rows,
// and for each frontier of a strip a table has the least loss to come, whatever the other strip is
// (strip). So a state from which the two strips must lose more than the losses of a value allow
// leads to no position of that value. The search goes through the values from above: it keeps some
// of the best states after each point, and more of them until it finds a position or has dropped
// nothing but such states, which proves that there is none (bounded).
//
// # Rules over all widths
//
// So the states after a column with their gains relative to the largest, the profile, determine the
// next profile; and when one comes up a second time everything repeats for ever. It must come up:
// the second kind of pairs bounds how far gains can be apart, so that for a height there are
// finitely many profiles. Profiles are compared in full.
//
// # Checks
//
// Each position is measured string by string with package combigo.dev/combigo/goban, which knows
// nothing of the search: it is legal, and it has the value. That there is no better one rests on
// the search; the tests compare it with an enumeration of all positions on boards of up to 12
// points, and with a search that drops nothing on larger ones.
package records
