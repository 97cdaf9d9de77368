// Package published holds published numbers as data, each with the place where it is printed and
// with the digits that are printed there.
//
// A number is an [Entry]. [Find] returns the one with an id, and [Legal] the published number of
// legal positions of a board. What an entry is good for depends on its [Kind]: an exact number is
// exactly that, a rounded one is good except for its last digit, which is sometimes rounded and
// sometimes cut off, and a sampled one is an estimate.
//
// The entries are in a table of the form
//
//	id  place  symbol  kind  printed
//
// with a tab between. The table of Go::CountLiberties is whole: [LibertyRows].
package published
