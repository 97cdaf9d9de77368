package longest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/game/longest"
	"combigo.dev/combigo/game/transcript"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/gametest"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

func ExampleSearch() {
	board, _ := lattice.New(lattice.Square, 2, 2, lattice.Options{})
	g, _ := game.NewGraph(context.Background(), board, game.Rules{}, par.Options{})
	symmetries := g.Automorphisms()
	r, err := longest.Search(context.Background(), g.Graph, longest.Options{Automorphisms: symmetries, Steps: 20_000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Moves(), "moves, at most", r.Upper)
	// Output:
	// 48 moves, at most 48
}

// longestPath goes through all simple paths.
func longestPath(g *digraph.Graph) int {
	met := make([]bool, g.Len())
	best := 0
	var walk func(v int32, length int)
	walk = func(v int32, length int) {
		best = max(best, length)
		met[v] = true
		for _, w := range g.Successors(int(v)) {
			if !met[w] {
				walk(w, length+1)
			}
		}
		met[v] = false
	}
	walk(0, 0)
	return best
}

// checkPath checks that a result is a simple path from node 0 within its bound.
func checkPath(t *testing.T, g *digraph.Graph, r *longest.Result) {
	t.Helper()
	met := make([]bool, g.Len())
	for i, v := range r.Path {
		if met[v] || i > 0 && !g.HasEdge(int(r.Path[i-1]), int(v)) {
			t.Fatalf("node %d of the path is %d", i, v)
		}
		met[v] = true
	}
	if r.Path[0] != 0 || r.Moves() > r.Upper {
		t.Fatalf("the path begins with %d and has %d moves, at most %d", r.Path[0], r.Moves(), r.Upper)
	}
}

// On small random graphs the true length lies between the path that is found and the bound, and the
// search finds it.
func TestSearchOfRandomGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	rounds, exact, tight := 15, 0, 0
	if longtests.Wanted() {
		rounds = 60
	}
	for range rounds {
		n := 3 + rng.IntN(12)
		var edges [][2]int
		for range n * 2 {
			edges = append(edges, [2]int{rng.IntN(n), rng.IntN(n)})
		}
		g, err := digraph.FromEdges(n, edges)
		if err != nil {
			t.Fatal(err)
		}
		want := longestPath(g)
		r, err := longest.Search(context.Background(), g, longest.Options{Steps: 5000, Tries: 1})
		if err != nil {
			t.Fatal(err)
		}
		checkPath(t, g, r)
		if r.Moves() > want || r.Upper < want {
			t.Fatalf("the longest path of %v has %d arcs: found are %d, at most %d", edges, want, r.Moves(), r.Upper)
		}
		checkBound(t, g, nil, r.Bound)
		if r.Moves() == want {
			exact++
		}
		if r.Optimal() {
			tight++
		}
	}
	if exact < rounds*8/10 || tight < rounds/4 {
		t.Errorf("of %d graphs the longest path was found of %d, and proven of %d", rounds, exact, tight)
	}
}

// checkBound puts the proof of a bound together arc by arc, without orbits: cuts are moved by all
// products of the automorphisms and averaged.
func checkBound(t *testing.T, g *digraph.Graph, automorphisms [][]int32, b *longest.Bound) {
	t.Helper()
	if b == nil {
		return
	}
	extra := map[[2]int32]float64{}
	for _, c := range b.Cuts {
		if !slices.Contains(c.Set, c.Node) || slices.Contains(c.Set, 0) || c.Price < 0 {
			t.Fatalf("the cut %+v is none", c)
		}
		images := orbitOf(c, automorphisms)
		for _, image := range images {
			inside := make([]bool, g.Len())
			for _, v := range image.Set {
				inside[v] = true
			}
			for v := range int32(g.Len()) {
				for _, w := range g.Successors(int(v)) {
					share := c.Price / float64(len(images))
					if inside[w] && !inside[v] {
						extra[[2]int32{v, w}] += share
					}
					if w == image.Node {
						extra[[2]int32{v, w}] -= share
					}
				}
			}
		}
	}
	visit := make([]float64, g.Len())
	for v := range int32(g.Len()) {
		if b.Leave[v] < 0 {
			t.Fatalf("the price of leaving %d is %g", v, b.Leave[v])
		}
		for _, w := range g.Successors(int(v)) {
			if w != 0 {
				visit[w] = max(visit[w], 1+b.Leave[w]-b.Leave[v]+extra[[2]int32{v, w}])
			}
		}
	}
	sum := b.Leave[0]
	for _, p := range visit {
		sum += p
	}
	if sum > b.Value+1e-6 || int(b.Value) != b.Moves {
		t.Fatalf("the prices add up to %.9f, want at most %.9f and %d moves", sum, b.Value, b.Moves)
	}
}

// orbitOf returns all images of a cut.
func orbitOf(c longest.PricedCut, automorphisms [][]int32) []longest.PricedCut {
	key := func(c longest.PricedCut) string { return string(append([]rune{c.Node}, c.Set...)) }
	seen := map[string]bool{key(c): true}
	all := []longest.PricedCut{c}
	for i := 0; i < len(all); i++ {
		for _, p := range automorphisms {
			image := longest.PricedCut{Node: p[all[i].Node]}
			for _, v := range all[i].Set {
				image.Set = append(image.Set, p[v])
			}
			slices.Sort(image.Set)
			if !seen[key(image)] {
				seen[key(image)] = true
				all = append(all, image)
			}
		}
	}
	return all
}

// Upper bounds of the game graphs, and their proofs put together anew. The figures of 2x2 and 2x3
// agree with the table of longest paths of GoGameGraphs (G. Farnebäck, 2019); there 2x4 has 2120.
// The search takes memory besides the graph, and more of it for more nodes and for more edges.
func TestNeedGrows(t *testing.T) {
	extra := func(nodes, edges int64) float64 {
		return float64(longest.Need(nodes, edges) - game.GraphNeed(nodes, edges))
	}
	for _, size := range [][2]int64{{10, 20}, {1000, 5000}, {1_000_000, 10_000_000}} {
		nodes, edges := size[0], size[1]
		if x := extra(nodes, edges); x <= 0 || extra(nodes, 2*edges) <= x || extra(2*nodes, edges) <= x {
			t.Errorf("%d nodes and %d edges: %v bytes besides the graph, %v with twice the edges, %v with twice the nodes", nodes, edges, x, extra(nodes, 2*edges), extra(2*nodes, edges))
		}
	}
}

func TestUpperBound(t *testing.T) {
	bounds := map[[2]int]int{{2, 2}: 48, {2, 3}: 292}
	if longtests.Wanted() {
		bounds[[2]int{2, 4}] = 2118
		bounds[[2]int{3, 3}] = 4810
	}
	for size, want := range bounds {
		g := gametest.Graph(t, size[0], size[1], game.Rules{})
		symmetries := g.Automorphisms()
		b := longest.UpperBound(context.Background(), g.Graph, symmetries, func(float64) {})
		if b.Moves != want {
			t.Errorf("%v: the bound is %d, want %d", size, b.Moves, want)
		}
		checkBound(t, g.Graph, symmetries, b)
	}
}

// The bound is the same without symmetries, which only save work.
func TestUpperBoundWithoutSymmetries(t *testing.T) {
	for _, rules := range []game.Rules{{}, {Suicide: goban.SuicideForbidden}} {
		for _, cols := range []int{2, 3} {
			if cols == 3 && rules == (game.Rules{}) && !longtests.Wanted() {
				continue
			}
			g := gametest.Graph(t, 2, cols, rules)
			with := longest.UpperBound(context.Background(), g.Graph, g.Automorphisms(), func(float64) {})
			without := longest.UpperBound(context.Background(), g.Graph, nil, func(float64) {})
			if with.Moves != without.Moves {
				t.Errorf("2x%d, %v: %d and %d", cols, rules, with.Moves, without.Moves)
			}
			checkBound(t, g.Graph, nil, without)
		}
	}
}

// All boards of at most 3 points, and 1x4 as the census of package hamilton has it, against all
// paths.
func TestSmallBoards(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {1, 2}, {1, 3}, {3, 1}} {
		for _, rules := range []game.Rules{{}, {Suicide: goban.SuicideForbidden}} {
			g := gametest.Graph(t, size[0], size[1], rules)
			r, err := longest.Search(context.Background(), g.Graph, longest.Options{Automorphisms: g.Automorphisms(), Steps: 5000})
			if err != nil {
				t.Fatal(err)
			}
			checkPath(t, g.Graph, r)
			if want := longestPath(g.Graph); r.Moves() != want {
				t.Errorf("%v, %v: %d moves, want %d", size, rules, r.Moves(), want)
			}
		}
	}
}

// A complete board of 5 points has 240 automorphisms, more than are looked at. GoGameGraphs has 151
// nodes for the longest path.
func TestManyAutomorphisms(t *testing.T) {
	b, err := lattice.ParseID("1023")
	if err != nil {
		t.Fatal(err)
	}
	g, err := game.NewGraph(context.Background(), b, game.Rules{}, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := longest.Search(context.Background(), g.Graph, longest.Options{Automorphisms: g.Automorphisms(), Steps: 2048})
	if err != nil {
		t.Fatal(err)
	}
	checkPath(t, g.Graph, r)
	if r.Upper != 150 {
		t.Errorf("the bound is %d, want 150", r.Upper)
	}
}

func TestRowsAreHamiltonian(t *testing.T) {
	last := 8
	if longtests.Wanted() {
		last = 11
	}
	for n := 3; n <= last; n++ {
		g := gametest.Graph(t, 1, n, game.Rules{})
		r, err := longest.Search(context.Background(), g.Graph, longest.Options{Steps: 1}) // no limit of time on merging
		if err != nil {
			t.Fatal(err)
		}
		checkPath(t, g.Graph, r)
		if !r.Optimal() || r.Moves() != g.Len()-1 {
			t.Errorf("1x%d: %d moves, want %d", n, r.Moves(), g.Len()-1)
		}
		c, err := transcript.Game(g, r.Path)
		if err != nil {
			t.Fatal(err)
		}
		if err := transcript.Replay(c); err != nil {
			t.Error(err)
		}
	}
}

// The same seed and steps give the same path, whatever the threads; another seed another one.
func TestDeterminism(t *testing.T) {
	g := gametest.Graph(t, 2, 3, game.Rules{})
	symmetries := g.Automorphisms()
	search := func(seed uint64, threads int) []int32 {
		r, err := longest.Search(context.Background(), g.Graph, longest.Options{
			Automorphisms: symmetries, Seed: seed, Threads: threads, Tries: 3, Steps: 2048,
		})
		if err != nil {
			t.Fatal(err)
		}
		checkPath(t, g.Graph, r)
		return r.Path
	}
	one := search(1, 1)
	if !slices.Equal(one, search(1, 3)) {
		t.Error("the path depends on the threads")
	}
	if slices.Equal(one, search(2, 1)) {
		t.Error("the path does not depend on the seed")
	}
}

// A search that is cut short has a path and a bound all the same.
func TestInterrupted(t *testing.T) {
	g := gametest.Graph(t, 2, 3, game.Rules{})
	ctx, stop := context.WithCancel(context.Background())
	stop()
	r, err := longest.Search(ctx, g.Graph, longest.Options{})
	if err != nil || !r.Interrupted {
		t.Fatal(r, err)
	}
	checkPath(t, g.Graph, r)

	// As soon as a stage says that it has begun.
	for _, stage := range []string{"upper bound", "annealing"} {
		ctx, stop := context.WithCancel(context.Background())
		r, err := longest.Search(ctx, g.Graph, longest.Options{Automorphisms: g.Automorphisms(), Steps: 1 << 40, Progress: func(now string, _ float64) {
			if now == stage {
				stop()
			}
		}})
		stop()
		if err != nil || !r.Interrupted {
			t.Fatal(r, err)
		}
		checkPath(t, g.Graph, r)
	}
}

// The games that are kept are what they claim.
func TestKeptGames(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	moves := map[string]int{"2x2.txt": 48, "2x3.txt": 292, "2x4.txt": 2118, "2x5.txt": 17763, "3x3.txt": 4732, "cycle-10.txt": 26029}
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		c, err := certificate.Read(file, name)
		file.Close()
		if err != nil {
			t.Fatal(err)
		}
		report, err := c.Check()
		if err != nil {
			t.Fatal(err)
		}
		if want, ok := moves[filepath.Base(name)]; !ok || report.Moves != want {
			t.Errorf("%s has %d moves, want %d", name, report.Moves, want)
		}
		if c.Board.Kind() == lattice.Square {
			if err := transcript.Replay(c); err != nil {
				t.Error(err)
			}
		}
	}
}

func BenchmarkUpperBound(b *testing.B) {
	for _, size := range [][2]int{{2, 3}, {2, 4}} {
		g := gametest.Graph(b, size[0], size[1], game.Rules{})
		symmetries := g.Automorphisms()
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			for b.Loop() {
				longest.UpperBound(context.Background(), g.Graph, symmetries, func(float64) {})
			}
		})
	}
}

func BenchmarkAnneal(b *testing.B) {
	g := gametest.Graph(b, 2, 3, game.Rules{})
	symmetries := g.Automorphisms()
	for b.Loop() {
		r, err := longest.Search(context.Background(), g.Graph, longest.Options{Automorphisms: symmetries, Steps: 20_000, Tries: 1})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(r.Moves()), "moves")
	}
}

// The time covers all stages: a bound that takes long is cut short, with what is proven so far.
// Here the clock moves only while progress is told, which takes half a minute of it.
func TestTimeCoversTheBound(t *testing.T) {
	g := gametest.Graph(t, 2, 3, game.Rules{})
	symmetries := g.Automorphisms()
	search := func(limit time.Duration) (told map[string]int, took time.Duration, r *longest.Result) {
		synctest.Test(t, func(t *testing.T) {
			told = map[string]int{}
			began := time.Now()
			var err error
			r, err = longest.Search(t.Context(), g.Graph, longest.Options{
				Automorphisms: symmetries, Tries: 1, Threads: 1, Time: limit, Progress: func(stage string, _ float64) {
					told[stage]++
					time.Sleep(30 * time.Second)
				},
			})
			if err != nil || r.Interrupted {
				t.Errorf("%v, interrupted: %t", err, r.Interrupted)
			}
			took = time.Since(began)
		})
		return told, took, r
	}
	told, took, r := search(time.Minute)
	checkPath(t, g.Graph, r)
	rounds := told["upper bound"]
	if rounds != 1 {
		t.Errorf("in half a minute %d rounds of half a minute", rounds)
	}
	if took > 90*time.Second {
		t.Errorf("a minute is %v", took)
	}
	if told, _, r := search(1000 * time.Hour); told["upper bound"] <= rounds || r.Upper != 292 {
		t.Errorf("with much time %d rounds prove %d", told["upper bound"], r.Upper)
	}
}
