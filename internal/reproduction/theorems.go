package reproduction

import (
	"fmt"
	"math/big"

	"github.com/cockroachdb/apd/v3"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/internal/connected"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
)

// theorem1 compares orders of recurrences with the numbers of valid classes that bound them.
func theorem1(w *work) {
	const last = 5
	var holds cases
	for m := 1; m <= last; m++ {
		o := must(recurrence.FindOrder(w.ctx, m, recurrence.Options{Options: w.options(), Seed: 1}))
		holds.add(connected.ValidClassesAt(m, 0).Cmp(big.NewInt(int64(o.Order))) >= 0)
	}
	w.row(fmt.Sprintf("order at most the number of valid 0-state classes, 1 to %d rows", last), &holds)
}

// theorem2 checks the constants of strips, which are proved, against the bounds of the theorem.
func theorem2(w *work) {
	var holds cases
	last := asymptotic.LastStored()
	for m := 1; m <= last; m++ {
		s := asymptotic.Stored(m)
		most := apd.NewWithBigInt(new(apd.BigInt).SetMathBigInt(power(3, int64(m))), 0)
		holds.add(s.A.Low.Sign() > 0 && s.Lambda.Low.Sign() > 0 && s.Lambda.High.Cmp(most) <= 0 && s.Remainder.Phi < 1)
	}
	w.row(fmt.Sprintf("a_m > 0, 0 < lambda_m <= 3^m, phi_m < 1, for 1 to %d rows", last), &holds)
	w.note("The constants are proved; phi_m is observed (docs/growth.md).")
}

// lemma6 looks at the border-state graphs of few rows, made from partial positions, without the
// edge states.
func lemma6(w *work) {
	const last = 3
	var holds cases
	for m := 1; m <= last; m++ {
		g := must(newStateGraph(m))
		number, edges := map[int]int{}, [][2]int{}
		for i, s := range g.states {
			if !isEdge(s) {
				number[i] = len(number)
			}
		}
		for e := range g.edges {
			from, ok := number[e[0]]
			if to, alsoOK := number[e[1]]; ok && alsoOK {
				edges = append(edges, [2]int{from, to})
			}
		}
		holds.add(len(must(digraph.FromEdges(len(number), edges)).StrongComponents().Sizes) == 1)
	}
	w.row(fmt.Sprintf("the border-state graph is strongly connected, 1 to %d rows", last), &holds)
}

// theorem5 checks that roots of the known numbers are below the base of liberties, as
// superadditivity has it.
func theorem5(w *work) {
	base := asymptotic.Best().L.Value
	var holds cases
	for n := 1; n <= asymptotic.LastSquare; n++ {
		root := asymptotic.BaseBound(board.Size{Rows: n, Cols: n}, knownLegal(n, n))
		holds.add(root.Low.Cmp(base.High) <= 0)
		if n == asymptotic.LastSquare {
			w.row("L(19,19)^(1/361), a proved lower bound on L", root.Rounded(12)).Basis = result.Quoted
		}
	}
	w.row("L(n,n)^(1/n^2) <= L, for n = 1 to 19", &holds)
}
