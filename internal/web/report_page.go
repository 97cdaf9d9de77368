package web

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"time"

	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/internal/reproduction"
)

// newOutcomes keeps the entries of the documents that were recomputed, as far as that is cheap.
func newOutcomes(ctx context.Context, opt Options) *memo[string, *reproduction.Outcome] {
	most := len(reproduction.All())
	return newMemo(ctx, pageQueue(most), func(ctx context.Context, id string, _ func(float64)) (*reproduction.Outcome, error) {
		return reproduction.Find(id).Recompute(ctx, reproduction.Budget{Time: time.Nanosecond, Threads: opt.Threads, Memory: opt.reportMemory()})
	})
}

// reportChapter is the entries of a document.
type reportChapter struct {
	Document published.Document
	Entries  []reportLine
}

// reportLine is an entry of the list, with what came out, if it has been computed.
type reportLine struct {
	*reproduction.Entry
	Summary string
	Mark    reproduction.Mark // the one that matters most
}

type reportView struct {
	Chapters       []reportChapter
	Summary        string // empty before anything is computed
	Done, All      int
	Running        bool
	Share          float64
	Error, Percent string
}

// report lists what can be recomputed, with what came out so far.
func (s *server) report(w http.ResponseWriter, _ *http.Request) {
	v := &reportView{Running: s.recomputing.Load(), All: len(reproduction.All())}
	lines, unexplained := map[reproduction.Mark]int{}, false
	for _, e := range reproduction.All() {
		if len(v.Chapters) == 0 || v.Chapters[len(v.Chapters)-1].Document != e.Document {
			v.Chapters = append(v.Chapters, reportChapter{Document: e.Document})
		}
		line := reportLine{Entry: e}
		if outcome, ok := s.outcomes.kept(e.ID); ok {
			v.Done++
			line.Mark, line.Summary = marksOf(outcome, lines)
			unexplained = unexplained || slices.ContainsFunc(outcome.Rows, func(r reproduction.Row) bool { return r.Mark == reproduction.Different && r.Note == "" })
		}
		last := &v.Chapters[len(v.Chapters)-1]
		last.Entries = append(last.Entries, line)
	}
	if v.Done > 0 {
		v.Summary = fmt.Sprintf("%d of %d entries computed. Lines: %s.", v.Done, v.All, reproduction.Tally(func(m reproduction.Mark) int { return lines[m] }))
		if lines[reproduction.Different] > 0 && !unexplained {
			v.Summary += " Each that is different says why beside it."
		}
	}
	v.Share = float64(v.Done) / float64(v.All)
	v.Percent = percent(v.Share)
	s.pages.render(w, http.StatusOK, "report", page{Title: "The papers, recomputed", Here: "/report", Body: v})
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
func (s *server) recomputed(w http.ResponseWriter, r *http.Request, patience time.Duration) (*reproduction.Entry, *reproduction.Outcome, bool) {
	id := r.PathValue("id")
	e := reproduction.Find(id)
	if e == nil {
		s.fail(w, http.StatusNotFound, fmt.Sprintf("There is no entry %s: see the list.", shortened(id)))
		return nil, nil, false
	}
	outcome, share, err := s.outcomes.ask(r.Context(), id, patience)
	if errors.Is(err, errFinding) || errors.Is(err, errCrowded) { // one that is asked for by many waits for its turn
		s.wait(w, "/report", fmt.Sprintf("%s is being recomputed.", e.Place), share)
		return nil, nil, false
	}
	if err != nil {
		s.failFinding(w, err)
		return nil, nil, false
	}
	return e, outcome, true
}

// reportEntry shows an entry beside the published one.
func (s *server) reportEntry(w http.ResponseWriter, r *http.Request) {
	e, outcome, ok := s.recomputed(w, r, s.options.patience)
	if !ok {
		return
	}
	v := &reportEntryView{Entry: e, Outcome: outcome, Drawing: template.HTML(outcome.SVG)}
	_, v.Summary = marksOf(outcome, map[reproduction.Mark]int{})
	all := reproduction.All()
	for i := range all {
		if all[i].ID != e.ID {
			continue
		}
		if i > 0 {
			v.Previous = "/report/" + all[i-1].ID
		}
		if i+1 < len(all) {
			v.Next = "/report/" + all[i+1].ID
		}
	}
	s.pages.render(w, http.StatusOK, "entry", page{Title: e.Place, Here: "/report", Body: v})
}

// reportFigure sends a figure as an image: it may be waited for.
func (s *server) reportFigure(w http.ResponseWriter, r *http.Request) {
	_, outcome, ok := s.recomputed(w, r, maxFindTime)
	switch {
	case !ok:
	case outcome.SVG == "":
		s.fail(w, http.StatusNotFound, "This entry has no figure.")
	default:
		sendPicture(w, canvas.SVG, []byte(outcome.SVG))
	}
}

// computeReport begins to compute all entries, one after the other, as far as that is cheap.
func (s *server) computeReport(w http.ResponseWriter, r *http.Request) {
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
