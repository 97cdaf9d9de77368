package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"time"

	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Options says what the pages may cost.
type Options struct {
	Memory  result.Bytes  // of all that is computed at the same time, and of what is kept
	JobTime time.Duration // after which a count is stopped
	// PageTime is the time after which all else that a page computes is stopped. What a link of
	// another site leads to has a twentieth of the time.
	PageTime time.Duration
	Threads  int      // of a count, 0: one for each processor
	Names    []string // of this machine that requests may use, besides localhost and addresses
	// Ask answers a question by a command of the program, given as its arguments. It keeps no files,
	// and ends with the context: then, or with an error, it may return what there is of an answer.
	Ask func(ctx context.Context, args []string, opt par.Options) (*view.Page, error)

	patience time.Duration // how long a page waits for what may take longer, 0: for defaultPatience
}

// Defaults of [Options].
const (
	DefaultMemory   = 2 << 30
	DefaultJobTime  = 10 * time.Minute
	DefaultPageTime = 20 * time.Second
)

func (o Options) withDefaults() Options {
	o.Memory, o.JobTime = cmp.Or(o.Memory, DefaultMemory), cmp.Or(o.JobTime, DefaultJobTime)
	o.PageTime, o.patience = cmp.Or(o.PageTime, DefaultPageTime), cmp.Or(o.patience, defaultPatience)
	return o
}

// visitTime is how long an answer may take if no page of this site asks for it.
func (o Options) visitTime() time.Duration { return o.PageTime / 20 }

// What is computed shares the memory. Tables of completion counts are kept, or in the making: a
// quarter in all. An eighth is for the command that answers a question, and what is left for
// drawings.
func (o Options) countMemory() result.Bytes { return o.Memory / 2 }

func (o Options) questionMemory() result.Bytes { return o.Memory / 8 }

func (o Options) tableMemory() result.Bytes { return min(maxTable, o.Memory/4/maxTables) }

const (
	// maxTable bounds the memory of a table of completion counts.
	maxTable = 160 * result.Bytes(1<<20)
	// maxTables is how many tables are kept.
	maxTables = 3
)

// maxBody bounds what a form may send.
const maxBody = 1 << 20

// page is what every page has; Body is its own.
type page struct {
	Title string
	Here  string // path of its entry in the menu
	Error string // what is wrong with the request, and what would be right
	Body  any
	// Position is that of the page, if it shows one: links to other pages that do carry the
	// position along.
	Position *goban.Position
	request  *http.Request
}

// Typed is a field as it was typed, or else what the page has for it.
func (p page) Typed(name string, otherwise any) string {
	return cmp.Or(p.request.FormValue(name), fmt.Sprint(otherwise))
}

// pages are the templates by name, each with the frame that all share.
type pages map[string]*template.Template

// Carried is the address of a page of the menu, with the position of this page if that page shows
// one.
func (p page) Carried(path string) string {
	if p.Position == nil || path != "/board" && path != "/border" {
		return path
	}
	return positionPath(path, p.Position)
}

// render writes a page whole, or an error.
func (p pages) render(w http.ResponseWriter, status int, name string, content page) {
	var b bytes.Buffer
	if err := p[name].ExecuteTemplate(&b, "frame.html", content); err != nil {
		http.Error(w, fmt.Sprintf("this page could not be written: %v", err), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = b.WriteTo(w) // a client that is gone needs no page
}

// statusOf is the status of a page with an error, or without one.
func statusOf(err error) int {
	var input InputError
	var slow *slowError
	var rule ruleError
	switch {
	case err == nil, errors.As(err, &rule), errors.As(err, &slow):
		return http.StatusOK
	case errors.As(err, &input):
		return http.StatusBadRequest
	case errors.Is(err, errQueueFull):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// failures are what pages without an answer are called.
var failures = map[int]string{
	http.StatusNotFound: "Not here", http.StatusBadRequest: "This cannot be read", http.StatusServiceUnavailable: "Busy", http.StatusInternalServerError: "Something is wrong here",
}

// sendFile sends a file of a type, to be kept by a name if there is one.
func sendFile(w http.ResponseWriter, kind, name string, file []byte) {
	if name != "" {
		w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(file) // a client that is gone needs no file
}

// documentsPath is where the folder docs begins: links between documents lead on here as they do
// there.
const documentsPath = "/docs/"

// isOwn tells whether a page of this site makes the request, by a link, a form or the script, or
// the user, who types the address or keeps it as a bookmark. A browser says so; what says nothing
// may be anybody's.
func isOwn(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return r.Method == http.MethodPost || site == "same-origin" || site == "none"
}

// limit is how long an answer may take: less if anybody may have made the browser ask.
func (s *server) limit(r *http.Request) time.Duration {
	if isOwn(r) {
		return s.options.PageTime
	}
	return s.options.visitTime()
}

// slowVisit says that a form has to ask for an answer, if the answer takes longer than that for a
// link may.
func (s *server) slowVisit(err error) string {
	if slow := (*slowError)(nil); !errors.As(err, &slow) || slow.limit != s.options.visitTime() {
		return ""
	}
	return fmt.Sprintf("This takes more than %s, so a link alone does not start it.", s.options.visitTime())
}

// slowAnswer is [server.slowVisit] for the error of an answer that a page waits for. If a form has
// to ask for the answer, there is no error any more.
func (s *server) slowAnswer(r *http.Request, err error) (string, error) {
	if pending := (*pendingError)(nil); !isOwn(r) && errors.As(err, &pending) {
		err = &slowError{s.limit(r)}
	}
	if slow := s.slowVisit(err); slow != "" {
		return slow, nil
	}
	return "", err
}

// patience is how long a request waits for an answer. What others ask for is waited for once, since
// a page that asks again by itself would ask for this site.
func (s *server) patience(r *http.Request) time.Duration {
	if isOwn(r) {
		return s.options.patience
	}
	return max(s.options.patience, 2*s.options.visitTime())
}

// server answers the requests for pages, with what most of them need.
type server struct {
	options   Options
	pages     pages
	answers   *memo[string, *view.Page]
	positions *memo[draw, *goban.Position]
}

// show writes a page with what is wrong, if anything is: a page that waits if the answer is still
// to come, and nothing for a client that is gone. A page without a body has nothing to show but the
// error.
func (s *server) show(w http.ResponseWriter, r *http.Request, name string, p page, err error) {
	if p.request = r; err != nil {
		p.Error = err.Error()
	}
	pending := (*pendingError)(nil)
	switch {
	case errors.Is(err, context.Canceled):
		return
	case isOwn(r) && (errors.As(err, &pending) || errors.Is(err, errQueueFull)):
		p.Title, p.Error, p.Body = "A moment", "", cmp.Or(pending, &pendingError{})
		s.pages.render(w, http.StatusOK, "wait", p)
	case err != nil && p.Body == nil:
		s.fail(w, statusOf(err), err.Error())
	default:
		s.pages.render(w, statusOf(err), name, p)
	}
}

// fail writes a page that says what is wrong and what would be right.
func (s *server) fail(w http.ResponseWriter, status int, message string) {
	s.pages.render(w, status, "error", page{Title: cmp.Or(failures[status], http.StatusText(status)), Error: message})
}

func (s *server) notFound(w http.ResponseWriter, r *http.Request) {
	s.fail(w, http.StatusNotFound, "There is no page "+r.URL.Path+".")
}
