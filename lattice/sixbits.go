package lattice

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"combigo.dev/combigo/syntax"
)

// The formats of nauty (B. McKay, "Description of graph6, sparse6 and digraph6 encodings") are
// lines of characters from ? to ~, six bits each, the highest bit first. gonum has a reader and a
// writer of graph6, whose time grows with the fourth power of the number of vertices: 1.4 s for
// 300.

// maxGraphs is the largest number of graphs in a file.
const maxGraphs = 1 << 20

// sixBits are bits yet to be taken.
type sixBits struct {
	text string
	at   int
}

func (b *sixBits) left() int { return 6*len(b.text) - b.at }

// take reads the next n bits as a number.
func (b *sixBits) take(n int) (x int) {
	for range n {
		x = x<<1 | int(b.text[b.at/6]-'?')>>(5-b.at%6)&1
		b.at++
	}
	return x
}

// vertices reads the number of vertices: 6 bits, or ~ and 18 bits, or ~~ and 36 bits.
func (b *sixBits) vertices() (int, error) {
	rest := strings.TrimPrefix(strings.TrimPrefix(b.text, "~"), "~")
	size := 6 * [...]int{1, 3, 6}[len(b.text)-len(rest)]
	b.text = rest
	if b.left() < size {
		return 0, errors.New("it ends within the number of vertices")
	}
	n := b.take(size)
	if n > MaxVertices {
		return 0, fmt.Errorf("%d vertices: want at most %d", n, MaxVertices)
	}
	return n, nil
}

// newSixBits checks the characters of a graph, reads the number of vertices, and returns the bits
// after it. It checks that the bits of graph6 are as many as there are pairs.
func newSixBits(word string, sparse bool) (n int, b *sixBits, err error) {
	for _, c := range word {
		if c < '?' || c > '~' {
			return 0, nil, fmt.Errorf("character %q: want characters from ? to ~", c)
		}
	}
	b = &sixBits{text: word}
	if n, err = b.vertices(); err != nil || sparse {
		return n, b, err
	}
	if used := n * (n - 1) / 2; b.left()/6 != (used+5)/6 {
		err = fmt.Errorf("%d characters for the edges of %d vertices: want %d", b.left()/6, n, (used+5)/6)
	} else if b.left() > used && (b.text[len(b.text)-1]-'?')&(1<<(b.left()-used)-1) != 0 {
		err = errors.New("bits beyond the last pair of vertices: want them 0")
	}
	return n, b, err
}

// looksLikeSixBits tells graph6 and sparse6 from the other formats. Lines of one word each that are
// all graph6 might be an edge list of isolated vertices with strange names, but hardly are.
func looksLikeSixBits(text string) bool {
	if strings.HasPrefix(text, ">>") {
		return true
	}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		word, sparse := strings.CutPrefix(strings.TrimSpace(line), ":")
		if _, _, err := newSixBits(word, sparse); err != nil {
			return false
		}
	}
	return true
}

// parseSixBits reads a graph from each line, whose vertices have their numbers as names.
func parseSixBits(s source) (all []*Graph, err error) {
	lineStart := 0
	for line := range strings.Lines(s.text) {
		word := strings.TrimSpace(line)
		start := lineStart + strings.Index(line, word)
		lineStart += len(line)
		if header, rest, ok := strings.Cut(word, "<<"); ok && len(all) == 0 && strings.HasPrefix(word, ">>") {
			if header != ">>graph6" && header != ">>sparse6" {
				return nil, s.errorAt(start, "header %q: want >>graph6<<, >>sparse6<< or none", syntax.Brief(word))
			}
			start += len(word) - len(rest)
			word = rest
		}
		if word == "" {
			continue
		}
		if len(all) == maxGraphs {
			return nil, s.errorAt(start, "more than %d graphs: want at most that many", maxGraphs)
		}
		g, err := s.parseLine(word, start)
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	if len(all) == 0 {
		return nil, s.errorAt(len(s.text), "a header and no graph: want one a line")
	}
	return all, nil
}

// parseLine reads a word that is a graph in graph6 or sparse6.
func (s source) parseLine(word string, start int) (*Graph, error) {
	name, body, sparse := "graph6", word, false
	switch word[0] {
	case ':':
		name, body, sparse = "sparse6", word[1:], true
	case '&', '+':
		return nil, s.errorAt(start, "a directed graph in digraph6: want graph6 or sparse6")
	case ';':
		return nil, s.errorAt(start, "incremental sparse6: want sparse6, each graph by itself")
	}
	n, b, err := newSixBits(body, sparse)
	if err != nil {
		return nil, s.errorAt(start, "not %s: %v", name, err)
	}
	if n < 1 {
		return nil, s.errorAt(start, "a graph without vertices: want at least one")
	}
	graph := newBuilder(s)
	if sparse {
		graph.addNumbered(n, 0)
		if err := graph.sparse6(n, b, start); err != nil {
			return nil, err
		}
		g, err := graph.graph(start)
		return g, err
	}
	for v := range n {
		for u := range v {
			if b.take(1) == 1 {
				graph.edges = append(graph.edges, [2]int{u, v})
			}
		}
		if len(graph.edges) > MaxEdges {
			return nil, s.errorAt(start, "more than %d edges: want at most that many", MaxEdges)
		}
	}
	return newGraph(n, graph.edges), nil
}

// sparse6 adds the edges of n vertices. In turn there are a bit, which if it is 1 moves a vertex v
// on by one, and the number x of a vertex: to which v goes if x is larger, else v and x are joined.
// What remains within a character is ones, perhaps after a zero.
func (b *builder) sparse6(n int, from *sixBits, start int) error {
	v, size := 0, bits.Len(uint(n-1))
	for from.left() > size {
		before := *from
		v += from.take(1)
		x := from.take(size)
		if v >= n || x >= n {
			*from = before
			break
		}
		if x > v {
			v = x
		} else if err := b.addEdge(x, v, start); err != nil {
			return err
		}
	}
	if rest := from.left(); rest > 5 || rest > 0 && from.take(rest)|1<<(rest-1) != 1<<rest-1 {
		return b.errorAt(start, "not sparse6: bits beyond the last edge: want at most 5 of them, all 1")
	}
	return nil
}
