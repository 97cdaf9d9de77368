package web

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/game/transcript"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/drawing"
	"combigo.dev/combigo/internal/graphformat"
	"combigo.dev/combigo/internal/view"
)

type graphView struct {
	Boards             []link
	Board, Walk        string
	Rows, Cols         int
	Graph              *game.Graph
	Last               int
	Drawing            template.HTML
	Verdict            string
	Bad                bool
	Steps, Path        []smallBoard
	Goban              template.HTML // the position that the game has come to
	Points             []movePoint
	Players            []link
	Turn               string
	Back, Again, SGF   string
	Played, Passes, At int
	Ends               [2]endView
	Picking            string // which end of the path the next click chooses
	PathTold, Follow   string
}

// movePoint is a point of the board on which the game is played.
type movePoint struct {
	First bool
	Label string
	To    int // the position that the move leads to, -1 if there is none
}

// endView is an end of the shortest path that is asked for.
type endView struct{ Label, Name, Value, Pick string }

// gameGraph shows the game graph of a small board, and a game as a walk in it.
func (s *server) gameGraph(w http.ResponseWriter, r *http.Request) {
	k, err := s.requestedWalk(r)
	if k.graph == nil {
		s.show(w, r, "graph", page{Here: "/graph"}, err)
		return
	}
	v, wrong := newGraphView(k)
	if wrong != nil {
		s.show(w, r, "graph", page{}, wrong)
		return
	}
	s.show(w, r, "graph", page{Title: "Game graph " + v.Board, Here: "/graph", Body: v}, err)
}

func newGraphView(k walk) (*graphView, error) {
	v := &graphView{
		Board: k.size.String(), Walk: joined(k.nodes), Rows: k.size.Rows, Cols: k.size.Cols,
		Graph: k.graph, Last: k.graph.Nodes() - 1, Played: len(k.nodes) - 1, Passes: k.passes(), At: k.here(),
		Again: k.path("/graph", nil, -1), SGF: k.path("/graph.sgf", k.nodes, -1),
	}
	for _, size := range graphBoards {
		v.Boards = append(v.Boards, link{Name: size.String(), Path: newWalk(size, nil).path("/graph", nil, -1), Chosen: size == k.size})
	}
	if len(k.nodes) > 1 {
		v.Back = k.path("/graph", k.nodes[:len(k.nodes)-1], -1)
	}
	first, second := 0, 0
	v.Steps, first, second = k.steps(k.nodes, "the empty board")
	if v.Verdict = "No position comes twice: a game under positional superko."; second > 0 {
		v.Verdict, v.Bad = fmt.Sprintf("The position after move %d is that after move %d: positional superko forbids it.", second, first), true
	}
	if len(k.graph.Successors(k.here())) == 0 {
		v.Verdict = "No move leads on: whatever is played changes nothing."
	}
	v.addBoard(k)
	path := v.addPath(k)
	drawn, err := graphformat.Draw(k.graph, graphformat.Marks{Walk: k.nodes, Path: path, Link: func(to int) canvas.Link {
		address := k.path("/graph", k.nodes, to)
		if k.pick != "" {
			address = k.with(k.pick, strconv.Itoa(to))
		}
		return canvas.Link{To: address, Label: fmt.Sprintf("position %d, %s", to, positionText(k.position(to)))}
	}})
	if err != nil {
		return nil, err
	}
	v.Drawing = template.HTML(drawn.SVG())
	return v, nil
}

// addBoard is the board on which the game is played.
func (v *graphView) addBoard(k walk) {
	p := k.position(k.here())
	points := pointViews(p)
	v.Turn = k.turn().String()
	for t, name := range []string{goban.Black: "Black plays", goban.White: "White plays"} {
		if name != "" {
			v.Players = append(v.Players, link{Name: name, Path: k.with("tool", tool(t).String()), Chosen: tool(t) == k.turn()})
		}
	}
	for _, at := range points {
		v.Points = append(v.Points, movePoint{First: at.First, To: -1, Label: at.Label})
	}
	for _, to := range k.graph.Successors(k.here()) {
		if m, ok := k.move(k.here(), int(to)); ok && m.Color == k.turn() {
			point := &v.Points[numberOf(p, k.point(m.Point))]
			point.To, point.Label = int(to), k.moveText(k.here(), int(to))
		}
	}
	if len(k.nodes) > 1 {
		if m, ok := k.move(k.nodes[len(k.nodes)-2], k.here()); ok {
			mark(points, numberOf(p, k.point(m.Point)), drawing.LastMove)
		}
	}
	v.Goban = drawPosition(p, points)
}

// addPath finds the shortest path between the positions that are chosen.
func (v *graphView) addPath(k walk) []int {
	for i, label := range []string{"from", "to"} {
		e := endView{Label: label, Name: endNames[i], Pick: k.with("pick", endNames[i])}
		if k.ends[i] >= 0 {
			e.Value = strconv.Itoa(k.ends[i])
		}
		if k.pick == endNames[i] {
			v.Picking = "Choose the position in the picture that the path leads " + label + "."
		}
		v.Ends[i] = e
	}
	a, b := k.ends[0], k.ends[1]
	if a < 0 || b < 0 {
		return nil
	}
	var path []int
	for _, node := range k.graph.ShortestPath(a, b) {
		path = append(path, int(node))
	}
	if path == nil {
		v.PathTold = fmt.Sprintf("No moves lead from position %d to position %d.", a, b)
		return nil
	}
	v.PathTold = fmt.Sprintf("The shortest path from position %d to position %d has %s.", a, b, view.Plural(len(path)-1, "move"))
	v.Path, _, _ = k.steps(path, fmt.Sprintf("position %d", a))
	if a == k.here() && len(path) > 1 && len(k.nodes)+len(path)-1 <= maxWalk {
		v.Follow = k.path("/graph", append(slices.Clone(k.nodes), path[1:]...), -1)
	}
	return path
}

// graphSGF sends a game of a game graph as a file.
func (s *server) graphSGF(w http.ResponseWriter, r *http.Request) {
	k, err := s.requestedWalk(r)
	var text bytes.Buffer
	if err == nil {
		var nodes []int32
		for _, v := range k.nodes {
			nodes = append(nodes, int32(v))
		}
		var c *certificate.Certificate
		if c, err = transcript.Game(k.graph, nodes); err == nil {
			err = transcript.WriteSGF(&text, c, "")
		}
	}
	if err != nil {
		s.show(w, r, "graph", page{Here: "/graph"}, err)
		return
	}
	w.Header().Set("Content-Disposition", `attachment; filename="game.sgf"`)
	sendFile(w, "application/x-go-sgf", text.Bytes())
}

// requestedWalk reads a walk, and where it is to go on to. After an error it is as far as it could
// be read.
func (s *server) requestedWalk(r *http.Request) (k walk, err error) {
	f := &form{Request: r}
	var names []string
	for _, size := range graphBoards {
		names = append(names, size.String())
	}
	size, _ := board.Parse(cmp.Or(f.word("board", names...), "2x2"))
	k = newWalk(size, nil)
	if k.graph, err = s.graphs.ask(r.Context(), k.size, maxFindTime); err != nil {
		return k, err
	}
	nodes, err := k.parse(f.FormValue("walk"))
	if f.refuse(err); err == nil {
		k.nodes = nodes
	}
	k.player, k.pick = requestedTool(r), f.word("pick", endNames[:]...)
	node := func(name string) int { return f.whole(name, " of a position", 0, k.graph.Nodes()-1, -1) }
	for i, name := range endNames {
		k.ends[i] = node(name)
	}
	to := node("to")
	switch {
	case f.err != nil || to < 0:
		return k, f.err
	case !k.leads(k.here(), to):
		return k, ruleError(fmt.Sprintf("No move leads from position %d to position %d.", k.here(), to))
	case len(k.nodes) == maxWalk:
		return k, ruleError(fmt.Sprintf("This page shows at most %d positions of a game.", maxWalk))
	}
	k.nodes = append(k.nodes, to)
	return k, nil
}
