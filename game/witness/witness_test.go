package witness

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"testing"

	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/gametest"
	"combigo.dev/combigo/internal/longtests"
)

// replay plays a game with its passes and returns what happened and, on small boards, the moves as
// text.
func replay(t *testing.T, rows, cols int, moves iter.Seq[goban.Move]) (counts goban.Counts, text string) {
	t.Helper()
	counts = gametest.Replay(t, rows, cols, moves, func(m goban.Move) {
		if rows*cols <= 6 {
			text += fmt.Sprint(m)
		}
	})
	return counts, text
}

// TestAllRowGames makes all games of the short rows: as many different ones as the theorem says,
// all legal.
func TestAllRowGames(t *testing.T) {
	for n := 2; n <= 4; n++ {
		games := map[string]bool{}
		shortest, longest := 1<<30, 0
		for bits := range 1 << RowChoices(n) {
			moves, err := Row(n, func(i int) bool { return bits>>i&1 != 0 })
			if err != nil {
				t.Fatal(err)
			}
			counts, text := replay(t, 1, n, moves)
			games[text] = true
			shortest, longest = min(shortest, counts.Stones), max(longest, counts.Stones)
		}
		if len(games) != 1<<RowChoices(n) {
			t.Errorf("row of %d: %d games, want 2^%d", n, len(games), RowChoices(n))
		}
		wantShort, wantLong := 3<<(n-1)-5+2*(n%2), 2<<n-4-2*(1-n%2)
		if shortest != wantShort || longest != wantLong {
			t.Errorf("row of %d: from %d to %d moves, want %d to %d", n, shortest, longest, wantShort, wantLong)
		}
		if b := bound.LowerRow(n); b.Moves.Int64() != int64(shortest-1) || b.Longest.Int64() != int64(longest-1) {
			t.Errorf("row of %d: more than %v moves, the longest game more than %v", n, b.Moves, b.Longest)
		}
	}
}

func TestLongRowGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for n := 5; n <= 12; n++ {
		for _, choices := range []func(int) bool{
			func(int) bool { return false }, func(int) bool { return true }, func(int) bool { return rng.IntN(2) == 0 },
		} {
			asked := 0
			moves, err := Row(n, func(i int) bool { asked = max(asked, i+1); return choices(i) })
			if err != nil {
				t.Fatal(err)
			}
			replay(t, 1, n, moves)
			if asked != RowChoices(n) {
				t.Errorf("row of %d: %d choices, want %d", n, asked, RowChoices(n))
			}
		}
	}
}

func TestGrayCode(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	boards := [][2]int{{1, 2}, {1, 5}, {2, 2}, {2, 3}, {3, 3}, {3, 4}, {4, 5}, {5, 5}, {3, 9}}
	if longtests.Wanted() {
		boards = append(boards, [2]int{6, 6}, [2]int{6, 7})
	}
	for _, size := range boards {
		p := bound.Combs(size[0], size[1])
		for _, order := range []Order{InOrder, rng.Perm} {
			moves, err := GrayCode(p, order)
			if err != nil {
				t.Fatal(err)
			}
			counts, _ := replay(t, size[0], size[1], moves)
			between, moved := p.Count(goban.Empty), int64(counts.Stones)
			if least := bound.Lower(p).Moves; between > 1 && (moved != int64(size[0]*size[1]+2)<<(between-2)-1 || moved != least.Int64()+1) {
				t.Errorf("%v: %d stones, want more than %v\n%v", size, moved, least, p)
			}
		}
	}
}

// TestAllGrayCodeGames makes all games of a small board: as many different ones as the bound says.
func TestAllGrayCodeGames(t *testing.T) {
	position, err := goban.ParsePosition("XX.\n.OO")
	if err != nil {
		t.Fatal(err)
	}
	p := &bound.Partition{Position: position}
	games := map[string]bool{}
	for bits := range 4 {
		call := 0
		moves, err := GrayCode(p, func(int) []int {
			call++
			if bits>>(call-1)&1 != 0 {
				return []int{1, 0}
			}
			return []int{0, 1}
		})
		if err != nil {
			t.Fatal(err)
		}
		_, text := replay(t, 2, 3, moves)
		games[text] = true
		if call != 2 {
			t.Errorf("%d orders asked for, want 2", call)
		}
	}
	if want := bound.Lower(p).Exact; want.Int64() != int64(len(games)) {
		t.Errorf("%d games, want %v", len(games), want)
	}
}
