package graphformat

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

func writeEdges(w io.Writer, p *picture) error {
	return p.lines(w, func(line []byte, v int) []byte {
		for _, to := range p.Successors(v) {
			line = strconv.AppendInt(line, int64(v), 10)
			line = append(line, ' ')
			line = strconv.AppendInt(line, int64(to), 10)
			line = append(line, '\n')
		}
		return line
	})
}

func writeAdjacency(w io.Writer, p *picture) error {
	return p.lines(w, func(line []byte, v int) []byte {
		line = strconv.AppendInt(line, int64(v), 10)
		for _, to := range p.Successors(v) {
			line = append(line, ' ')
			line = strconv.AppendInt(line, int64(to), 10)
		}
		return append(line, '\n')
	})
}

// lines writes the title as a comment, then what is appended for every node.
func (p *picture) lines(w io.Writer, appendNode func([]byte, int) []byte) error {
	b := bufio.NewWriter(w)
	if _, err := b.WriteString("# " + p.title() + "\n"); err != nil {
		return err
	}
	var line []byte
	for v := range p.Nodes() {
		line = appendNode(line[:0], v)
		if _, err := b.Write(line); err != nil {
			return err
		}
	}
	return b.Flush()
}

// writeDigraph6 writes "&", the number of nodes and the adjacency matrix row by row, six bits a
// character from "?" on, the first bit the highest (B. McKay,
// https://users.cecs.anu.edu.au/~bdm/data/formats.txt).
func writeDigraph6(w io.Writer, p *picture) error {
	n := p.Nodes()
	matrix := make([]byte, (n*n+5)/6)
	for v := range n {
		for _, to := range p.Successors(v) {
			bit := v*n + int(to)
			matrix[bit/6] |= 1 << (5 - bit%6)
		}
	}
	for i := range matrix {
		matrix[i] += '?'
	}
	size := []byte{'?' + byte(n)}
	if n > 62 { // kinds has the largest number, which 18 bits hold
		size = []byte{'~', '?' + byte(n>>12), '?' + byte(n>>6&63), '?' + byte(n&63)}
	}
	_, err := fmt.Fprintf(w, "&%s%s\n", size, matrix)
	return err
}
