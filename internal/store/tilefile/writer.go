package tilefile

import (
	"encoding/binary"
	"fmt"
	"sync"

	"combigo.dev/combigo/internal/store/storage"
)

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

// write writes the blocks of all tiles, and returns their checksums.
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
