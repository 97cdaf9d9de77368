package game

import (
	"context"
	"maps"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/digraph/paths"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// situationBytes is what a position with either player takes at most while its edges are found.
const situationBytes = 32 * MaxPoints * 4

// histories returns the problem of package paths whose walks are the games on a board under some
// rules, passes left out. Its nodes are what a rule against repetition does not let come back.
//
// Under positional superko they are the positions: node v is position v.
//
// Under situational superko they are positions with the player to turn: 2v is position v with black
// to turn, 2v+1 with white. A pass hands over to the partner of a node; it is allowed even if that
// has come up before.
//
// Suicides of single stones on different points are parallel edges.
//
// Under natural situational superko they are positions with the player who made them: 2v is
// position v made by black, 2v+1 made by white, and the last node is the empty board at the start.
func (p *Positions) histories(ctx context.Context, rules Rules, opt par.Options) (*paths.Problem, error) {
	if rules.Superko == goban.PositionalSuperko {
		g, err := p.Graph(ctx, rules, opt)
		if err != nil {
			return nil, err
		}
		return g.positional(), nil
	}
	if err := checkMemory("the list of positions with players", result.Bytes(p.Len())*situationBytes, opt.Memory); err != nil {
		return nil, err
	}
	nodes, natural := 2*p.Len(), rules.Superko == goban.NaturalSuperko
	start := nodes
	var edges [][2]int
	for v, q := range p.All() {
		for _, move := range p.masks.appendAll(nil, q, rules.Suicide) {
			to, _ := p.Index(move.To)
			mover := int(move.Color - goban.Black)
			switch made := 2*to + mover; {
			case !natural:
				edges = append(edges, [2]int{2*v + mover, made ^ 1})
			case v == 0:
				edges = append(edges, [2]int{start, made}, [2]int{0, made}, [2]int{1, made})
			default:
				edges = append(edges, [2]int{2 * v, made}, [2]int{2*v + 1, made})
			}
		}
	}
	problem := &paths.Problem{Parallel: parallel(edges)}
	if natural {
		nodes++
		problem.Start = start
	} else {
		for v := range nodes {
			problem.Partner = append(problem.Partner, v^1)
		}
	}
	var err error
	if problem.Graph, err = digraph.FromEdges(nodes, edges); err != nil || nodes > paths.MaxNodes {
		return problem, err
	}
	symmetries, _ := p.Symmetries() // they only save work
	for _, s := range symmetries {
		to := make([]int32, nodes)
		to[nodes-1] = int32(nodes - 1)
		swap := int32(0)
		if s.Swap {
			swap = 1
		}
		for v, w := range p.Permutation(s) {
			to[2*v], to[2*v+1] = 2*w+swap, 2*w+1-swap
		}
		problem.Symmetries = append(problem.Symmetries, to)
	}
	return problem, nil
}

// positional is histories under positional superko.
func (g *Graph) positional() *paths.Problem {
	problem := &paths.Problem{Graph: g.Graph}
	if g.Len() <= paths.MaxNodes {
		problem.Symmetries = g.Automorphisms()
	}
	return problem
}

// parallel returns how often edges come that come more than once, but for loops.
func parallel(edges [][2]int) map[[2]int]int {
	times := map[[2]int]int{}
	for _, e := range edges {
		times[e]++
	}
	maps.DeleteFunc(times, func(e [2]int, n int) bool { return n == 1 || e[0] == e[1] })
	return times
}
