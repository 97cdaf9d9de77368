package lattice_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"gonum.org/v1/gonum/graph/encoding/digraph6"
	"gonum.org/v1/gonum/graph/encoding/graph6"
	"gonum.org/v1/gonum/graph/simple"

	"combigo.dev/combigo/lattice"
)

// describe returns the names and the edges of a graph.
func describe(g *lattice.Graph) string {
	var words []string
	for v := range g.Len() {
		words = append(words, g.Name(v))
	}
	for u, v := range g.Edges() {
		words = append(words, g.Name(u)+"-"+g.Name(v))
	}
	return strings.Join(words, " ")
}

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
	}{
		{"edges.txt", "a b\nb c\n", "a b c a-b b-c"},
		{"", "a b", "a b a-b"},
		{"isolated vertices", "c\n\n# a comment\n  a\tb # another\nd\n", "c a b d a-b"},
		{"order of vertices", "1\n2\n3\n3 1\n", "1 2 3 1-3"},
		{"lone vertices", "b\na\n# c\n", "b a"},
		{"a name with marks", "a'b c_d\n", "a'b c_d a'b-c_d"},
		{"\\r\\n and byte order mark", "\ufeffa b\r\nc d\r\n", "a b c d a-b c-d"},
		{"a vertex called graph", "graph b\n", "graph b graph-b"},

		{"nauty's example", "DQc\n", "0 1 2 3 4 0-2 0-4 1-3 3-4"},
		{"header", ">>graph6<<DQc", "0 1 2 3 4 0-2 0-4 1-3 3-4"},
		{"header on its own line", ">>graph6<<\nDQc\n", "0 1 2 3 4 0-2 0-4 1-3 3-4"},
		{"K2", "A_", "0 1 0-1"},
		{"K1", "@", "0"},
		{"long form of 2", "~??A_", "0 1 0-1"},
		{"longest form of 2", "~~?????A_", "0 1 0-1"},
		{"K3.g6", "Bw", "0 1 2 0-1 0-2 1-2"},

		{"dot", "graph { a -- b; b -- c }", "a b c a-b b-c"},
		{"isolated vertex in dot", "graph G { a; b c -- d }", "a b c d c-d"},
		{"chain", "graph { a -- b -- c -- a }", "a b c a-b a-c b-c"},
		{"attributes", `graph "my graph" { rankdir=LR; node [shape=circle, color="red";]; a [label=<b <i>x</i>>] -- b [w=1][z=-.5]; }`, ""},
		{"edge attributes", `graph "my graph" { rankdir=LR; node [shape=circle, color="red";]; edge[]; a [label=<b <i>x</i>>]; a -- b [w=1][z=-.5]; }`, "a b a-b"},
		{"ports", `graph { a:n -- b:x:sw }`, "a b a-b"},
		{"subgraphs", "graph { {a b} -- {c; d} subgraph cluster_x { e -- f } -- a }", "a b c d e f a-c a-d a-e a-f b-c b-d e-f"},
		{"names", `graph { "x y" -- "q\"q"; 1.5 -- -2; "ab" -- é_ ; "graph" }`, `x y q"q 1.5 -2 ab é_ graph x y-q"q 1.5--2 ab-é_`},
		{"comments", "// c\n# preprocessor\n/* ** \n */ GRAPH { a /*x*/ -- b // y\n }\n", "a b a-b"},
		{"strict", "strict graph { a -- b; b -- a; a -- b }", "a b a-b"},
		{"edge list that is dot by name.dot", "graph{a}", "a"},
		{"g.gv", "graph { 7 }", "7"},
	} {
		g, err := lattice.Read(strings.NewReader(test.text), test.name)
		if test.want == "" {
			if err == nil {
				t.Errorf("%s: no error for %s", test.name, test.text)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := describe(g); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
	}{
		{"f", "", "f:1:1: the file is empty: want an edge list, an adjacency matrix, graph6, sparse6, DOT, DIMACS, Pajek or TGF"},
		{"f", " \n\n", "f:1:1: the file is empty: want an edge list, an adjacency matrix, graph6, sparse6, DOT, DIMACS, Pajek or TGF"},
		{"", "# nothing\n", "1:1: a graph without vertices: want at least one"},
		{"f", "a\x00b", "f:1:2: not text in UTF-8: want an edge list, an adjacency matrix, graph6, sparse6, DOT, DIMACS, Pajek or TGF"},
		{"f", "a b\n\xff", "f:2:1: not text in UTF-8: want an edge list, an adjacency matrix, graph6, sparse6, DOT, DIMACS, Pajek or TGF"},

		{"f", "a b\n  é é\n", `f:2:3: loop at vertex "é": want edges between different vertices`},
		{"f", "a b\nb c\nb a\n", `f:3:1: double edge between vertices "b" and "a", given before at 1:1: want it once`},
		{"f", "a b\nc-d\n", `f:2:2: '-' in the name of a vertex: want two names with a space between them, or one name, of letters, digits, _ and '; DOT has other names`},
		{"f", "'a' b\n", `f:1:1: '\'' in the name of a vertex: want two names with a space between them, or one name, of letters, digits, _ and '; DOT has other names`},
		{"f", "n 3\n0 1\n1 2\n", `f:1:1: the first line may be an edge or a vertex, or a header with a word, since all names below are numbers: want a line for edges further down, or the header named as one`},
		{"f", "Edges\n0 1\n", `f:1:1: the first line may be an edge or a vertex, or a header with a word, since all names below are numbers: want a line for edges further down, or the header named as one`},
		{"f", "% c\n3 2\n2\n1 3\n2\n", `f: this is METIS, which is not read: want an edge list, an adjacency matrix, graph6, sparse6, DOT, DIMACS, Pajek or TGF`},
		{"f", "1 2\n[2, 3]\n", `f:2:1: '[' in the name of a vertex: want two names with a space between them, or one name, of letters, digits, _ and '; DOT has other names`},
		{"f", "1 3\n1, 2\n", `f:2:2: ',' in the name of a vertex: want two names with a space between them, or one name, of letters, digits, _ and '; DOT has other names`},
		{"f", "a b\né b c d\n", `f:2:5: a third word "c": want the names of two vertices on a line, or of one alone`},

		{"f", ">>sparse7<<:An", `f:1:1: header ">>sparse7<<:An": want >>graph6<<, >>sparse6<< or none`},
		{"f", ">>graph6<<DQcc", "f:1:11: not graph6: 3 characters for the edges of 5 vertices: want 2"},
		{"f", ">>graph6<<D Q", "f:1:11: not graph6: character ' ': want characters from ? to ~"},
		{"f", ">>graph6<<", "f:1:11: a header and no graph: want one a line"},
		{"f", ">>graph6<<~?", "f:1:11: not graph6: it ends within the number of vertices"},
		{"f.g6", "~~?~????", "f.g6:1:1: not graph6: 1056964608 vertices: want at most 1048576"},
		{"f.g6", "A~", "f.g6:1:1: not graph6: bits beyond the last pair of vertices: want them 0"},
		{"f.g6", "DQc\nDQc\n", "f.g6: 2 graphs: want a single one"},
		{"f", "A_\nA?\n", "f: 2 graphs: want a single one"},
		{"f.g6", "?", "f.g6:1:1: a graph without vertices: want at least one"},
		{"f.g6", "hello", "f.g6:1:1: not graph6: 4 characters for the edges of 41 vertices: want 137"},

		{"f", "digraph { a -> b }", `f: a directed graph: want an undirected one, such as graph { a -- b; }`},
		{"f", "strict\ndigraph { a -> b }", `f: a directed graph: want an undirected one, such as graph { a -- b; }`},
		{"f", "graph { a -> b }", `f: undirected graph "" contains directed edge from "a" to "b"`},
		{"f", "graph { a -- b -- a }", `f: double edge between vertices "b" and "a": want it once`},
		{"f", "graph {\n a -- a }", `f: loop at vertex "a": want edges between different vertices`},
		{"f", "strict graph {\n a -- a }", `f: loop at vertex "a": want edges between different vertices`},
		{"f", "graph { }", "f:1:1: a graph without vertices: want at least one"},
		{"f", "graph { a -- }", `f:1:14: unexpected "}": want one of "{", subgraph or a name`},
		{"f", "graph { a -- b", `f:1:15: unexpected end-of-file: want one of "{", "}", graph, ";", "--", "->", node, edge, "[", subgraph, ":", or a name`},
		{"f", "graph { a } b", `f:1:13: unexpected "b": want one of nothing more, strict, graph, or digraph`},
		{"f", "graph { a -- b = c }", `f:1:16: unexpected "=": want one of "{", "}", graph, ";", "--", "->", node, edge, "[", subgraph, ":", or a name`},
		{"f", "graph { a [b] }", `f:1:13: unexpected "]": want "="`},
		{"f", "graph { a - b }", `f:1:11: unexpected "-": want one of "{", "}", graph, ";", "--", "->", node, edge, "[", "=", subgraph, ":", or a name`},
		{"f", "graph { \"a }", `f:1:9: unexpected "\"a }": want one of "{", "}", graph, node, edge, subgraph, or a name`},
		{"f", "graph { <a<b> }", `f:1:9: unexpected "<a<b> }": want one of "{", "}", graph, node, edge, subgraph, or a name`},
		{"f", "graph { /* }", `f:1:9: unexpected "/* }": want one of "{", "}", graph, node, edge, subgraph, or a name`},
		{"f", "graph { node a }", `f:1:14: unexpected "a": want "["`},
		{"f", "graph { strict }", `f:1:9: unexpected "strict": want one of "{", "}", graph, node, edge, subgraph, or a name`},
		{"f", "graph { a -- b [x=\"1\n2\"] ] }", `f:2:5: unexpected "]": want one of "{", "}", graph, ";", node, edge, "[", subgraph, or a name`},
		{"f", "graph { subgraph x y }", `f:1:20: unexpected "y": want "{"`},
		{"f", "graph { a: -- b }", `f:1:12: unexpected "--": want a name`},
		{"f", "graph { \"a\" + ; }", `f:1:13: unexpected "+": want one of "{", "}", graph, ";", "--", "->", node, edge, "[", "=", subgraph, ":", or a name`},
		{"f", "graph { a } graph { b }", `f: 2 graphs: want a single one`},
		{"f", "graph { a [=b] }", `f:1:12: unexpected "=": want either "]" or a name`},
		{"f", "graph { a [b=c", `f:1:15: unexpected end-of-file: want one of ";", "]", ",", or a name`},
		{"f", "graph { a = }", `f:1:13: unexpected "}": want a name`},
		{"f", "strict { a }", `f:1:8: unexpected "{": want either graph or digraph`},
		{"f", "graph - { a }", `f:1:7: unexpected "-": want either "{" or a name`},
		{"f.dot", "a b", `f.dot:1:1: unexpected "a": want one of strict, graph or digraph`},
		{"f", "graph " + strings.Repeat("{", 200), `f:1:108: subgraphs 101 deep: want at most 100`},
		{"f", "graph { a_very_long_name_indeed_it_is -- a_very_long_name_indeed_it_is}", `f: loop at vertex "a_very_long_name_ind...": want edges between different vertices`},
	} {
		_, err := lattice.Read(strings.NewReader(test.text), test.name)
		if err == nil || err.Error() != test.want {
			t.Errorf("%q:\n got %v\nwant %s", test.text, err, test.want)
		}
		var syntax *lattice.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q: %T is no *SyntaxError", test.text, err)
		}
	}
}

// The files of the folder graphs are what their table says.
func TestCorpus(t *testing.T) {
	table, err := os.ReadFile("testdata/graphs.tsv")
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir("testdata/graphs")
	if lines := strings.Split(strings.TrimSpace(string(table)), "\n")[1:]; err != nil || len(lines) != len(files) {
		t.Fatalf("%d files, of which the table has %d; %v", len(files), len(lines), err)
	} else {
		for _, line := range lines {
			name, want, _ := strings.Cut(line, "\t")
			if got := readCorpus(t, name); got != want && !(strings.HasPrefix(want, "! ") && strings.Contains(got, want[2:])) {
				t.Errorf("%s: got %s, want %s", name, got, want)
			}
		}
	}
}

func readCorpus(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/graphs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	all, err := lattice.ReadAll(bytes.NewReader(text), name, false)
	switch {
	case err != nil:
		return err.Error()
	case len(all) > 1:
		return fmt.Sprintf("%d graphs", len(all))
	}
	return describe(all[0])
}

// A header is left out if it is said to be there, and its numbers must be right.
func TestHeader(t *testing.T) {
	for text, want := range map[string]string{
		"source target\na b\nb c\n": "a b c a-b b-c",
		"5 4\n0 1\n1 2\n2 3\n3 4\n": "0 1 2 3 4 0-1 1-2 2-3 3-4",
		"3\n0 1\n1 2\n":             "0 1 2 0-1 1-2",
		"from to weight\n1 2\n":     "1 2 1-2",
		"4 2\n0 1\n1 2\n":           "1:1: a header of other numbers than the 3 vertices and 2 edges below: want a line for each edge and each lone vertex",
		"3 2 1\n0 1\n1 2 3\n":       `3:5: a third word "3": want the names of two vertices on a line, or of one alone`,
		"graph { a -- b }":          "1:1: a graph without vertices: want at least one",
		"# c\n%d\na b\n":            "1:1: a graph without vertices: want at least one",
		"x y\n# directed\n1 2\n":    "2:1: a comment that calls the graph directed: want an undirected one",
	} {
		all, err := lattice.ReadAll(strings.NewReader(text), "", true)
		if got := fmt.Sprint(err); err == nil && describe(all[0]) != want || err != nil && got != want {
			t.Errorf("%q: got %v, %v, want %s", text, all, err, want)
		}
	}
}

// The readers and writers of gonum agree with this one on graph6, and its digraph6 is refused.
func TestGraph6AsGonum(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := 1; n < 70; n++ {
		from, to := simple.NewUndirectedGraph(), simple.NewDirectedGraph()
		for v := range n {
			from.AddNode(simple.Node(v))
			to.AddNode(simple.Node(v))
			for u := range v {
				if random.IntN(3) == 0 {
					from.SetEdge(simple.Edge{F: simple.Node(u), T: simple.Node(v)})
					to.SetEdge(simple.Edge{F: simple.Node(u), T: simple.Node(v)})
				}
			}
		}
		g, err := lattice.Read(strings.NewReader(string(graph6.Encode(from))), "")
		if err != nil || g.Len() != n || g.EdgeCount() != from.Edges().Len() {
			t.Fatalf("%v, %v", g, err)
		}
		for u, v := range g.Edges() {
			if !from.HasEdgeBetween(int64(u), int64(v)) {
				t.Fatalf("edge %d %d of %s", u, v, graph6.Encode(from))
			}
		}
		again, err := lattice.Read(strings.NewReader(writeSparse6(g)), "")
		if err != nil || describe(again) != describe(g) {
			t.Fatalf("%s: %v, want %v; %v", writeSparse6(g), again, g, err)
		}
		if _, err := lattice.Read(strings.NewReader(string(digraph6.Encode(to))), ""); err == nil || !strings.Contains(err.Error(), "directed") {
			t.Fatalf("error %v", err)
		}
	}
}

// writeSparse6 writes a graph of at most 62 vertices, or 18 bits of them.
func writeSparse6(g *lattice.Graph) string {
	n := g.Len()
	size := fmt.Sprintf("%06b", n)
	if n > 62 {
		size = fmt.Sprintf("111111%018b", n)
	}
	width, edges := bits.Len(uint(n-1)), ""
	add := func(step, x int) { edges += fmt.Sprint(step) + fmt.Sprintf("%0*b", width+1, x)[1:] }
	at := 0
	for v := range n {
		for _, u := range g.Neighbors(v) {
			if u > v {
				break
			}
			if v > at+1 {
				add(1, v)
				add(0, u)
			} else {
				add(v-at, u)
			}
			at = v
		}
	}
	if pad := (6 - len(edges)%6) % 6; width < 6 && n == 1<<width && pad >= width && at < n-1 {
		edges += "0"
	}
	for len(edges)%6 != 0 {
		edges += "1"
	}
	text := ":"
	for six := range slices.Chunk([]byte(size+edges), 6) {
		x, _ := strconv.ParseUint(string(six), 2, 8)
		text += string(rune(x + '?'))
	}
	return text
}

func TestReadFails(t *testing.T) {
	broken := errors.New("broken")
	if _, err := lattice.Read(iotest.ErrReader(broken), "f"); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// writeEdgeList writes a graph as Read reads it: all vertices first, so that they keep their
// numbers.
func writeEdgeList(g *lattice.Graph) string {
	var b strings.Builder
	for v := range g.Len() {
		fmt.Fprintln(&b, g.Name(v))
	}
	for u, v := range g.Edges() {
		fmt.Fprintln(&b, g.Name(u), g.Name(v))
	}
	return b.String()
}

// writeGraph6 writes a graph of at most 62 vertices.
func writeGraph6(g *lattice.Graph) string {
	var pairs []byte
	for v := range g.Len() {
		for u := range v {
			pairs = append(pairs, byte(boolToInt(g.Adjacent(u, v))))
		}
	}
	text := []byte{byte(g.Len()) + '?'}
	for six := range slices.Chunk(pairs, 6) {
		c := byte(0)
		for i := range 6 {
			c <<= 1
			if i < len(six) {
				c |= six[i]
			}
		}
		text = append(text, c+'?')
	}
	return string(text)
}

// writeDOT writes a graph with quoted names.
func writeDOT(g *lattice.Graph) string {
	quote := func(v int) string { return `"` + strings.ReplaceAll(g.Name(v), `"`, `\"`) + `"` }
	var b strings.Builder
	b.WriteString("graph {\n")
	for v := range g.Len() {
		fmt.Fprintf(&b, "  %s;\n", quote(v))
	}
	for u, v := range g.Edges() {
		fmt.Fprintf(&b, "  %s -- %s;\n", quote(u), quote(v))
	}
	b.WriteString("}\n")
	return b.String()
}

func TestRoundTrip(t *testing.T) {
	for _, kind := range lattice.Kinds() {
		rows, cols := anySize(kind, 3, 4)
		g := build(t, kind, rows, cols, lattice.Options{})
		for _, text := range []string{writeEdgeList(g), writeDOT(g)} {
			if again, err := lattice.Read(strings.NewReader(text), ""); err != nil || describe(again) != describe(g) {
				t.Errorf("%v: error %v from %s", g, err, text)
			}
		}
		again, err := lattice.Read(strings.NewReader(writeGraph6(g)), "")
		if err != nil || !slices.Equal(edgesOf(again), edgesOf(g)) {
			t.Errorf("%v: error %v from %s", g, err, writeGraph6(g))
		}
	}
}

func edgesOf(g *lattice.Graph) [][2]int {
	var edges [][2]int
	for u, v := range g.Edges() {
		edges = append(edges, [2]int{u, v})
	}
	return edges
}

// Each vertex of a long chain takes the same small amount of memory, in both forms in which DOT
// writes it.
func TestDOTTakesLinearMemory(t *testing.T) {
	const vertices = 20_000
	var chain, nested strings.Builder
	chain.WriteString("graph { v")
	nested.WriteString("graph { { a")
	for i := range vertices {
		fmt.Fprintf(&chain, " -- v%d", i)
		fmt.Fprintf(&nested, "; v%d", i)
	}
	for form, text := range map[string]string{
		"chain": chain.String() + " }", "subgraph": nested.String() + "} -- b }",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := lattice.Read(strings.NewReader(text), "f.dot"); err != nil {
			t.Fatal(form, err)
		}
		runtime.ReadMemStats(&after)
		if each := (after.TotalAlloc - before.TotalAlloc) / vertices; each > 3000 {
			t.Errorf("%s: %d bytes are allocated for each vertex", form, each)
		}
	}
}
