package run

import (
	"errors"
	"fmt"
	"os"

	"combigo/internal/storage"
	"combigo/internal/tilefile"
)

// spills are the files of a bin that goes through a stage in parts: what each part left in
// a round, for those of the next one. They belong to one program, keep their temporary
// names, and are not synced: a program that goes on after this one does the bin again.
type spills struct {
	inputs *inputs
	place  place
	bin    int
	rounds map[int]*spilled
}

// spilled is the files of one round, open, by the part that wrote them.
type spilled struct {
	names   []string
	readers []*tilefile.Reader
	done    int // parts of the next round that will not read any more
}

func (s *inputs) newSpills(p place, bin int) *spills {
	return &spills{inputs: s, place: p, bin: bin, rounds: map[int]*spilled{}}
}

// A spillError says that a spill is damaged or gone. The bin can be done again.
type spillError struct{ err error }

func (e *spillError) Error() string { return e.err.Error() }

func (e *spillError) Unwrap() error { return e.err }

// spillDamage makes one of an error of a tile file.
func spillDamage(err error) error {
	var corrupt *tilefile.CorruptError
	if errors.As(err, &corrupt) || errors.Is(err, os.ErrNotExist) {
		return &spillError{err}
	}
	return err
}

// name is what the file of a part is told apart by; it never gets it as a name.
func (s *spills) name(round, part int) string {
	return fmt.Sprintf("%s.round-%d-part-%03d", s.inputs.run.binName(s.place, s.bin), round, part)
}

func (s *spills) identity(round, part int) (tilefile.Identity, error) {
	id, err := s.inputs.run.identity(s.place, s.bin)
	id.Spill, id.Round, id.Part = true, uint32(round), uint32(part)
	return id, err
}

func (s *spills) write(round, from int, tiles [][]uint64) error {
	if s.rounds[round] == nil {
		s.rounds[round] = &spilled{}
	}
	files := s.rounds[round]
	if from != len(files.names) {
		return fmt.Errorf("%s: part %d is out of turn", s.name(round, from), from)
	}
	id, err := s.identity(round, from)
	if err != nil {
		return err
	}
	var sizes []int64
	for _, tile := range tiles {
		sizes = append(sizes, int64(len(tile)))
		s.inputs.written.Add(int64(len(tile)))
	}
	fs, name, tag := s.inputs.run.fs, s.name(round, from), s.inputs.run.tag
	w, err := tilefile.Create(fs, name, tag, id, sizes)
	if err != nil {
		return err
	}
	for to, tile := range tiles {
		if err := w.WriteTile(to, tile); err != nil {
			w.Abort()
			return err
		}
	}
	if err := w.Finish(); err != nil {
		return err
	}
	files.names = append(files.names, name)
	r, err := tilefile.OpenUnnamed(fs, name, tag, id)
	if err != nil {
		return spillDamage(err)
	}
	files.readers = append(files.readers, r)
	return nil
}

// read reads what one part left for another, and has what it left for the next one read ahead.
func (s *spills) read(round, from, to int, values []uint64) error {
	s.inputs.read.Add(int64(len(values)))
	r := s.rounds[round].readers[from]
	if to+1 < len(r.Sizes()) {
		r.WillNeed(to + 1)
	}
	return spillDamage(r.ReadTile(to, values))
}

// done gives back what was left for a part; when it was the last one, the files.
func (s *spills) done(round, to int) error {
	files := s.rounds[round]
	for _, r := range files.readers {
		if err := r.Discard(to); err != nil && !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
	}
	files.done++
	if files.done < len(files.readers[0].Sizes()) {
		return nil
	}
	delete(s.rounds, round)
	return s.inputs.run.removeSpilled(files)
}

func (r *Run) removeSpilled(files *spilled) error {
	var err error
	for _, reader := range files.readers {
		err = errors.Join(err, reader.Close())
	}
	for _, name := range files.names {
		if e := r.fs.Remove(storage.TemporaryName(name, r.tag)); !errors.Is(e, os.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	return err
}

// abort removes all files, as far as it can: nobody reads them.
func (s *spills) abort() {
	for _, files := range s.rounds {
		_ = s.inputs.run.removeSpilled(files)
	}
	s.rounds = nil
}

// spillAttempts is how often a bin is begun of which a spill is damaged: memory and disks
// that do so more often are not to be relied on.
const spillAttempts = 3

// again tells whether what failed is a damaged spill, and the bins are to be done once more.
func again(err error, attempt int) bool {
	var damage *spillError
	return errors.As(err, &damage) && attempt < spillAttempts
}

// explainSpill makes of a spill that is damaged again and again an error that says the fix.
func (r *Run) explainSpill(p place, err error) error {
	var damage *spillError
	if !errors.As(err, &damage) {
		return err
	}
	return &DamageError{
		File: r.stageDir(p), Cause: err,
		Fix: fmt.Sprintf("combigo run resume %s does this bin once more; it was tried %d times, so look after the disk", r.dir, spillAttempts),
	}
}
