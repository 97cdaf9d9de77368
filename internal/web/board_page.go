package web

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
)

func boardTitle(p *goban.Position) string { return fmt.Sprintf("Board %dx%d", p.Rows(), p.Cols()) }

func (s *server) board(w http.ResponseWriter, r *http.Request) {
	k, err := requestedSitting(r)
	if err != nil {
		s.showBoard(w, r, nil, -1, badInput(err))
		return
	}
	shown := -1
	for _, name := range []string{"at", "show"} {
		text := r.FormValue(name)
		if text == "" {
			continue
		}
		point, err := pointNumber(k.start, name, text)
		if err != nil {
			s.showBoard(w, r, k, -1, badInput(err))
			return
		}
		if name == "show" {
			shown = point
			continue
		}
		p, _, _ := k.position()
		if refused := k.add(p, point); refused != "" {
			s.showBoard(w, r, k, -1, ruleError(refused))
			return
		}
	}
	s.showBoard(w, r, k, shown, nil)
}

// showBoard shows a board, the string that has a point, if there is one, and what is wrong with the
// request, if anything is, with all that was typed.
func (s *server) showBoard(w http.ResponseWriter, r *http.Request, k *sitting, shown int, err error) {
	if k == nil {
		p, wrong := requested(r)
		if wrong != nil {
			p = emptyBoard(9, 9)
		}
		k = &sitting{start: p, tool: requestedTool(r)}
	}
	v := newBoardView(k, shown)
	v.Large = r.FormValue("large") != ""
	if err != nil {
		v.Error = err.Error()
	}
	for name, field := range map[string]*string{"rows": &v.RowsTyped, "cols": &v.ColsTyped, "number": &v.NumberTyped} {
		if text := r.FormValue(name); text != "" && err != nil {
			*field = text
		}
	}
	p, _, _ := k.position()
	v.Facts = append(v.Facts, s.numberFact(r.Context(), p, k.tool))
	_, v.Numbered = s.tableNeed(board.Size{Rows: p.Rows(), Cols: p.Cols()})
	s.pages.render(w, statusOf(err), "board", page{Title: boardTitle(p), Here: "/board", Body: v, Position: p})
}

// boardFile sends a position as a file.
func (s *server) boardFile(w http.ResponseWriter, r *http.Request) {
	p, err := requested(r)
	if err != nil {
		s.showBoard(w, r, nil, -1, badInput(err))
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/board.")
	var b bytes.Buffer
	if err := boardFiles[name].write(&b, p); err != nil {
		s.fail(w, http.StatusInternalServerError, err.Error())
		return
	}
	w.Header().Set("Content-Type", boardFiles[name].kind)
	w.Header().Set("Content-Disposition", `attachment; filename="position.`+name+`"`)
	_, _ = b.WriteTo(w) // a client that is gone needs no file
}

// requestedSitting reads the clicks that a request has, on the position that it is about.
func requestedSitting(r *http.Request) (*sitting, error) {
	p, err := requested(r)
	if err != nil {
		return nil, err
	}
	k := &sitting{start: p, tool: requestedTool(r)}
	text := r.FormValue("m")
	for word := range strings.SplitSeq(text, "-") {
		if text == "" {
			break
		}
		m := press{point: -1}
		for t, letter := range tools {
			if word != "" && word[0] == letter {
				m.tool = t
				m.point, err = pointNumber(p, "m", word[1:])
			}
		}
		if err != nil || m.point < 0 || len(k.presses) == maxClicks {
			return nil, fmt.Errorf("m %s: want at most %d clicks such as b3-w7-e0", shortened(text), maxClicks)
		}
		k.presses = append(k.presses, m)
	}
	k.shown = len(k.presses)
	if text := r.FormValue("n"); text != "" {
		if k.shown, err = strconv.Atoi(text); err != nil || k.shown < 0 || k.shown > len(k.presses) {
			return nil, fmt.Errorf("n %s: want a number of clicks, 0 to %d", shortened(text), len(k.presses))
		}
	}
	return k, nil
}
