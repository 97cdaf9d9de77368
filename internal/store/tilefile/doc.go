// Package tilefile is the format of the files that hold what one share of a stage leaves of a
// vector, cut in tiles (package internal/engine/border, Division).
//
// A file says whose it is: the run, the modulus, the stage and the share. All numbers are as the
// machine has them in memory: a machine that has the other order of bytes finds another number of
// values a block, and refuses the file.
//
//	offset          bytes  what
//	0               8      "cgtiles4"
//	8               16     run
//	24              8      modulus
//	32              4      stage
//	36              4      share
//	40              4      number of tiles, t
//	44              4      values a block, b
//	48              8t     values of each tile
//	after them             zeros
//	s-8             8      checksum of all the above
//	s                      the values of the tiles, 4 bytes each, tile after tile
//	after them     8 each checksums of the blocks
//	after them     8      checksum of these checksums
//
// A tile begins at a multiple of 4096 bytes, and zeros follow it up to the next one, so that
// systems can move tiles between disk and memory without their caches. s is the least of these
// multiples that the header fits. A block is b values that follow each other in one tile, or what
// is left of the tile with the zeros after it. Checksums are XXH3 with 64 bits. The checksum of a
// block is seeded with the checksum of the header and the number of the block, and the checksum of
// the checksums with that of the header: so a block, or a whole table, does not pass for another
// one of the same file, nor of another file, stage, modulus or run.
//
// A file is written under a temporary name and gets its own when it is whole and on the disk.
package tilefile
