// Package state holds the border of a board that is filled point by point: up to 16 symbols in a
// word of 64 bits, some of which stand for stones that are connected with each other.
//
// On a board in the plane connections cannot cross: if of four points along the border the first is
// connected to the third and the second to the fourth, all four are one string. So it is enough
// that each linked symbol has two marks, whether it is connected to an earlier and to a later one;
// which ones these are follows as with parentheses (Tromp and Farnebäck, Combinatorics of Go,
// section 5.2).
//
// A [Symbol] has a kind, 0 to 3, in its upper two bits. Kinds 1 and 2 are linked, and their lower
// two bits are the marks. Kinds 0 and 3 are not, and their lower two bits are free for what the
// user makes of them.
package state
