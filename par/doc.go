// Package par holds what all long computations of this module take: [Options], with a number of
// threads, a ceiling on memory and a function that learns how far the work is.
//
// A function that needs nothing else takes Options; a package that asks for more, such as a method
// or a seed, embeds Options in a type of its own. No result depends on the number of threads:
// [Options.Each] shares pieces of work among them, and each piece writes to a place of its own.
package par
