// Package plot draws lines with marks over numbers, and heat maps.
//
// Lengths are in points, of which there are 72 to an inch.
package plot
