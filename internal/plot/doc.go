// Package plot draws lines with marks over numbers, and heat maps, as SVG, PDF and PNG, with nothing but the standard
// library.
//
// A drawing is a list of shapes and texts, with lengths in points (72 to an inch) from the upper left corner. Three
// writers put it into files. SVG leaves the letters to the fonts of the reader; PDF and PNG have letters of their own,
// the outlines in font.txt: a line for each, with its code, its width, and contours of lines (L) and quadratic curves (Q)
// in units of 1/2048 of the size, upward from the base line. They are the outlines of Go Regular, by Bigelow & Holmes,
// which the Go project gives away under the licence of Go (https://go.dev/blog/go-fonts).
//
// In texts ^ raises the number, the word or the parentheses after it: "10^-8", "L^(1/n)".
//
// The same drawing gives the same bytes every time.
package plot
