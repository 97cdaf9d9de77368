package reproduction

import (
	"fmt"
	"math/big"

	"github.com/cockroachdb/apd/v3"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/internal/connected"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
)

// theorem1 compares orders of recurrences with the numbers of valid classes that bound them.
func theorem1(w *work) error {
	const last = 5
	good := 0
	for m := 1; m <= last; m++ {
		o, err := recurrence.FindOrder(w.ctx, m, recurrence.Options{Options: par.Options{Threads: w.budget.Threads}, Seed: 1})
		if err != nil {
			return err
		}
		valid := connected.ValidClassesAt(m, 0)
		if valid.Cmp(big.NewInt(int64(o.Order))) >= 0 {
			good++
		}
	}
	w.claim(fmt.Sprintf("order at most the number of valid 0-state classes, 1 to %d rows", last), "Theorem 1", good, last)
	return nil
}

// theorem2 checks the constants of strips, which are proved, against the bounds of the theorem.
func theorem2(w *work) error {
	good, last := 0, asymptotic.LastStored()
	for m := 1; m <= last; m++ {
		s := asymptotic.Stored(m)
		most := apd.NewWithBigInt(new(apd.BigInt).Exp(apd.NewBigInt(3), apd.NewBigInt(int64(m)), nil), 0)
		if s.A.Low.Sign() > 0 && s.Lambda.Low.Sign() > 0 && s.Lambda.High.Cmp(most) <= 0 && s.Remainder.Phi < 1 {
			good++
		}
	}
	w.claim(fmt.Sprintf("a_m > 0, 0 < lambda_m <= 3^m, phi_m < 1, for 1 to %d rows", last), "Theorem 2", good, last)
	w.note("The constants are proved; phi_m is observed (docs/growth.md).")
	return nil
}

// lemma6 looks at the border-state graphs of few rows, made from partial positions, without the
// edge states.
func lemma6(w *work) error {
	const last = 3
	good := 0
	for m := 1; m <= last; m++ {
		g, err := newStateGraph(m)
		if err != nil {
			return err
		}
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
		d, err := digraph.FromEdges(len(number), edges)
		if err != nil {
			return err
		}
		if len(d.StrongComponents().Sizes) == 1 {
			good++
		}
	}
	w.claim(fmt.Sprintf("the border-state graph is strongly connected, 1 to %d rows", last), "Lemma 6", good, last)
	return nil
}

// theorem5 checks that roots of the known numbers are below the base of liberties, as
// superadditivity has it.
func theorem5(w *work) error {
	base := asymptotic.Best().L.Value
	good := 0
	for n := 1; n <= asymptotic.LastSquare; n++ {
		size := board.Size{Rows: n, Cols: n}
		root := asymptotic.BaseBound(size, knownLegal(n, n))
		if root.Low.Cmp(base.High) <= 0 {
			good++
		}
		if n == asymptotic.LastSquare {
			w.add(Row{What: "L(19,19)^(1/361), a proved lower bound on L", Here: root.Rounded(12), Mark: NotInPaper, Basis: result.Quoted})
		}
	}
	w.claim("L(n,n)^(1/n^2) <= L, for n = 1 to 19", "Theorem 5", good, asymptotic.LastSquare)
	return nil
}
