// Package run computes L(m,n) with the vector of the words of the border on disk, in a directory
// that survives whatever happens to the program.
//
// # Stages
//
// The work is one chain of stages, or one chain for each residue. A stage takes one residue of the
// vector through one phase of a column (package border): a prefix stage, then a suffix stage. The
// work of a stage is dealt out in shares, the same number in all stages. A share reads one tile of
// each file of the stage before, and leaves one file, with one tile for each share of the next
// stage. The shares of a stage are independent of each other: a program takes one after the other,
// the tasks of a cluster take some each. There are two kinds of chains:
//
//   - [Exact] is one chain. After each column the vector is there in as many residues as its values
//     need, so that early columns take few; where one more residue is needed, it is found from the
//     others while they are read. If the width is odd, the last stage joins the vector with itself,
//     exactly: the sum must be an integer. If the width is even, one more column is computed modulo
//     each of the primes that the number needs.
//   - [Modulo] is a chain for each of these primes: one residue through half of the columns. It
//     takes two to three times as long, and the disk for one residue.
//
// The last suffix stage modulo a prime joins what it leaves at once with the vector before that
// column, or with itself: it leaves no tiles, only the part that a share adds to the residue.
//
// # The directory
//
//	manifest.json                          the board and the chains; who works on the run, and with
//	                                       what, which alone may change
//	manifest.copy.json                     the same, in case that is damaged
//	slurm/                                 the script, logs and failures of the jobs
//	lock                                   held by the program that works here
//	chain-00.value                         the number, or the residue, that a finished chain gives
//	log/                                   what each program did, for run status
//	chain-01/stage-0017/share-0003.tiles   what share 3 leaves in stage 17; if that joins, what the
//	                                       share adds to the value
//
// A file gets its name when it is whole and on the disk. It says which run, prime, stage and share
// it belongs to, and has a checksum for every block (package tilefile). So the files say by
// themselves how far a chain has come: the last stage of which all files are there is done. The
// files of a stage are removed when all stages that read them are done.
//
// # Damage
//
// A file that does not match its checksums, is not there, or cannot be read is met when it is read,
// and named by a [DamageError], with what mends it. [Run.Recompute] removes the damaged files of a
// chain, which goes back to the last stage for which all that it reads is there: that may be its
// beginning. [Run.Verify] reads all files that a run stands on, also while programs work there.
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
//	the question   errors.go options.go manifest.go
//	the work       chain.go need.go journal.go run.go progress.go open.go
//	computing      stage.go advance.go
//	checking       verify.go
//	planning       speed.go plan.go start.go ways.go
//	clusters       task.go slurm.go
//	answers        status.go result.go
package run
