// Package storage is the file system as long runs see it: the few operations
// that they need to lose nothing, behind an interface that tests replace by one
// that fails.
//
// A file is made under a temporary name, synced, and then renamed, and the
// directory is synced after it: so under its own name there is either nothing or
// the whole file, whatever happens to the program or the machine.
package storage
