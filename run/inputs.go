package run

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"combigo/border"
	"combigo/internal/tilefile"
	"combigo/modular"
	"combigo/result"
)

// inputs is the files that a stage reads, open.
type inputs struct {
	run  *Run
	left []plane
	// right is those of the vector that the join reads, too; none if it reads one.
	right []plane
	// extension finds the residue from those of the planes, where it begins after others.
	extension *modular.Extension
	read      atomic.Int64 // values
	written   atomic.Int64
}

// plane is the files of one stage of a residue.
type plane struct {
	place   place
	readers []*tilefile.Reader
	last    bool // whether no other stage will read it
}

// openInputs opens the files that a stage reads.
func (r *Run) openInputs(p place) (*inputs, error) {
	s := &inputs{run: r}
	next, err := r.progress(p.residue)
	if err != nil {
		return nil, err
	}
	g := r.graph()
	left, right := g.sources(p)
	for i, source := range slices.Concat(left, right) {
		var opened plane
		if opened, err = r.openStage(source); i < len(left) {
			s.left = append(s.left, opened)
		} else {
			s.right = append(s.right, opened)
		}
		if err != nil {
			return nil, errors.Join(err, s.close())
		}
	}
	for _, planes := range [][]plane{s.left, s.right} {
		for i := range planes {
			planes[i].last = len(g.pending(planes[i].place, next)) == 1
		}
	}
	if p.stage > 0 && p.stage == g.first(p.residue) && !g.isJoin(p.stage) {
		s.extension, err = border.ExtensionOf(r.moduli()[:len(left)], r.modulus(p.residue), r.Size().Short(), p.stage/2)
	}
	return s, err
}

// openStage opens the files of a stage; those that are open are returned with an error, too.
func (r *Run) openStage(p place) (plane, error) {
	opened := plane{place: p}
	for bin := range r.bins(p.stage) {
		id, err := r.identity(p, bin)
		if err != nil {
			return opened, err
		}
		reader, err := tilefile.Open(r.fs, r.binName(p, bin), id)
		if err != nil {
			return opened, r.damage(p, r.binName(p, bin), err)
		}
		opened.readers = append(opened.readers, reader)
	}
	return opened, nil
}

// each visits the files of all planes.
func (s *inputs) each(visit func(p plane, reader *tilefile.Reader) error) error {
	var err error
	for _, p := range slices.Concat(s.left, s.right) {
		for _, reader := range p.readers {
			err = errors.Join(err, visit(p, reader))
		}
	}
	return err
}

func (s *inputs) close() error {
	return s.each(func(_ plane, reader *tilefile.Reader) error { return reader.Close() })
}

// bytes is what a bin reads.
func (s *inputs) bytes(bin int) result.Bytes {
	var values int64
	_ = s.each(func(_ plane, reader *tilefile.Reader) error { values += reader.Values(bin); return nil })
	return result.Bytes(8 * values)
}

// willNeed says that a bin will be read soon.
func (s *inputs) willNeed(ctx context.Context, bin int) {
	_ = s.each(func(_ plane, reader *tilefile.Reader) error {
		if ctx.Err() == nil {
			reader.WillNeed(bin)
		}
		return nil
	})
}

// discard gives back what a bin has read, if no other stage will.
func (s *inputs) discard(bin int) error {
	return s.each(func(p plane, reader *tilefile.Reader) error {
		if !p.last {
			return nil
		}
		if err := reader.Discard(bin); !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
		return nil
	})
}

// readTile reads a tile of a plane.
func (s *inputs) readTile(p plane, from, bin int, values []uint64) error {
	s.read.Add(int64(len(values)))
	return s.run.damage(p.place, s.run.binName(p.place, from), p.readers[from].ReadTile(bin, values))
}

// readPart reads a part of a tile of a plane.
func (s *inputs) readPart(p plane, from, bin int, at int64, values []uint64) error {
	s.read.Add(int64(len(values)))
	return s.run.damage(p.place, s.run.binName(p.place, from), p.readers[from].ReadPart(bin, at, values))
}

// extend fills values with the residues of a tile, found from those of all planes.
func (s *inputs) extend(from, bin int, values []uint64) error {
	planes := make([][]uint64, len(s.left))
	for i := range planes {
		planes[i] = make([]uint64, min(len(values), tilefile.PartValues))
	}
	for at := int64(0); len(values) > 0; at += tilefile.PartValues {
		n := min(len(values), tilefile.PartValues)
		for i, p := range s.left {
			planes[i] = planes[i][:n]
			if err := s.readPart(p, from, bin, at, planes[i]); err != nil {
				return err
			}
		}
		if !s.extension.Residues(values[:n], planes) {
			return s.run.impossible()
		}
		values = values[n:]
	}
	return nil
}

// impossible says that residues do not fit together, without telling which of them is wrong.
func (r *Run) impossible() error { return &WrongResidueError{r.dir, border.ErrImpossibleValue, -1} }
