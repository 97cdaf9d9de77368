package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/result"
)

// A Verification says what [Run.Verify] found.
type Verification struct {
	Files    int          `json:"files"`      // that were read
	Bytes    result.Bytes `json:"bytes"`      // of values, that match their checksums
	Gone     int          `json:"files_gone"` // files that the run was done with before they were read
	Finished bool         `json:"finished"`   // whether all chains are finished, so that only their values are left
	Faults   []error      `json:"faults"`
}

// Verify reads all files that the run still needs, and returns what is wrong with them. Other
// programs may work on the run. Damage is in Faults, not in the error. progress, which may be nil,
// is given the share of the files of a chain that is read.
func (r *Run) Verify(ctx context.Context, progress func(share float64)) (*Verification, error) {
	v := &Verification{Files: 2, Finished: true} // the manifest, which was read, and its copy
	if fault := r.checkManifests(); fault != nil {
		v.Faults = append(v.Faults, fault)
	}
	for i := range r.chains {
		s, err := r.state(i)
		v.Finished = v.Finished && s.Value != nil
		switch {
		case isDamage(err):
			v.Faults = append(v.Faults, err)
			fallthrough
		case s.Value != nil:
			v.Files++
			continue
		case err == nil:
			err = r.eachFile(ctx, i, s, progress, func(f file) error {
				if r.needs(s, f) {
					r.verifyFile(v, f)
				}
				return nil
			})
		}
		if err != nil {
			return nil, err
		}
	}
	return v, nil
}

// eachFile visits the files of the stages of a chain that were there. progress, which may be nil,
// is given the share of them that was visited.
func (r *Run) eachFile(ctx context.Context, chain int, s ChainState, progress func(share float64), visit func(file) error) error {
	var files []file
	for stage := range s.End {
		for _, share := range indices(s.found[stage], true) {
			files = append(files, file{stageID{Chain: chain, Stage: stage}, share})
		}
	}
	for i, f := range files {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := visit(f); err != nil {
			return err
		}
		if progress != nil {
			progress(float64(i+1) / float64(len(files)))
		}
	}
	return nil
}

// needs tells whether a chain still needs a file that was there.
func (r *Run) needs(s ChainState, f file) bool {
	switch {
	case s.Value != nil:
		return false
	case f.Stage >= s.Stage:
		return f.Stage == s.Stage && s.found[f.Stage][f.share]
	}
	return r.isNeeded(f.stageID, s.Stage)
}

// pauses are before a file that seems to be damaged is read again: nodes of a cluster may see with
// a delay what others do.
var pauses = []time.Duration{time.Millisecond, 100 * time.Millisecond, time.Second}

// verifyFile reads a file. What seems to be damage counts if the chain still needs the file after
// it was read, and, where other programs may work, the file is read again with the same outcome.
func (r *Run) verifyFile(v *Verification, f file) {
	bytes, fault := r.readFile(f)
	for i := 0; fault != nil; i++ {
		if s, err := r.state(f.Chain); err == nil && !r.needs(s, f) { // else how far the chain is, is not known
			v.Gone++
			return
		}
		if r.alone() || i == len(pauses) {
			v.Faults = append(v.Faults, fault)
			break
		}
		time.Sleep(pauses[i])
		bytes, fault = r.readFile(f)
	}
	v.Files++
	v.Bytes += bytes
}

// readFile reads a file against its checksums, and returns the bytes of its values.
func (r *Run) readFile(f file) (bytes result.Bytes, err error) {
	reader, err := r.openFile(f.stageID, f.share)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	for tile, n := range reader.Sizes() {
		if r.mayBeReleased(f.stageID, tile) {
			continue
		}
		if err := reader.VerifyTile(tile); err != nil {
			if r.mayBeReleased(f.stageID, tile) { // by another program
				continue
			}
			return 0, r.damageError(f.stageID, r.fileName(f.stageID, f.share), err)
		}
		bytes += border.ValueBytes * result.Bytes(n)
	}
	return bytes, nil
}

// A Rewind says from where a chain is computed again.
type Rewind struct {
	Chain   int
	Stage   int   // to do next; 0: the chain begins again
	Stages  int   // of the chain
	Dropped int   // damaged files, which are removed
	Cause   error // the first damage; nil if no file was damaged
}

func (w *Rewind) String() string {
	text := fmt.Sprintf("chain %d begins again", w.Chain)
	if w.Stage > 0 {
		text = fmt.Sprintf("chain %d goes on with stage %d of %d: all files that this stage and later ones read match their checksums; %d damaged files are removed",
			w.Chain, w.Stage, w.Stages, w.Dropped)
	}
	if w.Cause != nil {
		text += fmt.Sprintf(" (%v)", w.Cause)
	}
	return text
}

// Recompute makes sure that a chain stands on sound files: it removes those that do not match their
// checksums, and the chain goes back to the last stage for which all that it reads is there. A
// chain whose value is known, or follows from files that are all sound, begins again: nobody can
// tell where it went wrong. No other program may work there. progress, which may be nil, is given
// the share of the files that is read.
func (r *Run) Recompute(ctx context.Context, chain int, progress func(share float64)) (*Rewind, error) {
	if err := r.checkChain(chain); err != nil {
		return nil, err
	}
	w := &Rewind{Chain: chain, Stages: r.end(chain)}
	if s, err := r.state(chain); err == nil && s.Value != nil {
		w.Cause = errors.New("the chain was finished, and nobody can tell where it went wrong")
		return w, r.resetChain(chain)
	}
	if err := storage.RemoveAll(r.fs, r.fileName(stageID{Chain: chain, Stage: w.Stages}, 0)); err != nil { // a damaged value
		return nil, err
	}
	// Without a share or a stage, the tiles that it has read are needed again, and may have been
	// given back.
	for damaged := true; damaged; {
		s, err := r.readState(chain)
		if err != nil && !isDamage(err) {
			return nil, err
		}
		w.Stage, w.Cause, damaged = s.Stage, cmp.Or(w.Cause, err), false
		if s.found == nil { // a directory that cannot be read
			break
		}
		err = r.removeStages(chain, s, func(stage int) bool { return stage > s.Stage })
		if err == nil {
			err = r.eachFile(ctx, chain, s, progress, func(f file) error {
				_, fault := r.readFile(f)
				if !isDamage(fault) {
					return fault
				}
				w.Dropped, w.Cause, damaged = w.Dropped+1, cmp.Or(w.Cause, fault), true
				return storage.RemoveAll(r.fs, r.fileName(f.stageID, f.share))
			})
		}
		if err != nil {
			return nil, err
		}
	}
	if w.Stage > 0 && w.Stage < w.Stages {
		return w, nil
	}
	w.Stage = 0 // all is sound, and the value is not
	return w, r.resetChain(chain)
}

// resetChain removes the stages of a chain, then its value, so that the chain begins again.
func (r *Run) resetChain(chain int) error {
	if err := r.explain(r.makeDisks()); err != nil {
		return err
	}
	// The stages first: without them, and with the value, nothing is lost.
	if err := r.remove(chainDir(chain)); err != nil {
		return err
	}
	return storage.RemoveAll(r.fs, r.fileName(stageID{Chain: chain, Stage: r.end(chain)}, 0))
}

// RecomputeAll lets all chains begin again.
func (r *Run) RecomputeAll() error {
	for chain := range r.chains {
		if err := r.resetChain(chain); err != nil {
			return err
		}
	}
	return nil
}
