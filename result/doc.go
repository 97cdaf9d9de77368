// Package result holds a computed number together with its provenance: what it
// counts, on which board, by which method and engine, with what time and
// memory, and which checks it passed. A number of two hundred digits cannot be
// judged by looking at it; the way to it can.
//
// A [Result] is written as [JSON] or [CSV] for programs, and a sequence of terms as a [BFile] for
// the On-Line Encyclopedia of Integer Sequences; [Group] lays out the digits of a long number for
// people. The writers write nothing at all if they return an error, unless the error is that of the
// io.Writer.
//
// [Bytes] are sizes of memory as people read and write them, and [PeakMemory]
// is the provenance that only the operating system knows.
package result
