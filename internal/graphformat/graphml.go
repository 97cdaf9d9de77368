package graphformat

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// graphMLHead declares what nodes and edges carry (U. Brandes et al., "GraphML progress report",
// 2002).
const graphMLHead = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <!-- %s -->
  <key id="position" for="node" attr.name="position" attr.type="string"/>
  <key id="class" for="node" attr.name="class" attr.type="int"/>
  <key id="player" for="edge" attr.name="player" attr.type="string"/>
  <key id="suicide" for="edge" attr.name="suicide" attr.type="boolean"/>
  <graph edgedefault="directed">
`

func writeGraphML(w io.Writer, p *picture) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, graphMLHead, strings.ReplaceAll(p.title(), "--", "-"))
	for v := range p.Nodes() {
		fmt.Fprintf(b, "    <node id=\"n%d\"><data key=\"position\">%s</data><data key=\"class\">%d</data></node>\n",
			v, strings.Join(p.rows(v), "/"), p.class(v))
	}
	for v := range p.Nodes() {
		for _, to := range p.Successors(v) {
			player, suicide := p.Mover(v, int(to))
			fmt.Fprintf(b, "    <edge source=\"n%d\" target=\"n%d\"><data key=\"player\">%s</data><data key=\"suicide\">%t</data></edge>\n",
				v, to, player, suicide)
		}
	}
	fmt.Fprint(b, "  </graph>\n</graphml>\n")
	return b.Flush() // has the error of any write before
}
