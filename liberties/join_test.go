package liberties

import (
	"math/rand/v2"
	"testing"
)

// frontiersOf returns the frontier of the left part of a group at every kink: after k
// points, down the columns. It is false where a component is cut off.
func frontiersOf(g *Group) (frontiers []frontier, ok []bool) {
	f, fine := edgeFrontier(g.rows), true
	frontiers, ok = append(frontiers, f), append(ok, true)
	for k := range g.rows * g.cols {
		row := k % g.rows
		if g.Stone(row, k/g.rows) {
			f = f.placeStone(row, g.rows)
		} else if next, kept := f.placeEmpty(row); kept && fine {
			f = next
		} else {
			fine = false
		}
		frontiers, ok = append(frontiers, f), append(ok, fine)
	}
	return frontiers, ok
}

func turned(g *Group) *Group {
	t := newGroup(g.rows, g.cols)
	for row := range g.rows {
		for col := range g.cols {
			t.set(g.rows-1-row, g.cols-1-col, g.Stone(row, col))
		}
	}
	return t
}

// The costs of the two parts and of the join add up to the cost of the group,
// at every kink, for random sets of stones; the parts are connected if and only
// if the set is.
func TestJoinCostsAddUp(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	groups, sets := 0, 0
	for range 30_000 {
		g := newGroup(2+random.IntN(4), 2+random.IntN(4))
		density := random.Float64()
		for i := range g.stones {
			g.stones[i] = random.Float64() < density
		}
		liberties, err := g.Check()
		left, leftOK := frontiersOf(g)
		right, rightOK := frontiersOf(turned(g))
		points := g.rows * g.cols
		for k := g.rows; k <= points-g.rows; k++ {
			if !leftOK[k] || !rightOK[points-k] {
				continue
			}
			kink := (k-1)%g.rows + 1
			l, r := left[k], right[points-k].mirrored(g.rows)
			extra, enough := joinCost(l, r, kink, g.rows)
			joined := connected(l, r, kink, g.rows)
			if joined != (err == nil) {
				t.Fatalf("k = %d, kink %d: connected is %v, but %v\n%v", k, kink, joined, err, g.stones)
			}
			if !joined {
				sets++
				continue
			}
			groups++
			total := l.cost + r.cost + extra
			if want := cost(g.rows, g.cols, liberties); !enough || int(total) != want {
				t.Fatalf("%dx%d, k = %d, kink %d: the cost is %d, want %d\n%v", g.rows, g.cols, k, kink, total, want, g.stones)
			}
		}
	}
	if groups < 1000 || sets < 1000 {
		t.Errorf("only %d groups and %d other sets were looked at", groups, sets)
	}
}
