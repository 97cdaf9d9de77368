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

import (
	"encoding/binary"
	"errors"
	"fmt"
	"unsafe"

	"github.com/zeebo/xxh3"

	"combigo.dev/combigo/internal/store/storage"
)

const (
	magic = "cgtiles4"
	// blockValues is the number of values in a block: 1 MiB of them.
	blockValues = 1 << 18
	valueBytes  = 4
	fixedBytes  = 48 // of [fixed]
	// maxTiles and maxValues bound what a header may claim.
	maxTiles  = 1 << 20
	maxValues = 1 << 48
)

// Identity says what a file holds.
type Identity struct {
	Run     [16]byte
	Modulus uint64
	Stage   uint32
	Share   uint32
}

// A CorruptError says that a file is not what it should be.
type CorruptError struct {
	Name   string
	Offset int64 // in bytes
	Err    error
}

func (e *CorruptError) Error() string {
	return fmt.Sprintf("%s: byte %d: %v", e.Name, e.Offset, e.Err)
}

func (e *CorruptError) Unwrap() error { return e.Err }

// A ForeignError says that a file is sound, but of another run.
type ForeignError struct{ Got, Want [16]byte }

func (e *ForeignError) Error() string {
	return fmt.Sprintf("of another run, %x: want %x", e.Got, e.Want)
}

// fixed is the part of a header that has the same length in all files.
type fixed struct {
	Magic [len(magic)]byte
	Identity
	Tiles, Block uint32
}

var order = binary.NativeEndian

func header(id Identity, sizes []int64) []byte {
	b, _ := binary.Append(nil, order, fixed{[len(magic)]byte([]byte(magic)), id, uint32(len(sizes)), blockValues})
	b, _ = binary.Append(b, order, sizes) // these types never fail
	b = append(b, make([]byte, headerBytes(len(sizes))-8-int64(len(b)))...)
	return order.AppendUint64(b, xxh3.Hash(b))
}

func headerBytes(tiles int) int64 { return sectors(fixedBytes + int64(tiles)*8 + 8) }

// sectors returns the least multiple of a sector that n bytes fit.
func sectors(n int64) int64 { return (n + storage.Sector - 1) / storage.Sector * storage.Sector }

// parseFixed reads the first part of a header.
func parseFixed(b []byte) (id Identity, tiles int, err error) {
	var f fixed
	_, err = binary.Decode(b, order, &f)
	switch {
	case err != nil || string(f.Magic[:]) != magic:
		err = errors.New("not a tile file")
	case f.Block != blockValues:
		err = fmt.Errorf("blocks of %d values, want %d", f.Block, blockValues)
	case f.Tiles < 1 || f.Tiles > maxTiles:
		err = fmt.Errorf("%d tiles, want 1 to %d", f.Tiles, maxTiles)
	}
	return f.Identity, int(f.Tiles), err
}

// parseHeader reads a whole header, whose first part gave the number of tiles.
func parseHeader(b []byte, tiles int) (*layout, error) {
	end, sizes := len(b)-8, make([]int64, tiles)
	sum := xxh3.Hash(b[:end])
	if _, err := binary.Decode(b[fixedBytes:end], order, sizes); err != nil || order.Uint64(b[end:]) != sum {
		return nil, errors.New("the header does not match its checksum")
	}
	total := int64(0)
	for _, n := range sizes {
		if n < 0 || n > maxValues-total {
			return nil, errors.New("tiles of an impossible size")
		}
		total += n
	}
	return newLayout(int64(len(b)), sizes, sum), nil
}

// A layout says where tiles are in a file.
type layout struct {
	sizes  []int64 // values of each tile
	starts []int64 // byte offset of each tile, and after the last one that of the checksums
	blocks []int   // number of the first block of each tile, and of all
	seed   uint64  // checksum of the header
}

func newLayout(header int64, sizes []int64, seed uint64) *layout {
	l := &layout{sizes, []int64{header}, []int{0}, seed}
	for i, n := range sizes {
		l.starts = append(l.starts, l.starts[i]+sectors(n*valueBytes))
		l.blocks = append(l.blocks, l.blocks[i]+int((n+blockValues-1)/blockValues))
	}
	return l
}

// table returns the offset of the checksums, and how many bytes these are.
func (l *layout) table() (offset, length int64) {
	n := len(l.sizes)
	return l.starts[n], int64(l.blocks[n]+1) * 8
}

func (l *layout) blockSum(content []byte, i int) uint64 {
	return xxh3.HashSeed(content, l.seed+uint64(i))
}

func (l *layout) tableSum(table []byte) uint64 { return xxh3.HashSeed(table, ^l.seed) }

func bytesOf(values []uint32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), len(values)*valueBytes)
}
