package web

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/game/transcript"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/graphformat"
)

// stepView is a position of a game on a page.
type stepView struct {
	Number     int
	Text, Path string
	Drawing    template.HTML
	Repeats    bool
}

type graphView struct {
	Boards             []link
	Board, Walk        string
	Rows, Cols         int
	Nodes, Edges, Last int
	Drawing            template.HTML
	Told, Verdict      string
	Fine               bool
	Steps              []stepView
	Goban              template.HTML // the position that the game has come to
	Points             []movePoint
	Players            []link
	Turn               string
	Moves              []link
	Back, Again, SGF   string
	Played, Passes, At int
	Ends               [2]endView
	Picking            string // which end of the path the next click chooses
	Path               []stepView
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
	k, told, err := s.requestedWalk(r)
	if k.graph == nil {
		s.failFinding(w, err)
		return
	}
	if err != nil {
		told = err.Error()
	}
	v, wrong := newGraphView(k, told)
	if wrong != nil {
		s.failFinding(w, wrong)
		return
	}
	for i, name := range endNames {
		if err != nil {
			v.Ends[i].Value = r.FormValue(name)
		}
	}
	s.pages.render(w, statusOf(err), "graph", page{Title: "Game graph " + v.Board, Here: "/graph", Body: v})
}

func newGraphView(k walk, told string) (*graphView, error) {
	v := &graphView{
		Board: k.size.String(), Walk: joined(k.nodes), Rows: k.size.Rows, Cols: k.size.Cols, Nodes: k.graph.Nodes(), Edges: k.graph.EdgeCount(),
		Last: k.graph.Nodes() - 1, Told: told, Played: len(k.nodes) - 1, Passes: k.passes(), At: k.here(),
		Again: k.path("/graph", nil, -1), SGF: k.path("/graph.sgf", k.nodes, -1),
	}
	for _, size := range graphBoards {
		v.Boards = append(v.Boards, link{Name: size.String(), Path: newWalk(size, nil).path("/graph", nil, -1), Chosen: size == k.size})
	}
	if len(k.nodes) > 1 {
		v.Back = k.path("/graph", k.nodes[:len(k.nodes)-1], -1)
	}
	for _, to := range k.graph.Successors(k.here()) {
		v.Moves = append(v.Moves, link{Name: k.moveText(k.here(), int(to)), Path: k.path("/graph", k.nodes, int(to))})
	}
	v.addSteps(k)
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
	for _, choice := range toolNames[1:] {
		v.Players = append(v.Players, link{Name: choice.name, Path: k.with("tool", string(choice.tool)), Chosen: string(choice.tool) == v.Turn})
	}
	moves := map[goban.Point]int{}
	for _, to := range k.graph.Successors(k.here()) {
		if m, ok := k.move(k.here(), int(to)); ok && m.Color == k.turn() {
			at := k.point(m.Point)
			moves[at] = int(to)
		}
	}
	for i := range points {
		at := goban.Point{Row: points[i].Index / p.Cols(), Col: points[i].Index % p.Cols()}
		to, ok := moves[at]
		point := movePoint{First: points[i].First, To: -1, Label: points[i].Label}
		if ok {
			point.To, point.Label = to, k.moveText(k.here(), to)
		}
		v.Points = append(v.Points, point)
	}
	if len(k.nodes) > 1 {
		if m, ok := k.move(k.nodes[len(k.nodes)-2], k.here()); ok && !m.Suicide {
			at := k.point(m.Point)
			points[at.Row*p.Cols()+at.Col].Last = true
		}
	}
	v.Goban = drawnPoints(p, points)
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
	v.PathTold = fmt.Sprintf("The shortest path from position %d to position %d has %d moves.", a, b, len(path)-1)
	if len(path) == 2 {
		v.PathTold = strings.Replace(v.PathTold, "moves", "move", 1)
	}
	for i, node := range path {
		step := stepView{Number: i, Text: fmt.Sprintf("position %d", node), Drawing: k.small(node)}
		if i > 0 {
			step.Text = k.moveText(path[i-1], node)
		}
		v.Path = append(v.Path, step)
	}
	if a == k.here() && len(path) > 1 && len(k.nodes)+len(path)-1 <= maxWalk {
		v.Follow = k.path("/graph", append(slices.Clone(k.nodes), path[1:]...), -1)
	}
	return path
}

func (v *graphView) addSteps(k walk) {
	first, second, repeats := k.repetition()
	v.Fine = !repeats
	v.Verdict = "No position comes twice: a game under positional superko."
	if repeats {
		v.Verdict = fmt.Sprintf("The position after move %d is that after move %d: positional superko forbids it.", second, first)
	}
	seen := map[int]bool{}
	for i, node := range k.nodes {
		step := stepView{
			Number: i, Text: "the empty board", Path: k.path("/graph", k.nodes[:i+1], -1), Repeats: seen[node],
			Drawing: k.small(node),
		}
		if i > 0 {
			step.Text = k.moveText(k.nodes[i-1], node)
		}
		seen[node] = true
		v.Steps = append(v.Steps, step)
	}
}

// graphSGF sends a game of a game graph as a file.
func (s *server) graphSGF(w http.ResponseWriter, r *http.Request) {
	k, _, err := s.requestedWalk(r)
	if k.graph == nil {
		s.failFinding(w, err)
		return
	}
	if err != nil {
		s.fail(w, statusOf(err), err.Error())
		return
	}
	nodes := make([]int32, len(k.nodes))
	for i, v := range k.nodes {
		nodes[i] = int32(v)
	}
	c, err := transcript.Game(k.graph, nodes)
	var text bytes.Buffer
	if err == nil {
		err = transcript.WriteSGF(&text, c, "")
	}
	if err != nil {
		s.fail(w, http.StatusInternalServerError, err.Error())
		return
	}
	w.Header().Set("Content-Type", "application/x-go-sgf")
	w.Header().Set("Content-Disposition", `attachment; filename="game.sgf"`)
	_, _ = text.WriteTo(w) // a client that is gone needs no file
}

// requestedWalk reads a walk, and where it is to go on to. told says why it does not.
func (s *server) requestedWalk(r *http.Request) (k walk, told string, err error) {
	k = newWalk(board.Size{Rows: 2, Cols: 2}, nil)
	if text := r.FormValue("board"); text != "" {
		k.size, err = board.Parse(text)
		if err != nil || !slices.Contains(graphBoards, k.size) {
			k.size = board.Size{Rows: 2, Cols: 2}
			err = badInput(fmt.Errorf("board %s: want one of %s", shortened(text), joinSizes(graphBoards)))
		}
	}
	var wrong error
	if k.graph, _, wrong = s.graphs.ask(r.Context(), k.size, maxFindTime); wrong != nil || err != nil {
		return k, "", cmp.Or(wrong, err)
	}
	nodes, err := k.parse(r.FormValue("walk"))
	if err != nil {
		return k, "", badInput(err)
	}
	k.nodes = nodes
	for i, name := range endNames {
		if text := r.FormValue(name); text != "" {
			if k.ends[i], err = k.node(name, text); err != nil {
				k.ends[i] = -1
				return k, "", badInput(err)
			}
		}
	}
	if pick := r.FormValue("pick"); slices.Contains(endNames[:], pick) {
		k.pick = pick
	}
	if t := requestedTool(r); t == white {
		k.player = goban.White
	} else if t == black {
		k.player = goban.Black
	}
	text := r.FormValue("to")
	if text == "" {
		return k, "", nil
	}
	to, err := k.node("to", text)
	if err != nil {
		return k, "", badInput(err)
	}
	switch {
	case !k.leads(k.here(), to):
		return k, fmt.Sprintf("No move leads from position %d to position %d.", k.here(), to), nil
	case len(k.nodes) == maxWalk:
		return k, fmt.Sprintf("This page shows at most %d positions of a game.", maxWalk), nil
	}
	k.nodes = append(k.nodes, to)
	return k, "", nil
}
