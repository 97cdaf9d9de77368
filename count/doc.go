// Package count answers one question: how many positions of Go on a board of m
// rows and n columns are legal? That number is called L(m,n). A position is a
// colouring of the points, empty, black or white; it is legal if every string
// has a liberty, an empty point next to one of its stones.
//
// [Legal] chooses a method, counts, checks the number that comes out, and returns
// it together with how it was found. [Table] does so for a range of boards.
//
// # Methods
//
//   - [Brute] looks at all positions, with package goban: for boards of up to
//     [combigo.dev/combigo/goban.MaxBrute] points, and for checks.
//   - [Halves] is dynamic programming over words of the border, package internal/engine/border,
//     through half of the columns; the two halves are then joined. Its time grows about 5 times
//     with every point of the shorter side, and in proportion to the longer side. It counts plain
//     boards of up to [combigo.dev/combigo/internal/engine/border.MaxColours] colours.
//   - [Words] is the same through all columns or rows, where half of the board need not be the
//     mirror image of the other half: on the triangular, the hexagonal and the square-octagonal
//     lattice, and with empty rows beyond the board.
//   - [Frontier] is the general engine, package transfer, for everything else: a [Variant] with
//     more colours, a cylinder, torus or cycle, or a [Graph]; and for narrow boards.
//   - [Recurrence] is for plain boards so long that the linear recurrence of their height is faster
//     than one column after the other, package recurrence.
//
// Numbers are exact, or they are residues modulo primes just below 2^32, from which the Chinese
// remainder theorem gives the exact number. With Halves, the exact values of a column take as many
// residues as they are long, all in memory; Modular takes one residue after the other through all
// columns, with less memory and more time. The boards of a table that have the same shorter side
// are counted by residues in one run.
//
// # Memory
//
// The memory is estimated before anything is computed, and compared with the ceiling in [Options],
// or else with what the machine has available. If exact numbers do not fit, residues are taken, and
// a note in the result says so. If they do not fit either, the vector is kept in files, if the disk
// has the room and the count takes less than half an hour. Otherwise a [result.MemoryError] says
// what would be needed.
//
// # Stones
//
// [Stones] and [GraphStones] count positions by their black and white stones: package transfer with
// polynomials in two variables for numbers on narrow boards; otherwise by values of the generating
// function modulo primes, for as many weights of stones as it has coefficients. [Moments] finds the
// means of the number of stones and of its square without the table, by weights modulo cubes of
// primes, and [Density] what they tend to for each point of a large board.
//
// # Checks
//
// A number that fails a check is not returned: see [result.InternalError]. The result lists the
// checks; docs/theory.md says what each of them can see.
//
//   - Any number is at least 1 and less than the number of positions. A published number is equal.
//   - From 5x5 on, the number agrees with the asymptotic formula A*B^(m+n)*L^(mn) within a
//     tolerance.
//   - Halves: the sum over the words is an integer if the width is odd; the sum modulo one more
//     prime is equal; two different sums for one board are equal, so that the steps of the engine
//     are self-adjoint; a narrow board is equal to the number of an engine whose states have
//     connections; there are as many words as such states.
//   - Numbers from residues, other than by Halves: there are enough primes that a random error
//     in one residue passes with a chance of at most 2^-40.
//   - Boards of up to nine points are compared with brute force, small boards with package
//     transfer, and numbers by other methods with package internal/engine/border. Variants and
//     graphs are counted again modulo a prime with the points in the reverse order, if cheap.
//
// With Verify the whole board is counted a second time, in another way.
package count
