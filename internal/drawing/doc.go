// Package drawing draws boards and border states as SVG: crisp at any size, in the
// colours of the page around them, light or dark.
//
// A drawing is one svg element with a title for those who cannot see it. Its
// lines and letters have the colour of the text around it; stones are black and
// white with an outline. Its class is wood if a page should put it on wood.
package drawing
