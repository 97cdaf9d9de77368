package symmetry

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
)

type element struct {
	points   lattice.Permutation
	exchange bool
	fixed    *big.Int
}

// elements returns the group, the identity first.
func (r *Result) elements() []element {
	var group []element
	for _, row := range r.Rows {
		for _, m := range row.Motions {
			group = append(group, element{m.Points, false, row.Same.Value}, element{m.Points, true, row.Exchanged.Value})
		}
	}
	return group
}

func (r *Result) burnside() error {
	group := r.elements()
	for _, e := range group {
		if e.fixed.Bit(0) == 0 {
			return result.InternalErrorf("a number computed for board "+r.Board.String(), "%v fixed positions: want an odd number", e.fixed)
		}
	}
	r.Checks = append(r.Checks, "all numbers of fixed positions are odd")
	subgroups := subgroupsOf(group)
	for _, h := range subgroups {
		if _, rest := mean(group, h); rest.Sign() != 0 {
			return result.InternalErrorf("a number computed for board "+r.Board.String(), "the fixed positions of a group of %d have a sum that leaves %v", len(h), rest)
		}
	}
	r.Checks = append(r.Checks, fmt.Sprintf("Burnside's sums for all %d subgroups are divisible by their orders", len(subgroups)))
	var motions, all []int
	for i, e := range group {
		all = append(all, i)
		if !e.exchange {
			motions = append(motions, i)
		}
	}
	r.Orbits, _ = mean(group, motions)
	r.OrbitsColored, _ = mean(group, all)
	return nil
}

// mean returns the mean of the fixed positions of a subgroup, given by the numbers of its elements,
// and what is left.
func mean(group []element, subgroup []int) (quotient, rest *big.Int) {
	sum := new(big.Int)
	for _, i := range subgroup {
		sum.Add(sum, group[i].fixed)
	}
	return sum.QuoRem(sum, big.NewInt(int64(len(subgroup))), new(big.Int))
}

// subgroupsOf returns all subgroups, as sorted lists of the numbers of their elements: the sets
// that have the identity and all products.
func subgroupsOf(group []element) [][]int {
	product := multiplication(group)
	var found [][]int
	for set := 1; set < 1<<len(group); set += 2 { // the identity has number 0
		if len(group)%bits.OnesCount(uint(set)) != 0 {
			continue // by Lagrange's theorem
		}
		var members []int
		for i := range group {
			if set>>i&1 == 1 {
				members = append(members, i)
			}
		}
		outside := func(a int) bool {
			return slices.ContainsFunc(members, func(b int) bool { return set>>product[a][b]&1 == 0 })
		}
		if !slices.ContainsFunc(members, outside) {
			found = append(found, members)
		}
	}
	return found
}

func multiplication(group []element) [][]int {
	product := make([][]int, len(group))
	for i, a := range group {
		for _, b := range group {
			points := a.points.Then(b.points)
			product[i] = append(product[i], slices.IndexFunc(group, func(e element) bool {
				return e.exchange == (a.exchange != b.exchange) && slices.Equal(e.points, points)
			}))
		}
	}
	return product
}
