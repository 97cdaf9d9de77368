package hamilton

import (
	"context"
	"errors"
	"strings"
	"testing"

	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// The plain rules, which know no rows: all legal positions, and the moves between them.
func TestRowsByThePlainRules(t *testing.T) {
	for n := 1; n <= 6; n++ {
		g, err := lattice.New(lattice.Square, 1, n, lattice.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var all []row
		for r := range legalRows(n) {
			all = append(all, r)
			if !r.legal(n) || parseRow(r.text(n)) != r || r.swapped().text(n) != exchange(r.text(n)) {
				t.Fatalf("%s", r.text(n))
			}
		}
		if legal, err := certificate.CountLegal(context.Background(), g); err != nil || legal != len(all) {
			t.Errorf("%d positions of %d points, want %d", len(all), n, legal)
		}
		for _, p := range all {
			for _, q := range all {
				_, err := certificate.Between(g, true, certificate.Position(p.text(n)), certificate.Position(q.text(n)))
				if p.leadsTo(q, n) != (err == nil && p != q) {
					t.Errorf("from %s to %s: %t, %v", p.text(n), q.text(n), p.leadsTo(q, n), err)
				}
			}
		}
	}
}

// Every cover passes its own check, and the cycles pass that of certificates.
func TestRowCover(t *testing.T) {
	last := 9
	if longtests.Wanted() {
		last = 14
	}
	for n := 3; n <= last; n++ {
		c, err := NewRowCover(context.Background(), n)
		if err != nil {
			t.Fatal(err)
		}
		visit := func(cycle []string) error {
			g, err := lattice.New(lattice.Square, 1, n, lattice.Options{})
			if err != nil {
				return err
			}
			var positions []certificate.Position
			for _, text := range append(cycle, cycle[0]) {
				positions = append(positions, certificate.Position(text))
			}
			moves, err := certificate.Path(g, true, positions)
			if err != nil {
				return err
			}
			_, err = (&certificate.Certificate{Kind: certificate.Cycle, Board: g, Suicide: true, Start: positions[0], Moves: moves}).Check()
			return err
		}
		if n > 9 {
			visit = nil
		}
		report, err := c.Certify(context.Background(), par.Options{}, visit)
		if err != nil {
			t.Fatalf("1x%d: %v", n, err)
		}
		legal := int64(0)
		for range legalRows(n) {
			legal++
		}
		if report.Positions != legal-1 || (report.Cycles-report.Symmetric)%2 != 0 {
			t.Errorf("%+v of %d positions", report, legal)
		}
	}
}

// The arcs that paths of a block take away are what docs/rows.md says: each target on a path has in
// the smaller blocks the source that comes after it. So the arcs of the block itself are a
// bijection if those of the smaller blocks are.
func TestPathsOfBlocks(t *testing.T) {
	const n = 15
	for _, kind := range []blockKind{blockB, blockBB} {
		for j := largestBase + 1; j < n; j++ {
			c, err := NewRowCover(context.Background(), n)
			if err != nil {
				t.Fatal(err)
			}
			b := &blockBuilder{kind, j, map[row]row{}}
			var chain []string // sources and targets by turns
			b.exchangedArcs(func(source, target string) { chain = append(chain, source, target) })
			// Without the paths the block has its arcs from the smaller blocks and from strings.
			own := c.arcs[kind][j]
			for i := 1; i < len(chain); i += 2 {
				delete(own, parseRow(chain[i]))
				delete(own, parseRow(exchange(chain[i])))
			}
			b.arcs = map[row]row{}
			b.longerStrings()
			for target, source := range b.arcs {
				own[target] = source
			}
			noSource, _ := b.excluded()
			for i := 1; i < len(chain); i += 2 {
				old := c.beforeIn(kind, j, parseRow(chain[i])).text(j)
				next := ""
				if i+1 < len(chain) {
					next = chain[i+1]
				}
				if old != next && !noSource[old] && old != chain[i] { // a target of no smaller block is its own source
					t.Errorf("block %d of %d points: %s had the source %s, and the next of the path is %q", kind, j, chain[i], old, next)
				}
			}
		}
	}
}

// A cover that is spoilt in the arcs of one block is found out.
func TestSpoiltCover(t *testing.T) {
	for kind, own := range [blockKinds]int{wholeRow: 9, blockBB: 8, blockB: 6, blockD: 7, blockAX: 6, blockAO: 7} {
		c, err := NewRowCover(context.Background(), 9)
		if err != nil {
			t.Fatal(err)
		}
		for target, source := range c.arcs[kind][own] {
			c.arcs[kind][own][target] = source.swapped()
		}
		var internal *result.InternalError
		if report, err := c.Certify(context.Background(), par.Options{}, nil); !errors.As(err, &internal) || !strings.Contains(err.Error(), "the cover") {
			t.Errorf("the arcs of block %d are wrong: %+v, %v", kind, report, err)
		}
	}
}

func TestNoRowCover(t *testing.T) {
	for _, n := range []int{-1, 0, 2, MaxCover + 1} {
		if _, err := NewRowCover(context.Background(), n); err == nil {
			t.Errorf("a row of %d points has a cover", n)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	c, err := NewRowCover(ctx, 12)
	if err != nil {
		t.Fatal(err)
	}
	stop()
	if _, err := c.Certify(ctx, par.Options{Memory: 1 << 6}, nil); !errors.As(err, new(*result.MemoryError)) {
		t.Errorf("with 64 bytes: %v", err)
	}
}
