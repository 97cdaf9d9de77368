package liberties

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"
	"unsafe"

	"combigo.dev/combigo/internal/store/storage"
)

// A codec writes values to a checkpoint or reads them from there. What is saved is listed once, for
// both: each method writes the value that it is given the address of, or puts there what it reads,
// into a search that is new.
//
// Frontiers and tables are as they are in memory, all else is gobs. What is read is believed, since
// its checksum is known to be right, except for lengths, which memory is taken for: there are no
// more items than bytes.
type codec struct {
	gob   func(x any) error
	bytes func(b []byte) error
	reads bool
	size  int64 // of all that there is to read
	err   error // the first one: nothing that follows means anything
}

// A reason is why a file is not taken.
type reason string

func (r reason) Error() string { return string(r) }

const wrongLength = reason("it is damaged: a length is wrong")

// newEncoder returns a codec that writes.
func newEncoder(out io.Writer) *codec {
	return &codec{gob: gob.NewEncoder(out).Encode, bytes: func(b []byte) error {
		_, err := out.Write(b)
		return err
	}}
}

// newDecoder returns a codec that reads from a file of a size.
func newDecoder(in *bufio.Reader, size int64) *codec {
	return &codec{reads: true, size: size, gob: gob.NewDecoder(in).Decode, bytes: func(b []byte) error {
		_, err := io.ReadFull(in, b)
		return err
	}}
}

// values codes values of any types that gobs can hold.
func (c *codec) values(all ...any) {
	for _, x := range all {
		if c.err == nil {
			c.err = c.gob(x)
		}
	}
}

// raw codes numbers, or structures of such, as they are in memory.
func raw[T any](c *codec, all []T) {
	if len(all) > 0 && c.err == nil {
		c.err = c.bytes(unsafe.Slice((*byte)(unsafe.Pointer(&all[0])), len(all)*int(unsafe.Sizeof(all[0]))))
	}
}

// frontiers codes a list of frontiers.
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

// length codes the length of a list, and makes the list that long.
func length[T any](c *codec, all *[]T) {
	n := len(*all)
	c.values(&n)
	switch {
	case !c.reads || c.err != nil:
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
	there := *p != nil
	c.values(&there)
	switch {
	case !there:
		*p = nil
		return
	case *p == nil:
		*p = empty()
	}
	code(*p)
}

// A checkpoint file is
//
//	a line     what it is: [target.head]
//	a gob, ... what the code methods list
//	32 bytes   SHA-256 of all that
//
// It is written and read as a stream, so that a checkpoint takes no memory but
// for buffers. It is written next to its name, synced and then renamed, so that
// there is always one that is whole, whatever stops the program or the machine.
const checkpointMagic = "combigo liberties checkpoint"

// head is the first line of a checkpoint, which is the same for all of a search.
func (t target) head() string {
	return fmt.Sprintf(checkpointMagic+" for %d rows: version %d, slack %d, tables of %d rows and %d entries, byte order %d\n",
		t.height, checkpointVersion, t.slack, tableRows, tableEntries(t.height), binary.NativeEndian.Uint16([]byte{0, 1}))
}

// checkpointPause is the least time between checkpoints. The first checkpoint comes at once.
const checkpointPause = time.Second

// checkpointShare is the least time between checkpoints, in times of writing one.
const checkpointShare = 20

// checkpointTag is in the name of an unfinished checkpoint. The next one overwrites it.
const checkpointTag = "new"

// checkpointVersion changes with the meaning of what is saved.
const checkpointVersion = 11

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

const checkpointBuffer = 1 << 18 // bytes that are written or read at once

// writeCheckpoint writes a checkpoint of the search to a new file.
func (s *search) writeCheckpoint(file storage.File) error {
	out, sum := io.NewOffsetWriter(file, 0), sha256.New()
	buffer := bufio.NewWriterSize(io.MultiWriter(out, sum), checkpointBuffer)
	buffer.WriteString(s.head())
	c := newEncoder(buffer)
	s.code(c)
	if err := cmp.Or(c.err, buffer.Flush()); err != nil {
		return err
	}
	_, err := out.Write(sum.Sum(nil))
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
	begin := make([]byte, len(checkpointMagic)+1)
	n, err := file.ReadAt(begin, 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch {
	case !bytes.HasPrefix(begin[:n], []byte(checkpointMagic)):
		return nil, noCheckpoint
	case n == len(begin) && begin[n-1] == '\n': // as it was up to version 10
		return nil, otherVersion
	case size < int64(n+sha256.Size):
		return nil, endsTooEarly
	}
	end := size - sha256.Size
	body := func() io.Reader { return io.NewSectionReader(file, 0, end) }
	whole, written := sha256.New(), make([]byte, sha256.Size)
	if _, err := io.Copy(whole, body()); err != nil {
		return nil, err
	}
	if _, err := file.ReadAt(written, end); err != nil && err != io.EOF {
		return nil, err
	}
	if !bytes.Equal(whole.Sum(nil), written) {
		return nil, wrongSum
	}
	whole.Write(written)
	return whole.Sum(nil), s.read(bufio.NewReaderSize(body(), checkpointBuffer), size)
}

// read reads a search, or returns why it cannot.
func (s *search) read(in *bufio.Reader, size int64) error {
	line, _ := in.ReadSlice('\n') // what has no end is no head
	if head := string(line); head != s.head() {
		other := newTarget(s.height, s.slack)
		if _, err := fmt.Sscanf(head, checkpointMagic+" for %d rows", &other.height); err == nil && head == other.head() {
			return reason(fmt.Sprintf("it is of a search for %d rows, not for %d: want another file", other.height, s.height))
		}
		return otherVersion
	}
	c := newDecoder(in, size)
	s.code(c)
	return c.err
}

// The code methods list what is saved of a search, for writing and for reading: see codec.

func (s *search) code(c *codec) {
	c.values(&s.resumed, &s.repeat, &s.since, &s.found)
	optional(c, &s.relaxed, func() *relaxedStates { return newRelaxedStates(s.height) }, func(r *relaxedStates) { r.code(c) })
	optional(c, &s.pruning, func() *pruning { return newPruning(s.target, s.team) }, func(g *pruning) {
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
	c.values(&s.decrease, &s.count)
	optional(c, &s.search, nil, func(w *decreaseSearch) { // one that is new has a search
		c.values(&w.parts, &w.cols)
		c.layer(&w.second)
		c.layer(&w.best)
	})
	for _, tables := range s.tables {
		c.tables(tables)
	}
}

func (r *rightParts) code(c *codec) {
	r.sweep.code(c)
	c.values(&r.start, &r.period, &r.count)
	list(c, &r.facing, func(facing *[][]frontier) { list(c, facing, c.frontiers) })
	list(c, &r.all, c.layer)
}

func (s *sweep) code(c *codec) {
	c.values(&s.cols, &s.peak, &s.steps, &s.outside, &s.columns)
	list(c, (*[]*snapshot)(&s.history), func(old **snapshot) {
		if *old == nil {
			*old = &snapshot{rate: s.rate}
		}
		c.values(&(*old).cols)
		if c.layer(&(*old).ends); c.reads {
			(*old).summarize()
		}
	})
	if n := len(s.history); n > 0 {
		s.ends = s.history[n-1].ends
	} else if s.cols > 0 {
		s.ends = nil // released
	}
}
