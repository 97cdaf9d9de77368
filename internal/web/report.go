package web

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/reproduction"
)

// reportPages are the pages of the entries of the documents.
type reportPages struct {
	*server
	outcomes    *memo[string, *reproduction.Outcome]
	recomputing atomic.Bool // whether all entries are being computed
}

// newOutcomes keeps the entries of the documents that were recomputed, as far as that is cheap.
func newOutcomes(ctx context.Context, opt Options) *memo[string, *reproduction.Outcome] {
	most := len(reproduction.All())
	what := func(id string) string { return reproduction.Find(id).Place + " is being recomputed." }
	return newMemo(ctx, pageQueue(most), what, func(ctx context.Context, id string, _ func(float64)) (*reproduction.Outcome, error) {
		return reproduction.Find(id).Recompute(ctx, reproduction.Budget{Time: time.Nanosecond, Threads: opt.Threads, Memory: opt.reportMemory()})
	})
}

// marks are those of lines, the one that matters most first.
var marks = []reproduction.Mark{
	reproduction.Different, reproduction.Undecided, reproduction.Sharper, reproduction.Exact, reproduction.Digits, reproduction.Further,
	reproduction.Equal, reproduction.Quoted, reproduction.TooLarge, reproduction.NotInPaper,
}

// marksOf adds up the marks of an entry, and returns the one that matters most, and all in words.
func marksOf(o *reproduction.Outcome, sum map[reproduction.Mark]int) (first reproduction.Mark, text string) {
	for _, m := range marks {
		n := o.Count(m)
		if sum[m] += n; n > 0 {
			first = cmp.Or(first, m)
		}
	}
	return first, cmp.Or(reproduction.Tally(o.Count), "a drawing only")
}

// reportLine is an entry of the list, with what came out, if it has been computed.
type reportLine struct {
	*reproduction.Entry
	Summary string
	Mark    reproduction.Mark // the one that matters most
}

type reportView struct {
	Entries   []reportLine
	Summary   string // empty before anything is computed
	Done, All int
	Running   bool
	Share     float64
	Percent   string
}

// report lists what can be recomputed, with what came out so far.
func (s *reportPages) report(w http.ResponseWriter, r *http.Request) {
	v := &reportView{Running: s.recomputing.Load(), All: len(reproduction.All())}
	lines, unexplained := map[reproduction.Mark]int{}, false
	for _, e := range reproduction.All() {
		line := reportLine{Entry: e}
		if outcome, ok := s.outcomes.kept(e.ID); ok {
			v.Done++
			line.Mark, line.Summary = marksOf(outcome, lines)
			unexplained = unexplained || slices.ContainsFunc(outcome.Rows, func(r reproduction.Row) bool { return r.Mark == reproduction.Different && r.Note == "" })
		}
		v.Entries = append(v.Entries, line)
	}
	if v.Done > 0 {
		v.Summary = fmt.Sprintf("%d of %d entries computed. Lines: %s.", v.Done, v.All, reproduction.Tally(func(m reproduction.Mark) int { return lines[m] }))
		if lines[reproduction.Different] > 0 && !unexplained {
			v.Summary += " Each that is different says why beside it."
		}
	}
	v.Share = float64(v.Done) / float64(v.All)
	v.Percent = percent(v.Share)
	s.show(w, r, "report", page{Title: "The papers, recomputed", Here: "/report", Body: v}, nil)
}

type reportEntryView struct {
	Entry          *reproduction.Entry
	Outcome        *reproduction.Outcome
	Summary        string
	Drawing        template.HTML
	Previous, Next string
}

// recomputed is the outcome of the entry that a request is about, if it is there already or can be
// had soon.
func (s *reportPages) recomputed(w http.ResponseWriter, r *http.Request, patience time.Duration) (*reproduction.Entry, *reproduction.Outcome, bool) {
	id := r.PathValue("id")
	e := reproduction.Find(id)
	if e == nil {
		s.fail(w, http.StatusNotFound, fmt.Sprintf("There is no entry %s: see the list.", shortened(id)))
		return nil, nil, false
	}
	outcome, err := s.outcomes.ask(r.Context(), id, patience)
	if err != nil {
		s.show(w, r, "entry", page{Here: "/report"}, err)
	}
	return e, outcome, err == nil
}

// reportEntry shows an entry beside the published one.
func (s *reportPages) reportEntry(w http.ResponseWriter, r *http.Request) {
	e, outcome, ok := s.recomputed(w, r, s.options.patience)
	if !ok {
		return
	}
	v := &reportEntryView{Entry: e, Outcome: outcome, Drawing: template.HTML(outcome.SVG)}
	_, v.Summary = marksOf(outcome, map[reproduction.Mark]int{})
	all := reproduction.All()
	i := slices.Index(all, e)
	if i > 0 {
		v.Previous = "/report/" + all[i-1].ID
	}
	if i+1 < len(all) {
		v.Next = "/report/" + all[i+1].ID
	}
	s.show(w, r, "entry", page{Title: e.Place, Here: "/report", Body: v}, nil)
}

// reportFigure sends a figure as an image: it may be waited for.
func (s *reportPages) reportFigure(w http.ResponseWriter, r *http.Request) {
	_, outcome, ok := s.recomputed(w, r, maxFindTime)
	switch {
	case !ok:
	case outcome.SVG == "":
		s.fail(w, http.StatusNotFound, "This entry has no figure.")
	default:
		sendFile(w, canvas.SVG.MIME(), []byte(outcome.SVG))
	}
}

// computeReport begins to compute all entries, one after the other, as far as that is cheap.
func (s *reportPages) computeReport(w http.ResponseWriter, r *http.Request) {
	if s.recomputing.CompareAndSwap(false, true) {
		go func() {
			defer s.recomputing.Store(false)
			for _, e := range reproduction.All() {
				a, err := s.outcomes.entry(e.ID)
				if err != nil { // others ask for entries: those come later, or when the button is used again
					continue
				}
				<-a.found // soon if the server ends
			}
		}()
	}
	http.Redirect(w, r, "/report", http.StatusSeeOther)
}
