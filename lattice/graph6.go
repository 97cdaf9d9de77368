package lattice

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"combigo.dev/combigo/syntax"
)

const (
	graph6Header = ">>graph6<<"
	// graph6Zero and graph6Max are the characters for six bits 0 and six bits 1.
	graph6Zero, graph6Max = '?', '~'
)

// looksLikeGraph6 tells graph6 from the other formats. Lines of one word each that are all graph6
// might be an edge list of isolated vertices with strange names, but hardly are.
func looksLikeGraph6(text string) bool {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, ">>") {
		return true
	}
	for line := range strings.Lines(text) {
		if _, _, err := cutGraph6(strings.TrimSpace(line)); err != nil {
			return false
		}
	}
	return true
}

// parseGraph6 reads a text of one graph6 line. Vertices have their numbers as names.
func parseGraph6(s source) (*Graph, error) {
	body := strings.TrimSpace(s.text)
	if strings.HasPrefix(body, ">>") && !strings.HasPrefix(body, graph6Header) {
		return nil, s.errorAt(strings.Index(s.text, ">>"), "header %q: want graph6, with the header %s or without one", syntax.Brief(body), graph6Header)
	}
	body = strings.TrimSpace(strings.TrimPrefix(body, graph6Header))
	start := strings.LastIndex(s.text, body)
	if i := strings.IndexAny(body, "\r\n"); i >= 0 {
		second := i + len(body[i:]) - len(strings.TrimSpace(body[i:]))
		return nil, s.errorAt(start+second, "a second line: want a single graph")
	}
	n, pairs, err := cutGraph6(body)
	if err != nil {
		return nil, s.errorAt(start, "not graph6: %v", err)
	}
	if n < 1 {
		return nil, s.errorAt(start, "a graph without vertices: want at least one")
	}
	if countOnes(pairs) > MaxEdges {
		return nil, s.errorAt(start, "%d edges: want at most %d", countOnes(pairs), MaxEdges)
	}
	return fromEdges(n, graph6Edges(n, pairs)), nil
}

// cutGraph6 splits a word in the number of vertices and the characters that hold the edges, six
// pairs of vertices each, and makes sure that there are as many as must be.
func cutGraph6(word string) (n int, pairs string, err error) {
	for _, c := range word {
		if c < graph6Zero || c > graph6Max {
			return 0, "", fmt.Errorf("character %q: want characters from %c to %c", c, graph6Zero, graph6Max)
		}
	}
	n, pairs, err = cutLen(word)
	if err != nil {
		return 0, "", err
	}
	if n > MaxVertices {
		return 0, "", fmt.Errorf("%d vertices: want at most %d", n, MaxVertices)
	}
	used := n * (n - 1) / 2
	if want := (used + 5) / 6; len(pairs) != want {
		return 0, "", fmt.Errorf("%d characters for the edges of %d vertices: want %d", len(pairs), n, want)
	}
	if unused := 6*len(pairs) - used; unused > 0 && sixBits(pairs[len(pairs)-1])&(1<<unused-1) != 0 {
		return 0, "", errors.New("bits beyond the last pair of vertices: want them 0")
	}
	return n, pairs, nil
}

// cutLen reads the number of vertices: 6 bits, or ~ and 18 bits, or ~~ and 36 bits.
func cutLen(word string) (n int, rest string, err error) {
	rest = strings.TrimPrefix(strings.TrimPrefix(word, "~"), "~")
	size := [...]int{1, 3, 6}[len(word)-len(rest)]
	if len(rest) < size {
		return 0, "", errors.New("it ends within the number of vertices")
	}
	for _, c := range []byte(rest[:size]) {
		n = n<<6 | sixBits(c)
	}
	return n, rest[size:], nil
}

// countOnes returns how many of the bits are 1.
func countOnes(characters string) int {
	ones := 0
	for _, c := range []byte(characters) {
		ones += bits.OnesCount(uint(sixBits(c)))
	}
	return ones
}

func sixBits(c byte) int { return int(c) - graph6Zero }

// graph6Edges returns the edges whose bits are 1. The pairs (u, v) with u < v come in ascending
// order of v, then u.
func graph6Edges(n int, pairs string) [][2]int {
	var edges [][2]int
	bit := 0
	for v := range n {
		for u := range v {
			if sixBits(pairs[bit/6])>>(5-bit%6)&1 == 1 {
				edges = append(edges, [2]int{u, v})
			}
			bit++
		}
	}
	return edges
}
