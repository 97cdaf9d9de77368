// Package canvas is the model of all drawings: shapes, texts, and parts of a drawing that are
// moved, scaled or linked. Three writers put a drawing into a file: SVG, PDF and PNG.
//
// Lengths are in units from the upper left corner; a canvas says how long its unit is. SVG leaves
// the letters to the fonts of the reader; PDF and PNG have those of Go Regular, by Bigelow & Holmes
// (https://go.dev/blog/go-fonts). Lines in the colour [Ink] have the colour of the text of the page
// around an SVG, and are black elsewhere.
//
// In texts ^ raises the number, the word or the parentheses after it: "10^-8", "L^(1/n)".
//
// The same drawing gives the same bytes every time.
//
// Files in the order in which the package can be read: color.go, path.go, text.go, canvas.go,
// svg.go, paint.go, pdf.go, png.go, encode.go.
package canvas
