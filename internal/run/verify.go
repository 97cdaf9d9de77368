package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"combigo.dev/combigo/internal/tilefile"
	"combigo.dev/combigo/result"
)

// A Verification says what [Run.Verify] found.
type Verification struct {
	Files    int          // that were read
	Bytes    result.Bytes // of values, that match their checksums
	Gone     int          // files that the run was done with before they were read
	Finished bool         // whether all chains are finished, so that only their values are left
	Faults   []error
}

// Verify reads all files that the run stands on, and returns what is wrong with them. Other
// programs may work on the run. The error is not of the files. progress, which may be nil, is given
// the share of the files of a chain that is read.
func (r *Run) Verify(ctx context.Context, progress func(share float64)) (*Verification, error) {
	v := &Verification{Files: 2, Finished: true} // the manifest, which was read, and its copy
	if err := r.checkCopy(); err != nil {
		v.Faults = append(v.Faults, err)
	}
	if r.settingsFault != nil {
		v.Faults = append(v.Faults, r.settingsFault)
	}
	for i := range r.outcomes {
		if err := r.verifyChain(ctx, v, i, progress); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// chainProgress is how far a chain is at a moment.
type chainProgress struct {
	outcome outcome
	next    place
	done    []bool // shares of that stage
}

// progressOf reads how far a chain has come. A program at work may finish the chain between two
// looks at the directory, or seem to lose a stage: a fault counts only if it looks the same many
// times in a row.
func (r *Run) progressOf(chain int) (chainProgress, error) {
	last := ""
	for same := 1; ; same++ {
		if err := r.loadOutcome(chain); err != nil {
			return chainProgress{}, err
		}
		s := chainProgress{outcome: r.outcomes[chain], next: place{chain, r.end(chain)}}
		if s.outcome.known() || s.outcome.fault != nil {
			return s, nil
		}
		var err error
		s.next, s.done, err = r.nextStage(chain)
		if err == nil && s.next.stage > 0 {
			return s, nil
		}
		// Nothing is there when a chain is finished, nor before it is begun.
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

// file is a file of a stage.
type file struct {
	place place
	share int
}

// needs tells whether a chain stands on a file.
func (r *Run) needs(s chainProgress, f file) bool {
	switch {
	case s.outcome.known() || f.place.stage > s.next.stage:
		return false
	case f.place.stage == s.next.stage:
		return s.done[f.share]
	}
	return r.isNeeded(f.place, s.next.stage)
}

// filesOf lists the files that a chain stands on.
func (r *Run) filesOf(s chainProgress) []file {
	var files []file
	for stage := 0; stage <= s.next.stage && stage < r.end(s.next.chain); stage++ {
		for share := range r.shares() {
			if f := (file{place{s.next.chain, stage}, share}); r.needs(s, f) {
				files = append(files, f)
			}
		}
	}
	return files
}

func (r *Run) verifyChain(ctx context.Context, v *Verification, chain int, progress func(float64)) error {
	s, err := r.progressOf(chain)
	v.Finished = v.Finished && s.outcome.known()
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
	case s.outcome.known():
		v.Files++
		return nil
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

// pauses are before a file that seems to be damaged is read again. Nodes of a cluster may see with
// a delay what others do.
func (r *Run) pauses() []time.Duration {
	pauses := []time.Duration{time.Millisecond}
	if r.settings.Engine == Slurm {
		pauses = append(pauses, 100*time.Millisecond, time.Second)
	}
	return pauses
}

// verifyFile reads a file. What seems to be damage counts if the chain still stands on the file
// after it was read, and the file is read again with the same outcome.
func (r *Run) verifyFile(ctx context.Context, v *Verification, s chainProgress, f file) error {
	for pauses := r.pauses(); ; {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		if !r.needs(s, f) {
			v.Gone++
			return nil
		}
		bytes, fault := r.readFile(f)
		if fault == nil {
			v.Files++
			v.Bytes += bytes
			return nil
		}
		if now, err := r.progressOf(f.place.chain); err == nil { // else how far the chain is, is not known
			s = now
		}
		if !r.needs(s, f) {
			continue
		}
		if len(pauses) == 0 {
			v.Files++
			v.Faults = append(v.Faults, fault)
			return nil
		}
		time.Sleep(pauses[0])
		pauses = pauses[1:]
	}
}

// readFile reads a file against its checksums, and returns the bytes of its values.
func (r *Run) readFile(f file) (bytes result.Bytes, err error) {
	name := r.fileName(f.place, f.share)
	if r.stage(f.place).leavesParts() {
		_, err := r.readPart(name, f.place, f.share)
		return 0, err
	}
	id, err := r.identity(f.place, f.share)
	if err != nil {
		return 0, err
	}
	reader, err := tilefile.Open(r.fs, name, id)
	if err != nil {
		return 0, r.damage(f.place, name, err)
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	for tile, n := range reader.Sizes() {
		if err := reader.VerifyTile(tile); err != nil {
			return 0, r.damage(f.place, name, err)
		}
		bytes += result.Bytes(8 * n)
	}
	return bytes, nil
}

// checkStage reads all files of a stage, which must all be there.
func (r *Run) checkStage(ctx context.Context, p place, progress func(float64)) error {
	done, err := r.doneShares(p)
	if err != nil {
		return err
	}
	if !all(done) {
		return &DamageError{r.fileName(p, slices.Index(done, false)), errors.New("the file is missing"), r.fix(p)}
	}
	for share := range r.shares() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if _, err := r.readFile(file{p, share}); err != nil {
			return err
		}
		if progress != nil {
			progress(float64(share+1) / float64(r.shares()))
		}
	}
	return nil
}
