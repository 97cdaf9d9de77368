package web

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/cmd/combigo/internal/graphformat"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/game/transcript"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// graphBoards are those whose graphs are small enough to be drawn.
var graphBoards = []string{"1x1", "1x2", "1x3", "1x4", "2x2", "1x5"}

// maxWalk bounds the positions of a game on a page.
const maxWalk = 200

func newGraphs(ctx context.Context) *memo[board.Size, *game.Graph] {
	return newMemo(ctx, pageQueue(len(graphBoards)), func(ctx context.Context, a *answer[board.Size, *game.Graph]) (*game.Graph, error) {
		b, err := lattice.New(lattice.Square, a.key.Rows, a.key.Cols, lattice.Options{})
		if err != nil {
			return nil, err
		}
		return game.NewGraph(ctx, b, game.Rules{}, par.Options{Threads: 1})
	})
}

// walk is a sequence of moves in a game graph, from the empty position, with what else the page is
// asked for.
type walk struct {
	size   board.Size
	graph  *game.Graph
	nodes  []int
	player goban.Color // who plays on the board next to the graph; Empty: whose turn it is
	ends   [2]int      // of the shortest path that is asked for, -1 where none is chosen
	pick   string      // which end of the path a click on a position chooses: "a", "b" or none
}

// path is the address of a walk, or of an attempt to go on from it.
func (k walk) path(page string, nodes []int, to int) string {
	return page + "?" + k.query(nodes, to).Encode()
}

func (k walk) query(nodes []int, to int) url.Values {
	query := url.Values{"board": {k.size.String()}}
	if len(nodes) > 1 {
		query.Set("walk", joined(nodes))
	}
	if to >= 0 {
		query.Set("to", strconv.Itoa(to))
	}
	for i, name := range endNames {
		if k.ends[i] >= 0 {
			query.Set(name, strconv.Itoa(k.ends[i]))
		}
	}
	return query
}

// with is the address of the page with something else.
func (k walk) with(name, value string) string {
	query := k.query(k.nodes, -1)
	query.Set(name, value)
	return "/graph?" + query.Encode()
}

// endNames are what the ends of the shortest path are called in addresses.
var endNames = [2]string{"a", "b"}

// turn is who plays on the board next to the graph.
func (k walk) turn() goban.Color {
	if k.player != goban.Empty || len(k.nodes) < 2 {
		return max(k.player, goban.Black)
	}
	last, _ := k.graph.Mover(k.nodes[len(k.nodes)-2], k.here())
	return last.Opponent()
}

func joined(nodes []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(nodes), " ", "-"), "[]")
}

func (k walk) here() int { return k.nodes[len(k.nodes)-1] }

func (k walk) leads(v, w int) bool { return slices.Contains(k.graph.Successors(v), int32(w)) }

// position returns a node as a board.
func (k walk) position(v int) *goban.Position {
	p, q := emptyBoard(k.size.Rows, k.size.Cols), k.graph.Position(v)
	for point := range k.graph.Points() {
		at := k.point(point)
		p.Set(at.Row, at.Col, q.At(point))
	}
	return p
}

func (k walk) point(vertex int) goban.Point {
	row, col, _ := k.graph.Board().Place(vertex)
	return goban.Point{Row: row, Col: col}
}

// move returns the move between two positions.
func (k walk) move(v, w int) (game.Move, bool) {
	to := k.graph.Position(w)
	moves := k.graph.AppendMoves(nil, k.graph.Position(v), k.graph.Rules())
	if i := slices.IndexFunc(moves, func(m game.Move) bool { return m.To == to }); i >= 0 {
		return moves[i], true
	}
	return game.Move{}, false
}

// moveText says what a move does.
func (k walk) moveText(v, w int) string {
	m, ok := k.move(v, w)
	if !ok {
		return "no move"
	}
	return applyClick(k.position(v), k.point(m.Point), m.Color)
}

// parse reads the nodes of a walk: numbers with dashes, the first 0.
func (k walk) parse(text string) ([]int, error) {
	if text == "" {
		return []int{0}, nil
	}
	words := strings.Split(text, "-")
	if len(words) > maxWalk {
		return nil, fmt.Errorf("walk: it has %d positions: want at most %d", len(words), maxWalk)
	}
	var nodes []int
	for i, word := range words {
		v, err := parseWhole("walk", " of a position", word, 0, k.graph.Nodes()-1)
		switch {
		case err != nil:
			return nil, err
		case i == 0 && v != 0:
			return nil, fmt.Errorf("walk: it begins with %d: want 0, the empty position", v)
		case i > 0 && !k.leads(nodes[i-1], v):
			return nil, fmt.Errorf("walk: no move leads from position %d to position %d", nodes[i-1], v)
		}
		nodes = append(nodes, v)
	}
	return nodes, nil
}

// steps draws the positions of a walk, with the moves that lead to them, and returns which
// positions are the same for the first time, if any are.
func (k walk) steps(nodes []int, begin string) (all []smallBoard, first, second int) {
	seen := map[int]int{}
	for i, node := range nodes {
		step := smallBoard{Drawing: drawSmall(k.position(node)), Name: begin, Path: k.path("/graph", nodes[:i+1], -1)}
		if i > 0 {
			step.Name = k.moveText(nodes[i-1], node)
		}
		before, repeats := seen[node]
		if step.Again = repeats; repeats && second == 0 {
			first, second = before, i
		}
		seen[node] = i
		all = append(all, step)
	}
	return all, first, second
}

// passes counts the passes between moves: black plays first, and each player in turn.
func (k walk) passes() int {
	passes, turn := 0, goban.Black
	for i := 1; i < len(k.nodes); i++ {
		player, _ := k.graph.Mover(k.nodes[i-1], k.nodes[i])
		if player != turn {
			passes++
		}
		turn = player.Opponent()
	}
	return passes
}

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
	pointView
	To int // the position that the move leads to, -1 if there is none
}

// endView is an end of the shortest path that is asked for.
type endView struct{ Label, Name, Value, Pick string }

// graphPages are the pages of game graphs.
type graphPages struct {
	*server
	graphs *memo[board.Size, *game.Graph]
}

// gameGraph shows the game graph of a small board, and a game as a walk in it.
func (s *graphPages) gameGraph(w http.ResponseWriter, r *http.Request) {
	k, err := s.requestedWalk(r)
	p := page{Title: "Game graph " + k.size.String(), Here: "/graph"}
	if k.graph != nil {
		if v, wrong := newGraphView(k); wrong != nil {
			err = wrong
		} else {
			p.Body = v
		}
	}
	s.show(w, r, "graph", p, err)
}

func newGraphView(k walk) (*graphView, error) {
	v := &graphView{
		Board: k.size.String(), Walk: joined(k.nodes), Rows: k.size.Rows, Cols: k.size.Cols,
		Graph: k.graph, Last: k.graph.Nodes() - 1, Played: len(k.nodes) - 1, Passes: k.passes(), At: k.here(),
		Again: k.path("/graph", nil, -1), SGF: k.path("/graph.sgf", k.nodes, -1),
	}
	for _, name := range graphBoards {
		v.Boards = append(v.Boards, link{Name: name, Path: "/graph?board=" + name, Chosen: name == v.Board})
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
		v.Points = append(v.Points, movePoint{at, -1})
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
func (s *graphPages) graphSGF(w http.ResponseWriter, r *http.Request) {
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
	sendFile(w, "application/x-go-sgf", "game.sgf", text.Bytes())
}

// requestedWalk reads a walk, and where it is to go on to. After an error it is as far as it could
// be read.
func (s *graphPages) requestedWalk(r *http.Request) (k walk, err error) {
	f := &form{Request: r}
	k.nodes = []int{0}
	k.size, _ = board.Parse(cmp.Or(f.word("board", graphBoards...), "2x2"))
	if k.graph, err = s.graphs.ask(r.Context(), k.size, s.options.PageTime, s.options.PageTime); err != nil {
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
