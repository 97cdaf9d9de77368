package symmetry

import (
	"fmt"
	"math/big"
	"slices"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
)

// element is an element of the group of the motions and the exchange of colours.
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

// burnside fills in the numbers of orbits and checks the numbers that they are made of.
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

// subgroupsOf returns all subgroups, as sorted lists of the numbers of their elements: those that
// three elements generate, which for these groups are all.
func subgroupsOf(group []element) [][]int {
	product := multiplication(group)
	var found [][]int
	for a := range group {
		for b := a; b < len(group); b++ {
			for c := b; c < len(group); c++ {
				h := generated(product, a, b, c)
				if !slices.ContainsFunc(found, func(other []int) bool { return slices.Equal(h, other) }) {
					found = append(found, h)
				}
			}
		}
	}
	return found
}

// multiplication returns the number of each product.
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

// generated returns the subgroup that some elements generate; the identity has number 0.
func generated(product [][]int, generators ...int) []int {
	members := []int{0}
	for i := 0; i < len(members); i++ {
		for _, g := range generators {
			if next := product[members[i]][g]; !slices.Contains(members, next) {
				members = append(members, next)
			}
		}
	}
	slices.Sort(members)
	return members
}
