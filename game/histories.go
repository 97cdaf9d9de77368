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
	symmetries, err := p.Symmetries()
	if err != nil {
		symmetries = nil // they only save work
	}
	if rules.Superko == goban.SituationalSuperko {
		return p.situational(rules, symmetries)
	}
	return p.natural(rules, symmetries)
}

// positional is histories under positional superko.
func (g *Graph) positional() *paths.Problem {
	problem := &paths.Problem{Graph: g.Graph}
	symmetries, err := g.Symmetries()
	if err == nil && g.Len() <= paths.MaxNodes {
		for _, s := range symmetries {
			problem.Symmetries = append(problem.Symmetries, g.Permutation(s))
		}
	}
	return problem
}

func (p *Positions) situational(rules Rules, symmetries []*Symmetry) (*paths.Problem, error) {
	var edges [][2]int
	for v, q := range p.All() {
		for _, move := range p.masks.appendAll(nil, q, rules.Suicide) {
			to, _ := p.Index(move.To)
			edges = append(edges, [2]int{2*v + second(move.Color), 2*to + second(move.Color.Opponent())})
		}
	}
	problem, err := p.withPlayers(2*p.Len(), edges, symmetries)
	if err != nil {
		return nil, err
	}
	for v := range 2 * p.Len() {
		problem.Partner = append(problem.Partner, v^1)
	}
	return problem, nil
}

func (p *Positions) natural(rules Rules, symmetries []*Symmetry) (*paths.Problem, error) {
	var edges [][2]int
	start := 2 * p.Len()
	for v, q := range p.All() {
		for _, move := range p.masks.appendAll(nil, q, rules.Suicide) {
			to, _ := p.Index(move.To)
			made := 2*to + second(move.Color)
			edges = append(edges, [2]int{2 * v, made}, [2]int{2*v + 1, made})
			if v == 0 {
				edges = append(edges, [2]int{start, made})
			}
		}
	}
	problem, err := p.withPlayers(start+1, edges, symmetries)
	if err != nil {
		return nil, err
	}
	problem.Start = start
	return problem, nil
}

// second returns 0 for black and 1 for white.
func second(player goban.Color) int { return int(player - goban.Black) }

// withPlayers returns the problem whose nodes 2v and 2v+1 are a position with either player.
// Suicides of single stones on different points are parallel edges.
func (p *Positions) withPlayers(nodes int, edges [][2]int, symmetries []*Symmetry) (*paths.Problem, error) {
	g, err := digraph.FromEdges(nodes, edges)
	if err != nil {
		return nil, err
	}
	problem := &paths.Problem{Graph: g, Parallel: parallel(edges)}
	if nodes > paths.MaxNodes {
		return problem, nil
	}
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

// parallel returns how often edges come that come more than once, but for loops.
func parallel(edges [][2]int) map[[2]int]int {
	times := map[[2]int]int{}
	for _, e := range edges {
		times[e]++
	}
	maps.DeleteFunc(times, func(e [2]int, n int) bool { return n == 1 || e[0] == e[1] })
	return times
}
