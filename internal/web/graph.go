package web

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// graphBoards are those whose graphs are small enough to be drawn.
var graphBoards = []board.Size{{Rows: 1, Cols: 1}, {Rows: 1, Cols: 2}, {Rows: 1, Cols: 3}, {Rows: 1, Cols: 4}, {Rows: 2, Cols: 2}, {Rows: 1, Cols: 5}}

// maxWalk bounds the positions of a game on a page.
const maxWalk = 200

func newGraphs(ctx context.Context) *memo[board.Size, *game.Graph] {
	what := func(size board.Size) string { return fmt.Sprintf("The game graph of %s is being made.", size) }
	return newMemo(ctx, pageQueue(len(graphBoards)), what, func(ctx context.Context, size board.Size, _ func(float64)) (*game.Graph, error) {
		b, err := lattice.New(lattice.Square, size.Rows, size.Cols, lattice.Options{})
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
	return click(k.position(v), k.point(m.Point), m.Color)
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
