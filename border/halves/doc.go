// Package halves has the bilinear form by which the two halves of a Go board make the whole: the number of legal
// positions is a sum over the border states in the middle of the board, and in the right coordinates it is a sum of
// squares.
//
// # The form
//
// Cut a board along border points that belong to both halves. A state s of the left half and a state t of the
// right one make a legal position if their points have the same colours, and if each string of the union
// of theirs has a piece that is live in s or in t. For one colouring of the border only the runs of stones
// that touch no empty point matter, since the others are live in both. A state gives each of these runs a letter:
//
//	F  Live   its string has a liberty
//	S  Alone  it is needy, and has no other run in its string
//	P  First  it is the first run of a needy string
//	C  Inner  its needy string has runs before and after it
//	O  Last   it is the last run of its needy string
//
// A [Node] is all words of letters for some runs. They are in lexicographic order, so the words with one beginning
// are a block, and which rests follow it depends only on the runs that are left and on the stack of strings that
// are open.
//
// Let W(s) be the number of ways to complete the board from s. If v(t) counts the ways to arrive at t, W = C v, where
// C(s,t) is 1 if s and t go together and 0 otherwise. The number of positions is v C v, which is the inverse form W C⁻¹ W:
// the completions are all that is needed. [Node.Transform] finds W' = T W with T C Tᵗ diagonal, so that the number
// is the sum of W'(s)² over the norms, or of the products of two such vectors.
//
// # Two runs
//
// Two black runs that touch no empty point, such as those of BWEWB, whose white stones all do, have five words: FF, FS, SF,
// SS and PO. (Two needy runs may be one string, PO, or two, SS.) C has a row for each, the columns in the same order:
//
//	     FF FS SF SS PO
//	FF    1  1  1  1  1
//	FS    1  0  1  0  1
//	SF    1  1  0  0  1
//	SS    1  0  0  0  0
//	PO    1  1  1  0  0
//
// The first pass subtracts from a word those in which one of its strings is live: SS becomes SS-SF-FS+FF, PO becomes PO-FF.
// What remains is 1 for FF, -1 for FS and for SF, and for the two words without F the matrix of signs, -1 to the number of
// components of the join of two partitions:
//
//	     SS PO
//	SS    1 -1
//	PO   -1 -1
//
// The second pass adds SS to PO: the string is cut. Now SS has norm 1, PO has norm -2, and the form is diagonal:
//
//	number = FF² - FS² - SF² + SS² - PO²/2
//
// with the values in the new coordinates.
//
// # In general
//
// The signs make up the Gram matrix of the noncrossing partitions of the runs into blocks of one colour, at the
// parameter Q = -1. Words are paths in the tree of representations of the Temperley-Lieb algebra with
// loop value δ, δ² = Q, two strands a run, and the projectors of Jones and Wenzl make paths orthogonal. For a run with j
// strings of its colour on top of the stack the norm of a word has the factor
//
//	F, P: 1   S: -1   C: Fib(2j+2)/Fib(2j)   O: -Fib(2j+1)/Fib(2j-1)
//
// Fibonacci numbers, because those are what quantum integers become at this Q; none is zero. The coefficients of the
// second pass are generated from Wenzl's recursion. The proofs are in docs/theory.md.
//
// # Integers
//
// Coordinates of words with P and C are multiplied by the common denominators, Fib(2j+1)Fib(2j+2) and Fib(2j), so that
// all are integers; [Sum] adds up products by weight, the reciprocal of norm and multipliers. [Limbs]
// computes with integers of a fixed length, [Residues] modulo a prime. A transform takes five to six additions a word, counted over
// the border words of 12 and 13 points; coefficients other than 1 and -1 come in four of a hundred words.
package halves
