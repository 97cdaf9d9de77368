// Package border is the fast engine: it counts the legal positions of rectangular boards by dynamic
// programming over words of the border, without connections. docs/theory.md proves what this
// comment states.
//
// # The signed sum
//
// Give each point one of five classes: E is empty, b and w are free stones, B and W are bad stones,
// of strings of which we claim that they have no liberty. A bad stone is not next to an empty
// point, and not next to a free stone of its colour. By inclusion-exclusion over the strings
// without liberty,
//
//	L(m,n) = sum over all such boards of (-1)^(number of bad strings).
//
// # Words
//
// Fill a board of m rows column by column, each from the top. The border is the last point of every
// row. All of the sum is local but for the sign: which runs of bad stones of the border belong to
// one string. Words keep that without connections. A run, bad stones of one colour that follow each
// other, has two strands, one at each end, each with a sign: + puts the colour of the run on a
// stack, - takes it from the top. The stack is empty at both ends of the border. A word is the
// classes of the points and the signs of the strands. There are as many words as states of the
// border, and no other part of a word is changed when a point is added: six operations change the
// signs next to that point, with coefficients made of Fibonacci numbers (operations.go, step.go).
//
// # The join
//
// Let v(k) be the values of the words after k columns. Half of the board is enough:
//
//	L(m,2k-1) = sum of norm v(k) v(k)      L(m,2k) = sum of norm v(k) v(k+1)
//
// over all words, where the norm is a product over the strands: 1 for a +, F(h+1)/F(h) for a - that
// begins a run, -F(h+1)/F(h) for a - that ends one, with h strands of its colour on top of the
// stack.
//
// # Two rows
//
// The words of two points, one of each kind (the others are the same with the points or the
// colours exchanged), and their values:
//
//	        words   norm   v(1)  v(2)
//	EE        1       1      1     9    any first column is legal before an empty one
//	Eb        4       1      1     8    all but b over w: the white stone has no liberty
//	bb        2       1      1     6    not w over w, w over b, b over w
//	bw        2       1      1     8    not w over b
//	Bw  + -   4      -1      1     4    b over b, b over w, w over w, w over E
//	BB  + -   2      -1      1     1    b over b
//	BW  +-+-  2       1      1     3    b over b, b over w, w over w
//
// So L(2,1) = 1+4+2+2-4-2+2 = 5 and L(2,2) = 9+32+12+16-16-2+6 = 57.
//
// How the steps come to the value 4 of the word Bw: the last step puts w below B, in the place of
// the last point of the first column, x. That is E, b, w or B: W is bad, and next to a free stone
// of its colour. The step before has put B in the place of the first point of the first column:
//
//	Bx              value after one point of the second column
//	BE   + -        1        from wE: a run is created, which counts 1
//	Bb   + -        1-1 = 0  from wb; from Wb, where the run of W is deleted, which counts -1
//	Bw   + -        1+1 = 2  from ww; from Bw, where the new point takes the place of the old one
//	BB   + - + -    1-1-1    from wB; from WB; from BB, where the run is split with the signs - +
//	BB   + + - -    1        from BB, where the run is split with the signs + -
//
// Now w takes the place of x. If x is E, b or w that counts 1. If x is B, its run is deleted: that
// counts -1 for the signs + -, and 0 for two equal signs. So the value is 1 + 0 + 2 - (1-1-1) = 4.
//
// # Halves, blocks, windows
//
// Cut the border in two halves. All that one half must know of the other is a crossing: the class
// of the point at the cut, and the stack. So the values of the words with one crossing are a
// matrix, a block: its rows are words of the half that steps go on in, its columns the idle words
// of the other half. A phase, the steps of one half, multiplies each block from one side, column by
// column. Any set of idle words goes through a phase by itself. That is the one mechanism for
// everything:
//
//   - thirty-two idle words, a chunk, are the lanes of the kernels, and the work of a thread;
//   - some chunks, a share, are what a task reads from files and writes to files (Division);
//   - within a chunk the active half is cut once more, in windows that stay in a core's first
//     cache.
//
// Between phases the matrices are transposed. The steps of a window are one straight program of
// additions of rows, found once (program.go); the kernels execute it.
//
// Words that differ in an exchange of colours have the same value; only idle words whose colours
// appear in order are stored.
//
// Some words between the phases have the value 0 after any number of columns. They have no place
// where that saves memory: the crossing says which sign begins the run of the newest point, and the
// block has no rows for words that vanish with that sign. A word that vanishes, turned by half a
// turn, may be one that has a place.
//
// # Other boards
//
// A [Board] may have other neighbours in each column, holes, and points that are always safe. Each
// column then has phases of its own, and the words go through all columns (column.go).
//
// # Numbers
//
// Values are residues modulo primes just below 2^32. A value is at most 3^(m(k-1)) or so, times the
// denominators of its word, so the first columns take one residue; where another residue is needed,
// it is reconstructed from the others (numbers.go). The vector of the first two or three columns is
// a sum of products (products.go).
//
// A [Division] deals the work out in shares (layout.go, division.go): phases, exact joins and joins
// modulo a prime, and half turns (turn.go). Package stages puts counts together of these.
//
// The engine's oracle is package internal/states/plain.
package border
