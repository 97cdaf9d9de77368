package extremal

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"combigo/result"
)

// A checkpoint file is
//
//	29 bytes   "combigo liberties checkpoint\n"
//	32 bytes   SHA-256 of the rest
//	the rest   a savedSearch, by encoding/gob; its fronts are packed
//
// It is written whole beside its name and then renamed, so that there is always
// one that is whole, whatever stops the program.
const checkpointMagic = "combigo liberties checkpoint\n"

// checkpointVersion changes with the meaning of what is saved.
const checkpointVersion = 4

// checkpointPause is the least time from one checkpoint to the next.
const checkpointPause = 5 * time.Second

// checkpointShare is how many times as long as it takes to write a checkpoint
// it is until the next one, at least.
const checkpointShare = 20

// A checkpointFile is where a search is saved after its columns.
type checkpointFile struct {
	name  string
	pause time.Duration
	saved time.Time
}

// A savedSearch is all of a search that is not told anew when it goes on.
type savedSearch struct {
	Version, Height, First int
	Slack                  int32
	Right, Left            *savedSweep
	Shadows                *savedShadows
	Gates                  [][][][]byte // sieves by columns modulo 3, then by kink
	Facing                 [][][]byte   // by kink, then whole columns
	All                    [][]byte
	Start, Period          int
	Count                  int64
	Repeat, Since          int
	Survivors              map[int]savedSurvivor
}

type savedShadows struct {
	Fall   int32
	Count  int64
	Sieves [][][]byte
}

type savedSweep struct {
	Window  int32
	Upside  bool
	Cols    int
	Ends    []byte
	Peak    int
	Steps   int64
	Outside int64
	Columns []savedColumn
	History []savedSnapshot
}

type savedColumn struct {
	Fronts int
	Wall   time.Duration
	Memory int64
}

type savedSnapshot struct {
	Cols int
	Ends []byte
}

type savedSurvivor struct {
	Cost      int32
	Col, Kink int
	Parts     []byte // the left and the right front
}

// bytesOfPacked is what a packed front takes.
const bytesOfPacked = 16

func pack(shards ...[]front) (packed []byte) {
	for _, shard := range shards {
		for _, f := range shard {
			for _, word := range [...]uint32{f.stone, f.above, f.below, uint32(f.cost)} {
				packed = binary.LittleEndian.AppendUint32(packed, word)
			}
		}
	}
	return packed
}

func unpack(packed []byte) (fronts []front) {
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(packed[4*i:]) }
	for ; len(packed) >= bytesOfPacked; packed = packed[bytesOfPacked:] {
		fronts = append(fronts, front{word(0), word(1), word(2), int32(word(3))})
	}
	return fronts
}

// save writes a checkpoint if there is a file for it and it is time.
func (s *search) save() error {
	c := s.checkpoint
	if c == nil || time.Since(c.saved) < c.pause {
		return nil
	}
	start := time.Now()
	if err := c.write(s.saved()); err != nil {
		return fmt.Errorf("checkpoint %s: %w", c.name, plainError(err))
	}
	c.saved = time.Now()
	c.pause = max(c.pause, checkpointShare*time.Since(start))
	return nil
}

func (s *search) saved() *savedSearch {
	d := &savedSearch{
		Version: checkpointVersion, Height: s.height, First: s.first, Slack: s.slack,
		Repeat: s.repeat, Since: s.since, Survivors: map[int]savedSurvivor{},
	}
	for cols, found := range s.survivors {
		d.Survivors[cols] = savedSurvivor{found.cost, found.col, found.kink, pack([]front{found.left, found.right})}
	}
	if s.shadows != nil {
		d.Shadows = &savedShadows{s.shadows.fall, s.shadows.count, packSieves(s.shadows.sieves)}
	}
	if s.gates != nil {
		for class := range thresholdPeriod {
			d.Gates = append(d.Gates, packSieves(s.gates.class(class)))
		}
	}
	if r := s.right; r != nil {
		d.Right, d.Start, d.Period, d.Count = r.saved(), r.start, r.period, r.count
		for _, kink := range r.facing {
			var packed [][]byte
			for _, fronts := range kink {
				packed = append(packed, pack(fronts))
			}
			d.Facing = append(d.Facing, packed)
		}
		for _, l := range r.all {
			d.All = append(d.All, pack(l...))
		}
	}
	if s.left != nil {
		d.Left = s.left.saved()
	}
	return d
}

// class returns the sieves for a number of columns modulo 3, by kink.
func (g *gates) class(class int) (sieves [][]*sieve) {
	for _, kink := range g.sieves {
		sieves = append(sieves, kink[class])
	}
	return sieves
}

func packSieves(sieves [][]*sieve) (packed [][][]byte) {
	for _, kink := range sieves {
		var all [][]byte
		for _, v := range kink {
			all = append(all, v.packed())
		}
		packed = append(packed, all)
	}
	return packed
}

func (s *sweep) saved() *savedSweep {
	d := &savedSweep{Window: s.window, Upside: s.upside, Cols: s.cols, Ends: pack(s.ends...), Peak: s.peak, Steps: s.steps, Outside: s.outside}
	for _, c := range s.columns {
		d.Columns = append(d.Columns, savedColumn{c.fronts, c.wall, int64(c.memory)})
	}
	for _, snap := range s.history {
		d.History = append(d.History, savedSnapshot{snap.cols, pack(snap.ends...)})
	}
	return d
}

// beside is where a checkpoint is written before it is renamed. A program that
// is killed meanwhile leaves it there; the next one writes over it.
func (c *checkpointFile) beside() string { return c.name + ".tmp" }

// write replaces the file, at once or not at all.
func (c *checkpointFile) write(d *savedSearch) (err error) {
	var body bytes.Buffer
	if err := gob.NewEncoder(&body).Encode(d); err != nil {
		return err
	}
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
	sum := sha256.Sum256(body.Bytes())
	w := bufio.NewWriter(file)
	w.WriteString(checkpointMagic)
	w.Write(sum[:])
	w.Write(body.Bytes())
	if err := w.Flush(); err != nil {
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

// A CheckpointError is a file that is no checkpoint of the search at hand.
type CheckpointError struct{ Name, Reason string }

func (e *CheckpointError) Error() string {
	return fmt.Sprintf("checkpoint %s: %s", e.Name, e.Reason)
}

// resume makes the search go on from a file, if it is there, and save itself
// there.
func (s *search) resume(name string) error {
	s.checkpoint = &checkpointFile{name: name, pause: checkpointPause, saved: time.Now()}
	text, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return s.checkpoint.writable()
	case err != nil:
		return &CheckpointError{name, "cannot be read: " + plainError(err).Error()}
	}
	d, reason := decodeCheckpoint(text)
	if reason != "" {
		return &CheckpointError{name, reason}
	}
	if d.Height != s.height || d.First != s.first || d.Slack != s.slack {
		return &CheckpointError{name, fmt.Sprintf("it is of a search for %d rows, not for %d: want another file", d.Height, s.height)}
	}
	if !s.restore(d) {
		return &CheckpointError{name, otherVersion}
	}
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

const otherVersion = "it is of another version of the program"

// decodeCheckpoint reads a file, or returns the reason why it cannot.
func decodeCheckpoint(text []byte) (d *savedSearch, reason string) {
	rest, ok := bytes.CutPrefix(text, []byte(checkpointMagic))
	if !ok {
		return nil, "it is no checkpoint of this command: want a new name or a file that --checkpoint wrote"
	}
	if len(rest) < sha256.Size {
		return nil, "it is damaged: it ends too early"
	}
	sum, body := rest[:sha256.Size], rest[sha256.Size:]
	if actual := sha256.Sum256(body); !bytes.Equal(sum, actual[:]) {
		return nil, "it is damaged: its checksum is wrong"
	}
	d = new(savedSearch)
	reader := bytes.NewReader(body)
	if err := gob.NewDecoder(reader).Decode(d); err != nil && !errors.Is(err, io.EOF) || d.Version != checkpointVersion {
		return nil, otherVersion
	}
	return d, ""
}

// restore reports whether what was saved has the form of this program's searches.
func (s *search) restore(d *savedSearch) (ok bool) {
	s.repeat, s.since = d.Repeat, d.Since
	for cols, found := range d.Survivors {
		parts := unpack(found.Parts)
		s.survivors[cols] = survivor{found.Cost, found.Col, found.Kink, parts[0], parts[1]}
	}
	if d.Shadows != nil {
		s.shadows = newShadows(s.height)
		s.shadows.fall, s.shadows.count = d.Shadows.Fall, d.Shadows.Count
		if !unpackSieves(s.shadows.sieves, d.Shadows.Sieves) {
			return false
		}
	}
	if d.Gates != nil {
		if len(d.Gates) != thresholdPeriod {
			return false
		}
		s.gates = newGates(s.target, s.target.window(), s.team)
		for class := range thresholdPeriod {
			if !unpackSieves(s.gates.class(class), d.Gates[class]) {
				return false
			}
		}
	}
	if d.Right != nil {
		r := &rightParts{sweep: s.restoreSweep(d.Right), start: d.Start, period: d.Period, count: d.Count}
		for _, kink := range d.Facing {
			var lists [][]front
			for _, packed := range kink {
				lists = append(lists, unpack(packed))
			}
			r.facing = append(r.facing, lists)
		}
		for _, packed := range d.All {
			r.all = append(r.all, layer{unpack(packed)})
		}
		s.right = r
	}
	if d.Left != nil {
		s.left = s.restoreSweep(d.Left)
	}
	return true
}

// unpackSieves fills sieves, and reports whether there are just as many entries.
func unpackSieves(sieves [][]*sieve, packed [][][]byte) (ok bool) {
	if len(packed) != len(sieves) {
		return false
	}
	for kink := range sieves {
		if len(packed[kink]) != len(sieves[kink]) {
			return false
		}
		for i, v := range sieves[kink] {
			if !v.unpack(packed[kink][i]) {
				return false
			}
		}
	}
	return true
}

func (s *search) restoreSweep(d *savedSweep) *sweep {
	sweep := s.newSweep(d.Window, d.Upside)
	sweep.cols, sweep.ends, sweep.peak = d.Cols, layer{unpack(d.Ends)}, d.Peak
	sweep.steps, sweep.outside = d.Steps, d.Outside
	for _, c := range d.Columns {
		sweep.columns = append(sweep.columns, columnState{c.Fronts, c.Wall, result.Bytes(c.Memory)})
	}
	for _, old := range d.History {
		past := *sweep
		past.cols, past.ends = old.Cols, layer{unpack(old.Ends)}
		sweep.history = append(sweep.history, past.snapshot())
	}
	return sweep
}
