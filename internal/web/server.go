package web

import (
	"cmp"
	"context"
	"errors"
	"html/template"
	"net/http"
	"sync/atomic"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/reproduction"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/result"
)

// server answers the requests.
type server struct {
	options  Options
	pages    *pages
	counts   *memo[question, *result.Result]
	games    *memo[upload, *goban.Game]
	tables   *memo[board.Size, *rankTable]
	squares  *memo[squaresKey, asymptotic.Series]
	plots    *memo[struct{}, []*canvas.Canvas]
	answers  *memo[string, *view.Page]
	graphs   *memo[board.Size, *game.Graph]
	outcomes *memo[string, *reproduction.Outcome]

	recomputing atomic.Bool // whether all entries of the report are being computed
}

func parsePages() (*pages, error) {
	p := &pages{byName: map[string]*template.Template{}}
	frame, err := template.New("frame").Funcs(functions).ParseFS(templates, "templates/frame.html")
	if err != nil {
		return nil, err
	}
	for _, name := range pageNames {
		t, err := frame.Clone()
		if err != nil {
			return nil, err
		}
		if p.byName[name], err = t.ParseFS(templates, "templates/"+name+".html"); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// show writes a page with what is wrong, if anything is: a page that waits if the answer is still
// to come, and nothing for a client that is gone. A page without a body has nothing to show but the
// error.
func (s *server) show(w http.ResponseWriter, r *http.Request, name string, p page, err error) {
	if p.request = r; err != nil {
		p.Error = err.Error()
	}
	var finding *findingError
	switch {
	case errors.Is(err, context.Canceled):
		return
	case errors.As(err, &finding):
		p.Title, p.Error, p.Body = "A moment", "", finding
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
