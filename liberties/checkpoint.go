package liberties

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// A checkpoint file is
//
//	29 bytes   "combigo liberties checkpoint\n"
//	32 bytes   SHA-256 of the rest
//	the rest   the version and the search (saved.go)
//
// It is written and read as a stream, so that a checkpoint takes no memory but
// for buffers. It is written beside its name and then renamed, so that there is
// always one that is whole, whatever stops the program.
const checkpointMagic = "combigo liberties checkpoint\n"

// checkpointVersion changes with the meaning of what is saved.
const checkpointVersion = 5

// checkpointPause is the least time from one checkpoint to the next.
const checkpointPause = 5 * time.Second

// checkpointShare is how many times as long as it takes to write a checkpoint
// it is until the next one, at least.
const checkpointShare = 20

// checkpointBuffer is the bytes that are written or read at once.
const checkpointBuffer = 1 << 18

// A checkpointFile is where a search is saved after its columns.
type checkpointFile struct {
	name  string
	pause time.Duration
	saved time.Time
}

// save writes a checkpoint if there is a file for it and it is time.
func (s *search) save() error {
	c := s.checkpoint
	if c == nil || time.Since(c.saved) < c.pause {
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

// beside is where a checkpoint is written before it is renamed. A program that
// is killed meanwhile leaves it there; the next one writes over it.
func (c *checkpointFile) beside() string { return c.name + ".tmp" }

// write replaces the file, at once or not at all.
func (c *checkpointFile) write(s *search) (err error) {
	file, err := os.Create(c.beside())
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			file.Close()
			os.Remove(file.Name())
		}
	}()
	if err := s.writeCheckpoint(file); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), c.name)
}

// A checkpointWriter is a file: the checksum is written last, in its place.
type checkpointWriter interface {
	io.Writer
	io.WriterAt
}

func (s *search) writeCheckpoint(file checkpointWriter) error {
	var noSum [sha256.Size]byte
	if _, err := file.Write(append([]byte(checkpointMagic), noSum[:]...)); err != nil {
		return err
	}
	sum := sha256.New()
	if err := newSaver(io.MultiWriter(file, sum), s.height).save(s); err != nil {
		return err
	}
	_, err := file.WriteAt(sum.Sum(nil), int64(len(checkpointMagic)))
	return err
}

// A CheckpointError is a file that is no checkpoint of the search at hand.
type CheckpointError struct{ Name, Reason string }

func (e *CheckpointError) Error() string {
	return fmt.Sprintf("checkpoint %s: %s", e.Name, e.Reason)
}

// resume makes the search go on from a file, if it is there, and save itself
// there.
func (s *search) resume(name string) error {
	s.checkpoint = &checkpointFile{name: name, pause: checkpointPause, saved: time.Now()}
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return s.checkpoint.writable()
	}
	if err != nil {
		return &CheckpointError{name, "cannot be read: " + plainError(err).Error()}
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return &CheckpointError{name, "cannot be read: " + plainError(err).Error()}
	}
	saved, err := s.readCheckpoint(file, info.Size())
	var unlike reason
	switch {
	case errors.As(err, &unlike):
		return &CheckpointError{name, unlike.Error()}
	case err != nil:
		return &CheckpointError{name, "cannot be read: " + plainError(err).Error()}
	}
	s.adopt(saved)
	return nil
}

// writable finds out before the search whether the file can be written.
func (c *checkpointFile) writable() error {
	file, err := os.Create(c.beside())
	if err != nil {
		return &CheckpointError{c.name, "cannot be written: " + plainError(err).Error()}
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

// plainError leaves out the name of the file, which is said already.
func plainError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// A reason is why a file is not taken.
type reason string

func (r reason) Error() string { return string(r) }

func anotherSearch(rows int64, want int) reason {
	return reason(fmt.Sprintf("it is of a search for %d rows, not for %d: want another file", rows, want))
}

const (
	noCheckpoint = reason("it is no checkpoint of this command: want a new name or a file that --checkpoint wrote")
	endsTooEarly = reason("it is damaged: it ends too early")
	wrongSum     = reason("it is damaged: its checksum is wrong")
	otherVersion = reason("it is of another version of the program")
)

// readCheckpoint reads a file of a given size, beside the search that it is to be
// for. It is taken only if its checksum is right, which is known at its end: so
// whatever is wrong with what was read, it is read to there.
func (s *search) readCheckpoint(file io.Reader, size int64) (saved *search, err error) {
	head := make([]byte, len(checkpointMagic)+sha256.Size)
	n, err := io.ReadFull(file, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	want, ok := bytes.CutPrefix(head[:n], []byte(checkpointMagic))
	if !ok {
		return nil, noCheckpoint
	}
	if n < len(head) {
		return nil, endsTooEarly
	}
	sum := sha256.New()
	body := bufio.NewReaderSize(io.TeeReader(file, sum), checkpointBuffer)
	saved, problem := newLoader(body, size-int64(n), s.height).load(s)
	if _, err := io.Copy(io.Discard, body); err != nil {
		return nil, err
	}
	if !bytes.Equal(sum.Sum(nil), want) {
		return nil, wrongSum
	}
	return saved, problem
}
