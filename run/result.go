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
	var moduli, values []uint64
	for i, o := range r.outcomes {
		if o.fault != nil {
			return nil, o.fault
		}
		moduli = append(moduli, r.modulus(i))
		if o.known {
			values = append(values, o.value)
		}
	}
	if len(values) < len(moduli) {
		return nil, &UnfinishedError{len(values), len(moduli)}
	}
	res, err := count.FromResidues(ctx, r.Size(), moduli, values)
	if err == nil {
		err = checkPublished(r.Size(), res)
	}
	var wrong *count.InternalError
	if errors.As(err, &wrong) {
		return nil, &WrongResidueError{r.dir, err, count.WrongResidue(r.Size(), moduli, values)}
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
	res.Passes = len(r.outcomes)
	res.States = r.engine.VectorStates()
	res.Threads = h.threads
	res.StateSteps = r.totalSteps()
	res.Wall = time.Duration(h.seconds * float64(time.Second))
	if r.manifest.method() == Halves {
		res.Notes = append(res.Notes, "half the columns, joined with the other half of the board modulo each prime")
	}
	res.Notes = append(res.Notes, fmt.Sprintf("the vector was kept in files: %s read, %s written",
		result.Bytes(h.read), result.Bytes(h.written)))
	if h.again > 0 {
		res.Notes = append(res.Notes, fmt.Sprintf("%d damaged spills were met and computed anew", h.again))
	}
	return nil
}
