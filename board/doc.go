// Package board holds the sizes of rectangular boards and reads them as people write them.
//
// A board of m rows (height) and n columns (width) has m*n points. Rows come first, everywhere. A
// size is written in any of these ways:
//
//	9        9 rows, 9 columns
//	9 13     9 rows, 13 columns
//	9x13     the same
//
// A number may be a span, which makes it a range of sizes:
//
//	1-11     the squares 1x1, 2x2, ..., 11x11
//	1-6 1-20 every board of 1 to 6 rows and 1 to 20 columns
//	7 1-20   7 rows, 1 to 20 columns
//
// [Parse] reads a size, [ParseRange] a size or a range, [ParseSides] a size whose sides may be as
// long as 10^100. Their errors say which word is wrong and what would be right.
package board
