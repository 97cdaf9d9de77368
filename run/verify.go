package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"combigo/internal/tilefile"
	"combigo/result"
)

// Verification says what [Run.Verify] read.
type Verification struct {
	Files  int
	Bytes  result.Bytes // of values
	Gone   int          // files that were done with while they were read
	Faults []error      // a [DamageError] each
}

// Verify reads every file that the run stands on against its checksums. Other programs may
// work in the directory at the same time: a file that seems to be damaged, or missing,
// is a fault only if the run still stands on it and it is read again with the same outcome.
func (r *Run) Verify(ctx context.Context, progress func(share float64)) (*Verification, error) {
	if err := r.makeEngine(); err != nil {
		return nil, err
	}
	v := &Verification{Files: 2} // the manifest, which was read, and its copy
	if err := r.checkCopy(); err != nil {
		v.Faults = append(v.Faults, err)
	}
	if r.settingsFault != nil {
		v.Faults = append(v.Faults, r.settingsFault)
	}
	for i := range r.outcomes {
		if err := r.verifyResidue(ctx, v, i, progress); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// standing is what a residue stands on at a moment.
type standing struct {
	outcome outcome
	next    place
	done    []bool // bins of that stage
	kept    int    // stage, -1: none
}

// standing reads a residue, from the disk. A program at work may finish it between two
// looks at the directory, or seem to lose a stage: that is so only if it looks the same
// many times in a row.
func (r *Run) standing(residue int) (standing, error) {
	last := ""
	for same := 1; ; same++ {
		if err := r.loadOutcome(residue); err != nil {
			return standing{}, err
		}
		s := standing{outcome: r.outcomes[residue], next: r.end(residue), kept: -1}
		if s.outcome.known || s.outcome.fault != nil {
			return s, nil
		}
		var err error
		s.next, s.done, err = r.nextStage(residue)
		if err == nil && s.next.stage > r.graph().first(residue) {
			s.kept, err = r.keptNow(s.next)
			return s, err
		}
		// Nothing is there when a residue is finished, nor before it is begun.
		if now := fmt.Sprint(err); now != last {
			last, same = now, 1
		}
		var damage *DamageError
		if same == looks || err != nil && !errors.As(err, &damage) || err == nil && same > 1 {
			return s, err
		}
		time.Sleep(time.Millisecond)
	}
}

// keptNow is the stage that is kept, -1 if there is none: after a stage that the residue went
// back to there is none for a while.
func (r *Run) keptNow(next place) (int, error) {
	dirs, err := r.stageDirs(next.residue)
	if kept := r.keptBefore(next); slices.Contains(dirs, kept) {
		return kept, err
	}
	return -1, err
}

// file is a file of a residue.
type file struct {
	place place
	bin   int
}

// needs tells whether a residue stands on a file, and which of its tiles may have been
// given back.
func (r *Run) needs(s standing, f file) (given []bool, needed bool) {
	switch {
	case s.outcome.known && r.manifest.Shared == 0:
		return nil, false
	case f.place.stage == s.next.stage:
		return nil, s.done[f.bin]
	case f.place.stage > s.next.stage:
		return nil, false
	}
	var awaited []place
	for _, reader := range r.graph().readers(f.place) {
		if r.awaits(reader, s.next) {
			awaited = append(awaited, reader)
		}
	}
	if r.settings.Reclaim && len(awaited) == 1 {
		given = s.done
		if awaited[0].residue != s.next.residue {
			given, _ = r.listBins(awaited[0]) // where that fails all tiles have to be there
		}
	}
	return given, len(awaited) > 0 || f.place.stage == s.kept
}

// filesOf lists the files that a residue stands on.
func (r *Run) filesOf(s standing) []file {
	var files []file
	residue := s.next.residue
	for stage := r.graph().first(residue); stage <= s.next.stage && stage < r.graph().end(residue); stage++ {
		p := place{residue, stage}
		if _, needed := r.needs(s, file{p, 0}); !needed && stage < s.next.stage {
			continue
		}
		for bin := range r.bins(stage) {
			if f := (file{p, bin}); stage < s.next.stage || s.done[bin] {
				files = append(files, f)
			}
		}
	}
	return files
}

// verifyResidue reads what the next stage reads, what there is of it already, and the
// stage that is kept.
func (r *Run) verifyResidue(ctx context.Context, v *Verification, residue int, progress func(float64)) error {
	s, err := r.standing(residue)
	var damage *DamageError
	switch {
	case errors.As(err, &damage):
		v.Faults = append(v.Faults, err)
		return nil
	case err != nil:
		return err
	case s.outcome.fault != nil:
		v.Files++
		v.Faults = append(v.Faults, s.outcome.fault)
		return nil
	case s.outcome.known:
		v.Files++ // and what others begin with
	}
	files := r.filesOf(s)
	for i, f := range files {
		if err := r.verifyFile(ctx, v, s, f); err != nil {
			return err
		}
		if progress != nil {
			progress(float64(i+1) / float64(len(files)))
		}
	}
	return nil
}

// pauses are before a file that seems to be damaged is read again. Nodes of a cluster may
// see with a delay what others do.
func (r *Run) pauses() []time.Duration {
	pauses := []time.Duration{time.Millisecond}
	if r.settings.Engine == Slurm {
		pauses = append(pauses, 100*time.Millisecond, time.Second)
	}
	return pauses
}

// verifyFile reads a file. What seems to be damage counts if the run stands on the same of the file
// after it was read as before, and it is read again with the same outcome. Else a program has gone on
// meanwhile, as it cannot do for ever.
func (r *Run) verifyFile(ctx context.Context, v *Verification, s standing, f file) error {
	for pauses := r.pauses(); ; {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		given, needed := r.needs(s, f)
		if !needed {
			v.Gone++
			return nil
		}
		bytes, fault := r.readFile(f, given)
		if fault == nil {
			v.Files++
			v.Bytes += bytes
			return nil
		}
		if now, err := r.standing(f.place.residue); err == nil { // else stages are missing, so that what it stands on is not known
			s = now
			if givenNow, needed := r.needs(s, f); !needed || !slices.Equal(given, givenNow) {
				continue
			}
		}
		if len(pauses) == 0 {
			v.Files++
			v.Faults = append(v.Faults, r.kept(s, f, fault))
			return nil
		}
		time.Sleep(pauses[0])
		pauses = pauses[1:]
	}
}

// kept says of damage in a stage that is only kept that the run goes on without it.
func (r *Run) kept(s standing, f file, fault error) error {
	var damage *DamageError
	if f.place.stage != s.kept || !errors.As(fault, &damage) {
		return fault
	}
	return &DamageError{
		File: damage.File, Cause: damage.Cause,
		Fix: "none is needed while the files of later stages are sound: this one is kept in case they are not",
	}
}

// readFile reads a file against its checksums, but for tiles that were given back, and
// returns the bytes of its values.
func (r *Run) readFile(f file, given []bool) (bytes result.Bytes, err error) {
	if r.isLast(f.place.stage) {
		_, err := r.readShare(r.binName(f.place, f.bin), f.place, f.bin)
		return 0, err
	}
	id, err := r.identity(f.place, f.bin)
	if err != nil {
		return 0, err
	}
	name := r.binName(f.place, f.bin)
	reader, err := tilefile.Open(r.fs, name, id)
	if err != nil {
		return 0, r.damage(f.place, name, err)
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	for tile, n := range reader.Sizes() {
		if given != nil && given[tile] {
			continue
		}
		if err := reader.VerifyTile(tile); err != nil {
			return 0, r.damage(f.place, name, err)
		}
		bytes += result.Bytes(8 * n)
	}
	return bytes, nil
}
