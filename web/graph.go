package web

import (
	"bytes"
	"context"
	"errors"
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

// mostWalk bounds the positions of a game on a page.
const mostWalk = 200

func newGraphs(ctx context.Context) *memo[board.Size, *game.Graph] {
	return newMemo(ctx, len(graphBoards), func(ctx context.Context, size board.Size, _ func(float64)) (*game.Graph, error) {
		b, err := lattice.New(lattice.Square, size.Rows, size.Cols, lattice.Options{})
		if err != nil {
			return nil, err
		}
		return game.NewGraph(ctx, b, game.Rules{}, game.Options{Threads: 1})
	})
}

// walk is a sequence of moves in a game graph, from the empty position.
type walk struct {
	size  board.Size
	graph *game.Graph
	nodes []int
}

// path is the address of a walk, or of an attempt to go on from it.
func (k walk) path(page string, nodes []int, to int) string {
	query := url.Values{"board": {k.size.String()}}
	if len(nodes) > 1 {
		query.Set("walk", joined(nodes))
	}
	if to >= 0 {
		query.Set("to", strconv.Itoa(to))
	}
	return page + "?" + query.Encode()
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
	k.size = board.Size{Rows: 2, Cols: 2}
	if text := r.FormValue("board"); text != "" {
		k.size, err = board.Parse(text)
		if err != nil || !slices.Contains(graphBoards, k.size) {
			return k, "", fmt.Errorf("board %s: want one of %s", shortened(text), joinSizes(graphBoards))
		}
	}
	if k.graph, _, err = s.graphs.ask(r.Context(), k.size, mostFindTime); err != nil {
		return k, "", err
	}
	if k.nodes, err = k.parse(r.FormValue("walk")); err != nil {
		return k, "", err
	}
	text := r.FormValue("to")
	if text == "" {
		return k, "", nil
	}
	to, err := k.node("to", text)
	if err != nil {
		return k, "", err
	}
	switch {
	case !k.leads(k.here(), to):
		return k, fmt.Sprintf("No move leads from position %d to position %d.", k.here(), to), nil
	case len(k.nodes) == mostWalk:
		return k, fmt.Sprintf("This page shows at most %d positions of a game.", mostWalk), nil
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
	if len(words) > mostWalk {
		return nil, fmt.Errorf("walk: it has %d positions: want at most %d", len(words), mostWalk)
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
	Board              string
	Nodes, Edges       int
	Drawing            template.HTML
	Told, Verdict      string
	Fine               bool
	Steps              []stepView
	Moves              []link
	Back, Again, SGF   string
	Played, Passes, At int
}

// gameGraph shows the game graph of a small board, and a game as a walk in it.
func (s *server) gameGraph(w http.ResponseWriter, r *http.Request) {
	k, told, err := s.requestedWalk(r)
	var v *graphView
	if err == nil {
		v, err = newGraphView(k, told)
	}
	if err != nil {
		s.failWalk(w, err)
		return
	}
	s.pages.render(w, http.StatusOK, "graph", page{Title: "Game graph " + v.Board, Here: "/graph", Body: v})
}

// failWalk says what is wrong with a walk, or why there is no graph.
func (s *server) failWalk(w http.ResponseWriter, err error) {
	if errors.Is(err, errCrowded) || errors.Is(err, context.Canceled) {
		s.failFinding(w, err)
		return
	}
	s.fail(w, http.StatusBadRequest, err.Error())
}

func newGraphView(k walk, told string) (*graphView, error) {
	v := &graphView{
		Board: k.size.String(), Nodes: k.graph.Nodes(), Edges: k.graph.EdgeCount(), Told: told,
		Played: len(k.nodes) - 1, Passes: k.passes(), At: k.here(),
		Again: k.path("/graph", nil, -1), SGF: k.path("/graph.sgf", k.nodes, -1),
	}
	for _, size := range graphBoards {
		v.Boards = append(v.Boards, link{Name: size.String(), Path: walk{size: size}.path("/graph", nil, -1), Chosen: size == k.size})
	}
	if len(k.nodes) > 1 {
		v.Back = k.path("/graph", k.nodes[:len(k.nodes)-1], -1)
	}
	for _, to := range k.graph.Successors(k.here()) {
		v.Moves = append(v.Moves, link{Name: k.moveText(k.here(), int(to)), Path: k.path("/graph", k.nodes, int(to))})
	}
	v.addSteps(k)
	var svg bytes.Buffer
	err := format.WriteMarked(&svg, k.graph, format.Marks{
		Walk:  k.nodes,
		Link:  func(to int) string { return k.path("/graph", k.nodes, to) },
		Label: func(v int) string { return fmt.Sprintf("position %d, %s", v, positionText(k.position(v))) },
	})
	v.Drawing = template.HTML(svg.String())
	return v, err
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
			Drawing: template.HTML(drawing.Board(k.position(node), drawing.BoardOptions{Wood: true})),
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
	if err != nil {
		s.failWalk(w, err)
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
