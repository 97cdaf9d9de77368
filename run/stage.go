package run

import (
	"errors"
	"path/filepath"
	"slices"
	"syscall"

	"combigo/internal/storage"
)

// doneBins tells for each bin of a stage whether its file is there.
func (r *Run) doneBins(p place) ([]bool, error) {
	done, err := r.listBins(p)
	return done, r.damage(p, r.stageDir(p), err)
}

// stageDirs lists the stages of a residue that have a directory.
func (r *Run) stageDirs(residue int) ([]int, error) {
	stages, err := r.listStages(residue)
	return stages, r.damage(place{residue, 0}, r.residueDir(residue), err)
}

// looks bounds how often the directory is read while it changes.
const looks = 10

// nextStage finds out how far a residue has come: the stage to do next, and which of its bins
// are done. The error is a [DamageError] if files are missing that it needs. A program
// at work may remove a stage between two looks at it: then they are repeated.
func (r *Run) nextStage(residue int) (place, []bool, error) {
	for look := 1; ; look++ {
		dirs, err := r.stageDirs(residue)
		if err != nil {
			return place{}, nil, err
		}
		next, done, err := r.nextOf(residue, dirs)
		now, errNow := r.stageDirs(residue)
		if errNow != nil {
			return place{}, nil, errNow
		}
		if slices.Equal(dirs, now) || look == looks {
			return next, done, err
		}
	}
}

// nextOf is nextStage for the stages that have a directory.
func (r *Run) nextOf(residue int, dirs []int) (place, []bool, error) {
	g := r.graph()
	next, err := r.after(residue, dirs)
	if err != nil {
		return next, nil, err
	}
	for stage := g.first(residue); stage < next.stage; stage++ {
		p := place{residue, stage}
		if !r.isAwaited(p, next) {
			continue
		}
		if there, err := r.doneBins(p); err != nil {
			return next, nil, err
		} else if !all(there) {
			return next, nil, r.missing(p)
		}
	}
	if next.stage == g.end(residue) {
		return next, nil, nil
	}
	done, err := r.doneBins(next)
	return next, done, err
}

// isAwaited tells whether a stage of a residue will be read, given the stage that is next there.
func (r *Run) isAwaited(p, next place) bool {
	return slices.ContainsFunc(r.graph().readers(p), func(reader place) bool { return r.awaits(reader, next) })
}

// awaits tells whether a stage is to come that reads one of a residue, given the stage that is next there.
func (r *Run) awaits(reader, next place) bool {
	if reader.residue == next.residue {
		return next.stage <= reader.stage
	}
	stage, err := r.reached(reader.residue)
	return err == nil && stage <= reader.stage // else the other residue has its own trouble
}

// lastWhole is what after finds for the stages that there are. Others may work on the residue, and remove a stage while it is looked at.
func (r *Run) lastWhole(residue int) (place, error) {
	for look := 1; ; look++ {
		dirs, err := r.stageDirs(residue)
		if err != nil {
			return place{}, err
		}
		next, err := r.after(residue, dirs)
		if err == nil || look == looks {
			return next, err
		}
		if now, errNow := r.stageDirs(residue); errNow != nil || slices.Equal(dirs, now) {
			return next, errors.Join(err, errNow)
		}
	}
}

// after is the stage after the last one that is whole, of those that have a directory.
func (r *Run) after(residue int, dirs []int) (place, error) {
	next := place{residue, r.graph().first(residue)}
	for _, stage := range slices.Backward(dirs) {
		done, err := r.doneBins(place{residue, stage})
		if err != nil {
			return next, err
		}
		if all(done) {
			next.stage = stage + 1
			break
		}
	}
	// Of two stages that are not whole the later one stood on the other.
	if i, _ := slices.BinarySearch(dirs, next.stage); len(dirs)-i > 1 || len(dirs) > i && dirs[i] > next.stage {
		return next, r.missing(place{residue, dirs[i]})
	}
	return next, nil
}

// progress finds out how far the residues have come that depend on each other: all, or one. The other entries are not known.
func (r *Run) progress(residue int) (progress, error) {
	g := r.graph()
	next := make(progress, g.chains())
	for other := range next {
		if other != residue && !g.dependent() {
			continue
		}
		stage, err := r.reached(other)
		if err != nil {
			return nil, err
		}
		next[other] = stage
	}
	return next, nil
}

// reached is the stage that is next of a residue that others may work on; the number of stages if it is known, and there is a join for
// it alone. Who finishes it writes it down before removing the files, so that it is looked for after them.
func (r *Run) reached(residue int) (int, error) {
	g := r.graph()
	known := func() bool { return g.method != Exact && r.outcomes[residue].known }
	if known() {
		return g.stages(), nil
	}
	p, err := r.lastWhole(residue)
	if g.method != Exact {
		if err := r.loadOutcome(residue); err != nil {
			return 0, err
		}
		if known() {
			return g.stages(), nil
		}
	}
	return p.stage, err
}

// missing names a file of an unfinished stage, on which later ones stand, that
// is not there.
func (r *Run) missing(p place) error {
	name := r.stageDir(p)
	if done, err := r.doneBins(p); err == nil {
		for bin, d := range done {
			if !d {
				name = r.binName(p, bin)
				break
			}
		}
	}
	return &DamageError{
		File: name, Cause: errors.New("the file is missing, and what it was computed from is gone"), Fix: r.fix(p),
	}
}

// removeStage removes a stage that nothing stands on any more.
func (r *Run) removeStage(p place) error {
	return storage.RemoveAll(r.fs, r.stageDir(p))
}

// keptBefore is the stage of a residue that is kept while `next` is computed; see [graph.keptBefore].
func (r *Run) keptBefore(next place) int {
	return r.graph().keptBefore(r.settings.KeepEvery, next.residue, next.stage)
}

// removeBefore removes the stages that nothing stands on when a stage is next: all that were read by whoever reads them, but
// for those that are kept.
func (r *Run) removeBefore(next place) error {
	g := r.graph()
	done, err := r.progress(next.residue)
	if err != nil {
		return err
	}
	for residue := range done {
		if residue != next.residue && !g.dependent() {
			continue
		}
		if _, err := r.removeStages(residue, func(p place) bool {
			return p.stage >= done[residue] || g.isNeeded(p, done, r.settings.KeepEvery)
		}); err != nil {
			return err
		}
	}
	return nil
}

// removeStages removes the stages of a residue that are not needed, and tells whether others are left.
func (r *Run) removeStages(residue int, needed func(p place) bool) (left bool, err error) {
	dirs, err := r.stageDirs(residue)
	if err != nil {
		return true, err
	}
	for _, stage := range dirs {
		p := place{residue, stage}
		if needed(p) {
			left = true
		} else if err := r.removeStage(p); err != nil {
			return true, err
		}
	}
	return left, nil
}

// removeUnfinished removes what killed programs left unfinished anywhere in the directory. No
// other program may work there.
func (r *Run) removeUnfinished() error {
	dirs := []string{r.dir, filepath.Join(r.dir, scripts)}
	for residue := range r.outcomes {
		stages, err := r.listStages(residue)
		if err != nil {
			continue // who needs the residue meets the error
		}
		for _, stage := range stages {
			dirs = append(dirs, r.stageDir(place{residue, stage}))
		}
	}
	for _, dir := range dirs {
		if err := storage.RemoveTemporary(r.fs, dir); err != nil && !errors.Is(err, syscall.ENOTDIR) {
			return err
		}
	}
	return nil
}
