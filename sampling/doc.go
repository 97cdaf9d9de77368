// Package sampling estimates L(m,n), the number of legal positions, for boards that nobody can
// count, and says how sure the estimate is.
//
// # The methods
//
// Both methods estimate the share L(m,n)/3^(mn) by the mean of many independent runs, each of which
// has that share as its expectation: they are unbiased. They go down the tree whose nodes are the
// border states of a board that is filled point by point.
//
// [Chen] carries many walks at once, with one representative of each stratum: the states of the
// same depth with the same number of needy strings, those without liberty so far. Representatives
// are drawn by weight, where a weight is the number of paths that it stands for, divided by 3 at
// each step. That is heuristic sampling with the stratifier of the paper.
//
// [Guided] is a single walk, to successors that are drawn in proportion to a guess at the chance
// that each can be completed. Whatever the guess is, the expectation is the same; a good one makes
// runs alike. The guess looks at how many neighbours of each needy string are yet to come, and at
// the empty points of the border. With it, no walk ends without a legal position. On boards of more
// than 13000 points, where single walks differ too much nevertheless, it is Chen's method with
// representatives drawn by weight times the guess, and a tenth of the strata: states with more
// needy strings are one stratum, since next to none of them are completed.
//
// Source: Tromp and Farnebäck, Combinatorics of Go, section 5.8.
//
// # Intervals
//
// An interval is meant to hold the true value in 95 of 100 cases. It is mean +- t*s/sqrt(runs),
// from the standard deviation s of the runs and Student's t, which is right if the runs are enough
// for their mean to be about normal. Where few runs make up most of the sum, they are not, and the
// [Estimate] says so: see [Estimate.Warnings].
//
// # Reproducibility
//
// Run number i of a seed is the same everywhere; the threads take blocks of runs, and blocks are
// added in their order. So a number of runs, or a relative error to reach, gives the same result
// for any number of threads. After a limit in time the number of runs is whatever it is, but it is
// part of the result.
package sampling
