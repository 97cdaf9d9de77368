// Package run computes L(m,n) with the vector of the words of the border on disk, in a directory
// that survives whatever happens to the program.
//
// The work is the chains of stages of package stages, over a store in a directory: a chain of all
// residues with method [Exact], and one for each residue with [Modulo]. A program takes one share
// after the other. Several programs may do so in one directory at the same time; the scheduler of a
// cluster begins such programs.
//
// # The directory
//
//	manifest.json                          the board and the chains
//	manifest.copy.json                     the same, in case that is damaged
//	slurm/                                 the script, logs and failures of the tasks
//	lock                                   held by the program that works here, or by several
//	17x17-prime-01.value                   the residue that a finished chain gives; with method exact
//	                                       17x17.value, the number (package valuefile)
//	log/                                   what each program has spent, for run status
//	chain-01/stage-0017/share-0003.tiles   what share 3 leaves in stage 17; if that joins, what the
//	                                       share adds to the value
//
// A file gets its name when it is whole and on the disk. It says which run, prime, stage and share
// it belongs to, and has a checksum for every block (package tilefile). So the files say by
// themselves how far a chain has come: the last stage of which all files are there is done. The
// files of a stage are removed when all stages that read them are done.
//
// Where the file system can punch holes in files, the place of a tile is given back when the share
// that was the last to read it is written, synced and named, and its directory synced. Whoever
// finds zeros in a tile asks whether that share is done, and if not, the tile is damaged.
//
// # Several programs
//
// Programs know of each other by their files alone. Each does its own part of the shares of a
// stage ([Part]), waits for the others as long as that took, and then does what is missing, share
// by share: so nobody waits for a program that is gone, and a share that two do is the same twice.
// A program keeps a file beside its log locked; what a dead program has left half-written goes when
// a stage begins, if it was not changed for an hour.
// What a program does not find, since others were done with it, is no damage if they got on.
//
// # Damage
//
// A file that does not match its checksums, is not there, or cannot be read is met when it is read,
// and named by a [DamageError], with the way to repair it. [Run.Recompute] removes the damaged
// files of a chain, which goes back to the last stage for which all that it reads is there: that
// may be its beginning. [Run.Verify] reads all files that a run still needs, also while programs
// work there.
//
// # What a number is worth
//
// With [Exact] the sum of an odd board must be an integer, and no value that follows from residues
// may be larger than values can be. With a spare residue each column has one residue more than its
// values need: then an error in one residue, anywhere, gives values that are too large, except with
// a chance of 2^-31. With [Modulo] the spare residue must fit the number that the others give.
//
// # Reading order
//
// A file uses only files before it:
//
//	the question   errors.go dirs.go options.go manifest.go
//	the work       need.go run.go values.go progress.go open.go
//	computing      store.go
//	checking       verify.go
//	planning       plan.go
//	clusters       slurm.go
//	answers        answers.go
package run
