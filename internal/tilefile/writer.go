package tilefile

import (
	"encoding/binary"
	"fmt"
	"sync"

	"combigo.dev/combigo/internal/storage"
)

// buffers hold a block each. Long arrays begin at a page, as [storage.File.Direct] wants it.
var buffers = sync.Pool{New: func() any { return new([blockValues * valueBytes]byte) }}

// Writer writes a file, tile by tile.
type Writer struct {
	fs     storage.FS
	file   storage.File
	name   string
	tag    string
	layout *layout
	sums   []byte
	next   int // tile
}

// Create begins a file with tiles of the given sizes, in values. The tag
// tells apart programs that make the same file at the same time.
func Create(fs storage.FS, name, tag string, id Identity, sizes []int64) (*Writer, error) {
	file, err := fs.Create(storage.TemporaryName(name, tag))
	if err != nil {
		return nil, err
	}
	head := header(id, sizes)
	w := &Writer{fs: fs, file: file, name: name, tag: tag}
	w.layout = newLayout(int64(len(head)), sizes, binary.LittleEndian.Uint64(head[len(head)-8:]))
	if _, err := file.WriteAt(head, 0); err != nil {
		w.Abort()
		return nil, err
	}
	file.Direct(true)
	return w, nil
}

// WriteTile writes the next tile; they come in their order.
func (w *Writer) WriteTile(tile int, values []uint64) error {
	if tile != w.next || int64(len(values)) != w.layout.sizes[tile] {
		return fmt.Errorf("%s: tile %d of %d values is out of turn", w.name, tile, len(values))
	}
	w.next++
	buffer := buffers.Get().(*[blockValues * valueBytes]byte)
	defer buffers.Put(buffer)
	at, block := w.layout.starts[tile], w.layout.blocks[tile]
	for len(values) > 0 {
		n := min(blockValues, len(values))
		content := encode(buffer[:], values[:n])
		w.sums = binary.LittleEndian.AppendUint64(w.sums, w.layout.blockSum(content, block))
		if _, err := w.file.WriteAt(content, at); err != nil {
			return err
		}
		values = values[n:]
		at += int64(len(content))
		block++
	}
	return nil
}

// Commit finishes the file and gives it its name. On an error there is no file.
func (w *Writer) Commit() error {
	err := w.writeTable()
	if err == nil {
		err = w.file.Sync()
	}
	if err != nil {
		w.Abort()
		return err
	}
	if err = w.file.Close(); err == nil {
		err = storage.Commit(w.fs, w.name, w.tag)
	}
	if err != nil {
		w.remove()
	}
	return err
}

// writeTable writes the checksums after the tiles, which must all be there.
func (w *Writer) writeTable() error {
	if w.next != len(w.layout.sizes) {
		return fmt.Errorf("%s: %d tiles are written, want %d", w.name, w.next, len(w.layout.sizes))
	}
	w.file.Direct(false)
	table := binary.LittleEndian.AppendUint64(w.sums, w.layout.tableSum(w.sums))
	_, err := w.file.WriteAt(table, w.layout.table())
	return err
}

// Abort drops what was written.
func (w *Writer) Abort() {
	_ = w.file.Close() // what was written does not matter any more
	w.remove()
}

// remove removes the unfinished file, as far as it can: nobody reads it.
func (w *Writer) remove() { _ = w.fs.Remove(storage.TemporaryName(w.name, w.tag)) }
