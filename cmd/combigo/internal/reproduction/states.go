package reproduction

import (
	"math/big"
	"slices"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/internal/states/plain"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/sampling"
)

func storedRoot(rows int) interval.Interval { s := asymptotic.Stored(rows); return s.Root() }

// stateCounts counts states: each class of Table 1 but the stoneless one is two states.
func stateCounts(w *work) {
	for _, m := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 19} {
		for _, y := range slices.Compact([]int{0, m - 1}) {
			if r := w.row("states", connected.ValidStatesAt(m, y), m, y); y > 0 && m > listedRows {
				r.Basis = result.OneWay
			}
		}
		edges := power(3, int64(m))
		w.row("edge-states", edges.Rsh(edges, 1), m).Basis = result.Proved // 3^0 + ... + 3^(m-1)
	}
	const last = 3
	var holds cases
	for m := 1; m <= last; m++ {
		constructible := must(connected.ConstructibleClasses(w.ctx, m, w.options()))
		states, edges := newStateGraph(m).count()
		for y := range m {
			holds.add(int64(states[y]) == 2*constructible[y]-1)
			holds.add(edges[y] == power(3, int64(y)).Int64())
		}
	}
	w.row("found", &holds, last)
}

// lemma5 tests Definition 3 on constructible states, and on the state of Figure 6.
func lemma5(w *work) {
	const last = 4
	var holds cases
	for m := 1; m <= last; m++ {
		for _, s := range newStateGraph(m).states {
			if !isEdge(s) {
				holds.add(valid(s))
			}
		}
	}
	w.row("valid", &holds, last)
	w.row("figure-6", map[bool]string{true: "valid", false: "not valid"}[valid(unconstructibleState())])
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

// count returns the numbers of border states and of edge states with each kink.
func (g *stateGraph) count() (states []int, edges []int64) {
	height := len(g.states[0].Points)
	states, edges = make([]int, height), make([]int64, height)
	for _, s := range g.states {
		if isEdge(s) {
			edges[s.Kink]++
		} else {
			states[s.Kink]++
		}
	}
	return states, edges
}

// lemma6 looks at the border-state graphs of few rows, without the edge states.
func lemma6(w *work) {
	const last = 3
	w.row("connected", each(1, last, func(m int) bool {
		g := newStateGraph(m)
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
		return len(must(digraph.FromEdges(len(number), edges)).StrongComponents().Sizes) == 1
	}), last)
}

// lemma7 counts paths through the state graph, and pseudolegal partial positions one by one.
func lemma7(w *work) {
	const longest = 9
	var holds cases
	for m := 1; m <= 3; m++ {
		for filled, paths := range newStateGraph(m).paths(longest) {
			holds.add(paths == pseudolegal(m, filled))
		}
	}
	w.row("paths", &holds)
}

// paths returns the number of paths of each length from the all-edge state, which is the first.
func (g *stateGraph) paths(longest int) []int {
	ways := make([]int, len(g.states))
	ways[0] = 1
	var all []int
	for range longest + 1 {
		total, next := 0, make([]int, len(ways))
		for _, n := range ways {
			total += n
		}
		for e, colors := range g.edges {
			next[e[1]] += ways[e[0]] * len(colors)
		}
		all, ways = append(all, total), next
	}
	return all
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

// mapReduce counts as section 5.5 says: pairs of state and number are mapped, then summed by state.
func mapReduce(w *work) {
	const last, columns, modulus = 3, 14, 1<<63 - 25
	type pair struct {
		state  int
		number uint64
	}
	var lists, sums cases
	for m := 1; m <= last; m++ {
		g := newStateGraph(m)
		next := g.successors()
		for _, to := range next {
			lists.add(len(to) == 2 || len(to) == 3)
		}
		pairs := []pair{{0, 1}}
		for filled := 1; filled <= m*columns; filled++ {
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
					pairs[i].number = (pairs[i].number + p.number) % modulus
				} else {
					pairs = append(pairs, p)
				}
			}
			if filled%m > 0 {
				continue
			}
			sum := uint64(0)
			for _, p := range pairs {
				if needyStrings(g.states[p.state]) == 0 {
					sum = (sum + p.number) % modulus
				}
			}
			legal := w.counted(m, filled/m)
			sums.add(legal.Mod(legal, big.NewInt(modulus)).Uint64() == sum)
		}
	}
	w.row("lists", &lists, last)
	w.row("sums", &sums, last, columns)
}

// stratifier computes the mean number of completions for each stratum of heuristic sampling.
func stratifier(w *work) {
	const rows, columns = 3, 6
	g := newStateGraph(rows)
	next, ways := g.successors(), []map[int]float64{{0: 1}}
	for i := range rows * columns {
		reached := map[int]float64{}
		for s, n := range ways[i] {
			for _, to := range next[s] {
				reached[to] += n
			}
		}
		ways = append(ways, reached)
	}
	var falls cases
	completions := make([]float64, len(g.states))
	for i, s := range g.states {
		if needyStrings(s) == 0 && s.Kink == 0 {
			completions[i] = 1
		}
	}
	for left := 1; left < rows*columns; left++ {
		before := make([]float64, len(g.states))
		for s, all := range next {
			for _, to := range all {
				before[s] += completions[to]
			}
		}
		completions = before
		var sums, nodes [rows + 1]float64
		for s, n := range ways[rows*columns-left] {
			k := needyStrings(g.states[s])
			sums[k] += n * completions[s]
			nodes[k] += n
		}
		for k := 1; k <= rows && nodes[k] > 0; k++ {
			falls.add(sums[k]/nodes[k] < sums[k-1]/nodes[k-1])
		}
	}
	w.row("falls", &falls, rows, columns, rows*columns-1)
	for _, n := range []int{5, 7} {
		e := must(sampling.Sample(w.ctx, board.Size{Rows: n, Cols: n}, sampling.Options{Method: sampling.Chen, Runs: samplingRuns, Seed: 1, Options: w.options()}))
		low, high := e.Low.Text(12), e.High.Text(12)
		r := w.row("interval", one(meets(knownLegal(n, n).String(), low, high)), samplingRuns, n)
		r.Here = plainExponent(e.Low.Text(4) + " to " + e.High.Text(4))
	}
}

// pseudolegal counts partial positions whose libertyless strings all touch an unfilled point.
func pseudolegal(rows, filled int) (n int) {
	p := must(goban.New(rows, filled/rows+2))
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
	return n
}
