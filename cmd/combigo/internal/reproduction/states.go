package reproduction

import (
	"math/big"
	"slices"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/plain"
)

// Valid says of each border state whether it fits Definition 3.
func (g *stateGraph) Valid() *cases {
	holds := &cases{}
	for _, s := range g.states {
		if !isEdge(s) {
			holds.add(valid(s))
		}
	}
	return holds
}

// valid reports whether a state is valid: connections do not cross, and what adjacent points say of
// liberties and connections fits (Definition 3). The two points at the kink count as adjacent if
// the upper one has a connection or a liberty that it cannot have from the point above it.
func valid(s plain.State) bool {
	p := s.Points
	stone := func(i int) bool { return p[i].Color == goban.Black || p[i].Color == goban.White }
	joined := func(i, j int) bool { return p[i].Group > 0 && p[i].Group == p[j].Group }
	for d := range p {
		for c := range d {
			for b := range c {
				for a := range b {
					if joined(a, c) && joined(b, d) && !joined(a, b) {
						return false
					}
				}
			}
		}
	}
	for i := 1; i < len(p); i++ {
		if i == s.Kink { // the point above is in the new column
			k := i - 1
			connected := false
			for j := range p {
				connected = connected || j != k && joined(j, k)
			}
			switch {
			case !stone(k):
				continue
			case !p[k].Live && !(connected && !(k > 0 && joined(k, k-1))):
				continue
			case p[k].Live && k > 0 && p[k-1].Color != p[k].Color.Opponent():
				continue
			}
		}
		a, b := p[i-1], p[i]
		needy := stone(i-1) && !a.Live || stone(i) && !b.Live
		switch {
		case stone(i-1) != stone(i) && needy:
			return false
		case stone(i-1) && a.Color == b.Color && (a.Live != b.Live || !a.Live && a.Group != b.Group):
			return false
		}
	}
	return true
}

// States returns the number of border states with a kink.
func (g *stateGraph) States(kink int) int { return g.count(kink, false) }

// EdgeStates returns the number of edge states with a kink.
func (g *stateGraph) EdgeStates(kink int) int { return g.count(kink, true) }

func (g *stateGraph) count(kink int, edge bool) (n int) {
	for _, s := range g.states {
		if s.Kink == kink && isEdge(s) == edge {
			n++
		}
	}
	return n
}

// Components returns the number of strong components without the edge states.
func (g *stateGraph) Components() (int, error) {
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
		return 0, err
	}
	return len(d.StrongComponents().Sizes), nil
}

// Paths returns the number of paths of a length from the all-edge state, the first.
func (g *stateGraph) Paths(length int) *big.Int { return g.chain().Positions(length + 1) }

// chain returns the graph as a chain that begins with the all-edge state, and may end anywhere.
func (g *stateGraph) chain() *chain {
	return &chain{g.successors(), []int{0}, slices.Repeat([]bool{true}, len(g.states))}
}

// needyStrings returns the number of strings of a state without a liberty.
func needyStrings(s plain.State) (n int) {
	for _, p := range s.Points {
		n = max(n, int(p.Group))
	}
	return n
}

// successors are the states after each state, one for each colour that is legal there.
func (g *stateGraph) successors() [][]int {
	all := make([][]int, len(g.states))
	for e, colors := range g.edges {
		all[e[0]] = append(all[e[0]], slices.Repeat([]int{e[1]}, len(colors))...)
	}
	return all
}

// TwoOrThree says of each state whether it has two successors or three.
func (g *stateGraph) TwoOrThree() *cases {
	holds := &cases{}
	for _, to := range g.successors() {
		holds.add(len(to) == 2 || len(to) == 3)
	}
	return holds
}

// MapReduce counts the positions of 1, 2, ... columns as section 5.5 says, modulo a number below
// 2^63: pairs of state and number are mapped, then summed by state.
func (g *stateGraph) MapReduce(columns int, modulus *big.Int) (counts []*big.Int) {
	type pair struct {
		state  int
		number uint64
	}
	rows := len(g.states[0].Points)
	next, pairs, m := g.successors(), []pair{{0, 1}}, modulus.Uint64()
	for filled := 1; filled <= rows*columns; filled++ {
		var mapped []pair
		for _, p := range pairs {
			for _, s := range next[p.state] {
				mapped = append(mapped, pair{s, p.number})
			}
		}
		slices.SortFunc(mapped, func(p, q pair) int { return p.state - q.state })
		pairs = pairs[:0]
		for _, p := range mapped {
			if i := len(pairs) - 1; i >= 0 && pairs[i].state == p.state {
				pairs[i].number = (pairs[i].number + p.number) % m
			} else {
				pairs = append(pairs, p)
			}
		}
		if filled%rows > 0 {
			continue
		}
		sum := uint64(0)
		for _, p := range pairs {
			if needyStrings(g.states[p.state]) == 0 {
				sum = (sum + p.number) % m
			}
		}
		counts = append(counts, new(big.Int).SetUint64(sum))
	}
	return counts
}

// Falls says of a number of columns, and of each number of points before the last one, whether
// each string without a liberty more means fewer completions in the mean: the stratum of heuristic
// sampling tells something.
func (g *stateGraph) Falls(columns int) *cases {
	rows := len(g.states[0].Points)
	c, completions := g.chain(), make([]float64, len(g.states))
	for i, s := range g.states {
		if needyStrings(s) == 0 && s.Kink == 0 {
			completions[i] = 1
		}
	}
	falls := &cases{}
	for filled := rows*columns - 1; filled > 0; filled-- {
		before := make([]float64, len(g.states))
		for s, all := range c.next {
			for _, to := range all {
				before[s] += completions[to]
			}
		}
		completions = before
		sums, nodes := make([]float64, rows+1), make([]float64, rows+1)
		for s, ways := range c.ways(filled + 1) {
			k, n := needyStrings(g.states[s]), float64(ways.Int64())
			sums[k] += n * completions[s]
			nodes[k] += n
		}
		for k := 1; k <= rows && nodes[k] > 0; k++ {
			falls.add(sums[k]/nodes[k] < sums[k-1]/nodes[k-1])
		}
	}
	return falls
}

// pseudolegal counts partial positions whose libertyless strings all touch an unfilled point. The
// board has a column more than that of the last point.
func pseudolegal(rows, filled int) (n int, err error) {
	p, err := goban.New(rows, filled/rows+2)
	if err != nil {
		return 0, err
	}
	var fill func(i int)
	fill = func(i int) {
		if i == filled {
			if p.Legal() {
				n++
			}
			return
		}
		for _, c := range []goban.Color{goban.Empty, goban.Black, goban.White} {
			p.Set(i%rows, i/rows, c)
			fill(i + 1)
		}
		p.Set(i%rows, i/rows, goban.Empty)
	}
	fill(0)
	return n, nil
}
