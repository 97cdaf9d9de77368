package witness

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/par"
)

// playRooms plays games through the states of rooms by the rules, with superko, and multiplies the
// numbers of orders to choose from: no fewer than the bound says.
func playRooms(t *testing.T, b *bound.Rooms, lower *bound.Bound, order Order) {
	t.Helper()
	log := 0.0
	moves, err := rooms(b, func(n int) []int {
		f, _ := math.Lgamma(float64(n + 1))
		log += f / math.Ln2
		return order(n)
	})
	if err != nil {
		t.Fatal(err)
	}
	counts, _ := replay(t, b.Rows(), b.Cols(), moves)
	if counts.SelfCaptured > 0 {
		t.Errorf("%d stones lost by suicide\n%v", counts.SelfCaptured, b)
	}
	turns := int64(1)
	for _, r := range b.Rooms()[:len(b.Rooms())-1] {
		turns *= r.Used.Int64()
	}
	if int64(counts.Captured) < 2*turns {
		t.Errorf("%d stones captured in %d turns\n%v", counts.Captured, turns, b)
	}
	if low, _ := lower.Log2.High.Float64(); log < low {
		t.Errorf("2^%v games, fewer than the bound, 2^%v\n%v", log, low, b)
	}
	if int64(counts.Stones) <= lower.Moves.Int64() {
		t.Errorf("%d moves, want more than %v\n%v", counts.Stones, lower.Moves, b)
	}
}

func TestRooms(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, test := range []struct {
		rows, cols  int
		walls, eyes []int // by search if there are none
		rooms       int
	}{
		{rows: 5, cols: 5, rooms: 2},
		{rows: 1, cols: 20, rooms: 2},
		{rows: 9, cols: 3, rooms: 2},
		{3, 11, []int{3, 14, 25, 7, 18, 29}, []int{3, 7}, 3},
	} {
		b, err := bound.LayRooms(context.Background(), test.rows, test.cols)
		if test.walls != nil {
			b, err = bound.NewRooms(test.rows, test.cols, test.walls, test.eyes)
		}
		if err != nil {
			t.Fatal(err)
		}
		lower, err := bound.LowerRooms(context.Background(), b, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if lower == nil || len(b.Rooms()) != test.rooms {
			t.Errorf("%dx%d: %d rooms, want %d with a bound\n%v", test.rows, test.cols, len(b.Rooms()), test.rooms, b)
			continue
		}
		for _, order := range []Order{InOrder, rng.Perm} {
			playRooms(t, b, lower, order)
		}
	}
}

// TestRoomsOfAnyForm plays games in rooms between walls drawn at random.
func TestRoomsOfAnyForm(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	played := 0
	for played < 8 {
		rows, cols := 3+rng.IntN(4), 4+rng.IntN(6)
		var walls, eyes []int
		row, col := 1+rng.IntN(rows-2), 1+rng.IntN(cols-2)
		shape := rng.IntN(3) // a row, a column or both
		for c := range cols {
			if shape != 1 {
				walls = append(walls, row*cols+c)
			}
		}
		for r := range rows {
			if shape != 0 {
				walls = append(walls, r*cols+col)
			}
		}
		walls = append(walls, rng.IntN(rows*cols))
		for range 1 + rng.IntN(2) {
			eyes = append(eyes, walls[rng.IntN(len(walls))])
		}
		b, err := bound.NewRooms(rows, cols, walls, eyes)
		if err != nil || len(b.Rooms()) < 2 {
			continue
		}
		lower, err := bound.LowerRooms(context.Background(), b, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if lower == nil || lower.Log2.High.Cmp(interval.Whole(2000).High) > 0 || len(b.Rooms()[0].Points()) > 15 {
			continue
		}
		playRooms(t, b, lower, rng.Perm)
		played++
	}
}

func TestRoomsTooLarge(t *testing.T) {
	for _, side := range []int{8, 12} {
		b, err := bound.LayRooms(context.Background(), side, side)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bound.LowerRooms(context.Background(), b, par.Options{}); err != nil {
			t.Fatal(err)
		}
		if _, err := rooms(b, InOrder); err == nil {
			t.Errorf("%dx%[1]d: a game", side)
		}
	}
}
