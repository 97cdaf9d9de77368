package hamilton

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/digraph/cyclecover"
	"combigo.dev/combigo/result"
)

// A blockKind says which positions a block of points has, and which of them its arcs leave out:
// docs/rows.md defines the blocks and proves that their arcs are what is said here. H(j) has a safe
// empty point on the left, L(N) a live black stone there, and positions of L(N) do not begin with
// black. On the right of both is the end of the row.
type blockKind int

const (
	wholeRow blockKind = iota // G(n): all positions but the empty one
	blockBB                   // BB(j) on H(j), symmetric in the colours
	blockB                    // B(j) on H(j)
	blockD                    // D(N) on L(N)
	blockAX                   // A(j,X) on H(j)
	blockAO                   // A(j,O) on H(j)
	blockKinds
)

// MaxCover is the longest row of which a cover is certified.
const MaxCover = 20

// A RowCover is a cover of the positions of a row of points, without the empty one, by disjoint
// cycles of moves (docs/rows.md). It is symmetric: exchanging the colours maps arcs of the cover to
// arcs.
//
// A block takes its arcs from a smaller block, except for some own arcs. The arcs of bases, blocks
// of up to 6 points, are found by search.
type RowCover struct {
	n    int
	arcs [blockKinds][]map[row]row // by kind, then number of points: the own arcs, source by target
}

// largestBase is the number of points up to which the arcs of the blocks B and BB are searched;
// those of D are up to two points less.
const largestBase = 6

// smallest has, by kind, the least number of points of a block that larger blocks use.
var smallest = [blockKinds]int{wholeRow: 3, blockBB: 2, blockB: largestBase - 2, blockD: 2, blockAX: 1, blockAO: 1}

// NewRowCover returns the cover of a row of 3 to MaxCover points.
func NewRowCover(ctx context.Context, n int) (*RowCover, error) {
	if n < 3 || n > MaxCover {
		return nil, fmt.Errorf("a row of %d points: want 3 to %d", n, MaxCover)
	}
	c := &RowCover{n: n}
	for kind := range c.arcs {
		c.arcs[kind] = make([]map[row]row, n+1)
		for j := range c.arcs[kind] {
			c.arcs[kind][j] = map[row]row{}
		}
	}
	for j := 1; j <= n; j++ {
		for _, kind := range []blockKind{wholeRow, blockBB, blockB, blockD, blockAX, blockAO} {
			b := &blockBuilder{kind, j, c.arcs[kind][j]}
			if kind == wholeRow && j < n || kind != wholeRow && j == n || j < smallest[kind] {
				continue
			}
			if !b.isBase() {
				b.ownArcs()
			} else if err := b.search(ctx); err != nil {
				return nil, err
			}
		}
	}
	return c, nil
}

// before returns the position before q on its cycle.
func (c *RowCover) before(q row) row { return c.beforeIn(wholeRow, c.n, q) }

// beforeIn returns the source of the arc of a block of n points whose target is q. It goes from
// block to smaller block until one has the arc as an own arc; the points that it leaves behind stay
// as they are.
func (c *RowCover) beforeIn(kind blockKind, n int, q row) row {
	offset, exchanged := 0, false
	for {
		rest := q >> (2 * offset)
		if exchanged {
			rest = rest.swapped()
		}
		if source, ok := c.arcs[kind][n][rest]; ok {
			if exchanged {
				source = source.swapped()
			}
			return q&firsts(offset) | source<<(2*offset)
		}
		points := 1 // that the smaller block does not have
		black := rest&3 == 1
		switch {
		case rest&3 == 0 && (kind == wholeRow || kind == blockBB):
			kind = blockBB
		case rest&3 == 0 && (kind == blockB || kind == blockD):
			kind = blockB
		case rest&3 == 0: // A within A
		case kind == wholeRow || kind == blockD:
			points = rest.run() + 1 // a string at the edge, and an empty point
			kind = blockAX
			if (points == 2) != black {
				kind = blockAO
			}
		default: // a string next to the safe point
			points, kind = rest.run(), blockD
			exchanged = exchanged != !black
		}
		if points > n { // the arcs are incomplete: the checks of a cover see it
			return q
		}
		offset, n = offset+points, n-points
	}
}

// A blockBuilder makes the own arcs of a block.
type blockBuilder struct {
	kind blockKind
	j    int         // points
	arcs map[row]row // source by target
}

// form returns the position that a form such as X.*O stands for: the letter before the star comes
// as often as it takes to make all points of the block.
func (b *blockBuilder) form(form string) string {
	before, after, star := strings.Cut(form, "*")
	if !star {
		return form
	}
	last := len(before) - 1
	return before[:last] + strings.Repeat(before[last:], max(0, b.j-last-len(after))) + after
}

// addArcs adds arcs by set. The forms are a source, its target, the next source, and so on.
func (b *blockBuilder) addArcs(set func(source, target string), path ...string) {
	for pair := range slices.Chunk(strings.Fields(strings.Join(path, " ")), 2) {
		set(b.form(pair[0]), b.form(pair[1]))
	}
}

// exchange returns a position, or a part of one, with the colours exchanged.
func exchange(text string) string { return strings.NewReplacer("X", "O", "O", "X").Replace(text) }

// set adds the arc from a source to a target, both given as texts.
func (b *blockBuilder) set(source, target string) {
	b.arcs[parseRow(target)] = parseRow(source)
}

// setBoth adds an arc and the one with the colours exchanged.
func (b *blockBuilder) setBoth(source, target string) {
	b.set(source, target)
	b.set(exchange(source), exchange(target))
}

// ownArcs adds the own arcs of a block that is no base.
func (b *blockBuilder) ownArcs() {
	switch b.kind {
	case blockAX, blockAO:
		if b.j == 1 {
			b.set(".", map[blockKind]string{blockAX: "O", blockAO: "X"}[b.kind])
			return
		}
		b.longerStrings()
		b.addArcs(b.setBoth, ".O* X.*")
	case blockB:
		b.longerStrings()
		b.exchangedArcs(b.set)
	case blockBB:
		b.longerStrings()
		b.exchangedArcs(b.setBoth)
	case blockD:
		b.edgeArcs(b.set)
		b.addArcs(b.set, ".X* O.*")
	case wholeRow:
		b.edgeArcs(b.setBoth)
		b.addArcs(b.setBoth, ".X* O.*")
	}
}

// longerStrings adds the arcs whose moves make a string next to the safe point longer.
func (b *blockBuilder) longerStrings() {
	for t := 1; t < b.j; t++ {
		str := strings.Repeat("X", t)
		b.addArcs(b.setBoth, str+".O*", str+"X.*")
	}
}

// edgeArcs adds the arcs between blocks that differ in the string at the edge. set adds them for
// white strings, or for strings of both colours.
func (b *blockBuilder) edgeArcs(set func(source, target string)) {
	for s := 1; s < b.j-1; s++ {
		str, end := strings.Repeat("O", s), "X"
		if s == 1 {
			end = "O"
		}
		b.addArcs(set, "."+str[1:]+".*"+end, str+".*"+end)
		b.addArcs(set, str+".O*", strings.Repeat(".", s)+"X.*")
		b.addArcs(set, str+".X*", str+"O.*")
	}
	b.addArcs(set, "O*. .*X")
	b.addArcs(set, ".O*. O*.")
	b.addArcs(set, "O*.X .*XX")
}

// exchangedArcs adds the arcs in which B differs from the smaller blocks B and D that it takes its
// arcs from. They come from exchanges along alternating paths: each target gets another source, and
// the source that it had goes to the next target.
func (b *blockBuilder) exchangedArcs(set func(source, target string)) {
	if b.kind == blockB {
		b.addArcs(set, ".X* O.*")
	}
	b.addArcs(set, ".O* O*")
	for a := 2; a <= b.j-4; a++ {
		w := strings.Repeat("O", a+1)
		b.addArcs(set, "."+w[1:]+".*X", w+".*X", w+".*", w+".*X.", w+".*O", w+"X.*O", w+"X.*", w+"X.*X")
	}
	b.addArcs(set, ".O.*X .OX.*X .OX.* .OX.*O .O.*O .O.*X. .*X. O.*X. O.*O OX.*O OX.* OX.*X")
	b.addArcs(set, ".O*. O*.")
	b.addArcs(set, ".O*.X .O*. ..O*. .XO*. .X.O*. OX.O*. OX.O*.X O.O*.X O.O*.. O.O*.O",
		"O.O*X. OX.*X. OX.*O OXX.*O O.X.*O OOX.*O OOX.* OOX.*X")
}

// isBase reports whether the block is a base: its arcs are found by search.
func (b *blockBuilder) isBase() bool {
	return b.kind == blockD && b.j <= largestBase-2 || (b.kind == blockB || b.kind == blockBB) && b.j <= largestBase
}

// prescribed adds the arcs that a base must have, since paths of larger blocks use them.
func (b *blockBuilder) prescribed(set func(source, target string)) {
	j := b.j
	if b.kind == blockD && j == 2 {
		b.addArcs(set, ".. .O", "O. .X")
	}
	if b.kind == blockD && j > 2 || b.kind == blockB && j >= 4 {
		b.addArcs(set, ".* .*O", ".*X .*O.")
	}
	if b.kind == blockD && j > 2 {
		b.addArcs(set, "O.* O.*X", ".*O O.*O")
	}
	if b.kind == blockB && j >= 5 {
		b.addArcs(set, "X*.. X*.O", "X*O. X*.X")
	}
	if j == largestBase {
		b.addArcs(set, "OX.... OX...X", "O....O OX...O", "....X. O...X.", ".OOOO. OOOOO.", "X.OOO. XOOOO.")
	}
}

// excluded returns the positions of a base that must not be sources, and those that must not be
// targets.
func (b *blockBuilder) excluded() (sources, targets map[string]bool) {
	sources, targets = map[string]bool{}, map[string]bool{b.form(".*"): true}
	if b.kind == blockD {
		sources[b.form(".O*")] = true
		return sources, targets
	}
	for _, form := range []string{"X*", "O*", "O*.", ".*O"} {
		sources[b.form(form)] = true
	}
	for s := 1; s < b.j-1; s++ {
		sources[b.form(strings.Repeat("O", s)+".*X")] = true
	}
	targets[b.form(".*XX")] = true
	for s := range b.j {
		targets[b.form(strings.Repeat(".", s)+"X.*")] = true
	}
	if b.kind == blockBB {
		sources[b.form(".*")] = true
		for _, all := range []map[string]bool{sources, targets} {
			for text := range maps.Clone(all) {
				all[exchange(text)] = true
			}
		}
	}
	return sources, targets
}

// search finds the arcs of a base: a perfect matching of its sources with its targets by moves. For
// the matching, the positions excluded as sources are joined to the positions excluded as targets.
// In BB a position and the one with the colours exchanged are one node.
func (b *blockBuilder) search(ctx context.Context) error {
	left := "." // the safe point, which nobody plays
	if b.kind == blockD {
		left = ".X" // a stone that it keeps alive
	}
	n := len(left) + b.j
	class := func(text string) string {
		if b.kind == blockBB {
			return min(text, exchange(text))
		}
		return text
	}
	fixed := map[string]string{}
	b.prescribed(func(source, target string) { fixed[class(source)] = class(target) })
	noSource, noTarget := b.excluded()
	var nodes []string
	number, moves := map[string]int{}, map[string][]string{}
	for r := range legalRows(n) {
		text := r.text(n)
		rest := text[len(left):]
		if text[:len(left)] != left || b.kind == blockD && rest[0] == 'X' || class(rest) != rest {
			continue
		}
		number[rest] = len(nodes)
		nodes = append(nodes, rest)
		for v := len(left); v < n; v++ {
			for color := row(1); color <= 2 && r.at(v) == 0; color++ {
				to := r.play(n, v, color).text(n)
				if to != text && (b.kind != blockD || to[len(left)] != 'X') {
					moves[rest] = append(moves[rest], to[len(left):])
				}
			}
		}
	}
	var arcs [][2]int
	for _, from := range nodes {
		to := moves[from]
		if noSource[from] {
			to = slices.Collect(maps.Keys(noTarget))
		}
		for _, target := range to {
			if target = class(target); noSource[from] == noTarget[target] && (fixed[from] == "" || fixed[from] == target) {
				arcs = append(arcs, [2]int{number[from], number[target]})
			}
		}
	}
	g, err := digraph.FromEdges(len(nodes), arcs)
	if err != nil {
		return err
	}
	successors, err := cyclecover.Perfect(ctx, g, nil)
	if err == nil && successors == nil {
		err = result.InternalErrorf("the cover", "a block of %d points has no arcs", b.j)
	}
	for v, w := range successors {
		from, to := nodes[v], nodes[w]
		switch {
		case noSource[from]:
		case b.kind != blockBB:
			b.set(from, to)
		case slices.Contains(moves[from], to):
			b.setBoth(from, to)
		default:
			b.setBoth(from, exchange(to))
		}
	}
	return err
}
