package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"combigo/internal/storage"
)

// A Rewind says from where a residue is computed again.
type Rewind struct {
	Residue int
	Stage   int   // to do next
	First   int   // if that is next the residue begins again
	Stages  int   // of a residue
	Dropped int   // damaged files of that stage
	With    []int // residues that it is found from, and that begin again with it
	Cause   error // why no later stage will do; nil if none was damaged
}

func (w *Rewind) String() string {
	cause := ""
	if w.Cause != nil {
		cause = fmt.Sprintf(" (%v)", w.Cause)
	}
	if w.Stage == w.First {
		with := ""
		if len(w.With) > 0 {
			with = ", and so do those that it is found from: " + strings.Trim(fmt.Sprint(w.With), "[]")
		}
		return fmt.Sprintf("residue %d begins again%s%s", w.Residue, with, cause)
	}
	dropped := ""
	if w.Dropped > 0 {
		dropped = fmt.Sprintf("; damaged files of the next one are dropped, %d of them", w.Dropped)
	}
	return fmt.Sprintf("residue %d goes on from stage %d of %d, whose files match their checksums%s%s",
		w.Residue, w.Stage-1, w.Stages, dropped, cause)
}

// Recompute makes sure that a residue stands on sound files: it goes back to the last stage all
// of whose files match their checksums, and drops all after it; of the stage that is
// next, only the files that do not match. Where there is no such stage it begins the
// residue again, and so it does with a residue that is known: nobody can tell where
// that went wrong. progress, which may be nil, is told the share of files that are read.
func (r *Run) Recompute(ctx context.Context, residue int, progress func(share float64)) (*Rewind, error) {
	err := errors.Join(r.checkResidue(residue), r.makeEngine())
	if err != nil {
		return nil, err
	}
	w := &Rewind{Residue: residue, Stage: r.graph().first(residue), First: r.graph().first(residue), Stages: r.stages()}
	if r.outcomes[residue].known {
		w.Cause = errors.New("it was finished, and nobody can tell where it went wrong")
		w.With, err = r.Forget(residue)
		return w, err
	}
	base, err := r.soundStage(ctx, w, progress)
	if err != nil {
		return nil, err
	}
	if base < 0 {
		w.With, err = r.Forget(residue)
		return w, err
	}
	w.Stage = base + 1
	return w, r.rewind(ctx, w)
}

// soundStage finds the last stage all of whose files are there and match their checksums, -1
// if there is none.
func (r *Run) soundStage(ctx context.Context, w *Rewind, progress func(float64)) (int, error) {
	if r.settings.Reclaim {
		w.Cause = errors.New("no stage was kept: the disk has not the room")
		return -1, nil
	}
	dirs, err := r.stageDirs(w.Residue)
	var damage *DamageError
	if errors.As(err, &damage) {
		w.Cause = err
		return -1, nil
	}
	if err != nil {
		return -1, err
	}
	for _, stage := range slices.Backward(dirs) {
		p := place{w.Residue, stage}
		done, err := r.doneBins(p)
		if err == nil && !all(done) {
			continue
		}
		if err == nil {
			err = r.checkStage(ctx, p, progress)
		}
		for earlier := r.graph().first(w.Residue); err == nil && earlier < stage; earlier++ {
			if q := (place{w.Residue, earlier}); r.isAwaited(q, place{w.Residue, stage + 1}) {
				err = r.checkStage(ctx, q, progress)
			}
		}
		switch {
		case err == nil:
			return stage, nil
		case !errors.As(err, &damage):
			return -1, err // which may pass, so that nothing is given up for it
		}
		w.Cause = fmt.Errorf("stage %d is damaged: %w", stage, damage.Cause)
	}
	if w.Cause == nil {
		w.Cause = errors.New("no stage is whole")
	}
	return -1, nil
}

// checkStage reads all files of a stage.
func (r *Run) checkStage(ctx context.Context, p place, progress func(float64)) error {
	bins := r.bins(p.stage)
	for bin := range bins {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if _, err := r.readFile(file{p, bin}, nil); err != nil {
			return err
		}
		if progress != nil {
			progress(float64(bin+1) / float64(bins))
		}
	}
	return nil
}

// rewind removes what stands after the last sound stage. The latest goes first, so
// that a program killed in between leaves what can be rewound again.
func (r *Run) rewind(ctx context.Context, w *Rewind) error {
	dirs, err := r.stageDirs(w.Residue)
	if err != nil {
		return err
	}
	for _, stage := range slices.Backward(dirs) {
		if stage > w.Stage {
			if err := r.removeStage(place{w.Residue, stage}); err != nil {
				return err
			}
		}
	}
	if err := r.dropDamaged(ctx, w); err != nil {
		return err
	}
	return r.forgetOutcome(w.Residue)
}

// dropDamaged removes the damaged files of the stage that is next: what it
// reads is sound, so they can be computed again.
func (r *Run) dropDamaged(ctx context.Context, w *Rewind) error {
	p := place{w.Residue, w.Stage}
	if p.stage == r.graph().end(p.residue) {
		return nil
	}
	done, err := r.doneBins(p)
	var damage *DamageError
	if errors.As(err, &damage) {
		w.Dropped++
		return r.removeStage(p)
	}
	if err != nil {
		return err
	}
	for bin, d := range done {
		if !d {
			continue
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		_, err := r.readFile(file{p, bin}, nil)
		switch {
		case err == nil:
			continue
		case !errors.As(err, &damage):
			return err
		}
		if err := storage.RemoveAll(r.fs, r.binName(p, bin)); err != nil {
			return err
		}
		w.Dropped++
	}
	return nil
}

// Forget lets a residue begin again; with it the ones that it is found from, as far as what it reads of
// them is gone, and returns these.
func (r *Run) Forget(residue int) (with []int, err error) {
	if err := errors.Join(r.checkResidue(residue), r.makeEngine()); err != nil {
		return nil, err
	}
	usedUp, err := r.usedUp(residue)
	if err != nil {
		return nil, err
	}
	if err := r.forget(residue); err != nil {
		return nil, err
	}
	g := r.graph()
	left, right := g.sources(place{residue, g.first(residue)})
	for _, source := range slices.Concat(left, right) {
		there, err := r.doneBins(source)
		var damage *DamageError
		if err != nil && !errors.As(err, &damage) {
			return with, err
		}
		if err != nil || !all(there) || slices.Contains(usedUp, source) {
			others, err := r.Forget(source.residue)
			if with = append(append(with, source.residue), others...); err != nil {
				return with, err
			}
		}
	}
	slices.Sort(with)
	return slices.Compact(with), nil
}

// usedUp lists the stages that a residue begins with of which tiles may have been given back: those that no stage will read any
// more, or that only one will, which has done some of its bins.
func (r *Run) usedUp(residue int) ([]place, error) {
	if !r.settings.Reclaim {
		return nil, nil
	}
	g := r.graph()
	next, err := r.progress(residue)
	var damage *DamageError
	if errors.As(err, &damage) {
		return nil, nil // how far the residues are is not known: tiles that are gone are met when they are read
	}
	if err != nil {
		return nil, err
	}
	left, right := g.sources(place{residue, g.first(residue)})
	return slices.DeleteFunc(slices.Concat(left, right), func(source place) bool {
		pending := g.pending(source, next)
		if len(pending) != 1 {
			return len(pending) > 1
		}
		done, err := r.doneBins(pending[0])
		return err == nil && !slices.Contains(done, true)
	}), nil
}

func (r *Run) checkResidue(residue int) error {
	if residue < 0 || residue >= len(r.outcomes) {
		return fmt.Errorf("there is no residue %d: want 0 to %d", residue, len(r.outcomes)-1)
	}
	return nil
}

// forget removes all that there is of a residue.
func (r *Run) forget(residue int) error {
	// The stages first: without them, and with the residue, nothing is lost.
	if err := storage.RemoveAll(r.fs, r.residueDir(residue)); err != nil {
		return err
	}
	return r.forgetOutcome(residue)
}

func (r *Run) forgetOutcome(residue int) error {
	if err := storage.RemoveAll(r.fs, r.outcomeName(residue)); err != nil {
		return err
	}
	if r.manifest.method() == Exact {
		clear(r.outcomes) // there is one for all
	}
	r.outcomes[residue] = outcome{}
	return nil
}

// RecomputeAll forgets all residues, and keeps nothing.
func (r *Run) RecomputeAll() error {
	for i := range r.outcomes {
		if err := r.forget(i); err != nil {
			return err
		}
	}
	return nil
}
