package run

import (
	"errors"
	"slices"
	"sync/atomic"

	"combigo/border"
	"combigo/internal/tilefile"
)

// inputs is the files that a stage reads, open.
type inputs struct {
	run     *Run
	from    place // the stage that wrote them
	readers []*tilefile.Reader
	// second are those of the stage that the join reads, too; nil if it reads none.
	second  []*tilefile.Reader
	read    atomic.Int64 // values
	written atomic.Int64
}

// openShelf opens the files that the stage before left; stage 0 reads none.
func (r *Run) openShelf(p place) (*inputs, error) {
	s := &inputs{run: r, from: place{p.residue, p.stage - 1}}
	if p.stage == 0 {
		return s, nil
	}
	var err error
	s.readers, err = r.openStage(s.from)
	if second := r.graph().second(); err == nil && second >= 0 && r.graph().isJoin(p.stage) {
		s.second, err = r.openStage(place{p.residue, second})
	}
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// openStage opens the files of a stage; those that are open are returned with an error, too.
func (r *Run) openStage(p place) ([]*tilefile.Reader, error) {
	var readers []*tilefile.Reader
	for bin := range r.bins(p.stage) {
		id, err := r.identity(p, bin)
		if err != nil {
			return readers, err
		}
		reader, err := tilefile.Open(r.fs, r.binName(p, bin), id)
		if err != nil {
			return readers, r.damage(p, r.binName(p, bin), err)
		}
		readers = append(readers, reader)
	}
	return readers, nil
}

func (s *inputs) close() error {
	var err error
	for _, reader := range slices.Concat(s.readers, s.second) {
		err = errors.Join(err, reader.Close())
	}
	return err
}

// willNeed says that a bin will be read soon.
func (s *inputs) willNeed(bin int) {
	for _, reader := range slices.Concat(s.readers, s.second) {
		reader.WillNeed(bin)
	}
}

// discard gives back what a bin has read.
func (s *inputs) discard(bin int) error {
	for _, reader := range s.readers {
		if err := reader.Discard(bin); err != nil && !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
	}
	return nil
}

// binTiles are the tiles of one bin; they implement [border.Tiles].
type binTiles struct {
	inputs *inputs
	bin    int
	writer *tilefile.Writer // nil in the last stage
	spills *spills
}

var _ border.Tiles = (*binTiles)(nil)

func (t *binTiles) Read(from int, values []uint64) error {
	t.inputs.read.Add(int64(len(values)))
	err := t.inputs.readers[from].ReadTile(t.bin, values)
	r := t.inputs.run
	return r.damage(t.inputs.from, r.binName(t.inputs.from, from), err)
}

// readSecond reads the tile of the stage that the join reads, too.
func (t *binTiles) readSecond(from int, values []uint64) error {
	t.inputs.read.Add(int64(len(values)))
	r, p := t.inputs.run, place{t.inputs.from.residue, t.inputs.run.graph().second()}
	return r.damage(p, r.binName(p, from), t.inputs.second[from].ReadTile(t.bin, values))
}

func (t *binTiles) Write(to int, values []uint64) error {
	t.inputs.written.Add(int64(len(values)))
	return t.writer.WriteTile(to, values)
}

// open makes the tiles of a bin, with the file that it will leave.
func (s *inputs) open(p place, bin int) (*binTiles, error) {
	t := &binTiles{inputs: s, bin: bin, spills: s.newSpills(p, bin)}
	if s.run.isLast(p.stage) {
		return t, nil
	}
	id, err := s.run.identity(p, bin)
	if err != nil {
		return nil, err
	}
	var sizes []int64
	for _, tiles := range s.run.engine.TileSizes(p.stage) {
		sizes = append(sizes, tiles[bin])
	}
	t.writer, err = tilefile.Create(s.run.fs, s.run.binName(p, bin), s.run.tag, id, sizes)
	return t, err
}

// commit gives the file of a bin its name. That another program was faster is no
// error: the files are the same.
func (t *binTiles) commit(p place, share uint64) error {
	if t.writer == nil {
		return t.inputs.run.writeShare(t.inputs.run.binName(p, t.bin), p, t.bin, share)
	}
	return t.writer.Commit()
}

// abort drops what was written.
func (t *binTiles) abort() {
	t.spills.abort()
	if t.writer != nil {
		t.writer.Abort()
	}
}
