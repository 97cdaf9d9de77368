package polynomial

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"time"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// Probability returns Farr's other Go polynomial, Go(G; p), with its provenance: the probability
// that a position is legal in which each point is black with probability p, white with probability
// p and else empty, independently of the others. With N_k legal positions of k stones on n points
// it is the sum of N_k p^k (1-2p)^(n-k). Of the options the method is of no account.
//
// The errors are those of [Go].
//
// Source: G. Farr, "The Go polynomials of a graph", 2003; G. Farr and K. Morgan, "Graph
// polynomials: some questions on the edge", 2024 (arXiv 2406.15746).
func Probability(ctx context.Context, g *lattice.Graph, opt Options) (*Result, error) {
	start := time.Now()
	s, err := newSolver(g, opt)
	if err != nil {
		return nil, err
	}
	stones, err := transfer.NewStones(slices.Repeat([]transfer.Weight{{Own: 1}}, g.Len()))
	if err != nil {
		return nil, err
	}
	if _, _, err := transfer.ExpectLegal(g, s.order, 2, stones.Words, opt.Memory); err != nil {
		return nil, err
	}
	table, stats, err := transfer.Legal(ctx, g, s.order, 2, stones, s.engineOptions(0, 1))
	if err != nil {
		return nil, err
	}
	r := &Result{Graph: g, Variable: "p", Poly: probability(table)}
	r.Method = "stones"
	r.Description = fmt.Sprintf("positions by their numbers of stones, by frontiers of at most %d points", stats.Width)
	s.tell(r, stats)
	if err := result.Verify(ctx, r, &r.Provenance, []result.Check[*Result]{s.checkThird}); err != nil {
		return nil, err
	}
	r.Wall, r.PeakMemory = time.Since(start), result.PeakMemory()
	return r, nil
}

func probability(table [][]*big.Int) Poly {
	n := len(table) - 1
	p := make([]*big.Int, n+1)
	for j := range p {
		p[j] = new(big.Int)
	}
	for b, row := range table {
		for w, positions := range row {
			k := b + w
			for j := k; j <= n; j++ { // the term of p^(j-k) in (1-2p)^(n-k)
				c := new(big.Int).Binomial(int64(n-k), int64(j-k))
				c.Lsh(c.Mul(c, positions), uint(j-k))
				if (j-k)%2 > 0 {
					c.Neg(c)
				}
				p[j].Add(p[j], c)
			}
		}
	}
	return trimmed(p)
}

// checkThird: with p = 1/3 all positions are equally likely, and with p = 0 the board is empty.
func (s *solver) checkThird(ctx context.Context, r *Result) (string, error) {
	legal, _, err := s.value(ctx, 2, s.engineOptions(0, 1))
	if err != nil {
		return "", err
	}
	all := new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(s.graph.Len())), nil)
	if r.Poly.At(big.NewRat(1, 3)).Cmp(new(big.Rat).SetFrac(legal, all)) != 0 || r.Poly.AtInt(0).Cmp(big.NewInt(1)) != 0 {
		return "", s.failed("its values at 0 and 1/3 are not 1 and %v/%v", legal, all)
	}
	return "value 1 at 0, and at 1/3 the share of legal positions", nil
}
