package web

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/cmd/combigo/internal/graphformat"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/transcript"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// graphBoards are those whose graphs are small enough to be drawn.
var graphBoards = []string{"1x1", "1x2", "1x3", "1x4", "2x2", "1x5"}

// maxWalk bounds the positions of a game on a page.
const maxWalk = 200

// walk is a sequence of moves in a game graph, from the empty position, with what else the page is
// asked for.
type walk struct {
	Size   board.Size
	Graph  *game.Graph
	nodes  []int
	player goban.Color // who plays on the board next to the graph; Empty: whose turn it is
	ends   [2]int      // of the shortest path that is asked for, -1 where none is chosen
	pick   string      // which end of the path a click on a position chooses: "a", "b" or none
}

// newWalk is at the empty position. The graphs of these boards are made in a moment.
func newWalk(ctx context.Context, size board.Size) (k walk, err error) {
	k = walk{Size: size, nodes: []int{0}}
	b, err := lattice.New(lattice.Square, size.Rows, size.Cols, lattice.Options{})
	if err == nil {
		k.Graph, err = game.NewGraph(ctx, b, game.Rules{}, par.Options{Threads: 1})
	}
	return k, err
}

// path is the address of a walk, with pairs of names and values of what else is asked for.
func (k walk) path(page string, nodes []int, pairs ...string) string {
	query := []string{"board", k.Size.String()}
	if len(nodes) > 1 {
		query = append(query, "walk", joined(nodes))
	}
	for i, name := range endNames {
		if k.ends[i] >= 0 {
			query = append(query, name, strconv.Itoa(k.ends[i]))
		}
	}
	return pagePath(page, append(query, pairs...)...)
}

// With is the address of the page with something else.
func (k walk) With(name, value string) string { return k.path("/graph", k.nodes, name, value) }

// endNames are what the ends of the shortest path are called in addresses.
var endNames = [2]string{"a", "b"}

// Turn is who plays on the board next to the graph.
func (k walk) Turn() goban.Color {
	if k.player != goban.Empty || len(k.nodes) < 2 {
		return max(k.player, goban.Black)
	}
	last, _ := k.Graph.Mover(k.nodes[len(k.nodes)-2], k.At())
	return last.Opponent()
}

// joined returns the nodes of a walk as they stand in addresses.
func joined(nodes []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(nodes), " ", "-"), "[]")
}

// At is the position that the game has come to.
func (k walk) At() int { return k.nodes[len(k.nodes)-1] }

// leads reports whether a move leads from node v to node w.
func (k walk) leads(v, w int) bool { return slices.Contains(k.Graph.Successors(v), int32(w)) }

// position returns a node as a board.
func (k walk) position(v int) *goban.Position {
	p, q := emptyBoard(k.Size.Rows, k.Size.Cols), k.Graph.Position(v)
	for point := range k.Graph.Points() {
		at := k.point(point)
		p.Set(at.Row, at.Col, q.At(point))
	}
	return p
}

// point returns the point of a vertex of the board.
func (k walk) point(vertex int) goban.Point {
	row, col, _ := k.Graph.Board().Place(vertex)
	return goban.Point{Row: row, Col: col}
}

// move returns the move between two positions.
func (k walk) move(v, w int) (game.Move, bool) {
	to := k.Graph.Position(w)
	moves := k.Graph.AppendMoves(nil, k.Graph.Position(v), k.Graph.Rules())
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
		v, err := parseWhole("walk", " of a position", word, 0, k.Graph.Nodes()-1)
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

// steps draws the positions of a walk, with the moves that lead to them.
func (k walk) steps(nodes []int, begin string) (all []smallBoard) {
	for i, node := range nodes {
		step := newSmallBoard(k.position(node), begin, k.path("/graph", nodes[:i+1]))
		if i > 0 {
			step.Name = k.moveText(nodes[i-1], node)
		}
		step.Again = slices.Contains(nodes[:i], node)
		all = append(all, step)
	}
	return all
}

// Passes counts the passes between moves: black plays first, and each player in turn.
func (k walk) Passes() int {
	passes, turn := 0, goban.Black
	for i := 1; i < len(k.nodes); i++ {
		player, _ := k.Graph.Mover(k.nodes[i-1], k.nodes[i])
		if player != turn {
			passes++
		}
		turn = player.Opponent()
	}
	return passes
}

type graphView struct {
	walk
	Boards             []string
	Drawing            template.HTML
	Verdict            string
	Bad                bool
	Steps, Path        []smallBoard
	Goban              template.HTML // the position that the game has come to
	Points             []movePoint
	Back, SGF          string
	Ends               [2]endView
	Picking            string // which end of the path the next click chooses
	PathStatus, Follow string
}

// movePoint is a point of the board on which the game is played.
type movePoint struct {
	pointView
	To int // the position that the move leads to, -1 if there is none
}

// endView is an end of the shortest path that is asked for.
type endView struct{ Label, Name, Value string }

// gameGraph shows the game graph of a small board, and a game as a walk in it.
func gameGraph(f *form) (page, error) {
	k, err := f.walk()
	p := page{Title: "Game graph " + k.Size.String()}
	if k.Graph != nil {
		v := newGraphView(k)
		drawn, wrong := graphformat.Draw(k.Graph, graphformat.Marks{Walk: k.nodes, Path: v.addPath(), Link: k.link})
		if wrong != nil {
			return p, wrong
		}
		v.Drawing, p.Body = template.HTML(drawn.SVG()), v
	}
	return p, err
}

// link is where a click on a position of the graph leads.
func (k walk) link(to int) canvas.Link {
	address := k.path("/graph", k.nodes, "to", strconv.Itoa(to))
	if k.pick != "" {
		address = k.With(k.pick, strconv.Itoa(to))
	}
	return canvas.Link{To: address, Label: fmt.Sprintf("position %d, %s", to, positionText(k.position(to)))}
}

// newGraphView returns the view of a walk, with the board, without the drawing of the graph.
func newGraphView(k walk) *graphView {
	v := &graphView{walk: k, Boards: graphBoards, SGF: k.path("/graph.sgf", k.nodes)}
	if len(k.nodes) > 1 {
		v.Back = k.path("/graph", k.nodes[:len(k.nodes)-1])
	}
	v.Steps = k.steps(k.nodes, "the empty board")
	v.Verdict = "No position comes twice: a game under positional superko."
	if again := slices.IndexFunc(v.Steps, func(step smallBoard) bool { return step.Again }); again > 0 {
		v.Verdict, v.Bad = fmt.Sprintf("The position after move %d is that after move %d: positional superko forbids it.", again, slices.Index(k.nodes, k.nodes[again])), true
	}
	if len(k.Graph.Successors(k.At())) == 0 {
		v.Verdict = "No move leads on: whatever is played changes nothing."
	}
	v.addBoard()
	return v
}

// Walk is the walk in addresses.
func (k walk) Walk() string { return joined(k.nodes) }

// Again is the address of the page at the beginning.
func (k walk) Again() string { return k.path("/graph", nil) }

// Last is the number of the last position of the graph.
func (k walk) Last() int { return k.Graph.Nodes() - 1 }

// Played is the number of moves.
func (k walk) Played() int { return len(k.nodes) - 1 }

// addBoard is the board on which the game is played.
func (v *graphView) addBoard() {
	p := v.position(v.At())
	points := pointViews(p)
	for _, at := range points {
		v.Points = append(v.Points, movePoint{at, -1})
	}
	for _, to := range v.Graph.Successors(v.At()) {
		if m, ok := v.move(v.At(), int(to)); ok && m.Color == v.Turn() {
			point := &v.Points[numberOf(p, v.point(m.Point))]
			point.To, point.Label = int(to), v.moveText(v.At(), int(to))
		}
	}
	if len(v.nodes) > 1 {
		if m, ok := v.move(v.nodes[len(v.nodes)-2], v.At()); ok {
			mark(points, numberOf(p, v.point(m.Point)), drawing.LastMove)
		}
	}
	v.Goban = drawPosition(p, points)
}

// addPath finds the shortest path between the positions that are chosen.
func (v *graphView) addPath() []int {
	for i, label := range []string{"from", "to"} {
		v.Ends[i] = endView{Label: label, Name: endNames[i]}
		if v.ends[i] >= 0 {
			v.Ends[i].Value = strconv.Itoa(v.ends[i])
		}
		if v.pick == endNames[i] {
			v.Picking = "Choose the position in the picture that the path leads " + label + "."
		}
	}
	a, b := v.ends[0], v.ends[1]
	if a < 0 || b < 0 {
		return nil
	}
	var path []int
	for _, node := range v.Graph.ShortestPath(a, b) {
		path = append(path, int(node))
	}
	if path == nil {
		v.PathStatus = fmt.Sprintf("No moves lead from position %d to position %d.", a, b)
		return nil
	}
	v.PathStatus = fmt.Sprintf("The shortest path from position %d to position %d has %s.", a, b, view.Plural(len(path)-1, "move"))
	v.Path = v.steps(path, fmt.Sprintf("position %d", a))
	if a == v.At() && len(path) > 1 && len(v.nodes)+len(path)-1 <= maxWalk {
		v.Follow = v.path("/graph", append(slices.Clone(v.nodes), path[1:]...))
	}
	return path
}

// graphSGF sends a game of a game graph as a file.
func graphSGF(f *form) (page, error) {
	k, err := f.walk()
	if err = cmp.Or(err, f.err); err != nil {
		return page{}, err
	}
	var nodes []int32
	for _, v := range k.nodes {
		nodes = append(nodes, int32(v))
	}
	c, err := transcript.Game(k.Graph, nodes)
	if err != nil {
		return page{}, err
	}
	return newFile("application/x-go-sgf", "game.sgf", func(w io.Writer) error { return transcript.WriteSGF(w, c, "") })
}

// walk reads a walk, and where it is to go on to. After an error it is as far as it could be read.
func (f *form) walk() (walk, error) {
	size, _ := board.Parse(cmp.Or(f.word("board", graphBoards...), "2x2"))
	k, err := newWalk(f.Context(), size)
	if err != nil {
		return k, err
	}
	nodes, err := k.parse(f.FormValue("walk"))
	if f.refuse(err); err == nil {
		k.nodes = nodes
	}
	k.player, k.pick = f.tool(), f.word("pick", endNames[:]...)
	node := func(name string) int { return f.whole(name, " of a position", 0, k.Last(), -1) }
	for i, name := range endNames {
		k.ends[i] = node(name)
	}
	to := node("to")
	switch {
	case f.err != nil || to < 0:
		return k, nil
	case !k.leads(k.At(), to):
		return k, forbidden("No move leads from position %d to position %d.", k.At(), to)
	case len(k.nodes) == maxWalk:
		return k, forbidden("This page shows at most %d positions of a game.", maxWalk)
	}
	k.nodes = append(k.nodes, to)
	return k, nil
}
