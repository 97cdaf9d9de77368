package tilefile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"combigo.dev/combigo/internal/store/storage"
)

// Reader reads tiles of a file. It may be used by several goroutines.
type Reader struct {
	file   storage.File
	name   string
	layout *layout
	sums   []byte
}

// Open opens a file, which has to hold what the identity says, and checks all of it but the values.
// The error is a [CorruptError] if that fails.
func Open(fs storage.FS, name string, id Identity) (*Reader, error) {
	file, err := fs.Open(name)
	if err != nil {
		return nil, err
	}
	r := &Reader{file: file, name: name}
	if err := r.open(id); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return r, nil
}

func (r *Reader) corrupt(offset int64, err error) error {
	return &CorruptError{Name: r.name, Offset: offset, Err: err}
}

func (r *Reader) read(b []byte, offset int64) error {
	_, err := r.file.ReadAt(b, offset)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return r.corrupt(offset, errors.New("the file is cut short"))
	}
	return err
}

// open reads what the file says it holds, and where.
func (r *Reader) open(want Identity) error {
	head := make([]byte, fixedBytes)
	if err := r.read(head, 0); err != nil {
		return err
	}
	id, tiles, err := parseFixed(head)
	if err == nil {
		head = make([]byte, headerBytes(tiles))
		if err := r.read(head, 0); err != nil {
			return err
		}
		r.layout, err = parseHeader(head, tiles)
	}
	if err != nil {
		return r.corrupt(0, err)
	}
	if err := want.compare(id); err != nil {
		return r.corrupt(8, err)
	}
	if err := r.readTable(); err != nil {
		return err
	}
	r.file.Direct(true)
	return nil
}

// compare says in which way a file is not the one that is wanted.
func (id Identity) compare(got Identity) error {
	switch {
	case got.Run != id.Run:
		return &ForeignError{got.Run, id.Run}
	case got.Modulus != id.Modulus:
		return fmt.Errorf("of the modulus %d: want %d", got.Modulus, id.Modulus)
	case got.Stage != id.Stage:
		return fmt.Errorf("of stage %d: want %d", got.Stage, id.Stage)
	case got.Share != id.Share:
		return fmt.Errorf("of share %d: want %d", got.Share, id.Share)
	}
	return nil
}

func (r *Reader) readTable() error {
	at := r.layout.table()
	size, err := r.file.Size()
	if err != nil {
		return err
	}
	if want := r.layout.fileBytes(); size != want {
		return r.corrupt(min(size, want), fmt.Errorf("the file has %d bytes, want %d", size, want))
	}
	table := make([]byte, r.layout.tableBytes())
	if err := r.read(table, at); err != nil {
		return err
	}
	end := len(table) - 8
	r.sums = table[:end]
	if binary.NativeEndian.Uint64(table[end:]) != r.layout.tableSum(r.sums) {
		return r.corrupt(at, errors.New("the table of checksums does not match its own"))
	}
	return nil
}

// Sizes returns the number of values of each tile.
func (r *Reader) Sizes() []int64 { return slices.Clone(r.layout.sizes) }

// ReadTile reads a tile into values, which must be as long. The error is a [CorruptError] if the
// tile does not match its checksums; then values are of no use.
func (r *Reader) ReadTile(tile int, values []uint32) error {
	if tile >= len(r.layout.sizes) || int64(len(values)) != r.layout.sizes[tile] {
		return r.corrupt(0, fmt.Errorf("tile %d has not the %d values that are wanted", tile, len(values)))
	}
	return r.eachBlock(tile, func(content []byte) {
		n := min(blockValues, len(values))
		copy(bytesOf(values[:n]), content)
		values = values[n:]
	})
}

// VerifyTile compares a tile with its checksums.
func (r *Reader) VerifyTile(tile int) error { return r.eachBlock(tile, func([]byte) {}) }

// eachBlock reads the blocks of a tile, checks them, and lets take have them.
func (r *Reader) eachBlock(tile int, take func(content []byte)) error {
	buffer := buffers.Get().(*[blockValues * valueBytes]byte)
	defer buffers.Put(buffer)
	at, end := r.layout.starts[tile], r.layout.starts[tile+1]
	for block := r.layout.blocks[tile]; at < end; block++ {
		content := buffer[:min(blockValues*valueBytes, end-at)]
		if err := r.read(content, at); err != nil {
			return err
		}
		if binary.NativeEndian.Uint64(r.sums[8*block:]) != r.layout.blockSum(content, block) {
			return r.corrupt(at, fmt.Errorf("block %d, of tile %d, does not match its checksum", block, tile))
		}
		take(content)
		at += int64(len(content))
	}
	return nil
}

// Close closes the file.
func (r *Reader) Close() error { return r.file.Close() }

// Range returns where a tile is in the file, in bytes.
func (r *Reader) Range(tile int) (offset, length int64) {
	return r.layout.starts[tile], r.layout.starts[tile+1] - r.layout.starts[tile]
}

// buffers hold a block each. Long arrays begin at a page, as [storage.File.Direct] wants it.
var buffers = sync.Pool{New: func() any { return new([blockValues * valueBytes]byte) }}

// Write makes a file of the values of tiles, one after the other, durably, or leaves what there
// was. The tag tells apart programs that make the same file at the same time.
func Write(fs storage.FS, name, tag string, id Identity, sizes []int64, values []uint32) error {
	return storage.Write(fs, name, tag, func(file storage.File) error {
		head := header(id, sizes)
		l := newLayout(int64(len(head)), sizes, binary.NativeEndian.Uint64(head[len(head)-8:]))
		if _, err := file.WriteAt(head, 0); err != nil {
			return err
		}
		file.Direct(true)
		sums, err := l.write(file, values)
		if err != nil {
			return err
		}
		file.Direct(false)
		_, err = file.WriteAt(binary.NativeEndian.AppendUint64(sums, l.tableSum(sums)), l.table())
		return err
	})
}

func (l *layout) write(file storage.File, values []uint32) (sums []byte, err error) {
	buffer := buffers.Get().(*[blockValues * valueBytes]byte)
	defer buffers.Put(buffer)
	block := 0
	for tile, size := range l.sizes {
		if size > int64(len(values)) {
			return nil, fmt.Errorf("tile %d has %d values, want %d", tile, len(values), size)
		}
		rest, at := values[:size], l.starts[tile]
		for ; len(rest) > 0; block++ {
			n := min(blockValues, len(rest))
			content := encode(buffer[:], rest[:n])
			sums = binary.NativeEndian.AppendUint64(sums, l.blockSum(content, block))
			if _, err := file.WriteAt(content, at); err != nil {
				return nil, err
			}
			rest = rest[n:]
			at += int64(len(content))
		}
		values = values[size:]
	}
	if len(values) > 0 {
		return nil, fmt.Errorf("%d values are of no tile", len(values))
	}
	return sums, nil
}
