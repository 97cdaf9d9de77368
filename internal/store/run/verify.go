package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/store/storage"
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

// Verify reads all files that the run still needs, and returns what is wrong with them. Other
// programs may work on the run. The error is not of the files. progress, which may be nil, is given
// the share of the files of a chain that is read.
func (r *Run) Verify(ctx context.Context, progress func(share float64)) (*Verification, error) {
	v := &Verification{Files: 2, Finished: true} // the manifest, which was read, and its copy
	if fault := r.checkManifests(); fault != nil {
		v.Faults = append(v.Faults, fault)
	}
	for i := range r.chains {
		if err := r.verifyChain(ctx, v, i, progress); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// eachFile visits the files of the stages of a chain that are there. progress, which may be nil, is
// given the share of them that was visited.
func (r *Run) eachFile(ctx context.Context, chain int, progress func(share float64), visit func(file) error) error {
	dirs, err := r.stageDirs(chain)
	var files []file
	for _, stage := range dirs {
		p := stageID{Chain: chain, Stage: stage}
		done, errStage := r.doneShares(p)
		err = errors.Join(err, errStage)
		for _, share := range indices(done, true) {
			files = append(files, file{p, share})
		}
	}
	for i, f := range files {
		if err = errors.Join(err, context.Cause(ctx)); err == nil {
			err = visit(f)
		}
		if err != nil {
			break
		}
		if progress != nil {
			progress(float64(i+1) / float64(len(files)))
		}
	}
	return err
}

// needs tells whether a chain still needs a file that was there.
func (r *Run) needs(s ChainState, f file) bool {
	switch {
	case s.Value != nil:
		return false
	case f.Stage >= s.Stage:
		return f.Stage == s.Stage && s.done[f.share]
	}
	return r.isNeeded(f.stageID, s.Stage)
}

func (r *Run) verifyChain(ctx context.Context, v *Verification, chain int, progress func(float64)) error {
	s, err := r.state(chain)
	v.Finished = v.Finished && s.Value != nil
	switch {
	case isDamage(err):
		v.Faults = append(v.Faults, err)
		fallthrough
	case s.Value != nil:
		v.Files++
		return nil
	case err != nil:
		return err
	}
	return r.eachFile(ctx, chain, progress, func(f file) error {
		if r.needs(s, f) {
			r.verifyFile(v, s, f)
		}
		return nil
	})
}

// pauses are before a file that seems to be damaged is read again. Nodes of a cluster may see with
// a delay what others do; on one machine the first pause is enough.
var pauses = []time.Duration{time.Millisecond, 100 * time.Millisecond, time.Second}

// verifyFile reads a file. What seems to be damage counts if the chain still needs the file after
// it was read, and the file is read again with the same outcome.
func (r *Run) verifyFile(v *Verification, s ChainState, f file) {
	bytes, fault := r.readFile(f)
	for i, pause := range pauses {
		if fault == nil || !r.needs(s, f) || i > 0 && r.manifest.Engine != Slurm {
			break
		}
		time.Sleep(pause)
		if now, err := r.state(f.Chain); err == nil { // else how far the chain is, is not known
			s = now
		}
		bytes, fault = r.readFile(f)
	}
	switch {
	case fault == nil:
		v.Files++
		v.Bytes += bytes
	case !r.needs(s, f):
		v.Gone++
	default:
		v.Files++
		v.Faults = append(v.Faults, fault)
	}
}

// readFile reads a file against its checksums, and returns the bytes of its values.
func (r *Run) readFile(f file) (bytes result.Bytes, err error) {
	reader, err := r.openFile(f.stageID, f.share)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	for tile, n := range reader.Sizes() {
		if r.released(f.stageID, tile) {
			continue
		}
		if err := reader.VerifyTile(tile); err != nil {
			if r.released(f.stageID, tile) { // by another program
				continue
			}
			return 0, r.damage(f.stageID, r.fileName(f.stageID, f.share), err)
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

// Recompute makes sure that the files of a chain are sound: all files are read, and those that do
// not match their checksums are removed. The chain goes back to the last stage for which all that
// it reads is there. A chain begins again if it is finished, or if all its files are sound: nobody
// can tell where its value went wrong. progress, which may be nil, is given the share of the files
// that is read.
func (r *Run) Recompute(ctx context.Context, chain int, progress func(share float64)) (*Rewind, error) {
	if err := r.checkChain(chain); err != nil {
		return nil, err
	}
	w := &Rewind{Chain: chain, Stages: r.end(chain)}
	if s, err := r.state(chain); err == nil && s.Value != nil {
		w.Cause = errors.New("the chain was finished, and nobody can tell where it went wrong")
		return w, r.forget(chain)
	}
	if err := storage.RemoveAll(r.fs, r.fileName(stageID{Chain: chain, Stage: r.end(chain)}, 0)); err != nil { // a damaged value
		return nil, err
	}
	// Without a share or a stage, the tiles that it has read are needed again, and may have been
	// given back.
	for {
		dropped := w.Dropped
		if err := r.removeDamaged(ctx, w, progress); err != nil {
			return nil, err
		}
		s, err := r.look(chain)
		if err != nil && !isDamage(err) {
			return nil, err
		}
		if w.Stage = s.Stage; w.Stage == 0 || w.Stage == w.Stages { // all is sound, and the value is not
			w.Stage = 0
			return w, r.forget(chain)
		}
		dirs, err := r.stageDirs(chain)
		later := slices.DeleteFunc(dirs, func(stage int) bool { return stage <= w.Stage })
		// The latest goes first, so that a program killed in between leaves what can be rewound
		// again.
		for _, stage := range slices.Backward(later) {
			err = errors.Join(err, storage.RemoveAll(r.fs, r.stageDir(stageID{Chain: chain, Stage: stage})))
		}
		if err != nil || len(later) == 0 && w.Dropped == dropped {
			return w, err
		}
	}
}

func (r *Run) removeDamaged(ctx context.Context, w *Rewind, progress func(share float64)) error {
	var damage *DamageError
	err := r.eachFile(ctx, w.Chain, progress, func(f file) error {
		_, fault := r.readFile(f)
		if !errors.As(fault, &damage) {
			return fault
		}
		w.Dropped++
		w.Cause = cmp.Or(w.Cause, fault)
		return storage.RemoveAll(r.fs, r.fileName(f.stageID, f.share))
	})
	if errors.As(err, &damage) { // a directory
		w.Cause = damage
		return r.forget(w.Chain)
	}
	return err
}

func (r *Run) forget(chain int) error {
	if err := r.makeDirs(); err != nil {
		return err
	}
	// The stages first: without them, and with the value, nothing is lost.
	if err := storage.RemoveAll(r.fs, r.chainDir(chain)); err != nil {
		return err
	}
	return storage.RemoveAll(r.fs, r.fileName(stageID{Chain: chain, Stage: r.end(chain)}, 0))
}

// RecomputeAll lets all chains begin again.
func (r *Run) RecomputeAll() error {
	for chain := range r.chains {
		if err := r.forget(chain); err != nil {
			return err
		}
	}
	return nil
}
