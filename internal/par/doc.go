// Package par says what a computation may use, threads and memory, and how it tells how far it is.
//
// Packages that ask for nothing else take its [Options] as their own; those that ask for more, such as a method or a seed,
// embed them. What comes out does not depend on the number of threads: pieces of work are shared among them by
// [Options.Each], and each piece writes to a place of its own.
package par
