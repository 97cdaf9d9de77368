package length

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/par"
)

// slowOrbits plays every sequence with goban's Replay, and counts those that are not after any of
// their images.
func slowOrbits(t *testing.T, rows, cols, moves int, rules Rules, passes bool) int64 {
	t.Helper()
	start, err := goban.New(rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	const pass = -1
	var images [][]int
	for _, flip := range []func(r, c int) (int, int){
		func(r, c int) (int, int) { return r, c },
		func(r, c int) (int, int) { return rows - 1 - r, c },
		func(r, c int) (int, int) { return r, cols - 1 - c },
		func(r, c int) (int, int) { return rows - 1 - r, cols - 1 - c },
		func(r, c int) (int, int) { return c, r },
		func(r, c int) (int, int) { return cols - 1 - c, r },
		func(r, c int) (int, int) { return c, rows - 1 - r },
		func(r, c int) (int, int) { return cols - 1 - c, rows - 1 - r },
	}[:map[bool]int{true: 8, false: 4}[rows == cols]] {
		var image []int
		for p := range rows * cols {
			r, c := flip(p/cols, p%cols)
			image = append(image, r*cols+c)
		}
		images = append(images, image)
	}
	least := func(played []int) bool {
		for _, image := range images {
			var turned []int
			for _, p := range played {
				if p != pass {
					p = image[p]
				}
				turned = append(turned, p)
			}
			if slices.Compare(turned, played) < 0 {
				return false
			}
		}
		return true
	}
	var count func(played []int) int64
	count = func(played []int) int64 {
		r, err := goban.NewReplay(start, goban.Black, goban.Rules{Suicide: rules.Suicide, Superko: rules.Superko})
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range played {
			m := goban.Pass(goban.Black + goban.Color(i%2))
			if p != pass {
				m = goban.Stone(m.Color, goban.Point{Row: p / cols, Col: p % cols})
			}
			if r.Play(m) != nil {
				return 0
			}
		}
		if len(played) == moves {
			if moves > 0 && played[moves-1] == pass || !least(played) {
				return 0
			}
			return 1
		}
		var sum int64
		if passes {
			sum = count(append(slices.Clone(played), pass))
		}
		for p := range rows * cols {
			sum += count(append(slices.Clone(played), p))
		}
		return sum
	}
	return count(nil)
}

func TestCountUpToSymmetry(t *testing.T) {
	for _, test := range []struct{ rows, cols, moves int }{{1, 1, 3}, {1, 2, 5}, {1, 3, 6}, {1, 4, 5}, {2, 2, 6}, {2, 3, 5}, {3, 3, 4}, {2, 4, 4}, {1, 5, 5}} {
		for _, rules := range []Rules{Published, {goban.SuicideAllowed, goban.SituationalSuperko}} {
			for moves := range test.moves + 1 {
				for _, passes := range []bool{true, false} {
					if !longtests.Wanted() && moves == test.moves {
						continue
					}
					want := slowOrbits(t, test.rows, test.cols, moves, rules, passes)
					got, err := CountUpToSymmetry(context.Background(), test.rows, test.cols, moves, Options{Rules: rules, Options: par.Options{Threads: 1}, NoPasses: !passes})
					if err != nil || got.Value.Int64() != want {
						t.Errorf("%dx%d, %d moves, %v, passes %t: %v, %v, want %d", test.rows, test.cols, moves, rules, passes, got, err, want)
					}
				}
			}
		}
	}
}

// The first moves on 19x19: 55 points, and (361 360 + 4 19 18) / 8 pairs of points. A stone can be
// taken by the third move, which is seen in the fourth.
func TestOpeningsOnTheFullBoard(t *testing.T) {
	for moves, want := range map[int]string{0: "1", 1: "55", 2: "16416"} {
		r, err := CountUpToSymmetry(context.Background(), 19, 19, moves, Options{Rules: Published, Options: par.Options{Threads: 1}, NoPasses: true})
		if err != nil || r.Value.String() != want {
			t.Errorf("%d moves: %v, %v, want %s", moves, r, err, want)
		}
	}
	for moves, want := range map[int]int64{2: 361 * 360, 3: 361 * 360 * 359} {
		r, err := Count(context.Background(), 19, 19, moves, Options{Rules: Published, Options: par.Options{Threads: 1}, NoPasses: true})
		if err != nil || fmt.Sprint(r.Value) != fmt.Sprint(want) {
			t.Errorf("%d moves: %v, %v", moves, r, err)
		}
	}
}
