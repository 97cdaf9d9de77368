package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"combigo/board"
	"combigo/count"
	"combigo/published"
	"combigo/result"
)

// Result puts the residues together and checks the number. The error is an
// [UnfinishedError] if some are missing, and a [WrongResidueError] if they do
// not fit together; then no number is returned.
func (r *Run) Result(ctx context.Context) (*result.Result, error) {
	var values []uint64
	if err := r.fault(); err != nil {
		return nil, err
	}
	for _, o := range r.outcomes {
		if o.known {
			values = append(values, o.value.Uint64())
		}
	}
	if len(values) < len(r.outcomes) {
		return nil, &UnfinishedError{len(values), len(r.outcomes)}
	}
	var res *result.Result
	var err error
	switch r.manifest.method() {
	case Exact:
		res, err = count.FromHalves(ctx, r.Size(), r.outcomes[0].value)
	case Modulo:
		res, err = count.FromResidues(ctx, r.Size(), count.Halves, r.moduli(), values)
	default:
		res, err = count.FromResidues(ctx, r.Size(), count.DP, r.moduli(), values)
	}
	if err == nil {
		err = checkPublished(r.Size(), res)
	}
	var wrong *count.InternalError
	if errors.As(err, &wrong) {
		suspect := -1
		if r.manifest.method() != Exact {
			suspect = count.WrongResidue(r.Size(), r.moduli(), values)
		}
		return nil, &WrongResidueError{r.dir, err, suspect}
	}
	if err != nil {
		return nil, err
	}
	return res, r.tell(res)
}

// checkPublished compares with the number in print, where there is one.
func checkPublished(size board.Size, res *result.Result) error {
	entry, ok := published.Legal(size)
	if !ok || entry.Kind != published.Exact {
		return nil
	}
	if want := entry.Int(); res.Value.Cmp(want) != 0 {
		return result.Wrong(fmt.Sprintf("L(%d,%d)", size.Rows, size.Cols), "it is %s, but %s has %s", res.Value, entry.Source(), want)
	}
	res.Checks = append(res.Checks, entry.Source()+": equal")
	return nil
}

// tell adds how the residues were got.
func (r *Run) tell(res *result.Result) error {
	if err := r.makeEngine(); err != nil {
		return err
	}
	h := r.readLogs()
	res.Moduli, res.Passes = r.moduli(), len(r.manifest.Moduli)
	res.States = r.engine.VectorStates()
	res.Threads = h.threads
	res.StateSteps = r.totalSteps()
	res.Wall = time.Duration(h.seconds * float64(time.Second))
	switch r.manifest.method() {
	case Exact:
		res.Notes = append(res.Notes, "half the columns, joined once with the other half of the board over all residues")
		if r.manifest.Spare {
			res.Checks = append(res.Checks, "every value of the halves, by one residue more than it needs: equal")
		}
	case Modulo:
		res.Notes = append(res.Notes, "half the columns, joined with the other half of the board modulo each prime")
		if n := r.manifest.Shared; n > 0 {
			res.Notes = append(res.Notes, fmt.Sprintf("the first of these columns were computed once for all residues, %d of them", n))
		}
		if g := r.graph(); g.spareColumn && g.first(g.residues-1) > 0 {
			res.Checks = append(res.Checks, "every value that residues begin with, by one residue more than it needs: equal")
		}
	}
	res.Notes = append(res.Notes, fmt.Sprintf("the vector was kept in files: %s read, %s written",
		result.Bytes(h.read), result.Bytes(h.written)))
	if h.again > 0 {
		res.Notes = append(res.Notes, fmt.Sprintf("%d damaged spills were met and computed again", h.again))
	}
	return nil
}
