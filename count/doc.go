// Package count answers one question: how many positions of Go on a board of m
// rows and n columns are legal? That number is called L(m,n). A position is a
// colouring of the points, empty, black or white; it is legal if every string
// has a liberty, an empty point beside one of its stones.
//
// [Legal] chooses a method, counts, checks the number that comes out, and returns
// it together with how it was found. [Table] does so for a range of boards.
//
// # Methods
//
// [Brute] looks at all 3^(mn) positions, with package goban. It is for boards of
// up to [combigo/goban.MaxBrute] points, and for checks.
//
// [Halves] is dynamic programming over border states, with package border, through half of the columns; the two halves
// of the board are then joined. Its time grows about 5.4 times with every point of the shorter side, and in
// proportion to the longer side; so the shorter side becomes the border.
// Of a table that asks for more than half of the widths of a height the vector goes through all columns.
//
// [DP] is the same through all columns: slower, and a check. Each is repeated by the other modulo a prime where that
// is cheap.
//
// [Frontier] is the general engine, package transfer, for whatever is not two
// colours on the plain board: a [Variant] with other colours, another lattice or
// empty rows beyond the board, or a [Graph]. What counts there is how many points
// have neighbours that are yet to come, in an order of package lattice.
//
// Recurrence is for plain boards so long that the linear recurrence of their
// height is faster than one column after the other, package recurrence.
//
// Numbers are exact, of as many machine words as needed, or they are residues
// modulo primes just below 2^62, from which the Chinese remainder theorem gives
// the exact number. Residues need less memory, since one can be computed after
// the other. Of half a board the numbers are known from half as many residues: one is in memory, the others are in
// files, until the join puts the numbers together tile by tile. Where there is no disk for that, every residue goes to the end
// of the board by itself. Fewer passes over the board are faster, so a pass carries as many residues as memory allows.
//
// # Memory
//
// Before anything is computed, the memory that it will take is estimated and
// compared with a ceiling: the one in [Options], or else what the machine has
// available. If exact numbers do not fit, residues are taken, in files of [Options.Scratch] if there is room, and a note in the
// result says so. If they do not fit either, a [result.MemoryError] says what would be
// needed.
//
// # Stones
//
// [Stones] and [GraphStones] count positions by their black and white stones, with polynomials in two variables for
// numbers. That takes some hundred times the memory of a count: 4 GB suffice for 8x8.
//
// # Checks
//
// A number that fails a check is not returned: see [InternalError]. Which checks
// were made, and how well the number agreed, is part of the result. Numbers of
// boards of up to nine points are compared with brute force. From 5x5 on they
// are compared with the asymptotic formula A*B^(m+n)*L^(mn), which is so good
// that it sees a wrong digit among the leading ten on a 13x13 board. Where a
// repetition modulo a prime costs little, it is made. The sum over joined halves is one of fractions, and must be an integer. Residues are taken
// modulo enough primes: a wrong one would pass all this with a chance of
// less than 2^-40.
//
// Variants and graphs are compared with brute force where there are few positions,
// and where that is cheap with a count modulo a prime that takes the points in the
// reverse order, and so meets other states.
//
// # Reading order
//
// A file uses only files before it:
//
//	what is counted   variant.go options.go errors.go asymptotic.go residues.go large.go instance.go
//	how               engine.go checks.go plan.go
//	the methods       brute.go border.go general.go enumeration.go recurrence.go
//	picking one       choose.go
//	answers           legal.go table.go stones.go stones_json.go
//	counted on disk   assemble.go
package count
