package bound

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/par"
)

// states counts the states of a room one by one, and all their stones, on the board with its walls.
func states(t *testing.T, b *Rooms, r *room) (states, stones int64) {
	t.Helper()
	p := b.walled(t)
	points := b.places(r.points)
	colors := func(at goban.Point) goban.Color { return p.At(at.Row, at.Col) }
	all := 1
	for range points {
		all *= 3
	}
	for n := range all {
		have := int64(0)
		for _, at := range points {
			p.Set(at.Row, at.Col, goban.Color(n%3))
			if n%3 > 0 {
				have++
			}
			n /= 3
		}
		empty, black := 0, 0
		for _, at := range b.places(r.around) {
			switch colors(at) {
			case goban.Empty:
				empty++
			case goban.Black:
				black++
			}
		}
		isBlack := func(v int) bool { return colors(b.at(v)) == goban.Black }
		wrong := func(v int) bool { return r.white[v] && isBlack(v) }
		if isBlack(r.corner) && empty == 1 && black == 0 && !slices.ContainsFunc(r.points, wrong) && p.Legal() {
			states++
			stones += have
		}
	}
	return states, stones
}

// TestRoomStates compares with all colourings.
func TestRoomStates(t *testing.T) {
	for _, test := range []struct {
		rows, cols  int
		walls, eyes []int
	}{
		{5, 5, []int{10, 11, 12, 13, 14}, []int{10}},
		{5, 4, []int{8, 9, 10, 11}, []int{9}},
		{3, 11, []int{3, 14, 25, 7, 18, 29}, []int{3, 7}},
		{9, 2, []int{8, 9}, []int{9}},
		{5, 6, []int{2, 8, 14, 20, 26, 15, 16, 17}, []int{14}},
	} {
		b := newRooms(newGrid(test.rows, test.cols), test.walls, test.eyes)
		for _, r := range b.rooms {
			n, stones := states(t, b, r)
			got, err := b.count(context.Background(), r, nil, par.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got.Cmp(big.NewInt(n)) != 0 {
				t.Errorf("%d points: %v states, want %d\n%v", len(r.points), got, n, b)
				continue
			}
			r.states = got
			mean, err := b.meanStones(context.Background(), r, par.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if int64(mean) != stones/n {
				t.Errorf("%d points: %d stones in the mean, want %d/%d\n%v", len(r.points), mean, stones, n, b)
			}
		}
	}
}

// TestLayRooms checks what the type promises: of walls, and of where black does not play.
func TestLayRooms(t *testing.T) {
	laid, last := 0, 14
	if longtests.Wanted() {
		last = 20
	}
	for rows := 1; rows <= last; rows++ {
		for cols := 1 + rows%7; cols <= last; cols += 7 {
			b, err := LayRooms(context.Background(), rows, cols)
			if err != nil {
				if rows*cols > 36 && min(rows, cols) > 1 {
					t.Error(err)
				}
				continue
			}
			laid++
			p := b.walled(t)
			points, eyes := len(b.walls()), 0
			for i := range rows * cols {
				if b.eye[i] {
					p.Set(i/cols, i%cols, goban.White)
					eyes++
				}
			}
			for _, r := range b.rooms {
				for _, at := range b.places(r.points) {
					p.Set(at.Row, at.Col, goban.White)
					points++
				}
				if r.white[r.corner] || len(r.around) < 2 {
					t.Errorf("%dx%d: the corner of a room is at %v\n%v", rows, cols, b.at(r.corner), b)
				}
			}
			// Rooms and eyes are the white strings now: if there are as many, no two of them touch.
			white := slices.DeleteFunc(p.Strings(), func(s goban.String) bool { return s.Color == goban.Black })
			if points+eyes != rows*cols || len(white) != len(b.rooms)+eyes {
				t.Errorf("%dx%d: %d points and %d eyes, %d strings\n%v", rows, cols, points, eyes, len(white), b)
			}
			for i := range rows * cols {
				if b.eye[i] {
					p.Set(i/cols, i%cols, goban.Empty)
				}
			}
			for _, s := range p.Illegal() {
				if s.Color == goban.Black {
					t.Errorf("%dx%d: a wall without an eye\n%v", rows, cols, b)
				}
			}
		}
	}
	if laid < last {
		t.Errorf("%d boards with rooms", laid)
	}
}

// TestLowerRooms checks the numbers of states that are used, and wants a greater number than the
// published one on 19x19, 10^(10^100) (M. Walraet and J. Tromp, "A googolplex of Go games", 2016).
func TestLowerRooms(t *testing.T) {
	size := board.Size{Rows: 9, Cols: 9}
	if longtests.Wanted() {
		size = board.Size{Rows: 19, Cols: 19}
	}
	found, err := Find(t.Context(), size, 0)
	if err != nil {
		t.Fatal(err)
	}
	b := found.Rooms
	i := slices.IndexFunc(found.Lower, func(x *Bound) bool { return x.Source == "rooms" })
	if i < 0 {
		t.Fatalf("bounds are %v", found.Lower)
	}
	tower, _ := found.Lower[i].Tower()
	if got := floor(t, tower.Decimal); size.Rows == 19 && (got < 118.28 || got > 118.29) {
		t.Errorf("10^(10^%v)\n%v", got, b)
	}
	hold := big.NewInt(1)
	for i, r := range slices.Backward(b.rooms) {
		if r.used != nil && (r.used.Cmp(r.states) > 0 || new(big.Int).Sub(r.used, big.NewInt(1)).Cmp(hold) > 0) {
			t.Errorf("room %d: %v states of %v used, with %v of the rooms after it", i, r.used, r.states, hold)
		}
		hold.Mul(hold, r.states)
	}
}

func TestLayRoomsRefuses(t *testing.T) {
	if _, err := LayRooms(context.Background(), 3, 3); !errors.Is(err, ErrNoRooms) {
		t.Errorf("3x3: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := LayRooms(ctx, 19, 19); !errors.Is(err, context.Canceled) {
		t.Errorf("19x19, stopped: %v", err)
	}
}

func TestNewRoomsRefuses(t *testing.T) {
	for _, test := range []struct {
		rows, cols  int
		walls, eyes []int
		rooms       bool
	}{
		{5, 5, []int{10, 11, 12, 13, 14}, nil, true}, // a wall is not beside an eye
		{5, 11, []int{3, 14, 25, 36, 47, 7, 18, 29, 40, 51}, []int{3}, true},
		{3, 3, []int{3, 4, 5}, []int{4}, false}, // a room has no point for its corner
	} {
		b := newRooms(newGrid(test.rows, test.cols), test.walls, test.eyes)
		if (b != nil) != test.rooms || b != nil && b.stands() {
			t.Errorf("%dx%d: %v, want a refusal", test.rows, test.cols, b)
		}
	}
}

// lowerRooms is [LowerRooms] for a test.
func lowerRooms(t *testing.T, b *Rooms) *Bound {
	t.Helper()
	lower, err := LowerRooms(t.Context(), b, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return lower
}
