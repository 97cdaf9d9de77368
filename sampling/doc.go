// Package sampling estimates L(m,n), the number of legal positions, for boards
// that nobody can count, and says how sure the estimate is.
//
// # The methods
//
// All methods estimate the share L(m,n)/3^(mn) by the mean of many independent
// runs, each of which has that share as its expectation: they are unbiased.
//
// [MonteCarlo] colours the points at random; a run is 1 if the position is
// legal and 0 otherwise. It is the plainest method, with an exact interval, and
// of no use once legal positions are rare: one in 10^6 on 40x40.
//
// [Knuth] walks down the tree whose nodes are the border states of a board that
// is filled point by point, chooses among the two or three legal successors,
// and multiplies their numbers; the product is 0 if strings without liberty
// are left at the end. Few walks reach the end and they differ much, so large
// boards are out of reach, too, and intervals are too short as long as the
// rare large products have not been seen.
//
// [Chen] carries many walks at once, with one representative of each stratum:
// the states of the same depth with the same number of needy strings, those
// without liberty so far. Representatives are drawn by weight, where a weight is
// the number of paths that it stands for, divided by 3 at each step. That is
// heuristic sampling with the stratifier of the paper.
//
// [Guided] is Knuth's method with successors that are not drawn with equal
// chance, but in proportion to a guess at the chance that each can be completed.
// Whatever the guess is, the expectation is the same; a good one makes runs
// alike. The guess looks at how many neighbours of each needy string are yet
// to come, and at the empty points of the border. With it, no walk ends without
// a legal position. On boards of more than 13000 points, where single walks
// differ too much nevertheless, it is Chen's method with representatives drawn
// by weight times the guess, and a tenth of the strata: states with more needy
// strings are one stratum, since next to none of them are completed.
//
// Source: Tromp and Farnebäck, Combinatorics of Go, section 5.8.
//
// # Intervals
//
// An interval is meant to hold the true value in 95 of 100 cases. For Monte Carlo
// it is that of Clopper and Pearson, which holds it at least that often. For the
// others it is mean +- t*s/sqrt(runs), from the standard deviation s of the runs
// and Student's t, which is right if the runs are enough for their mean to be
// about normal. Where few runs make up most of the sum, they are not, and the
// [Estimate] says so: see [Estimate.Warnings].
//
// # Reproducibility
//
// Run number i of a seed is the same everywhere; the threads take blocks of runs,
// and blocks are added in their order. So a number of runs, or a relative error
// to reach, gives the same result for any number of threads. After a limit in
// time the number of runs is whatever it is, but it is part of the result.
package sampling
