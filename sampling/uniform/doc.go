// Package uniform draws legal positions of a board at random, each with the same probability.
//
// # Two methods
//
// [Exact] draws a number uniformly from 0 to L(m,n)-1, and takes the legal position that has it in
// the order of package combigo.dev/combigo/ranking. That works however rare legal positions are,
// but needs a table of completion counts: all columns of it, since a draw walks through the whole
// board.
//
// [Rejection] colours all points at random, each empty, black or white with probability 1/3, and
// tries again until the position is legal. It needs no memory, and on average 3^mn/L(m,n)
// colourings (docs/random.md). It judges 64 boards at once: a few operations a point on words with
// a bit for each board find the boards on which a stone has only neighbours of the other colour,
// and package combigo.dev/combigo/goban judges what is left.
//
// Both are exactly uniform, if the random bits are: numbers are drawn by rejection of bits, never
// by remainders or floating-point numbers.
//
// # The same seed
//
// The positions depend on the board, the method and the seed, and on nothing else: neither on the
// number of goroutines nor on how many positions are drawn at once. [Auto] depends on the board
// alone, unless a ceiling on memory rules out its choice. Random bits are those of ChaCha8
// (math/rand/v2). The exact method takes all from one stream. By rejection, each block of positions
// has a stream of its own, whose number is a part of the key, so that blocks can be drawn at once.
package uniform
