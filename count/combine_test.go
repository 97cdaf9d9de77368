package count

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/store/valuefile"
	"combigo.dev/combigo/par"
)

// valueFiles are files with residues of the number of a board, by the slow count, modulo primes
// given by their numbers.
func valueFiles(t *testing.T, board string, numbers ...int) []*Value {
	t.Helper()
	size := size(t, board)
	sum := func(purpose stages.Purpose, width int, prime uint64) stages.Sum {
		n := slowCount(size.Short(), width)
		return stages.Sum{Purpose: purpose, Width: width, Prime: prime, Value: n.Mod(n, new(big.Int).SetUint64(prime))}
	}
	var files []*Value
	for i, number := range numbers {
		prime := border.Primes(number)[number-1]
		files = append(files, newValue(&valuefile.File{
			Name: fmt.Sprintf("%d.value", number), Run: [16]byte{byte(i)}, Board: size, Method: stages.Modulo, Date: "2026-11-28",
			Sums: []stages.Sum{sum(stages.Narrow, 3, prime), sum(stages.Number, size.Long(), prime)},
		}))
	}
	return files
}

// alterNumber changes the residue of a file.
func alterNumber(f *Value, by int64) {
	f.sums[1].Value.Xor(f.sums[1].Value, big.NewInt(by))
}

// L(5,10) takes three residues, of any primes, and L(4,9) two.
func TestCombine(t *testing.T) {
	for board, numbers := range map[string][]int{"5x10": {1, 2, 3}, "10x5": {9, 1, 4, 40, 7}, "5x5": {3, 1, 2}, "4x9": {2, 5}} {
		files := valueFiles(t, board, numbers...)
		files = append(files, files[0]) // twice is no harm
		r, err := Combine(context.Background(), files, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want := slowCount(size(t, board).Short(), size(t, board).Long()); r.Value.Cmp(want) != 0 || r.Passes == 0 {
			t.Errorf("%s: %v, want %d", board, r, want)
		}
		want := fmt.Sprintf("by states with connections modulo %d primes, which sees wrong steps: equal", len(numbers))
		if all := strings.Join(r.Checks, "\n"); !strings.Contains(all, want) {
			t.Errorf("%s: the checks are %s", board, all)
		}
	}
}

// Wrong residues are named if there are more than needed, and not guessed if there are not.
func TestCombineNamesWrongResidues(t *testing.T) {
	for _, c := range []struct {
		numbers, wrong []int
		want           string // in the error
	}{
		{[]int{1, 2, 3, 4}, []int{3}, "3.value is wrong: L(5,10) modulo 4294967231, prime 3, is "},
		{[]int{1, 2, 3, 4}, []int{4}, "4.value is wrong: "},
		{[]int{9, 8, 7, 6, 5}, []int{9}, "9.value is wrong: "},
		{[]int{1, 2, 3, 4, 5}, []int{2, 5}, "2.value is wrong: "},
		{[]int{1, 2, 3}, []int{1}, "which one cannot be told"},
		{[]int{1, 2, 3, 4}, []int{1, 2}, "which one cannot be told"},
	} {
		files := valueFiles(t, "5x10", c.numbers...)
		for _, f := range files {
			for _, n := range c.wrong {
				if f.Name == fmt.Sprintf("%d.value", n) {
					alterNumber(f, int64(n))
				}
			}
		}
		if r, err := Combine(context.Background(), files, par.Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("wrong are %v of %v: %v, %v", c.wrong, c.numbers, r, err)
		} else if named := strings.Contains(c.want, "is wrong"); named {
			for _, n := range c.numbers {
				if name := fmt.Sprintf("%d.value is wrong", n); strings.Contains(err.Error(), name) != strings.Contains(fmt.Sprint(c.wrong), fmt.Sprint(n)) {
					t.Errorf("wrong are %v of %v: %v", c.wrong, c.numbers, err)
				}
			}
		}
	}
	// Of two files that differ, the others tell which one is right.
	files := append(valueFiles(t, "5x10", 1, 2, 3, 4), valueFiles(t, "5x10", 2)...)
	files[4].Name = "other.value"
	alterNumber(files[4], 1)
	if _, err := Combine(context.Background(), files, par.Options{}); err == nil || !strings.HasPrefix(err.Error(), "other.value is wrong: ") {
		t.Errorf("files that differ: %v", err)
	}
}

func TestCombineRefuses(t *testing.T) {
	var missing *MissingError
	if _, err := Combine(context.Background(), valueFiles(t, "5x10", 2, 9), par.Options{}); !errors.As(err, &missing) || missing.Have != 2 || len(missing.Missing) != 1 || missing.Missing[0] != 1 {
		t.Errorf("two residues of three: %v", err)
	}
	files := append(valueFiles(t, "5x10", 1, 2, 3), valueFiles(t, "5x11", 4)...)
	if _, err := Combine(context.Background(), files, par.Options{}); err == nil || err.Error() != "4.value is of the board 5x11, and 1.value of the board 5x10: want files of one board" {
		t.Errorf("two boards: %v", err)
	}
	files = valueFiles(t, "5x10", 1, 2, 3)
	files[1].sums[0].Value.SetInt64(5)
	if _, err := Combine(context.Background(), files, par.Options{}); err == nil || !strings.HasPrefix(err.Error(), "2.value: L(5,3) modulo 4294967279 is 5, but by states with connections ") {
		t.Errorf("a wrong check: %v", err)
	}
	files = valueFiles(t, "5x5", 1)
	alterNumber(files[0], 1)
	err := CheckValues(context.Background(), files, par.Options{})
	if err != nil || len(files[0].Checks) != 1 || files[0].Fault == nil || !strings.Contains(files[0].Fault.Error(), "Table 3") {
		t.Errorf("a residue that is not that of the number in print: %+v, %v", files, err)
	}
	files = valueFiles(t, "5x10", 1)
	files[0].sums[1].Prime = 0
	if _, err := Combine(context.Background(), files, par.Options{}); err == nil || err.Error() != "1.value has the number itself: want residues" {
		t.Errorf("the number itself: %v", err)
	}
}
