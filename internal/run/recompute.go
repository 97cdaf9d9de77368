package run

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"combigo.dev/combigo/internal/storage"
)

// A Rewind says from where a chain is computed again.
type Rewind struct {
	Chain   int
	Stage   int   // to do next; 0: the chain begins again
	Stages  int   // of the chain
	Dropped int   // damaged files of that stage
	Cause   error // why no later stage will do; nil if no file was damaged
}

func (w *Rewind) String() string {
	cause := ""
	if w.Cause != nil {
		cause = fmt.Sprintf(" (%v)", w.Cause)
	}
	if w.Stage == 0 {
		return fmt.Sprintf("chain %d begins again%s", w.Chain, cause)
	}
	dropped := ""
	if w.Dropped > 0 {
		dropped = fmt.Sprintf("; damaged files of that stage are dropped, %d of them", w.Dropped)
	}
	return fmt.Sprintf("chain %d goes on with stage %d of %d: all files that this stage and later ones read match their checksums%s%s",
		w.Chain, w.Stage, w.Stages, dropped, cause)
}

// Recompute makes sure that a chain stands on sound files. The chain goes back to the last stage
// for which all files that are read from there on match their checksums; of that stage only the
// files that do not match are dropped. A chain that is finished begins again: nobody can tell where
// its value went wrong. progress, which may be nil, is given the share of the files of a stage that
// is read.
func (r *Run) Recompute(ctx context.Context, chain int, progress func(share float64)) (*Rewind, error) {
	if err := r.checkChain(chain); err != nil {
		return nil, err
	}
	w := &Rewind{Chain: chain, Stages: r.end(chain)}
	if r.outcomes[chain].known() {
		w.Cause = errors.New("the chain was finished, and nobody can tell where it went wrong")
		return w, r.Forget(chain)
	}
	if err := r.findSound(ctx, w, progress); err != nil {
		return nil, err
	}
	if w.Stage == 0 {
		return w, r.Forget(chain)
	}
	return w, r.rewind(ctx, w)
}

// findSound finds the last stage that can be next.
func (r *Run) findSound(ctx context.Context, w *Rewind, progress func(float64)) error {
	dirs, err := r.stageDirs(w.Chain)
	var damage *DamageError
	if errors.As(err, &damage) {
		w.Cause = err
		return nil
	}
	if err != nil {
		return err
	}
	sound := map[int]bool{} // the stages that were read
	isSound := func(stage int) (bool, error) {
		if known, ok := sound[stage]; ok {
			return known, nil
		}
		err := r.checkStage(ctx, place{w.Chain, stage}, progress)
		if err != nil && !errors.As(err, &damage) {
			return false, err // the error may pass, so that nothing is given up for it
		}
		if err != nil && slices.Contains(dirs, stage) {
			w.Cause = fmt.Errorf("stage %d is damaged: %w", stage, damage.Cause)
		}
		sound[stage] = err == nil
		return err == nil, nil
	}
	last := 0
	if len(dirs) > 0 {
		last = dirs[len(dirs)-1] + 1
	}
candidates:
	for w.Stage = min(last, r.end(w.Chain)); w.Stage > 0; w.Stage-- {
		for stage := range w.Stage {
			if !r.isNeeded(place{w.Chain, stage}, w.Stage) {
				continue
			}
			ok, err := isSound(stage)
			if err != nil {
				return err
			}
			if !ok {
				continue candidates
			}
		}
		return nil
	}
	return nil
}

// rewind removes what stands after the last sound stage. The latest goes first, so that a program
// killed in between leaves what can be rewound again.
func (r *Run) rewind(ctx context.Context, w *Rewind) error {
	dirs, err := r.stageDirs(w.Chain)
	if err != nil {
		return err
	}
	for _, stage := range slices.Backward(dirs) {
		if stage > w.Stage {
			if err := r.removeStage(place{w.Chain, stage}); err != nil {
				return err
			}
		}
	}
	if err := r.dropDamaged(ctx, w); err != nil {
		return err
	}
	return r.forgetOutcome(w.Chain)
}

// dropDamaged removes the damaged files of the stage that is next: what they were computed from is
// sound.
func (r *Run) dropDamaged(ctx context.Context, w *Rewind) error {
	p := place{w.Chain, w.Stage}
	if p.stage == r.end(p.chain) {
		return nil
	}
	done, err := r.doneShares(p)
	var damage *DamageError
	if errors.As(err, &damage) {
		w.Dropped++
		return r.removeStage(p)
	}
	if err != nil {
		return err
	}
	for share, d := range done {
		if !d {
			continue
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		_, err := r.readFile(file{p, share})
		switch {
		case err == nil:
			continue
		case !errors.As(err, &damage):
			return err
		}
		if err := storage.RemoveAll(r.fs, r.fileName(p, share)); err != nil {
			return err
		}
		w.Dropped++
	}
	return nil
}

func (r *Run) checkChain(chain int) error {
	if chain < 0 || chain >= len(r.outcomes) {
		return fmt.Errorf("there is no chain %d: want 0 to %d", chain, len(r.outcomes)-1)
	}
	return nil
}

// Forget lets a chain begin again.
func (r *Run) Forget(chain int) error {
	if err := r.checkChain(chain); err != nil {
		return err
	}
	// The stages first: without them, and with the value, nothing is lost.
	if err := storage.RemoveAll(r.fs, r.chainDir(chain)); err != nil {
		return err
	}
	return r.forgetOutcome(chain)
}

func (r *Run) forgetOutcome(chain int) error {
	r.outcomes[chain] = outcome{}
	return storage.RemoveAll(r.fs, r.valueName(chain))
}

// RecomputeAll forgets all chains.
func (r *Run) RecomputeAll() error {
	for i := range r.outcomes {
		if err := r.Forget(i); err != nil {
			return err
		}
	}
	return nil
}
