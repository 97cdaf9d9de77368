// Package tilefile is the format of the files that hold the values of one bin of
// a border-state vector, cut in tiles (package border, External).
//
// A file says whose it is: the run, the modulus, the stage and the bin. All
// numbers are little-endian.
//
//	offset          bytes  what
//	0               8      "cgtiles1"
//	8               16     run
//	24              8      modulus
//	32              4      stage
//	36              4      bin
//	40              4      number of tiles, t
//	44              4      values a block, b
//	48              8t     values of each tile
//	48+8t           8      checksum of all the above
//	56+8t                  the values of the tiles, 8 bytes each, tile after tile
//	after them     8 each checksums of the blocks
//	after them     8      checksum of these checksums
//
// A file may hold a spill instead: what a part of the bin left in a round on its way through
// the stage. It begins with "cgspill1", and has 8 bytes more after the number
// b: the round and the part, 4 bytes each.
//
// A block is b values that follow each other in one tile, or what is left of the
// tile. Checksums are XXH3 with 64 bits. That of a block is seeded with the checksum of
// the header and the number of the block, and that of the checksums with the
// header's: so a block, or a whole table, does not pass for another one of the
// same file, nor of another file, stage, modulus or run.
//
// A file is written under a temporary name and gets its own when it is whole and
// on the disk. Tiles that nobody will read again can be given back to the file
// system.
package tilefile
