package run

import (
	"context"
	"errors"

	"combigo/result"
	"combigo/tilefile"
)

// Verification says what [Run.Verify] read.
type Verification struct {
	Files  int
	Bytes  result.Bytes // of values
	Faults []error      // a [DamageError] each
}

// Verify reads every file that the run stands on against its checksums. The error
// is a [BusyError] while another program works there: files would vanish.
func (r *Run) Verify(ctx context.Context, progress func(share float64)) (*Verification, error) {
	if err := r.makeEngine(); err != nil {
		return nil, err
	}
	if busy, err := r.busy(); err != nil {
		return nil, err
	} else if busy {
		return nil, &BusyError{r.dir}
	}
	v := &Verification{Files: 1} // the manifest, which was read
	for i, o := range r.outcomes {
		if o.known || o.fault != nil {
			v.Files++
		}
		if o.fault != nil {
			v.Faults = append(v.Faults, o.fault)
		}
		if o.known || o.fault != nil {
			continue
		}
		next, done, err := r.nextStage(i)
		var damage *DamageError
		switch {
		case errors.As(err, &damage):
			v.Faults = append(v.Faults, err)
			continue
		case err != nil:
			return nil, err
		}
		if err := r.verifyResidue(ctx, v, next, done, progress); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// verifyResidue reads what the next stage reads, and what there is of it already.
func (r *Run) verifyResidue(ctx context.Context, v *Verification, next place, done []bool, progress func(float64)) error {
	type file struct {
		place place
		bin   int
		given []bool // tiles that were given back
	}
	var files []file
	if from := (place{next.residue, next.stage - 1}); from.stage >= 0 {
		given := make([]bool, len(done))
		if r.manifest.Reclaim {
			given = done
		}
		for bin := range r.bins(from.stage) {
			files = append(files, file{from, bin, given})
		}
	}
	for bin, d := range done {
		if d {
			files = append(files, file{next, bin, make([]bool, r.bins(next.stage+1))})
		}
	}
	for i, f := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.verifyFile(v, f.place, f.bin, f.given); err != nil {
			v.Faults = append(v.Faults, err)
		}
		v.Files++
		if progress != nil {
			progress(float64(i+1) / float64(len(files)))
		}
	}
	return nil
}

func (r *Run) verifyFile(v *Verification, p place, bin int, given []bool) (err error) {
	if r.isLast(p.stage) {
		_, err := r.readShare(r.binName(p, bin), p, bin)
		return err
	}
	id, err := r.identity(p, bin)
	if err != nil {
		return err
	}
	reader, err := tilefile.Open(r.fs, r.binName(p, bin), id)
	if err != nil {
		return r.damage(p, err)
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	for tile, n := range reader.Sizes() {
		if given[tile] {
			continue
		}
		if err := reader.VerifyTile(tile); err != nil {
			return r.damage(p, err)
		}
		v.Bytes += result.Bytes(8 * n)
	}
	return nil
}
