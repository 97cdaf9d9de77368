package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/drawing"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/records"
)

type recordsView struct {
	Error, RowsTyped, ColsTyped string
	Quantities                  []choice
	MaxSide                     int
	Found                       bool
	Question, Board             string
	Value                       int
	Drawing                     template.HTML
	Checks                      []string
	Edit, SGF, Command          string
	position                    *goban.Position
}

// records shows the most that a legal position can have. What is wrong with the question stands
// above it, as it was typed.
func (s *server) records(w http.ResponseWriter, r *http.Request) {
	key, err := requestedRecord(r)
	var found *record
	if err == nil {
		var share float64
		found, share, err = s.extremes.ask(r.Context(), key, s.options.patience)
		if errors.Is(err, errFinding) {
			s.wait(w, "/records", fmt.Sprintf("The record of %s on the %s board is being searched.", key.of, key.size), share)
			return
		}
	}
	if errors.Is(err, context.Canceled) {
		return
	}
	v := newRecordsView(r, key)
	if err != nil {
		v.Error = err.Error()
	} else {
		v.add(key, found)
	}
	s.pages.render(w, statusOf(err), "records", page{Title: "Records", Here: "/records", Body: v, Position: v.position})
}

// firstRecord is the side of the board of the page at first.
const firstRecord = 6

func requestedRecord(r *http.Request) (recordKey, error) {
	key := recordKey{of: records.Strings}
	var err error
	if name := r.FormValue("of"); name != "" {
		if key.of, err = records.ParseQuantity(name); err != nil {
			key.of = records.Strings
			return key, badInput(fmt.Errorf("of %s: want one of %s", shortened(name), strings.Join(records.Names(), ", ")))
		}
	}
	if key.size.Rows, err = side(r, "rows", firstRecord); err != nil {
		return key, badInput(err)
	}
	if key.size.Cols, err = side(r, "cols", key.size.Rows); err != nil {
		return key, badInput(err)
	}
	if most := recordHeights[key.of]; key.size.Short() > most {
		return key, badInput(fmt.Errorf("%s on %s takes longer than a page should: want a shorter side of at most %d here, or the command %s",
			key.of, key.size, most, recordCommand(key)))
	}
	return key, nil
}

// recordCommand is how to ask on the command line.
func recordCommand(key recordKey) string {
	if key.of == records.Liberties {
		return fmt.Sprintf("combigo liberties %d %d", key.size.Rows, key.size.Cols)
	}
	return fmt.Sprintf("combigo records %d %d --of %s", key.size.Rows, key.size.Cols, key.of)
}

// newRecordsView is the question as it was typed.
func newRecordsView(r *http.Request, key recordKey) *recordsView {
	v := &recordsView{RowsTyped: r.FormValue("rows"), ColsTyped: r.FormValue("cols"), MaxSide: maxSide}
	v.RowsTyped = cmp.Or(v.RowsTyped, strconv.Itoa(firstRecord))
	v.ColsTyped = cmp.Or(v.ColsTyped, v.RowsTyped)
	for _, name := range records.Names() {
		if of, err := records.ParseQuantity(name); err == nil {
			v.Quantities = append(v.Quantities, choice{name, of.Question(), of == key.of})
		}
	}
	return v
}

// add shows what was found.
func (v *recordsView) add(key recordKey, found *record) {
	v.Found, v.Question, v.Board = true, view.Capital(key.of.Question()), key.size.String()
	v.Value, v.Checks, v.Command = found.value, found.checks, recordCommand(key)
	v.Drawing = template.HTML(drawing.Board(found.position, drawing.BoardOptions{Wood: true, Coordinates: true}).SVG())
	v.position = found.position
	v.Edit, v.SGF = boardPath(found.position, cycle), sgfPath(found.position)
}

// choice is an entry of a list to choose from.
type choice struct {
	Name, Text string
	Chosen     bool
}
