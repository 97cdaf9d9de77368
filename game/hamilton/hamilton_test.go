package hamilton_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/game/hamilton"
	"combigo.dev/combigo/game/transcript"
	"combigo.dev/combigo/internal/gametest"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

func quotient(t testing.TB, g *game.Graph) *hamilton.Quotient {
	t.Helper()
	q, err := hamilton.NewQuotient(g.Graph, hamilton.Swapped(g))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func ExampleQuotient_Find() {
	board, _ := lattice.New(lattice.Square, 1, 3, lattice.Options{})
	g, _ := game.NewGraph(context.Background(), board, game.Rules{}, par.Options{})
	q, _ := hamilton.NewQuotient(g.Graph, hamilton.Swapped(g))
	half, err := q.Find(context.Background(), hamilton.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range transcript.Positions(g, half) {
		fmt.Print(p, " ")
	}
	fmt.Println()
	// Output:
	// X.. X.X .O. OO. ..X O.X .XX
}

// isHamiltonian checks half of a cycle by the certificate, which knows no game graph.
func isHamiltonian(t *testing.T, g *game.Graph, half []int32) {
	t.Helper()
	c, err := transcript.SymmetricCycle(g, half)
	if err != nil {
		t.Fatal(err)
	}
	checkCertificate(t, c)
}

func checkCertificate(t *testing.T, c *certificate.Certificate) {
	t.Helper()
	legal, err := certificate.CountLegal(context.Background(), c.Board)
	if err != nil {
		t.Fatal(err)
	}
	report, err := c.Check()
	if err != nil {
		t.Fatal(err)
	}
	if c.Kind != certificate.SymmetricCycle || report.Visited != legal-1 || report.Moves != legal-1 {
		t.Fatalf("a %s of %d moves through %d of %d positions", c.Kind, report.Moves, report.Visited, legal)
	}
	opened, err := c.Opened()
	if err != nil {
		t.Fatal(err)
	}
	if report, err = opened.Check(); err != nil || report.Visited != legal {
		t.Fatalf("the game visits %+v, %v", report, err)
	}
	if err := transcript.Replay(opened); err != nil {
		t.Fatal(err)
	}
}

func TestFind(t *testing.T) {
	longest := 9
	if testing.Short() {
		longest = 7
	}
	if os.Getenv("COMBIGO_LONG_TESTS") != "" {
		longest = 12
	}
	for n := 3; n <= longest; n++ {
		g := gametest.Graph(t, 1, n, game.Rules{})
		for seed := range uint64(2) {
			half, err := quotient(t, g).Find(context.Background(), hamilton.Options{Seed: seed})
			if err != nil {
				t.Fatalf("1x%d: %v", n, err)
			}
			isHamiltonian(t, g, half)
		}
	}
}

// The certificates that are kept are what they claim.
func TestKeptCertificates(t *testing.T) {
	for n := 3; n <= 9; n++ {
		file, err := os.Open(filepath.Join("testdata", fmt.Sprintf("1x%d.txt", n)))
		if err != nil {
			t.Fatal(err)
		}
		c, err := certificate.Read(file, file.Name())
		file.Close()
		if err != nil {
			t.Fatal(err)
		}
		if rows, cols := c.Board.Size(); rows != 1 || cols != n {
			t.Errorf("%s is of %dx%d", file.Name(), rows, cols)
		}
		checkCertificate(t, c)
	}
}

// The cycles that are printed in "Combinatorics of Go", section 8: half of each, as positions.
func TestPrintedCycles(t *testing.T) {
	for _, printed := range []string{
		"O.. O.O .X. XX. ..O X.O .OO",
		"O... O..O O.X. .XX. XXX. ...O X..O X.X. X.XX .O.. .O.X OO.X ..XX O.XX OO.. OO.O ..X. .OX. .O.O .OOO",
		`O.... O...O .X..O .XO.O O.O.O O.OOO .X... .X.O. XX.O. ..OO. O.OO. .XOO. .X..X XX..X ..O.X O.O.X .XO.X .X.XX
		XX.XX ..O.. .XO.. O.O.. O.OX. .X.X. XX.X. ..OX. X.OX. .OOX. X..X. X..XX X.O.. X.O.X .OO.X OOO.X ...XX .O.XX
		.OO.. OOO.. OOOO. ....X O...X O..XX OO.XX ..XXX O.XXX OO... OO..X ..X.X O.X.X .XX.X XXX.X ...O. X..O. X.OO.
		.OOO. .OOOO`,
	} {
		words := strings.Fields(printed)
		g := gametest.Graph(t, 1, len(words[0]), game.Rules{})
		var positions []certificate.Position
		for _, w := range words {
			positions = append(positions, certificate.Position(w))
		}
		moves, err := certificate.Path(g.Board(), true, append(positions, positions[0].Swapped()))
		if err != nil {
			t.Fatal(err)
		}
		checkCertificate(t, &certificate.Certificate{
			Kind: certificate.SymmetricCycle, Board: g.Board(), Suicide: true, Start: positions[0], Moves: moves,
		})
	}
}

// plainPaths counts Hamiltonian paths and cycles by the plainest search, of a graph that
// certificates make.
func plainPaths(board *lattice.Graph) (games, cycles int) {
	var all []certificate.Position
	p := make(certificate.Position, board.Len())
	var fill func(v int)
	fill = func(v int) {
		if v == len(p) {
			q := slices.Clone(p)
			c := certificate.Certificate{Kind: certificate.Game, Board: board, Suicide: true, Start: q}
			if _, err := c.Positions(); err == nil {
				all = append(all, q)
			}
			return
		}
		for _, p[v] = range []certificate.Color{certificate.Empty, certificate.Black, certificate.White} {
			fill(v + 1)
		}
	}
	fill(0)
	next := make([][]int, len(all))
	for i, from := range all {
		for j, to := range all {
			if _, err := certificate.Between(board, true, from, to); i != j && err == nil {
				next[i] = append(next[i], j)
			}
		}
	}
	met := make([]bool, len(all))
	var walk func(v, left, goal int) int
	walk = func(v, left, goal int) int {
		if left == 0 {
			if goal < 0 || slices.Contains(next[v], goal) {
				return 1
			}
			return 0
		}
		met[v] = true
		sum := 0
		for _, w := range next[v] {
			if !met[w] {
				sum += walk(w, left-1, goal)
			}
		}
		met[v] = false
		return sum
	}
	games = walk(0, len(all)-1, -1)
	if met[0] = true; len(all) > 1 {
		cycles = walk(1, len(all)-2, 1)
	}
	return games, cycles
}

func TestCensus(t *testing.T) {
	for n, want := range map[int]hamilton.Census{
		1: {Games: 1, GameClasses: 1},
		2: {},
		3: {Cycles: 2, SymmetricCycles: 2, Games: 12, GameClasses: 3},
		4: {Cycles: 74, SymmetricCycles: 2, Games: 592, GameClasses: 148},
	} {
		if n == 4 && testing.Short() {
			continue
		}
		g := gametest.Graph(t, 1, n, game.Rules{})
		c, err := hamilton.NewCensus(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		if c.Cycles != want.Cycles || c.SymmetricCycles != want.SymmetricCycles || c.Games != want.Games || c.GameClasses != want.GameClasses {
			t.Errorf("1x%d: %+v, want %+v", n, c, want)
		}
		alike := 0
		for _, r := range c.Representatives {
			alike += r.Alike
			cycle, err := transcript.Cycle(g, r.Nodes)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := cycle.Check(); err != nil {
				t.Error(err)
			}
		}
		if alike != c.Cycles {
			t.Errorf("1x%d: the classes have %d cycles, want %d", n, alike, c.Cycles)
		}
		if n <= 3 || os.Getenv("COMBIGO_LONG_TESTS") != "" { // 1x4 has 2098407841 games to go through
			if games, cycles := plainPaths(g.Board()); games != c.Games || cycles != c.Cycles {
				t.Errorf("1x%d: the plain search finds %d games and %d cycles", n, games, cycles)
			}
		}
	}
}

func TestNoCycleOnTwoPoints(t *testing.T) {
	for n := 1; n <= 2; n++ {
		if half, err := quotient(t, gametest.Graph(t, 1, n, game.Rules{})).Find(context.Background(), hamilton.Options{}); err == nil {
			t.Errorf("1x%d has the cycle %v", n, half)
		}
	}
}

// The search of all paths, against permutations.
func TestPathsAndCyclesOfRandomGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for range 200 {
		n := 2 + rng.IntN(6)
		var edges [][2]int
		for range n * 3 {
			edges = append(edges, [2]int{rng.IntN(n), rng.IntN(n)})
		}
		g, err := digraph.FromEdges(n, edges)
		if err != nil {
			t.Fatal(err)
		}
		paths, cycles := 0, 0
		for range hamilton.Paths(context.Background(), g) {
			paths++
		}
		for range hamilton.Cycles(context.Background(), g) {
			cycles++
		}
		wantPaths, wantCycles := permuted(g)
		if paths != wantPaths || cycles != wantCycles {
			t.Fatalf("%d paths and %d cycles, want %d and %d, of %v", paths, cycles, wantPaths, wantCycles, edges)
		}
	}
}

// permuted counts paths from node 0 through all nodes, and cycles through all but node 0.
func permuted(g *digraph.Graph) (paths, cycles int) {
	rest := make([]int, g.Len()-1)
	for i := range rest {
		rest[i] = i + 1
	}
	var permute func(k int)
	permute = func(k int) {
		if k == len(rest) {
			chain := true
			for i := 1; i < len(rest); i++ {
				chain = chain && g.HasEdge(rest[i-1], rest[i])
			}
			if chain && g.HasEdge(0, rest[0]) {
				paths++
			}
			if chain && rest[0] == 1 && (len(rest) == 1 || g.HasEdge(rest[len(rest)-1], 1)) && len(rest) > 1 {
				cycles++
			}
			return
		}
		for i := k; i < len(rest); i++ {
			rest[k], rest[i] = rest[i], rest[k]
			permute(k + 1)
			rest[k], rest[i] = rest[i], rest[k]
		}
	}
	permute(0)
	return paths, cycles
}

// Theorem 10, on all boards of two dimensions up to 5x5 and on one that people play on.
func TestObstruct(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 5}, {4, 4}, {5, 5}, {19, 19}} {
		o, err := hamilton.Obstruct(size[0], size[1])
		if err != nil {
			t.Fatal(err)
		}
		if len(o.From) != 10 || len(o.To) != 8 || !o.Proves() {
			t.Errorf("%v: %d positions lead to %d", size, len(o.From), len(o.To))
		}
		for _, p := range slices.Concat(o.From, o.To) {
			if !p.Legal() {
				t.Errorf("%v: not legal:\n%v", size, p)
			}
		}
	}
	if _, err := hamilton.Obstruct(1, 5); err == nil {
		t.Error("a row has an obstruction")
	}
}

// Lemma 18: a cycle makes a tour of the optimal length, and from anywhere and in either direction
// the tour makes the cycle. That no other tour has this length is checked where the lemma is
// computed again, by all tours.
func TestTSP(t *testing.T) {
	for n := 3; n <= 5; n++ {
		g := gametest.Graph(t, 1, n, game.Rules{})
		q := quotient(t, g)
		p := hamilton.NewTSP(q)
		half, err := q.Find(context.Background(), hamilton.Options{})
		if err != nil {
			t.Fatal(err)
		}
		tour := tourOf(t, g, p, q, half)
		for at := range len(tour) {
			turned := slices.Concat(tour[at:], tour[:at])
			for range 2 {
				back, err := p.Cycle(turned)
				if err != nil {
					t.Fatal(err)
				}
				isHamiltonian(t, g, back)
				slices.Reverse(turned)
			}
		}
		tour[0], tour[1] = tour[1], tour[0]
		for name, wrong := range map[string][]int{"too long": tour, "too short": tour[1:], "a city twice": slices.Concat(tour[1:], tour[1:2])} {
			if half, err := p.Cycle(wrong); err == nil {
				t.Errorf("%s: the tour is taken for the cycle %v", name, half)
			}
		}
	}
}

// A plain program solves the problem as it is written, from the file alone, and its tour is a cycle
// in both forms in which tours are read.
func TestTourOfAPlainSolver(t *testing.T) {
	g := gametest.Graph(t, 1, 3, game.Rules{})
	p := hamilton.NewTSP(quotient(t, g))
	var file strings.Builder
	if err := p.Write(&file, "test"); err != nil {
		t.Fatal(err)
	}
	if size := int(p.Size()); file.Len() > size+500 || file.Len() < size/3 {
		t.Errorf("the file has %d bytes, estimated %d", file.Len(), size)
	}
	tour := solve(t, file.String())
	concorde, lkh := fmt.Sprintln(len(tour)), "NAME : x\nTYPE : TOUR\nTOUR_SECTION\n"
	for _, city := range tour {
		concorde += fmt.Sprint(city, " ")
		lkh += fmt.Sprintln(city + 1)
	}
	for _, text := range []string{concorde, lkh + "-1\nEOF\n"} {
		cities, err := hamilton.ReadTour(strings.NewReader(text), "tour")
		if err != nil {
			t.Fatal(err)
		}
		half, err := p.Cycle(cities)
		if err != nil {
			t.Fatal(err)
		}
		isHamiltonian(t, g, half)
	}
}

// solve reads a TSPLIB file and returns a tour whose length is the one that the comment names, by
// trying all roads from each city, the cheapest first.
func solve(t *testing.T, file string) []int {
	t.Helper()
	var cities, length int
	head, rest, _ := strings.Cut(file, "EDGE_WEIGHT_SECTION\n")
	for line := range strings.Lines(head) {
		fmt.Sscanf(line, "COMMENT: tours of length %d", &length)
		fmt.Sscanf(line, "DIMENSION: %d", &cities)
	}
	numbers := strings.Fields(strings.TrimSuffix(rest, "EOF\n"))
	if !strings.Contains(head, "EDGE_WEIGHT_FORMAT: UPPER_ROW\n") || len(numbers) != cities*(cities-1)/2 {
		t.Fatalf("%d distances after %q", len(numbers), head)
	}
	roads := make([][3][]int, cities) // to other cities, by length
	for i := range cities {
		for j := i + 1; j < cities; j++ {
			if d, err := strconv.Atoi(numbers[0]); err != nil {
				t.Fatal(err)
			} else if d <= 2 {
				roads[i][d] = append(roads[i][d], j)
				roads[j][d] = append(roads[j][d], i)
			}
			numbers = numbers[1:]
		}
	}
	seen := make([]bool, cities)
	var tour []int
	var walk func(at, left int) bool
	walk = func(at, left int) bool {
		seen[at] = true
		tour = append(tour, at)
		if len(tour) == cities && left == 2 && slices.Contains(roads[at][2], 0) {
			return true
		}
		for d, all := range roads[at] {
			for _, to := range all {
				if !seen[to] && left >= d && walk(to, left-d) {
					return true
				}
			}
		}
		seen[at] = false
		tour = tour[:len(tour)-1]
		return false
	}
	if !walk(0, length) {
		t.Fatal("the plain solver finds no tour")
	}
	return tour
}

func TestReadTour(t *testing.T) {
	for text, want := range map[string][]int{
		"3\n0 2\n1\n": {0, 2, 1},
		"NAME: x\nTOUR_SECTION\n1\n3\n2\n-1\nEOF\n":    {0, 2, 1},
		"DIMENSION : 2\nTOUR_SECTION :\n2\n1\n-1\nEOF": {1, 0},
	} {
		got, err := hamilton.ReadTour(strings.NewReader(text), "tour")
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "2\n1", "2 0 x", "0", "TOUR_SECTION\n0\n", "TOUR_SECTION\n"} {
		if got, err := hamilton.ReadTour(strings.NewReader(text), "tour"); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func FuzzReadTour(f *testing.F) {
	f.Add("3\n0 2\n1\n")
	f.Add("TOUR_SECTION\n1\n2\n-1\n")
	f.Fuzz(func(t *testing.T, text string) {
		tour, err := hamilton.ReadTour(strings.NewReader(text), "fuzz")
		if err == nil && (len(tour) == 0 || slices.Min(tour) < 0) {
			t.Errorf("%q: %v", text, tour)
		}
	})
}

// tourOf puts the four cities of each class in the order of Lemma 18, and checks the tour.
func tourOf(t *testing.T, g *game.Graph, p *hamilton.TSP, q *hamilton.Quotient, half []int32) []int {
	t.Helper()
	swapped := hamilton.Swapped(g)
	var tour []int
	side := func(v int32) int { return b2i(v > swapped[v]) }
	// The crossed class changes the level of all that comes after it.
	crossed := false
	for _, v := range half {
		class := slices.Index(q.Rep, min(v, swapped[v]))
		level := side(v)
		if crossed {
			level = 1 - level
		}
		in, out := level, level
		if class == 0 {
			crossed, out = !crossed, 1-level
		}
		tour = append(tour, 4*class+in, 4*class+1-in, 4*class+2+1-out, 4*class+2+out)
	}
	length := 0
	for i, c := range tour {
		length += p.Distance(c, tour[(i+1)%len(tour)])
	}
	if length != p.Optimum() {
		t.Fatalf("the tour has length %d, want %d", length, p.Optimum())
	}
	return tour
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// The roads are as many of each length as the gadgets say.
func TestTSPDistances(t *testing.T) {
	g := gametest.Graph(t, 1, 4, game.Rules{})
	p := hamilton.NewTSP(quotient(t, g))
	count := map[int]int{}
	for i := range p.Cities() {
		for j := range i {
			if p.Distance(i, j) != p.Distance(j, i) {
				t.Fatalf("%d and %d are not at one distance", i, j)
			}
			count[p.Distance(i, j)]++
		}
	}
	arcs := 0
	for v := 1; v < g.Len(); v++ {
		for _, w := range g.Successors(v) {
			if w != 0 {
				arcs++
			}
		}
	}
	if classes := (g.Len() - 1) / 2; count[0] != 2*classes || count[1] != 2*classes || count[2] != arcs {
		t.Errorf("roads by length: %v; %d classes and %d arcs", count, classes, arcs)
	}
}

func BenchmarkFind(b *testing.B) {
	for _, n := range []int{8, 10, 12} {
		g := gametest.Graph(b, 1, n, game.Rules{})
		b.Run(fmt.Sprintf("1x%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := quotient(b, g).Find(context.Background(), hamilton.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
