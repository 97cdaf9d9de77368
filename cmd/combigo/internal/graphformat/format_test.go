package graphformat

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/graph/encoding/digraph6"
	"gonum.org/v1/gonum/graph/encoding/dot"
	"gonum.org/v1/gonum/graph/simple"

	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/internal/gametest"
	"combigo.dev/combigo/lattice"
)

func written(t *testing.T, name string, g *game.Graph) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, name, g); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// edgesOf returns the edges as text, in order.
func edgesOf(g *game.Graph) string {
	var b strings.Builder
	for v := range g.Nodes() {
		for _, w := range g.Successors(v) {
			fmt.Fprintf(&b, "%d %d\n", v, w)
		}
	}
	return b.String()
}

func TestLists(t *testing.T) {
	g := gametest.Graph(t, 2, 2, game.Rules{})
	title, edges, _ := strings.Cut(written(t, "edges", g), "\n")
	if title != "# directed game graph of square 2x2, suicide allowed: 57 nodes, 192 edges" || edges != edgesOf(g) {
		t.Errorf("%s\n%s", title, edges)
	}
	var back strings.Builder
	_, lines, _ := strings.Cut(written(t, "adjacency", g), "\n")
	nodes := 0
	for line := range strings.Lines(lines) {
		words := strings.Fields(line)
		nodes++
		for _, w := range words[1:] {
			fmt.Fprintf(&back, "%s %s\n", words[0], w)
		}
	}
	if nodes != 57 || back.String() != edgesOf(g) {
		t.Errorf("%d nodes\n%s", nodes, lines)
	}
}

// The readers of gonum find the same edges.
func TestGonumReadsBack(t *testing.T) {
	for _, size := range [][2]int{{1, 3}, {1, 5}} { // sizes of one and of four characters
		readBack(t, gametest.Graph(t, size[0], size[1], game.Rules{}))
	}
	if classes := strings.Count(written(t, "classes", gametest.Graph(t, 2, 2, game.Rules{})), "subgraph cluster_"); classes != 8 {
		t.Errorf("%d classes of 2x2, want 8", classes)
	}
}

// A game graph is directed, and the reader of boards refuses it in every format, for a reason.
func TestBoardsAreNoGameGraphs(t *testing.T) {
	reasons := map[string]string{
		"dot": "a directed graph", "classes": "a directed graph", "graphml": "this is GraphML", "digraph6": "this is digraph6, of directed graphs",
		"edges": "calls the graph directed", "adjacency": "calls the graph directed", "svg": "this is SVG",
	}
	for _, name := range Names() {
		for _, size := range [][2]int{{1, 1}, {1, 2}, {1, 3}} {
			g := gametest.Graph(t, size[0], size[1], game.Rules{})
			read, err := lattice.Read(strings.NewReader(written(t, name, g)), "")
			if err == nil || reasons[name] == "" || !strings.Contains(err.Error(), reasons[name]) {
				t.Errorf("%s of %v: %v, error %v", name, size, read, err)
			}
		}
	}
}

func readBack(t *testing.T, g *game.Graph) {
	t.Helper()
	six := digraph6.Graph(strings.TrimSpace(written(t, "digraph6", g)))
	if !digraph6.IsValid(six) {
		t.Fatalf("%q is not valid", six)
	}
	for _, name := range []string{"dot", "classes"} {
		read := simple.NewDirectedGraph()
		if err := dot.Unmarshal([]byte(written(t, name, g)), read); err != nil {
			t.Fatal(err)
		}
		if read.Nodes().Len() != g.Nodes() || read.Edges().Len() != g.EdgeCount() {
			t.Errorf("%s: %d nodes, %d edges", name, read.Nodes().Len(), read.Edges().Len())
		}
	}
	for v := range g.Nodes() {
		for w := range g.Nodes() {
			if six.HasEdgeFromTo(int64(v), int64(w)) != g.HasEdge(v, w) {
				t.Errorf("digraph6: edge %d %d", v, w)
			}
		}
	}
}

func TestGraphML(t *testing.T) {
	g := gametest.Graph(t, 2, 2, game.Rules{})
	var document struct {
		Graph struct {
			Nodes []struct {
				Data []string `xml:"data"`
			} `xml:"node"`
			Edges []struct {
				Source string `xml:"source,attr"`
				Target string `xml:"target,attr"`
			} `xml:"edge"`
		} `xml:"graph"`
	}
	if err := xml.Unmarshal([]byte(written(t, "graphml", g)), &document); err != nil {
		t.Fatal(err)
	}
	var edges strings.Builder
	for _, e := range document.Graph.Edges {
		fmt.Fprintf(&edges, "%s %s\n", e.Source[1:], e.Target[1:])
	}
	if len(document.Graph.Nodes) != 57 || edges.String() != edgesOf(g) || document.Graph.Nodes[1].Data[0] != "X./.." {
		t.Errorf("%d nodes, the second %v", len(document.Graph.Nodes), document.Graph.Nodes[1])
	}
}

// A drawing is well-formed, has all stones, and no two boards cover each other.
func TestDrawing(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {1, 2}, {1, 3}, {2, 2}, {1, 5}, {2, 3}} {
		g := gametest.Graph(t, size[0], size[1], game.Rules{})
		text := written(t, "svg", g)
		if err := xml.Unmarshal([]byte(text), new(struct{})); err != nil {
			t.Fatal(err)
		}
		p := newPicture(g)
		stones := 0
		for v := range g.Nodes() {
			stones += p.stones(v)
		}
		if circles := strings.Count(text, "<circle"); circles != stones || strings.Contains(text, "NaN") {
			t.Errorf("%v: %d stones, want %d", size, circles, stones)
		}
		d := newPlan(p)
		for v := range g.Nodes() {
			x, y := d.center(v)
			if min(x, y) < d.width/2 || max(x, y) > 2*d.middle-d.width/2 {
				t.Errorf("%v: board %d is at %.0f,%.0f of %.0f", size, v, x, y, 2*d.middle)
			}
			for w := range v {
				x2, y2 := d.center(w)
				if math.Abs(x-x2) < d.width && math.Abs(y-y2) < d.height {
					t.Errorf("%v: boards %d and %d cover each other", size, v, w)
				}
			}
		}
	}
}

func TestRefused(t *testing.T) {
	if err := Write(io.Discard, "png", gametest.Graph(t, 1, 1, game.Rules{})); err == nil || !strings.Contains(err.Error(), "adjacency") {
		t.Errorf("the error is %v", err)
	}
	if err := Write(io.Discard, "svg", gametest.Graph(t, 2, 4, game.Rules{})); err == nil || !strings.Contains(err.Error(), "600") {
		t.Errorf("the error is %v", err)
	}
	if MaxNodes("png") != 0 || MaxNodes("svg") != 600 {
		t.Error("the largest numbers of nodes are wrong")
	}
}

var errFull = errors.New("the disk is full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestErrorsOfTheWriterAreReturned(t *testing.T) {
	for _, name := range Names() {
		if err := Write(full{}, name, gametest.Graph(t, 2, 2, game.Rules{})); !errors.Is(err, errFull) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

// A drawing for a page has a link for each node and a group for each edge; a walk and what comes
// next are told apart.
func TestMarked(t *testing.T) {
	g := gametest.Graph(t, 1, 2, game.Rules{}) // positions .. X. O. .X .O
	c, err := Draw(g, Marks{Walk: []int{0, 1, 4}, Link: func(v int) canvas.Link {
		return canvas.Link{To: fmt.Sprintf("?a&to=%d", v), Label: fmt.Sprintf("<%d>", v)}
	}})
	if err != nil {
		t.Fatal(err)
	}
	links, edges := map[string]string{}, map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(c.SVG())); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		values := map[string]string{}
		for _, a := range e.Attr {
			values[a.Name.Local] = a.Value
		}
		switch {
		case e.Name.Local == "a":
			links[values["href"]+" "+values["aria-label"]] = values["class"]
		case strings.HasPrefix(values["class"], "edge"):
			edges[values["class"]]++
		}
	}
	next := map[int]bool{}
	for _, w := range g.Successors(4) {
		next[int(w)] = true
	}
	for v := range 5 {
		want := "node"
		if v == 0 || v == 1 || v == 4 {
			want += " walked"
		}
		if v == 4 {
			want += " here"
		}
		if next[v] {
			want += " next"
		}
		if got := links[fmt.Sprintf("?a&to=%d <%d>", v, v)]; got != want {
			t.Errorf("node %d has the classes %q, want %q", v, got, want)
		}
	}
	leading := edges["edge black next"] + edges["edge white next"]
	if n := edges["edge black"] + edges["edge white"]; n != g.EdgeCount()-2-len(next) || leading != len(next) || edges["edge black walked"] != 1 || edges["edge white walked"] != 1 {
		t.Errorf("the edges are %v", edges)
	}
}
