package tilefile

import (
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

// open reads what the file says it holds, where, and the checksums.
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
	size, err := r.file.Size()
	if err != nil {
		return err
	}
	at, length := r.layout.table()
	if want := at + length; size != want {
		return r.corrupt(min(size, want), fmt.Errorf("the file has %d bytes, want %d", size, want))
	}
	r.sums = make([]byte, length)
	if err := r.read(r.sums, at); err != nil {
		return err
	}
	if end := length - 8; order.Uint64(r.sums[end:]) != r.layout.tableSum(r.sums[:end]) {
		return r.corrupt(at, errors.New("the table of checksums does not match its own"))
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
		if order.Uint64(r.sums[8*block:]) != r.layout.blockSum(content, block) {
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

// Write makes a file of tiles, each of which is values in chunks, durably, or leaves what there
// was. The tag tells apart programs that make the same file at the same time.
func Write[T ~[][]uint32](fs storage.FS, name, tag string, id Identity, tiles []T) error {
	sizes := make([]int64, len(tiles))
	for i, chunks := range tiles {
		for _, values := range chunks {
			sizes[i] += int64(len(values))
		}
	}
	return storage.Write(fs, name, tag, func(file storage.File) error {
		head := header(id, sizes)
		l := newLayout(int64(len(head)), sizes, order.Uint64(head[len(head)-8:]))
		if _, err := file.WriteAt(head, 0); err != nil {
			return err
		}
		file.Direct(true)
		var sums []byte
		for i, chunks := range tiles {
			if err := l.write(file, i, chunks, &sums); err != nil {
				return err
			}
		}
		file.Direct(false)
		at, _ := l.table()
		_, err := file.WriteAt(order.AppendUint64(sums, l.tableSum(sums)), at)
		return err
	})
}

// write writes a tile block by block, with zeros up to the end of a sector, and appends the
// checksums of the blocks.
func (l *layout) write(file storage.File, tile int, chunks [][]uint32, sums *[]byte) error {
	buffer := buffers.Get().(*[blockValues * valueBytes]byte)
	defer buffers.Put(buffer)
	at, n := l.starts[tile], 0
	flush := func() error {
		content := buffer[:sectors(int64(n))]
		clear(content[n:])
		*sums = order.AppendUint64(*sums, l.blockSum(content, len(*sums)/8))
		_, err := file.WriteAt(content, at)
		at, n = at+int64(n), 0
		return err
	}
	for _, values := range chunks {
		for rest := bytesOf(values); len(rest) > 0; {
			if n == len(buffer) {
				if err := flush(); err != nil {
					return err
				}
			}
			k := copy(buffer[n:], rest)
			n, rest = n+k, rest[k:]
		}
	}
	if n == 0 { // the tile is empty
		return nil
	}
	return flush()
}
