package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/measure"
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

func (o Options) tableMemory() result.Bytes { return min(maxTable, o.Memory/4/maxTables) }

// bounds are those of the answer to a question.
func (o Options) bounds(progress func(float64)) par.Options {
	return par.Options{Threads: o.Threads, Memory: o.Memory / 8, Progress: progress}
}

const (
	// maxTable bounds the memory of a table of completion counts.
	maxTable = 160 * result.Bytes(1<<20)
	// maxTables is how many tables are kept.
	maxTables = 3
	// maxBody bounds what a form may send.
	maxBody = 1 << 20
)

// server answers the requests for pages, and keeps what it has computed.
type server struct {
	Options
	templates map[string]*template.Template // by name, each with the frame that all share
	answers   *memo[string, *view.Page]
	counts    *memo[question, *result.Result]
	tables    *memo[board.Size, *rankTable]
	measures  *memo[string, *measure.Measure] // by the text of the position
	games     *lru.Cache[string, upload]
}

// route is how requests are answered: by a page, its template and its entry in the menu.
type route struct {
	template, here string
	answer         func(f *form) (page, error)
}

// page is what every page has; Body is its own.
type page struct {
	Title string
	Here  string // path of its entry in the menu
	Error string // what is wrong with the request, and what would be right
	Body  any
	// Position is that of the page, if it shows one: links to other pages that do carry the
	// position along.
	Position *goban.Position
	form     *form
	template string       // in place of that of the route
	status   int          // 0: that of the error
	instead  http.Handler // sends something else, if there is no error
}

// goTo is another page in place of this one.
func goTo(path string) page { return page{instead: http.RedirectHandler(path, http.StatusSeeOther)} }

// newFile is a file of a type in place of a page, to be kept by a name if there is one. The error is
// that of writing it.
func newFile(kind, name string, write func(w io.Writer) error) (page, error) {
	var b bytes.Buffer
	err := write(&b)
	return page{instead: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		if name != "" {
			w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
		}
		_, _ = b.WriteTo(w) // a client that is gone needs no file
	})}, err
}

// Typed is a field as it was typed, or else what the page has for it.
func (p page) Typed(name string, otherwise any) string {
	return cmp.Or(p.form.FormValue(name), fmt.Sprint(otherwise))
}

// Carried is the address of a page of the menu, with the position of this page if that page shows
// one.
func (p page) Carried(path string) string {
	if p.Position == nil || path != "/board" && path != "/border" {
		return path
	}
	return positionPath(path, p.Position)
}

// failures are what pages without an answer are called.
var failures = map[int]string{
	http.StatusNotFound: "Not here", http.StatusBadRequest: "This cannot be read", http.StatusServiceUnavailable: "Busy", http.StatusInternalServerError: "Something is wrong here",
}

// serve writes a page with what is wrong, if anything is: a page that waits if the answer is
// still to come, and nothing for a client that is gone. A page without a body has nothing to show
// but the error.
func (s *server) serve(to route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		f := &form{Request: r, options: s.Options}
		p, err := to.answer(f)
		name := cmp.Or(p.template, to.template)
		err = cmp.Or(err, f.err)
		pending, status := (*pendingError)(nil), cmp.Or(p.status, statusOf(err))
		switch {
		case errors.Is(err, context.Canceled):
			return
		case err == nil && p.instead != nil:
			p.instead.ServeHTTP(w, r)
			return
		case p.status == 0 && f.isOwn() && (errors.As(err, &pending) || errors.Is(err, errQueueFull)):
			name, p.Title, p.Body, status, err = "wait", "A moment", cmp.Or(pending, &pendingError{}), http.StatusOK, nil
		case err != nil && p.Body == nil:
			name, p.Title = "error", cmp.Or(failures[status], http.StatusText(status))
		}
		if err != nil {
			p.Error = err.Error()
		}
		p.Here, p.form = cmp.Or(p.Here, to.here), f
		var b bytes.Buffer
		if err := s.templates[name].ExecuteTemplate(&b, "frame.html", p); err != nil {
			http.Error(w, fmt.Sprintf("this page could not be written: %v", err), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(status)
		_, _ = b.WriteTo(w) // a client that is gone needs no page
	}
}

// statusOf is the status of a page with an error, or without one.
func statusOf(err error) int {
	var refused refusal
	switch {
	case err == nil, errors.As(err, new(*slowError)):
		return http.StatusOK
	case errors.As(err, &refused):
		return refused.status
	case errors.As(err, new(InputError)):
		return http.StatusBadRequest
	case errors.Is(err, errQueueFull):
		return http.StatusServiceUnavailable
	case errors.As(err, new(*count.LargeError)):
		return http.StatusUnprocessableEntity
	}
	return http.StatusInternalServerError
}

// An InputError is about what was typed: its page shows it again, with what would be right.
type InputError struct{ Err error }

func (e InputError) Error() string { return e.Err.Error() }

func (e InputError) Unwrap() error { return e.Err }

// A refusal is about a request that can be read, with the status of the page that says so.
type refusal struct {
	status int
	text   string
}

func (e refusal) Error() string { return e.text }

// forbidden is about a move or a position that the rules of the game forbid: nothing is wrong with
// the request.
func forbidden(format string, args ...any) error {
	return refusal{http.StatusOK, fmt.Sprintf(format, args...)}
}

func missing(text string) error { return refusal{http.StatusNotFound, text} }

func notFound(f *form) (page, error) {
	return page{}, missing("There is no page " + f.URL.Path + ".")
}

// isOwn tells whether a page of this site makes the request, by a link, a form or the script, or
// the user, who types the address or keeps it as a bookmark. A browser says so; what says nothing
// may be anybody's.
func (f *form) isOwn() bool {
	site := f.Header.Get("Sec-Fetch-Site")
	return f.Method == http.MethodPost || site == "same-origin" || site == "none"
}

// limit is how long an answer may take: less if anybody may have made the browser ask.
func (f *form) limit() time.Duration {
	if f.isOwn() {
		return f.options.PageTime
	}
	return f.options.visitTime()
}

// patience is how long a request waits for an answer. What others ask for is waited for once, since
// a page that asks again by itself would ask for this site.
func (f *form) patience() time.Duration {
	if f.isOwn() {
		return f.options.patience
	}
	return max(f.options.patience, 2*f.options.visitTime())
}

// slowVisit says that a form has to ask for an answer, if the answer takes longer than that for a
// link may.
func (o Options) slowVisit(err error) string {
	if slow := (*slowError)(nil); !errors.As(err, &slow) || slow.limit != o.visitTime() {
		return ""
	}
	return fmt.Sprintf("This takes more than %s, so a link alone does not start it.", o.visitTime())
}

// await asks for an answer that a page waits for. If a form has to ask for the answer, slow says
// so, and there is no error.
func await[K comparable, V any](f *form, m *memo[K, V], key K) (value V, slow string, err error) {
	value, err = m.ask(f.Context(), key, f.patience(), f.limit())
	if !f.isOwn() && errors.As(err, new(*pendingError)) {
		err = &slowError{f.limit()}
	}
	if slow = f.options.slowVisit(err); slow != "" {
		err = nil
	}
	return value, slow, err
}
