// Package drawing draws boards and border states: on a page in the colours of the text around them,
// light or dark.
//
// Lines and letters have the colour of the text; stones are black and white with an outline. The
// class of a drawing is wood if a page should put the drawing on wood.
package drawing
