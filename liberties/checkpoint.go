package liberties

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"combigo.dev/combigo/internal/storage"
)

// A checkpoint file is
//
//	29 bytes   "combigo liberties checkpoint\n"
//	32 bytes   SHA-256 of the rest
//	the rest   the header and the search (saved.go)
//
// It is written and read as a stream, so that a checkpoint takes no memory but
// for buffers. It is written beside its name, synced and then renamed, so that
// there is always one that is whole, whatever stops the program or the machine.
const checkpointMagic = "combigo liberties checkpoint\n"

// checkpointPause is the least time from one checkpoint to the next. The first one
// comes at once, so that a program that is killed again and again goes on.
const checkpointPause = time.Second

// checkpointShare is how many times as long as it takes to write a checkpoint
// it is until the next one, at least.
const checkpointShare = 20

// checkpointTag is in the name of a checkpoint that is not whole yet. A
// program that is killed meanwhile leaves it there; the next one writes over it.
const checkpointTag = "new"

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
	if err := c.write(s); err != nil {
		return fmt.Errorf("checkpoint %s: %w", c.name, plainError(err))
	}
	c.saved = time.Now()
	c.pause = max(c.pause, checkpointShare*time.Since(start))
	return nil
}

// write replaces the file, at once or not at all.
func (c *checkpointFile) write(s *search) error {
	return storage.Write(c.fs, c.name, checkpointTag, s.writeCheckpoint)
}

// writeCheckpoint writes the checksum last, in its place.
func (s *search) writeCheckpoint(file storage.File) error {
	var noSum [sha256.Size]byte
	out, sum := io.NewOffsetWriter(file, 0), sha256.New()
	if _, err := out.Write(append([]byte(checkpointMagic), noSum[:]...)); err != nil {
		return err
	}
	if err := newEncoder(io.MultiWriter(out, sum)).save(s); err != nil {
		return err
	}
	_, err := file.WriteAt(sum.Sum(nil), int64(len(checkpointMagic)))
	return err
}

// A checkpointError is a file that is no checkpoint of the search at hand.
type checkpointError struct{ name, reason string }

func (e *checkpointError) Error() string {
	return fmt.Sprintf("checkpoint %s: %s", e.name, e.reason)
}

// resume makes the search go on from a file, if it is there, and save itself
// there.
func (s *search) resume(fs storage.FS, name string) error {
	c := &checkpointFile{fs: fs, name: name, pause: checkpointPause}
	s.checkpoint = c
	file, err := fs.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return c.writable()
	}
	if err != nil {
		return &checkpointError{name, "cannot be read: " + plainError(err).Error()}
	}
	defer file.Close()
	size, err := file.Size()
	if err != nil {
		return &checkpointError{name, "cannot be read: " + plainError(err).Error()}
	}
	saved, sum, err := s.readCheckpoint(io.NewSectionReader(file, 0, size), size)
	var known reason
	switch {
	case errors.As(err, &known):
		return &checkpointError{name, known.Error()}
	case err != nil:
		return &checkpointError{name, "cannot be read: " + plainError(err).Error()}
	}
	s.adopt(saved)
	s.resumed = append(s.resumed, Resumption{File: strings.ToValidUTF8(name, "\uFFFD"), After: saved.where(), SHA256: hex.EncodeToString(sum)})
	return nil
}

// writable finds out before the search whether the file can be written.
func (c *checkpointFile) writable() error {
	beside := storage.TemporaryName(c.name, checkpointTag)
	file, err := c.fs.Create(beside)
	if err != nil {
		return &checkpointError{c.name, "cannot be written: " + plainError(err).Error()}
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

// readCheckpoint reads a file of a given size, beside the search that it is to be
// for, and returns the SHA-256 of the whole file, too. It is taken only if its own
// checksum is right, which is known at its end: so whatever is wrong with what was
// read, it is read to there.
func (s *search) readCheckpoint(file io.Reader, size int64) (saved *search, sum []byte, err error) {
	whole := sha256.New()
	file = io.TeeReader(file, whole)
	head := make([]byte, len(checkpointMagic)+sha256.Size)
	n, err := io.ReadFull(file, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, nil, err
	}
	want, ok := bytes.CutPrefix(head[:n], []byte(checkpointMagic))
	if !ok {
		return nil, nil, noCheckpoint
	}
	if n < len(head) {
		return nil, nil, endsTooEarly
	}
	hash := sha256.New()
	body := bufio.NewReaderSize(io.TeeReader(file, hash), checkpointBuffer)
	saved, problem := newDecoder(body, size-int64(n)).load(s)
	if _, err := io.Copy(io.Discard, body); err != nil {
		return nil, nil, err
	}
	if !bytes.Equal(hash.Sum(nil), want) {
		return nil, nil, wrongSum
	}
	return saved, whole.Sum(nil), problem
}
