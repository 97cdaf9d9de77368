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

	"combigo/board"
	"combigo/game"
	"combigo/game/format"
	"combigo/game/transcript"
	"combigo/goban"
	"combigo/internal/drawing"
	"combigo/lattice"
)

// graphBoards are those whose graphs are small enough to be drawn.
var graphBoards = []board.Size{{Rows: 1, Cols: 1}, {Rows: 1, Cols: 2}, {Rows: 1, Cols: 3}, {Rows: 1, Cols: 4}, {Rows: 2, Cols: 2}, {Rows: 1, Cols: 5}}

// maxWalk bounds the positions of a game on a page.
const maxWalk = 200

func newGraphs(ctx context.Context) *memo[board.Size, *game.Graph] {
	return newMemo(ctx, pageQueue(len(graphBoards)), func(ctx context.Context, size board.Size, _ func(float64)) (*game.Graph, error) {
		b, err := lattice.New(lattice.Square, size.Rows, size.Cols, lattice.Options{})
		if err != nil {
			return nil, err
		}
		return game.NewGraph(ctx, b, game.Rules{}, game.Options{Threads: 1})
	})
}

// walk is a sequence of moves in a game graph, from the empty position, with what else the page is asked for.
type walk struct {
	size   board.Size
	graph  *game.Graph
	nodes  []int
	player goban.Color // who plays on the board beside the graph; Empty: whose turn it is
	ends   [2]int      // of the shortest path that is asked for, -1 where none is chosen
	pick   string      // which end of the path a click on a position chooses: "a", "b" or none
}

// newWalk is a game on a board that has not begun.
func newWalk(size board.Size, graph *game.Graph) walk {
	return walk{size: size, graph: graph, nodes: []int{0}, ends: [2]int{-1, -1}}
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

// turn is who plays on the board beside the graph.
func (k walk) turn() goban.Color {
	if k.player != goban.Empty || len(k.nodes) < 2 {
		return max(k.player, goban.Black)
	}
	last, _ := k.graph.Mover(k.nodes[len(k.nodes)-2], k.here())
	return last.Opponent()
}

func joined(nodes []int) string {
	words := make([]string, len(nodes))
	for i, v := range nodes {
		words[i] = strconv.Itoa(v)
	}
	return strings.Join(words, "-")
}

func (k walk) here() int { return k.nodes[len(k.nodes)-1] }

func (k walk) leads(v, w int) bool { return slices.Contains(k.graph.Successors(v), int32(w)) }

// position returns a node as a board.
func (k walk) position(v int) *goban.Position {
	p, err := goban.New(k.size.Rows, k.size.Cols)
	if err != nil {
		panic("web: a small board cannot be made") // it is one of graphBoards
	}
	q := k.graph.Position(v)
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
	i := slices.IndexFunc(moves, func(m game.Move) bool { return m.To == to })
	if i < 0 {
		return game.Move{}, false
	}
	return moves[i], true
}

// moveText says what a move does.
func (k walk) moveText(v, w int) string {
	m, ok := k.move(v, w)
	if !ok {
		return "no move"
	}
	before := k.position(v)
	text := fmt.Sprintf("%v %s", m.Color, before.Label(k.point(m.Point)))
	stones := func(p *goban.Position) int {
		return strings.Count(positionText(p), "X") + strings.Count(positionText(p), "O")
	}
	gone := stones(before) + 1 - stones(k.position(w))
	switch {
	case m.Suicide:
		return fmt.Sprintf("%s, suicide of %d", text, gone)
	case gone > 0:
		return fmt.Sprintf("%s captures %d", text, gone)
	}
	return text
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

func joinSizes(sizes []board.Size) string {
	var words []string
	for _, size := range sizes {
		words = append(words, size.String())
	}
	return strings.Join(words, ", ")
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
		v, err := k.node("walk", word)
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

// node reads the number of a position.
func (k walk) node(name, text string) (int, error) {
	v, err := strconv.Atoi(text)
	if err != nil || v < 0 || v >= k.graph.Nodes() {
		return 0, fmt.Errorf("%s %s: want a number of a position, 0 to %d", name, shortened(text), k.graph.Nodes()-1)
	}
	return v, nil
}

// repetition returns the first two places of a walk with the same position.
func (k walk) repetition() (first, second int, ok bool) {
	seen := map[int]int{}
	for i, v := range k.nodes {
		if first, ok := seen[v]; ok {
			return first, i, true
		}
		seen[v] = i
	}
	return 0, 0, false
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
	Margin             int
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
	var svg bytes.Buffer
	err := format.WriteMarked(&svg, k.graph, format.Marks{
		Walk: k.nodes, Path: path,
		Link: func(to int) string {
			if k.pick != "" {
				return k.with(k.pick, strconv.Itoa(to))
			}
			return k.path("/graph", k.nodes, to)
		},
		Label: func(v int) string { return fmt.Sprintf("position %d, %s", v, positionText(k.position(v))) },
	})
	v.Drawing = template.HTML(svg.String())
	return v, err
}

// addBoard is the board on which the game is played.
func (v *graphView) addBoard(k walk) {
	p := k.position(k.here())
	points := pointViews(p)
	v.Margin, v.Turn = p.Cols()+1, k.turn().String()
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

// small draws a position of a list.
func (k walk) small(node int) template.HTML {
	return template.HTML(drawing.Board(k.position(node), drawing.BoardOptions{Wood: true}))
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
