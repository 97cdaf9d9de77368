package format

import (
	"bufio"
	"io"
	"strconv"

	"gonum.org/v1/gonum/graph/encoding/digraph6"
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

func writeDigraph6(w io.Writer, p *picture) error {
	_, err := io.WriteString(w, string(digraph6.Encode(p.gonum()))+"\n")
	return err
}
