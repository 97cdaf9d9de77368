package reproduction

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"regexp"
	"slices"
	"time"
)

// Record is an entry in a run over many.
type Record struct {
	*Entry
	*Outcome               // nil if there was no time for it
	Wall     time.Duration // that the outcome took
}

// RunOptions says what a run may use.
type RunOptions struct {
	Budget              // of which Time is that of the whole run, by the clock
	Done   func(r *Run) // runs after each entry, if set, on the goroutine of the run
}

// Run is the outcome of a run over many entries.
type Run struct {
	Records     []*Record // in the order of [All]
	Wall        time.Duration
	Interrupted bool // whether the context ended before all was done that fits the time
}

// Recomputed returns how many entries there are outcomes of.
func (r *Run) Recomputed() int {
	n := 0
	for _, x := range r.Records {
		if x.Outcome != nil {
			n++
		}
	}
	return n
}

// Count returns how many lines of all entries have a mark.
func (r *Run) Count(m Mark) int {
	n := 0
	for _, x := range r.Records {
		if x.Outcome != nil {
			n += x.Outcome.Count(m)
		}
	}
	return n
}

// RunAll recomputes everything that fits the time: first the cheap lines of all entries, the
// cheapest entries first; then again the entries whose next lines cost least, as long as there is
// time. When the context ends, it returns at once with what there is. The error is an internal
// error.
func RunAll(ctx context.Context, o RunOptions) (*Run, error) {
	r := &runner{RunOptions: o, start: time.Now(), out: &Run{}}
	for _, e := range entries() {
		r.out.Records = append(r.out.Records, &Record{Entry: e})
	}
	limited, cancel := context.WithTimeout(ctx, o.Time)
	defer cancel()
	err := r.run(limited)
	r.out.Wall = time.Since(r.start)
	if limited.Err() != nil {
		err = nil // the time is over, or there was a Ctrl-C: what there is stands
	}
	r.out.Interrupted = ctx.Err() != nil
	return r.out, err
}

type runner struct {
	RunOptions
	start time.Time
	out   *Run
}

// left returns how much time there is.
func (r *runner) left() time.Duration { return r.Time - time.Since(r.start) }

func (r *runner) run(ctx context.Context) error {
	cheapest := slices.Clone(r.out.Records)
	slices.SortStableFunc(cheapest, func(a, b *Record) int { return cmp.Compare(a.Cost, b.Cost) })
	for _, x := range cheapest {
		if x.Cost > r.left() {
			continue
		}
		if err := r.recompute(ctx, x, time.Nanosecond); err != nil {
			return err
		}
	}
	for {
		x := r.next()
		if x == nil {
			return nil
		}
		// Lines that come out again cost again, so steps are taken wide, as long as time is plenty.
		if err := r.recompute(ctx, x, max(x.Next, min(3*x.Next, r.left()/8))); err != nil {
			return err
		}
	}
}

// next returns the record with the cheapest next lines for which there is time, or nil.
func (r *runner) next() *Record {
	var best *Record
	for _, x := range r.out.Records {
		if x.Outcome == nil || x.Next == 0 || x.Next+x.Cost > r.left() {
			continue
		}
		if best == nil || x.Next < best.Next {
			best = x
		}
	}
	return best
}

// recompute replaces an outcome. It does not wait for a computation after the context's end.
func (r *runner) recompute(ctx context.Context, x *Record, allowed time.Duration) error {
	b := r.Budget
	b.Time, b.clock = allowed, max(r.left(), time.Nanosecond) // a busy machine is slower than the estimates
	type answer struct {
		out *Outcome
		err error
	}
	start, done := time.Now(), make(chan answer, 1)
	go func() {
		out, err := x.Recompute(ctx, b)
		done <- answer{out, err}
	}()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case a := <-done:
		if a.err != nil {
			return fmt.Errorf("%s: %w", x.ID, a.err)
		}
		x.Outcome, x.Wall = a.out, time.Since(start)
	}
	if r.Done != nil {
		r.Done(r.out)
	}
	return nil
}

//go:embed report.html
var reportText string

var reportPage = template.Must(template.New("report").Funcs(template.FuncMap{
	"drawing": func(svg string) template.HTML { return template.HTML(nameSpaces.ReplaceAllString(svg, "")) }, // drawings escape their texts
	"round":   func(d time.Duration) string { return d.Round(time.Millisecond).String() },
}).Parse(reportText))

// nameSpaces are the declarations that a drawing needs only in a file of its own.
var nameSpaces = regexp.MustCompile(`\s+xmlns(:xlink)?="[^"]*"`)

// WriteHTML writes the run as a page that stands for itself: with its drawings and its style,
// without scripts, and without anything that would have to be fetched. It is well-formed XML, too.
func (r *Run) WriteHTML(w io.Writer) error {
	return reportPage.Execute(w, map[string]any{"Run": r, "Marks": Marks})
}
