// Package paths counts and estimates the walks through a directed graph that come back nowhere:
// simple paths from a start, and a little more.
//
// # What is counted
//
// A walk without return begins at the start of a Problem and enters no node twice. All such walks
// count, the one that goes nowhere among them, and every beginning of a longer one. Two things go
// beyond simple paths. An edge may stand for several parallel ones. And nodes may have partners:
// instead of leaving a node by an edge of its own, a walk may hand over to the partner and leave by
// an edge of that; the partner then counts as entered, and it does not matter if it was before. The
// game of Go needs both, see package game.
//
// # Exactly
//
// CountWalks takes graphs of up to MaxMarked nodes and one more, as bits of a word. How many walks
// go on from some exits depends on the nodes that can still be reached and on the exits, so that
// such pairs are remembered. Exits in different strongly connected components are independent,
// since nothing leads back; what is in no cycle is summed from the end, and symmetries make one
// pair of many. Enumerate is the slow way.
//
// # By sampling
//
// EstimateWalks takes graphs of any size. Knuth is random descent in the tree of walks. Stratified
// is Chen's heuristic sampling: of all walks met from which equally many nodes can still be
// reached, one goes on with the weight of all. Numbers are handled as logarithms; a number of games
// has thousands of digits on boards of nine points.
package paths
