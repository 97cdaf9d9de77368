package tilefile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"unsafe"

	"github.com/zeebo/xxh3"
)

const (
	magic      = "cgtiles1"
	spillMagic = "cgspill1"
	// blockValues is the number of values in a block: 1 MiB of them.
	blockValues = 1 << 17
	// PartValues is the number of values of which [Reader.ReadPart] reads multiples.
	PartValues = blockValues
	valueBytes = 8
	fixedBytes = 48 // of the header, before the sizes of the tiles
	spillBytes = 8  // more of that of a spill
	// maxTiles and maxValues bound what a header may claim.
	maxTiles  = 1 << 20
	maxValues = 1 << 48
)

// Identity says what a file holds.
type Identity struct {
	Run     [16]byte
	Modulus uint64
	Stage   uint32
	Bin     uint32
	// Spill is set in a file that holds only a part of what the bin has on its way through
	// the stage: what part Part left in round Round. It never passes for one that
	// holds what the stage leaves, nor the other way round.
	Spill       bool
	Round, Part uint32
}

// fixed is the length of the header before the sizes of the tiles.
func (id Identity) fixed() int {
	if id.Spill {
		return fixedBytes + spillBytes
	}
	return fixedBytes
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

// layout says where everything is in a file.
type layout struct {
	sizes  []int64 // values of each tile
	starts []int64 // byte offset of each tile, and after the last one
	blocks []int   // number of the first block of each tile, and of all
	seed   uint64  // checksum of the header
}

func (id Identity) headerBytes(tiles int) int64 { return int64(id.fixed()) + int64(tiles)*8 + 8 }

// newLayout lays out a file whose header has a given number of bytes.
func newLayout(header int64, sizes []int64, seed uint64) *layout {
	l := &layout{sizes: sizes, seed: seed}
	at, block := header, 0
	for _, n := range sizes {
		l.starts = append(l.starts, at)
		l.blocks = append(l.blocks, block)
		at += n * valueBytes
		block += int((n + blockValues - 1) / blockValues)
	}
	l.starts = append(l.starts, at)
	l.blocks = append(l.blocks, block)
	return l
}

// table is the offset of the checksums.
func (l *layout) table() int64 { return l.starts[len(l.sizes)] }

func (l *layout) tableBytes() int64 { return int64(l.blocks[len(l.sizes)]+1) * 8 }

func (l *layout) fileBytes() int64 { return l.table() + l.tableBytes() }

// blockSum is the checksum of block i.
func (l *layout) blockSum(content []byte, i int) uint64 {
	return xxh3.HashSeed(content, l.seed+uint64(i))
}

// tableSum is the checksum of the checksums.
func (l *layout) tableSum(table []byte) uint64 { return xxh3.HashSeed(table, ^l.seed) }

// header writes a header.
func header(id Identity, sizes []int64) []byte {
	b := make([]byte, 0, id.headerBytes(len(sizes)))
	if id.Spill {
		b = append(b, spillMagic...)
	} else {
		b = append(b, magic...)
	}
	b = append(b, id.Run[:]...)
	le := binary.LittleEndian
	b = le.AppendUint64(b, id.Modulus)
	b = le.AppendUint32(b, id.Stage)
	b = le.AppendUint32(b, id.Bin)
	b = le.AppendUint32(b, uint32(len(sizes)))
	b = le.AppendUint32(b, blockValues)
	if id.Spill {
		b = le.AppendUint32(le.AppendUint32(b, id.Round), id.Part)
	}
	for _, n := range sizes {
		b = le.AppendUint64(b, uint64(n))
	}
	return le.AppendUint64(b, xxh3.Hash(b))
}

// parseFixed reads the first part of a header, all but the round and the part of a spill.
func parseFixed(b []byte) (id Identity, tiles int, err error) {
	le := binary.LittleEndian
	if len(b) < fixedBytes {
		return id, 0, errors.New("not a tile file")
	}
	switch string(b[:8]) {
	case magic:
	case spillMagic:
		id.Spill = true
	default:
		return id, 0, errors.New("not a tile file")
	}
	copy(id.Run[:], b[8:])
	id.Modulus = le.Uint64(b[24:])
	id.Stage, id.Bin = le.Uint32(b[32:]), le.Uint32(b[36:])
	tiles = int(le.Uint32(b[40:]))
	if block := le.Uint32(b[44:]); block != blockValues {
		return id, 0, fmt.Errorf("blocks of %d values, want %d", block, blockValues)
	}
	if tiles < 1 || tiles > maxTiles {
		return id, 0, fmt.Errorf("%d tiles, want 1 to %d", tiles, maxTiles)
	}
	return id, tiles, nil
}

// parseHeader reads a whole header, whose first part gave the number of tiles.
func (id *Identity) parseHeader(b []byte, tiles int) (*layout, error) {
	end := len(b) - 8
	sum := xxh3.Hash(b[:end])
	if binary.LittleEndian.Uint64(b[end:]) != sum {
		return nil, errors.New("the header does not match its checksum")
	}
	if id.Spill {
		id.Round, id.Part = binary.LittleEndian.Uint32(b[fixedBytes:]), binary.LittleEndian.Uint32(b[fixedBytes+4:])
	}
	sizes := make([]int64, tiles)
	var total uint64
	for i := range sizes {
		n := binary.LittleEndian.Uint64(b[id.fixed()+8*i:])
		if n > math.MaxInt64 || total+n > maxValues {
			return nil, errors.New("tiles of an impossible size")
		}
		total += n
		sizes[i] = int64(n)
	}
	return newLayout(int64(len(b)), sizes, sum), nil
}

// asInFiles tells whether the machine has numbers as files have them, so that nothing is copied. Tests change it.
var asInFiles = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// bytesOf is the memory of values.
func bytesOf(values []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), len(values)*valueBytes)
}

// encode returns values as a file has them; in the buffer, if they need one.
func encode(values []uint64, buffer []byte) []byte {
	if asInFiles {
		return bytesOf(values)
	}
	for i, v := range values {
		binary.LittleEndian.PutUint64(buffer[i*valueBytes:], v)
	}
	return buffer[:len(values)*valueBytes]
}

// decode makes values of what a file has, in their memory.
func decode(values []uint64) {
	if asInFiles {
		return
	}
	content := bytesOf(values)
	for i := range values {
		values[i] = binary.LittleEndian.Uint64(content[i*valueBytes:])
	}
}
