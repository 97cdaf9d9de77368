package liberties

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"time"
	"unsafe"

	"combigo.dev/combigo/internal/store/storage"
)

const checkpointBuffer = 1 << 18 // bytes that are written or read at once

// A codec writes values to a checkpoint or reads them from there. What is saved is
// listed once, for both: each method writes the value that it is given the address of, or
// puts there what it reads, into a search that is new.
//
// Integers are varints; a list is its length and its items; what may be missing
// begins with 0 or 1. What is read is believed, since its checksum is known to be right, except for
// lengths, which memory is taken for: there are no more items than bytes.
type codec struct {
	out     *bufio.Writer // nil to read
	in      *bufio.Reader // nil to write
	size    int64         // of all that there is to read
	err     error         // the first one: nothing that follows means anything
	scratch [binary.MaxVarintLen64]byte
}

// A reason is why a file is not taken.
type reason string

func (r reason) Error() string { return string(r) }

const wrongLength = reason("it is damaged: a length is wrong")

func newEncoder(out io.Writer) *codec {
	return &codec{out: bufio.NewWriterSize(out, checkpointBuffer)}
}

func newDecoder(in io.Reader, size int64) *codec {
	return &codec{in: bufio.NewReaderSize(in, checkpointBuffer), size: size}
}

func (c *codec) bytes(bytes []byte) {
	switch {
	case c.err != nil:
	case c.out != nil:
		_, c.err = c.out.Write(bytes)
	default:
		_, c.err = io.ReadFull(c.in, bytes)
	}
}

func (c *codec) integer(x *int64) {
	switch {
	case c.err != nil:
	case c.out != nil:
		c.bytes(binary.AppendVarint(c.scratch[:0], *x))
	default:
		*x, c.err = binary.ReadVarint(c.in)
	}
}

func (c *codec) text(s *string) {
	bytes := []byte(*s)
	length(c, &bytes)
	c.bytes(bytes)
	*s = string(bytes)
}

// raw codes numbers, or structures of such, as they are in memory.
func raw[T any](c *codec, all []T) {
	if len(all) > 0 {
		c.bytes(unsafe.Slice((*byte)(unsafe.Pointer(&all[0])), len(all)*int(unsafe.Sizeof(all[0]))))
	}
}

func (c *codec) frontiers(frontiers *[]frontier) {
	length(c, frontiers)
	raw(c, *frontiers)
}

// layer codes a layer by its blocks.
func (c *codec) layer(l *layer) { list(c, (*[][]frontier)(l), c.frontiers) }

// tables codes tables that have their shapes already.
func (c *codec) tables(tables []*boundTable) {
	for _, v := range tables {
		raw(c, v.least)
	}
}

func integers[T ~int | ~int32 | ~int64](c *codec, numbers ...*T) {
	for _, p := range numbers {
		x := int64(*p)
		c.integer(&x)
		*p = T(x)
	}
}

// length codes the length of a list, and makes the list that long.
func length[T any](c *codec, all *[]T) {
	n := len(*all)
	integers(c, &n)
	switch {
	case c.in == nil || c.err != nil:
	case n < 0 || int64(n) > c.size:
		c.err = wrongLength
	case n > 0:
		*all = make([]T, n)
	}
}

// list codes a list by its items.
func list[T any](c *codec, all *[]T, item func(*T)) {
	length(c, all)
	for i := range *all {
		item(&(*all)[i])
	}
}

// optional codes what may be missing. A decoder needs an empty one, unless it is there.
func optional[T any](c *codec, p **T, empty func() *T, code func(*T)) {
	there := 0
	if *p != nil {
		there = 1
	}
	integers(c, &there)
	switch {
	case there == 0:
		*p = nil
		return
	case *p == nil:
		*p = empty()
	}
	code(*p)
}

// A checkpoint file is
//
//	29 bytes   "combigo liberties checkpoint\n"
//	32 bytes   SHA-256 of the rest
//	the rest   the header and what the code methods list
//
// It is written and read as a stream, so that a checkpoint takes no memory but
// for buffers. It is written next to its name, synced and then renamed, so that
// there is always one that is whole, whatever stops the program or the machine.
const checkpointMagic = "combigo liberties checkpoint\n"

// checkpointPause is the least time between checkpoints. The first checkpoint comes at once.
const checkpointPause = time.Second

// checkpointShare is the least time between checkpoints, in times of writing one.
const checkpointShare = 20

// checkpointTag is in the name of an unfinished checkpoint. The next one overwrites it.
const checkpointTag = "new"

// checkpointVersion changes with the meaning of what is saved.
const checkpointVersion = 10

// A checkpointFile is where a search is saved after its columns.
type checkpointFile struct {
	fs    storage.FS
	name  string
	pause time.Duration
	saved time.Time
}

// keep writes a checkpoint if it is time, or now.
func (c *checkpointFile) keep(s *search, now bool) error {
	if !now && time.Since(c.saved) < c.pause {
		return nil
	}
	start := time.Now()
	if err := storage.Write(c.fs, c.name, checkpointTag, s.writeCheckpoint); err != nil {
		return fmt.Errorf("checkpoint %s: %w", c.name, plainError(err))
	}
	c.saved = time.Now()
	c.pause = max(c.pause, checkpointShare*time.Since(start))
	return nil
}

// writeCheckpoint writes the checksum last, in its place.
func (s *search) writeCheckpoint(file storage.File) error {
	var noSum [sha256.Size]byte
	out, sum := io.NewOffsetWriter(file, 0), sha256.New()
	if _, err := out.Write(append([]byte(checkpointMagic), noSum[:]...)); err != nil {
		return err
	}
	c := newEncoder(io.MultiWriter(out, sum))
	header := s.header()
	header.code(c)
	s.code(c)
	if err := cmp.Or(c.err, c.out.Flush()); err != nil {
		return err
	}
	_, err := file.WriteAt(sum.Sum(nil), int64(len(checkpointMagic)))
	return err
}

// resume goes on from a file, if it is there, and saves there. After an error s is of no use.
func (s *search) resume(fs storage.FS, name string) error {
	c := &checkpointFile{fs: fs, name: name, pause: checkpointPause}
	s.checkpoint = c
	file, err := fs.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		if err := c.writable(); err != nil {
			return fmt.Errorf("checkpoint %s: cannot be written: %w", name, plainError(err))
		}
		return nil
	}
	var sum []byte
	if err == nil {
		defer file.Close()
		sum, err = s.readCheckpoint(file)
	}
	var known reason
	switch {
	case errors.As(err, &known):
		return fmt.Errorf("checkpoint %s: %w", name, known)
	case err != nil:
		return fmt.Errorf("checkpoint %s: cannot be read: %w", name, plainError(err))
	}
	s.resumed = append(s.resumed, Resumption{File: strings.ToValidUTF8(name, "\uFFFD"), After: s.where(), SHA256: hex.EncodeToString(sum)})
	return nil
}

// writable finds out before the search whether the file can be written.
func (c *checkpointFile) writable() error {
	beside := storage.TemporaryName(c.name, checkpointTag)
	file, err := c.fs.Create(beside)
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), c.fs.Remove(beside))
}

// plainError leaves out the name of the file, which is said already.
func plainError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

const (
	noCheckpoint = reason("it is no checkpoint of this command: want a new name or a file that --checkpoint wrote")
	endsTooEarly = reason("it is damaged: it ends too early")
	wrongSum     = reason("it is damaged: its checksum is wrong")
	otherVersion = reason("it is of another version of the program")
)

// readCheckpoint reads a search, once the checksum is right, and returns the SHA-256 of the file.
func (s *search) readCheckpoint(file storage.File) (sum []byte, err error) {
	size, err := file.Size()
	if err != nil {
		return nil, err
	}
	head := make([]byte, len(checkpointMagic)+sha256.Size)
	n, err := file.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	want, ok := bytes.CutPrefix(head[:n], []byte(checkpointMagic))
	switch {
	case !ok:
		return nil, noCheckpoint
	case n < len(head):
		return nil, endsTooEarly
	}
	whole, rest := sha256.New(), sha256.New()
	whole.Write(head)
	body := func() io.Reader { return io.NewSectionReader(file, int64(n), size-int64(n)) }
	if _, err := io.Copy(io.MultiWriter(whole, rest), body()); err != nil {
		return nil, err
	}
	if !bytes.Equal(rest.Sum(nil), want) {
		return nil, wrongSum
	}
	return whole.Sum(nil), s.read(newDecoder(body(), size))
}

// A header is what a checkpoint begins with, which is the same for all of a search.
type header struct{ version, byteOrder, height, first, slack, tableRows, tableEntries int64 }

func (s *search) header() header {
	return header{checkpointVersion, int64(binary.NativeEndian.Uint16([]byte{0, 1})), int64(s.height), int64(s.first), int64(s.slack), tableRows, int64(tableEntries(s.height))}
}

func (h *header) code(c *codec) {
	integers(c, &h.version, &h.byteOrder, &h.height, &h.first, &h.slack, &h.tableRows, &h.tableEntries)
}

// read reads a search, or returns why it cannot.
func (s *search) read(c *codec) error {
	has, want := header{}, s.header()
	has.code(c)
	switch {
	case has.version == want.version && has.byteOrder == want.byteOrder && has.height != want.height:
		return reason(fmt.Sprintf("it is of a search for %d rows, not for %d: want another file", has.height, want.height))
	case has != want:
		return otherVersion
	}
	s.code(c)
	return c.err
}

// The code methods list what is saved of a search, for writing and for reading: see codec.

func (s *search) code(c *codec) {
	list(c, &s.resumed, func(r *Resumption) {
		c.text(&r.File)
		c.text(&r.After)
		c.text(&r.SHA256)
	})
	integers(c, &s.repeat, &s.since)
	widths := slices.Sorted(maps.Keys(s.found))
	list(c, &widths, func(width *int) {
		integers(c, width)
		found := s.found[*width]
		integers(c, &found.cost)
		integers(c, &found.col)
		s.found[*width] = found
	})
	optional(c, &s.relaxed, func() *relaxedStates { return newRelaxedStates(s.height) }, func(r *relaxedStates) { r.code(c) })
	optional(c, &s.pruning, func() *pruning { return newPruning(s.target, s.window, s.team) }, func(g *pruning) {
		for _, kink := range g.tables {
			for _, tables := range kink {
				c.tables(tables)
			}
		}
	})
	optional(c, &s.right, s.newRight, func(r *rightParts) { r.code(c) })
	optional(c, &s.left, s.newLeft, func(left *sweep) { left.code(c) })
}

func (s *relaxedStates) code(c *codec) {
	integers(c, &s.decrease)
	integers(c, &s.count)
	optional(c, &s.search, nil, func(w *decreaseSearch) { // one that is new has a search
		integers(c, &w.parts, &w.cols)
		c.layer(&w.second)
		c.layer(&w.best)
	})
	for _, tables := range s.tables {
		c.tables(tables)
	}
}

func (r *rightParts) code(c *codec) {
	r.sweep.code(c)
	integers(c, &r.start, &r.period)
	integers(c, &r.count)
	list(c, &r.facing, func(facing *[][]frontier) { list(c, facing, c.frontiers) })
	list(c, &r.all, c.layer)
}

func (s *sweep) code(c *codec) {
	integers(c, &s.cols, &s.peak)
	integers(c, &s.steps, &s.outside)
	list(c, &s.columns, func(column *columnState) {
		integers(c, &column.frontiers)
		integers(c, &column.wall)
		integers(c, &column.memory)
	})
	list(c, (*[]*snapshot)(&s.history), func(old **snapshot) {
		if *old == nil {
			*old = &snapshot{rate: s.rate}
		}
		integers(c, &(*old).cols)
		if c.layer(&(*old).ends); c.in != nil {
			(*old).add()
		}
	})
	if n := len(s.history); n > 0 {
		s.ends = s.history[n-1].ends
	} else if s.cols > 0 {
		s.ends = nil // released
	}
}
