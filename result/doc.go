// Package result holds a computed number together with its provenance: what it counts, on which
// board, by which method and engine, with what time and memory, and which checks it passed. A
// number of two hundred digits cannot be judged by looking at it; the way to it can.
//
// [BFile] writes terms for the On-Line Encyclopedia of Integer Sequences, or nothing at all if it
// returns an error, unless the error is that of the io.Writer. [Group] lays out the digits of a
// long number for people.
//
// [Bytes] are sizes of memory as people read and write them, and [PeakMemory] is the provenance
// that only the operating system knows.
package result
