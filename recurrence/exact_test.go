package recurrence

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/par"
)

// found keeps the recurrences that tests share.
var found [MaxExactHeight + 1]func() (*Recurrence, error)

func init() {
	for height := 1; height <= MaxExactHeight; height++ {
		found[height] = sync.OnceValues(func() (*Recurrence, error) { return Find(context.Background(), height, Options{}) })
	}
}

func find(t *testing.T, height int) *Recurrence {
	t.Helper()
	r, err := found[height]()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// exactHeights is how far the tests go: 6 takes ten seconds.
func exactHeights() int {
	if longtests.Wanted() {
		return MaxExactHeight
	}
	return 4
}

// The equations of Combinatorics of Go, sections 5.4.1 and 5.4.2.
func TestEquationsPublished(t *testing.T) {
	for height, want := range map[int]string{
		1: "L(1,n+3) = 3L(1,n+2) - L(1,n+1) + L(1,n)",
		2: "L(2,n+7) = 10L(2,n+6) - 16L(2,n+5) + 31L(2,n+4) - 13L(2,n+3) + 20L(2,n+2) + 2L(2,n+1) - L(2,n)",
		3: "L(3,n+19) = 33L(3,n+18) - 233L(3,n+17) + 1171L(3,n+16) - 3750L(3,n+15) + 9426L(3,n+14) - 16646L(3,n+13) + " +
			"22072L(3,n+12) - 19993L(3,n+11) + 9083L(3,n+10) + 1766L(3,n+9) - 4020L(3,n+8) + 6018L(3,n+7) - " +
			"2490L(3,n+6) - 5352L(3,n+5) + 1014L(3,n+4) - 1402L(3,n+3) + 100L(3,n+2) + 73L(3,n+1) - 5L(3,n)",
	} {
		left, right := find(t, height).Equation()
		if got := left + " = " + strings.Join(right, " "); got != want {
			t.Errorf("%s, published %s", got, want)
		}
	}
}

func TestRecurrences(t *testing.T) {
	for height := 1; height <= exactHeights(); height++ {
		r := find(t, height)
		if r.Order() != publishedOrders[height-1] {
			t.Errorf("height %d: order %d, published %d", height, r.Order(), publishedOrders[height-1])
		}
		if r.Verified != int(publishedUpDown[height-1]) {
			t.Errorf("height %d: verified for %d, want %d", height, r.Verified, publishedUpDown[height-1])
		}
		if x := r.Zeroth(); x.RatString() != "1" {
			t.Errorf("height %d: L(%d,0) = %s, want 1", height, height, x)
		}
		// The terms beyond those that the search saw, by the border engine.
		count := 2*r.Verified + 30
		if height == 6 {
			count = 2*r.Verified + 5
		}
		terms, err := connected.CountEach(context.Background(), height, 1, count, 0, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range r.Terms(count) {
			if x.Cmp(terms[i]) != 0 {
				t.Errorf("L(%d,%d) by the recurrence differs from the border engine", height, i+1)
				break
			}
		}
	}
}

// A recurrence that is wrong in one coefficient, or one that is too short, does
// not pass the check in integers.
func TestHoldsNotices(t *testing.T) {
	r := find(t, 2)
	terms := r.Terms(20)
	if !holds(r.Coefficients, terms, 7) {
		t.Error("the recurrence does not hold")
	}
	wrong := append([]*big.Int{big.NewInt(5)}, r.Coefficients[1:]...)
	if holds(wrong, terms, 7) {
		t.Error("a wrong coefficient passes")
	}
	if holds(r.Coefficients[1:], terms, 7) {
		t.Error("a recurrence that is too short passes")
	}
	if holds(r.Coefficients, terms[:13], 7) {
		t.Error("too few terms pass")
	}
}

// Integers of both signs come out of their residues; primes with too few
// coefficients are left out, and one with more starts anew.
func TestWholes(t *testing.T) {
	var w reconstruction
	steps := []struct {
		numbers []uint64
		prime   uint64
		settled bool
		want    string
	}{
		{[]uint64{4}, 11, false, "[4]"},
		{[]uint64{8, 3}, 13, false, "[-5 3]"},
		{[]uint64{1}, 17, false, "[-5 3]"},
		{[]uint64{14, 3}, 19, true, "[-5 3]"},
	}
	for _, s := range steps {
		settled, err := w.add(s.numbers, s.prime)
		if err != nil || settled != s.settled || fmt.Sprint(w.Signed()) != s.want {
			t.Errorf("after the prime %d: %v, %v, %v, want %v, %s", s.prime, settled, w.Signed(), err, s.settled, s.want)
		}
	}
}

func TestFindRefuses(t *testing.T) {
	for _, height := range []int{0, MaxExactHeight + 1} {
		if _, err := Find(context.Background(), height, Options{}); err == nil {
			t.Errorf("height %d: no error", height)
		}
	}
}

func TestPrograms(t *testing.T) {
	r := find(t, 1)
	for _, c := range []struct{ got, want string }{
		{r.Sage(), "C.from_recurrence(\n    [1, -1, 3],\n    [1, 5, 15])"},
		{r.Mathematica(), "First[LinearRecurrence[\n    {3, -1, 1},\n    {1, 5, 15},\n    {n, n}]]"},
	} {
		if !strings.Contains(c.got, c.want) {
			t.Errorf("%q does not contain %q", c.got, c.want)
		}
	}
}
