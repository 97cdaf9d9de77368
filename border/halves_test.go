package border

import (
	"context"
	"math/big"
	"testing"

	"combigo/modular"
)

func TestHalvesAgainstTheWholeBoard(t *testing.T) {
	for height := 1; height <= 7; height++ {
		e, err := New(height)
		if err != nil {
			t.Fatal(err)
		}
		for width := 1; width <= 8; width++ {
			want, _, err := e.Count(context.Background(), width, Options{Whole: true})
			if err != nil {
				t.Fatal(err)
			}
			got, _, err := e.Count(context.Background(), width, Options{Threads: 2})
			if err != nil {
				t.Errorf("%dx%d: %v", height, width, err)
				continue
			}
			if got.Cmp(want) != 0 {
				t.Errorf("%dx%d: %v, want %v", height, width, got, want)
			}
		}
	}
}

// externalTiles takes a vector through the columns as an External does, and returns its tiles: by prefix bin and suffix
// bin.
func externalTiles(t *testing.T, e *Engine, columns int, prime uint64) [][][]uint64 {
	t.Helper()
	p, err := e.layout.newPass(1, 1, 1, &meter{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.free()
	if err := e.makeTables(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	ar := residueArithmetic([]uint64{prime})
	for range columns {
		if err := p.column(t.Context(), func(int) arithmetic { return ar }); err != nil {
			t.Fatal(err)
		}
	}
	tiles := make([][][]uint64, p.sorted[prefix].count)
	for i := range tiles {
		for g := range p.sorted[suffix].count {
			tiles[i] = append(tiles[i], append([]uint64(nil), p.home.tileWords(p.home.tile(prefix, i, g))...))
		}
	}
	return tiles
}

func TestJoinOfTiles(t *testing.T) {
	primes := modular.PrimesBelow(1<<ModulusBits, 4)
	for height := 2; height <= 6; height++ {
		e := &Engine{layout: newLayoutOfBins(height, func(states int64) int64 { return states/5 + 1 })}
		for width := 1; width <= 13; width += 3 {
			want, _, err := e.Count(t.Context(), width, Options{Whole: true})
			if err != nil {
				t.Fatal(err)
			}
			j, err := e.NewJoin(width, primes, Options{Threads: 2})
			if err != nil {
				t.Fatal(err)
			}
			left, right := j.Columns()
			vectors := map[int][][][][]uint64{}
			for _, columns := range []int{left, right} {
				vectors[columns] = nil
				for _, p := range primes[:ResiduesFor(height, columns)] {
					vectors[columns] = append(vectors[columns], externalTiles(t, e, columns, p))
				}
			}
			sum, residue := new(big.Rat), uint64(0)
			prefixes, suffixes := j.Bins()
			for a := range prefixes {
				for b := range suffixes {
					planes := map[int][][]uint64{}
					for columns, vector := range vectors {
						for _, tiles := range vector {
							planes[columns] = append(planes[columns], tiles[a][b][:j.TileStates(a, b)])
						}
					}
					other, one := planes[right], []uint64(nil)
					if left == right {
						other = nil
					} else {
						one = other[0]
					}
					part, err := j.Exact(t.Context(), a, b, planes[left], other)
					if err != nil {
						t.Fatal(err)
					}
					sum.Add(sum, part)
					r, err := j.Modulo(t.Context(), a, b, primes[0], planes[left][0], one)
					if err != nil {
						t.Fatal(err)
					}
					residue = (residue + r) % primes[0]
				}
			}
			if !sum.IsInt() || sum.Num().Cmp(want) != 0 {
				t.Errorf("%dx%d: %v, want %v", height, width, sum, want)
			}
			if r := new(big.Int).Mod(want, new(big.Int).SetUint64(primes[0])).Uint64(); residue != r {
				t.Errorf("%dx%d modulo %d: %d, want %d", height, width, primes[0], residue, r)
			}
		}
	}
}

func TestHalvesModulo(t *testing.T) {
	primes := modular.PrimesBelow(1<<ModulusBits, 2)
	for height := 1; height <= 6; height++ {
		for width := 1; width <= 6; width++ {
			e, err := New(height)
			if err != nil {
				t.Fatal(err)
			}
			want, _, err := e.Residues(t.Context(), width, primes, Options{Whole: true})
			if err != nil {
				t.Fatal(err)
			}
			got, _, err := e.Residues(t.Context(), width, primes, Options{})
			if err != nil || got[0] != want[0] || got[1] != want[1] {
				t.Errorf("%dx%d: %v, %v, want %v", height, width, got, err, want)
			}
		}
	}
}

func TestHalvesOfSeveralWidths(t *testing.T) {
	for height := 1; height <= 5; height++ {
		e, err := New(height)
		if err != nil {
			t.Fatal(err)
		}
		want := map[int]*big.Int{}
		_, err = e.CountEach(t.Context(), 1, 14, Options{Whole: true}, func(width int, value *big.Int) { want[width] = value })
		if err != nil {
			t.Fatal(err)
		}
		for first := 9; first <= 12; first++ {
			next := first
			stats, err := e.CountEach(t.Context(), first, 14, Options{}, func(width int, value *big.Int) {
				if width != next || value.Cmp(want[width]) != 0 {
					t.Errorf("%dx%d: %v, want %dx%d: %v", height, width, value, height, next, want[next])
				}
				next++
			})
			if err != nil || !stats.Halves || next != 15 {
				t.Errorf("height %d from %d on: %v, halves %v, up to %d", height, first, err, stats.Halves, next-1)
			}
		}
	}
}
