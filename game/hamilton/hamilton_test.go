package hamilton_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/game/hamilton"
	"combigo.dev/combigo/game/transcript"
	"combigo.dev/combigo/internal/gametest"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

func quotient(t testing.TB, n int) *hamilton.Quotient {
	t.Helper()
	q, err := hamilton.NewQuotient(context.Background(), n, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func ExampleQuotient_Find() {
	q, _ := hamilton.NewQuotient(context.Background(), 3, par.Options{})
	half, err := q.Find(context.Background(), 0, par.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	positions, _ := half.Positions()
	for _, p := range positions {
		fmt.Print(p, " ")
	}
	fmt.Println()
	// Output:
	// ..X X.X .O. .OO X.. X.O XX. ..O
}

// checkCertificate checks half of a cycle by the plain rules, which know neither graph nor rows.
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
	longest, many := 9, 10
	if longtests.Wanted() {
		longest, many = 12, 50
	}
	for n := 3; n <= longest; n++ {
		q, seeds := quotient(t, n), 2
		if n <= 7 {
			seeds = many
		}
		for seed := range seeds {
			half, err := q.Find(context.Background(), uint64(seed), par.Options{})
			if err != nil {
				t.Fatalf("1x%d: %v", n, err)
			}
			checkCertificate(t, half)
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

// plainPaths counts Hamiltonian paths and cycles by a plain search, of a graph that certificates
// make: it turns back where some position cannot be reached any more.
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
	reached := func(v int) int { // positions not met that can be reached from one through such
		seen, nodes := slices.Clone(met), []int{v}
		seen[v] = true
		for i := 0; i < len(nodes); i++ {
			for _, w := range next[nodes[i]] {
				if !seen[w] {
					seen[w] = true
					nodes = append(nodes, w)
				}
			}
		}
		return len(nodes) - 1
	}
	var walk func(v, left, goal int) int
	walk = func(v, left, goal int) int {
		if left == 0 {
			if goal < 0 || slices.Contains(next[v], goal) {
				return 1
			}
			return 0
		}
		if reached(v) < left {
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
			cycle, err := transcript.Cycle(g, r.Nodes, false)
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
		if n <= 3 || longtests.Wanted() {
			if games, cycles := plainPaths(g.Board()); games != c.Games || cycles != c.Cycles {
				t.Errorf("1x%d: the plain search finds %d games and %d cycles", n, games, cycles)
			}
		}
	}
}

func TestNoCycleOnTwoPoints(t *testing.T) {
	for n := 1; n <= 2; n++ {
		if half, err := quotient(t, n).Find(context.Background(), 0, par.Options{}); err == nil {
			t.Errorf("1x%d has the cycle %v", n, half)
		}
	}
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

func BenchmarkFind(b *testing.B) {
	for _, n := range []int{8, 10, 12, 14} {
		b.Run(fmt.Sprintf("1x%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := quotient(b, n).Find(context.Background(), 0, par.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
