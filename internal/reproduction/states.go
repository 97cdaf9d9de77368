package reproduction

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/borderstate"
	"combigo.dev/combigo/internal/connected"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/result"
)

func storedRoot(rows int) interval.Interval { s := asymptotic.Stored(rows); return s.Root() }

// stateCounts counts states where Table 1 counts classes: each class but the stoneless one is two
// states.
func stateCounts(w *work) {
	for _, m := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 19} {
		classes := connected.ValidClasses(m)
		for _, y := range slices.Compact([]int{0, m - 1}) {
			states := new(big.Int).Lsh(classes[y], 1)
			if r := w.row(fmt.Sprintf("valid states, m = %d, y = %d", m, y), states.Sub(states, big.NewInt(1))); y > 0 && m > listedRows {
				r.Basis = result.OneWay
			}
		}
		edges := power(3, int64(m))
		w.row(fmt.Sprintf("edge states, m = %d, all y together", m), edges.Rsh(edges, 1)).Basis = result.Proved // 3^0 + ... + 3^(m-1)
	}
	const last = 3
	var holds cases
	for m := 1; m <= last; m++ {
		constructible := must(connected.ConstructibleClasses(w.ctx, m, w.options()))
		states, edges := must(newStateGraph(m)).count()
		for y := range m {
			holds.add(int64(states[y]) == 2*constructible[y]-1)
			holds.add(edges[y] == power(3, int64(y)).Int64())
		}
	}
	w.row(fmt.Sprintf("states found one by one, 1 to %d rows: 2 C(m,y) - 1 constructible ones and 3^y edge states", last), &holds)
	w.note("Edge states are those of partial first columns: a column of y points can be coloured in 3^y ways, and no two of them leave the same state.")
}

// lemma5 holds the states that come up to Definition 3, and the state of Figure 6 as well, which
// does not come up.
func lemma5(w *work) {
	const last = 4
	var holds cases
	for m := 1; m <= last; m++ {
		for _, s := range must(newStateGraph(m)).states {
			if !isEdge(s) {
				holds.add(valid(s))
			}
		}
	}
	w.row(fmt.Sprintf("every constructible state is valid, 1 to %d rows, all y", last), &holds)
	w.row("the state of Figure 6", map[bool]string{true: "valid", false: "not valid"}[valid(unconstructibleState())])
}

// valid reports whether a state is valid: connections do not cross, and what adjacent points say of
// liberties and connections fits (Definition 3). The two points at the kink count as adjacent if
// the upper one has a connection or a liberty that it cannot have from the point above it.
func valid(s borderstate.State) bool {
	p := s.Points
	stone := func(i int) bool { return p[i].Color == goban.Black || p[i].Color == goban.White }
	joined := func(i, j int) bool { return p[i].Group >= 0 && p[i].Group == p[j].Group }
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

// lemma7 counts the paths of each length through the augmented border-state graph, and the
// pseudolegal partial positions of that length one by one.
func lemma7(w *work) {
	const longest = 9
	var holds cases
	for m := 1; m <= 3; m++ {
		for filled, paths := range must(newStateGraph(m)).paths(longest) {
			holds.add(paths == must(pseudolegal(m, filled)))
		}
	}
	w.row("paths of length k = pseudolegal partial positions of k points, 1 to 3 rows, k = 0 to 9", &holds)
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

// pseudolegal counts partial positions whose libertyless strings all touch a point that is not
// filled yet: if those points are left empty, every string has a liberty.
func pseudolegal(rows, filled int) (int, error) {
	p, err := goban.New(rows, filled/rows+2)
	if err != nil {
		return 0, err
	}
	n := 0
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

// swapState exchanges the colours of a state as [recurrence.Transfer] writes it.
func swapState(s string) string {
	return strings.NewReplacer("X", "O", "O", "X", "x", "o", "o", "x").Replace(s)
}

// turnState turns such a state upside down, and names its strings anew in the order of their first
// points.
func turnState(s string) string {
	var points []string
	for i := 0; i < len(s); i++ {
		if c := s[i : i+1]; c == "x" || c == "o" {
			points = append(points, s[i:i+2])
			i++
		} else {
			points = append(points, c)
		}
	}
	slices.Reverse(points)
	names := map[byte]byte{}
	var b strings.Builder
	for _, p := range points {
		b.WriteByte(p[0])
		if len(p) == 1 {
			continue
		}
		if names[p[1]] == 0 {
			names[p[1]] = byte('a' + len(names))
		}
		b.WriteByte(names[p[1]])
	}
	return b.String()
}

// lemma14 puts ln L(m,n) in the form of the lemma: u(m) = ln a_m and v(m) = ln lambda_m are proved,
// w is what remains.
func lemma14(w *work) {
	const last = 6 // boards of up to 8 rows
	a := interval.New(keptDigits)
	legal := map[[2]int]interval.Interval{}
	for m := 1; m <= last+2; m++ {
		for n := m; n <= min(m+2, last+2); n++ {
			legal[[2]int{m, n}] = a.Ln(interval.Int(w.counted(m, n)))
			legal[[2]int{n, m}] = legal[[2]int{m, n}]
		}
	}
	times := func(n int, x interval.Interval) interval.Interval { return a.Mul(interval.Whole(int64(n)), x) }
	u := func(m int) interval.Interval { return a.Ln(asymptotic.Stored(m).A) }
	v := func(m int) interval.Interval { return a.Ln(asymptotic.Stored(m).Lambda) }
	rest := func(m, n int) interval.Interval { return a.Sub(legal[[2]int{m, n}], a.Add(u(m), times(n, v(m)))) }
	var second, first cases
	for n := 1; n <= last; n++ {
		left := a.Add(a.Sub(v(n+2), times(2, v(n+1))), v(n))
		right := a.Sub(a.Add(a.Sub(a.Add(a.Sub(rest(n+1, n+2), rest(n+2, n+1)), rest(n, n+1)), rest(n+1, n)), rest(n+2, n)), rest(n, n+2))
		second.add(agree(left, right))
		if n == last {
			w.row(fmt.Sprintf("second difference of ln lambda at n = %d", n), left.Rounded(20)).Basis = result.OneWay
		}
		right = a.Add(a.Sub(a.Sub(times(n+1, v(n)), times(n, v(n+1))), rest(n+1, n)), rest(n, n+1))
		first.add(agree(a.Sub(u(n+1), u(n)), right))
	}
	w.row(fmt.Sprintf("the second difference of v is that of the remainders, n = 1 to %d", last), &second)
	w.row(fmt.Sprintf("the difference of u is that of v and the remainders, n = 1 to %d", last), &first)
	w.note("x(m,n) = ln L(m,n), u(m) = ln a_m, v(m) = ln lambda_m: a_m and lambda_m as proved in docs/growth.md, L(m,n) as counted.")
}

// lemma15 shows how far ln lambda_m and ln a_m are from the lines of Lemma 15, whose constants are
// extrapolated, and the differences of ln lambda_m from their limit, for which it takes Lemma 13.
func lemma15(w *work) {
	w.basis = result.Observed
	const phi, ofV, ofU = 0.1, 2, 10
	last, best, a := asymptotic.LastStored(), asymptotic.Best(), interval.New(keptDigits)
	alpha, beta, lambda := a.Ln(best.A.Value), a.Ln(best.B.Value), a.Ln(best.L.Value)
	// off returns how far the logarithm of a number is from c + m d, and whether it is certain that
	// it is.
	off := func(x, c, d interval.Interval, m int) (float64, bool) {
		rest := a.Sub(a.Ln(x), a.Add(c, a.Mul(interval.Whole(int64(m)), d)))
		f, _ := rest.Middle(16).Float64()
		return f, rest.Low.Sign()*rest.High.Sign() > 0
	}
	power := func(m int) float64 { return math.Pow(phi, float64(m)) }
	var near, vNear, uNear, slopes cases
	v := make([]float64, last+1)
	for m := 1; m <= last; m++ {
		s, certain := asymptotic.Stored(m), false
		v[m], certain = off(s.Lambda, beta, lambda, m)
		slopes.add(certain)
		vNear.add(math.Abs(v[m]) <= ofV*power(m))
		u, _ := off(s.A, alpha, beta, m)
		uNear.add(math.Abs(u) <= ofU*float64(m)*power(m))
	}
	// Lemma 13 for g(m) = ln lambda_(m+1) - ln lambda_m - ln L, which tends to 0.
	g := func(m int) float64 { return v[m+1] - v[m] }
	c := 0.0
	for m := 1; m < last-1; m++ {
		c = max(c, math.Abs(g(m+1)-g(m))/power(m))
	}
	for m := 1; m < last; m++ {
		near.add(math.Abs(g(m)) <= c*power(m)/(1-phi))
	}
	w.row(fmt.Sprintf("differences of g are at most %.3g/10^m, so g(m) is its limit but for 1/(1 - 1/10) times that, g(m) = ln lambda_(m+1) - ln lambda_m, m < %d", c, last), &near)
	w.row(fmt.Sprintf("|ln lambda_m - ln B - m ln L| <= %d/10^m, 1 to %d rows", ofV, last), &vNear)
	w.row(fmt.Sprintf("|ln a_m - ln A - m ln B| <= %d m/10^m, 1 to %d rows", ofU, last), &uNear)
	for _, m := range []int{1, last} {
		w.row(fmt.Sprintf("%d rows: ln lambda_m - ln B - m ln L", m), fmt.Sprintf("%.6g", v[m]))
	}
	w.row(fmt.Sprintf("it is not 0, so that ln L(m,n) leaves alpha + beta (m+n) + lambda mn by Omega(n), 1 to %d rows", last), &slopes)
	w.note("a_m and lambda_m are proved, A, B and L extrapolated (docs/growth.md).")
}

// agree reports whether two enclosures overlap and are narrow, 12 decimals or more.
func agree(x, y interval.Interval) bool {
	const decimals = 12
	return x.Overlaps(y) && x.Decimals(decimals) == decimals && y.Decimals(decimals) == decimals
}
