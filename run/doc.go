// Package run computes L(m,n) with the border-state vector on disk, in residues modulo
// 64-bit primes, in a directory that survives whatever happens to the program.
//
// # The directory
//
//	manifest.json                        the problem and the primes; written once
//	manifest.copy.json                   the same, in case that is damaged
//	settings.json                        who works on the run, and with what; may change
//	slurm/                               the script, logs and failures of the jobs
//	lock                                 held by the program that works here
//	residue-01.share                     a residue that is known
//	log/                                 what each program did, for run status
//	residue-02/stage-0017/bin-003.tiles  what bin 3 left in stage 17
//	residue-02/stage-0025/bin-003.share  its share of the residue, in the last stage
//	join/stage-0014/bin-003.share        its share of the number, in the join over all residues
//	join.share                           the number
//
// A residue takes the stages of [combigo/border.External], two a column. By half the columns there are two ways to
// the number, which end in the join of [combigo/border.Join]; for even widths that reads
// the vector before the last column, too, which stays on the disk until then:
//
//   - [Exact]: the values of a column are known from as many residues as they are long, so that early columns take few. The
//     stage where another residue begins reads all that there are, and finds it from them. The join, the last
//     stage, is one for all residues, and yields fractions whose sum is the number.
//   - [Modulo]: as many residues as the number asks for go through all these columns, one after the other, and each is joined
//     modulo its prime. That takes two to four times as long, and the disk for one residue. The values of the first columns
//     are short: where the disk has the room, these are computed as with Exact, once, and kept until the last residue begins with
//     them.
//
// [DP] takes residues through all columns. Each bin of a
// stage reads tiles of the stage before and leaves one file. A file gets its name when
// it is whole and on the disk; it says which run, modulus, stage and bin it belongs
// to, and has a checksum for every block (package tilefile).
//
// So the files say by themselves how far a residue has come: the last stage of which all
// bins are there is done. A stage is removed when all of the next one is there, but
// for every n-th one, where the disk has the room for a third vector: that is kept
// until a stage after the next one to be kept is there. When all shares of the last
// stage are there, their sum is the residue, a file of its own; then the residue's
// directory is removed, but for what others begin with.
//
// Where the disk has not the room for two vectors, the tiles that a finished bin
// has read are given back to the file system at once.
//
// A bin that does not fit the memory goes through its stage in parts, and what these leave for each
// other is spilled to files beside the one that the bin will leave. They have checksums
// and an identity as that has, but keep a temporary name and are not synced: they
// are of use to this program alone. If one is damaged the bin is done again, three
// times at most; what a killed program left is removed by the next one. The file that the
// bin leaves is the same, byte for byte, whatever the memory. The join reads its largest tiles in parts, if they do not fit.
//
// # Damage
//
// A file that does not match its checksums, is not there, or cannot be read is met when it is
// read, and named by a [DamageError], with what mends it. If all files are of another run than the
// manifest, that is named. An error of reading that may pass advises to read again first. [Run.Recompute] finds the last
// stage all of whose files are sound, and lets the residue go on from there: from the one that was kept, as a rule. Without
// one the residue begins again. [Run.Verify] reads all files that a run stands on, also while programs work there.
//
// # What a number is worth
//
// With the method [Exact] the fractions must add up to an integer, and no value that residues give, where another one is
// found from them and in the join, may be larger than completions can be. Where no number is published to compare
// with, each column has one residue more than its values need: then an error in one of them, anywhere, gives values that
// are too large, but for a chance of 2^-61. That costs a third to a half more ([Options].Spare).
//
// With the others there is one prime more than the number asks for, but for [SpareNo]: the residues fit together by
// accident, if one of them is wrong, with a chance of 2^-61. An error in columns that they share makes all of them wrong alike; so these
// columns have a residue more, as those of Exact do. Beside that, the number
// is compared with the asymptotic formula (package count). A number that fails is
// never shown; if the formula tells which residue is wrong, the error names it.
//
// # Reading order
//
// A file uses only files before it:
//
//	the question   errors.go cluster.go options.go settings.go manifest.go
//	the directory  graph.go share.go journal.go run.go damage.go outcome.go stage.go finish.go open.go
//	computing      inputs.go spill.go tiles.go join.go meter.go advance.go
//	checking       verify.go recompute.go
//	planning       plan.go speed.go estimate.go start.go change.go
//	clusters       task.go slurm.go
//	answers        status.go result.go ways.go
package run
