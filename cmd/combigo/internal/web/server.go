package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"combigo.dev/combigo/count"
	"combigo.dev/combigo/goban"
)

// maxBody bounds what a form may send.
const maxBody = 1 << 20

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

// newFile is a file of a type in place of a page, to be kept by a name if there is one. The error
// is that of writing it.
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

// notFound answers an address that has no page.
func notFound(f *form) (page, error) {
	return page{}, missing("There is no page " + f.URL.Path + ".")
}
