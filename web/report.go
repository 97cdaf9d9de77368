package web

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"time"

	"combigo/published"
	"combigo/reproduction"
)

// newOutcomes keeps the entries of the documents that were recomputed, as far as that is cheap.
func newOutcomes(ctx context.Context, opt Options) *memo[string, *reproduction.Outcome] {
	most := len(reproduction.All())
	return newMemo(ctx, most, func(ctx context.Context, id string, _ func(float64)) (*reproduction.Outcome, error) {
		return reproduction.Find(id).Recompute(ctx, reproduction.Budget{Time: time.Nanosecond, Threads: opt.Threads, Memory: opt.reportMemory()})
	})
}

// reportChapter is the entries of a document.
type reportChapter struct {
	Document published.Document
	Entries  []*reproduction.Entry
}

// report lists what can be recomputed.
func (s *server) report(w http.ResponseWriter, _ *http.Request) {
	var chapters []reportChapter
	for _, e := range reproduction.All() {
		if len(chapters) == 0 || chapters[len(chapters)-1].Document != e.Document {
			chapters = append(chapters, reportChapter{Document: e.Document})
		}
		last := &chapters[len(chapters)-1]
		last.Entries = append(last.Entries, e)
	}
	s.pages.render(w, http.StatusOK, "report", page{Title: "The documents, recomputed", Here: "/report", Body: chapters})
}

type reportEntryView struct {
	Entry          *reproduction.Entry
	Outcome        *reproduction.Outcome
	Drawing        template.HTML // empty if the figure, if any, is an image of its own
	Previous, Next string
}

// recomputed is the outcome of the entry that a request is about, if it is there already or can be had soon.
func (s *server) recomputed(w http.ResponseWriter, r *http.Request, patience time.Duration) (*reproduction.Entry, *reproduction.Outcome, bool) {
	id := r.PathValue("id")
	e := reproduction.Find(id)
	if e == nil {
		s.fail(w, http.StatusNotFound, fmt.Sprintf("There is no entry %s: see the list.", shortened(id)))
		return nil, nil, false
	}
	outcome, share, err := s.outcomes.ask(r.Context(), id, patience)
	if errors.Is(err, errFinding) {
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
	v := &reportEntryView{Entry: e, Outcome: outcome}
	if !hasStyle(outcome.SVG) {
		v.Drawing = template.HTML(outcome.SVG)
	}
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

// hasStyle tells whether a drawing has a style of its own, which the policy forbids within a page.
func hasStyle(svg string) bool {
	return strings.Contains(svg, " style=") || strings.Contains(svg, "<style")
}

// reportFigure sends a figure as an image: it may be waited for.
func (s *server) reportFigure(w http.ResponseWriter, r *http.Request) {
	_, outcome, ok := s.recomputed(w, r, mostFindTime)
	switch {
	case !ok:
	case outcome.SVG == "":
		s.fail(w, http.StatusNotFound, "This entry has no figure.")
	default:
		w.Header().Set("Content-Type", "image/svg+xml")
		_, _ = w.Write([]byte(outcome.SVG)) // a client that is gone needs no figure
	}
}
