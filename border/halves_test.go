package border

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"testing"

	"combigo/border/halves"
	"combigo/internal/oracle/doublesum"
	"combigo/modular"
)

// All sizes up to 9x20, both parities of either side, against the vector that goes through all columns.
func TestHalvesAgainstTheWholeBoard(t *testing.T) {
	highest, widest := 9, 20
	if testing.Short() {
		highest, widest = 7, 9
	}
	for height := 1; height <= highest; height++ {
		e, err := New(height)
		if err != nil {
			t.Fatal(err)
		}
		want := map[int]*big.Int{}
		_, err = e.CountEach(t.Context(), 1, widest, Options{Whole: true}, func(width int, value *big.Int) { want[width] = value })
		if err != nil {
			t.Fatal(err)
		}
		for width := 1; width <= widest; width++ {
			got, stats, err := e.Count(t.Context(), width, Options{Threads: 1 + width%3})
			if err != nil || !stats.Halves || got.Cmp(want[width]) != 0 {
				t.Errorf("%dx%d: %v, %v, want %v", height, width, got, err, want[width])
			}
		}
	}
}

// The sum over all pairs of states, by the definition, of boards that are cut at any column and kink.
func TestHalvesAgainstTheDoubleSum(t *testing.T) {
	sizes := []struct{ height, width, cut, kink int }{
		{3, 3, 1, 1}, {3, 4, 2, 0}, {4, 4, 2, 2}, {4, 5, 3, 0}, {5, 4, 1, 3}, {5, 5, 3, 0}, {6, 4, 2, 3},
	}
	if !testing.Short() {
		sizes = append(sizes, []struct{ height, width, cut, kink int }{{7, 4, 2, 1}, {7, 5, 3, 0}, {8, 3, 2, 0}}...)
	}
	boards := map[int]*doublesum.Boards{}
	for _, c := range sizes {
		if boards[c.height] == nil {
			boards[c.height] = doublesum.New(c.height)
		}
		want := boards[c.height].Count(c.width, c.cut, c.kink)
		e, err := New(c.height)
		if err != nil {
			t.Fatal(err)
		}
		if got, _, err := e.Count(t.Context(), c.width, Options{}); err != nil || got.Cmp(want) != 0 {
			t.Errorf("%dx%d: %v, %v; cut at column %d, kink %d: %v", c.height, c.width, got, err, c.cut, c.kink, want)
		}
	}
}

// Boards of one height join vectors of any two lengths, which add up to the same number.
func TestHalvesOfAnyCutAgree(t *testing.T) {
	const width = 7
	for height := 2; height <= 5; height++ {
		e := &Engine{layout: newLayoutOfBins(height, func(states int64) int64 { return states/3 + 1 })}
		want, _, err := e.Count(t.Context(), width, Options{Whole: true})
		if err != nil {
			t.Fatal(err)
		}
		prime := modular.PrimesBelow(1<<ModulusBits, 1)[0]
		j, err := e.NewJoin(width, []uint64{prime}, Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		for columns := range width {
			left, right := externalTiles(t, e, columns, prime), externalTiles(t, e, width-1-columns, prime)
			var sum uint64
			for a := range left {
				for b := range left[a] {
					part, err := j.Modulo(t.Context(), a, b, prime, tileOf(left[a][b]), tileOf(right[a][b]))
					if err != nil {
						t.Fatal(err)
					}
					sum = (sum + part) % prime
				}
			}
			if r := new(big.Int).Mod(want, new(big.Int).SetUint64(prime)).Uint64(); sum != r {
				t.Errorf("%dx%d, %d columns to the right: %d, want %d", height, width, columns, sum, r)
			}
		}
	}
}

// externalTiles takes a vector through the columns as an External does, and returns its tiles: by prefix bin and suffix
// bin.
func externalTiles(t *testing.T, e *Engine, columns int, prime uint64) [][][]uint64 {
	t.Helper()
	p, err := e.layout.newPass(2, 2, 1, &meter{})
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
			tiles[i] = append(tiles[i], append([]uint64(nil), wholeWords(p.home.tileValues(p.home.tile(prefix, i, g)))...))
		}
	}
	return tiles
}

// tileOf gives residues of a tile to a join.
func tileOf(residues ...[]uint64) TileValues {
	return TileValues{len(residues), func(prime int, from int64, values []uint64) error {
		if n := copy(values, residues[prime][from:]); n < len(values) {
			return fmt.Errorf("%d values from place %d on are wanted, there are %d", len(values), from, n)
		}
		return nil
	}}
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
			left, right := j.columns[0], j.columns[1]
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
					var other, one TileValues
					if left != right {
						other, one = tileOf(planes[right]...), tileOf(planes[right][0])
					}
					part, err := j.Exact(t.Context(), a, b, tileOf(planes[left]...), other)
					if err != nil {
						t.Fatal(err)
					}
					sum.Add(sum, part)
					r, err := j.Modulo(t.Context(), a, b, primes[0], tileOf(planes[left][0]), one)
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

// Tiles of single patterns, read in parts of any length, give the same sums as whole tiles; an error in reading any of them is returned.
func TestJoinInParts(t *testing.T) {
	primes := modular.PrimesBelow(1<<ModulusBits, 3)
	for height := 3; height <= 6; height++ {
		e := &Engine{layout: newLayoutOfBins(height, func(int64) int64 { return 1 })}
		for _, width := range []int{5, 6} {
			j, err := e.NewJoin(width, primes, Options{Threads: 2})
			if err != nil {
				t.Fatal(err)
			}
			var vectors [2][][][][]uint64
			for i, columns := range j.columns {
				for _, p := range primes[:ResiduesFor(height, columns)] {
					vectors[i] = append(vectors[i], externalTiles(t, e, columns, p))
				}
			}
			for _, part := range []int64{1, 2, 3, 7, 50} {
				testInParts(t, e, width, part, primes, vectors)
			}
		}
	}
}

func testInParts(t *testing.T, e *Engine, width int, part int64, primes []uint64, vectors [2][][][][]uint64) {
	t.Helper()
	whole, err := e.NewJoin(width, primes, Options{Threads: 2})
	parts, errParts := e.NewJoin(width, primes, Options{Threads: 2})
	if err := errors.Join(err, errParts); err != nil {
		t.Fatal(err)
	}
	parts.part = part
	parts.InParts()
	failure := errors.New("a bad sector")
	inParts := 0
	prefixes, suffixes := whole.Bins()
	for a := range prefixes {
		for b := range suffixes {
			n := whole.TileStates(a, b)
			var tiles, broken [2]TileValues
			reads := 0
			for i, vector := range vectors {
				if i == 1 && width%2 == 1 {
					continue
				}
				var residues [][]uint64
				for _, v := range vector {
					residues = append(residues, v[a][b][:n])
				}
				tiles[i] = tileOf(residues...)
				broken[i] = TileValues{len(residues), func(prime int, from int64, values []uint64) error {
					if reads++; reads == 3 {
						return failure
					}
					return tiles[i].Read(prime, from, values)
				}}
			}
			want, err := whole.Exact(t.Context(), a, b, tiles[0], tiles[1])
			if err != nil {
				t.Fatal(err)
			}
			got, err := parts.Exact(t.Context(), a, b, tiles[0], tiles[1])
			if err != nil || got.Cmp(want) != 0 {
				t.Errorf("%dx%d, tile %d, %d in parts of %d: %v, %v; want %v", e.Height(), width, a, b, part, got, err, want)
			}
			one := [2]TileValues{tiles[0], tiles[1]}
			for i := range one {
				one[i].Primes = min(1, one[i].Primes)
			}
			residue, err := whole.Modulo(t.Context(), a, b, primes[0], one[0], one[1])
			if err != nil {
				t.Fatal(err)
			}
			if r, err := parts.Modulo(t.Context(), a, b, primes[0], one[0], one[1]); err != nil || r != residue {
				t.Errorf("%dx%d, tile %d, %d in parts of %d, modulo: %d, %v; want %d", e.Height(), width, a, b, part, r, err, residue)
			}
			_, err = parts.Exact(t.Context(), a, b, broken[0], broken[1])
			if reads >= 3 != errors.Is(err, failure) {
				t.Errorf("%dx%d, tile %d, %d in parts of %d: after %d readings %v", e.Height(), width, a, b, part, reads, err)
			}
			if parts.hasParts(a, b) {
				inParts++
			}
		}
	}
	if part < 50 && inParts == 0 {
		t.Errorf("%dx%d: no tile is read in parts of %d", e.Height(), width, part)
	}
}

// The join takes one of each two colourings that are mirror images: here both are joined, and compared.
func TestMirrorImagesJoinAlike(t *testing.T) {
	for _, size := range [][2]int{{3, 5}, {4, 5}, {5, 7}, {4, 4}, {6, 4}} {
		e, err := New(size[0])
		if err != nil {
			t.Fatal(err)
		}
		h, lo, _ := e.planHalves(size[1], size[1], ring{ar: exact}, Options{Threads: 1})
		if err := e.makeTables(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		if h.turn != nil {
			if err := e.makeTurnTables(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
		}
		if h.pass, err = lo.newPass(1, h.ar(h.points(lo)).size, 1, &meter{}); err != nil {
			t.Fatal(err)
		}
		if err := h.run(t.Context(), func(int, halfSums) error { return compareImages(t, h) }); err != nil {
			t.Errorf("%dx%d: %v", size[0], size[1], err)
		}
		h.free()
	}
}

func compareImages(t *testing.T, h *halfBoards) error {
	j := newJoiner(h.joining())
	limbJoiners(h.points(h.layout))(j)
	j.buffer = make([]uint64, 1<<16)
	numbers := [2]map[colouring]int32{{}, {}}
	for half := range numbers {
		for i, c := range j.colours[half] {
			numbers[half][c.colours] = int32(i)
		}
	}
	sum := func(u, w int32) *big.Rat {
		q := j.colourPair(u, w)
		all := make([][]tileValues, h.sorted[prefix].count)
		for i := range all {
			for g := range h.sorted[suffix].count {
				all[i] = append(all[i], limbTile{h.home.tileValues(h.home.tile(prefix, i, g)), h.home.size})
			}
		}
		tile, g := j.tileOf(q)
		j.sums = map[int]*halves.Sum{}
		if err := j.pairOf(t.Context(), q, tilePair{left: all[tile][g], all: all}); err != nil {
			t.Fatal(err)
		}
		total := new(big.Rat)
		for _, s := range j.sums {
			total.Add(total, s.Rat())
		}
		return total
	}
	compared := 0
	for u, c := range j.colours[prefix] {
		for w, d := range j.colours[suffix] {
			if _, ok := j.pair(int32(u), int32(w)); !ok {
				continue
			}
			image := (c.colours | d.colours<<(2*h.p)).mirror(h.m)
			below := image >> (2 * h.p)
			above := image ^ below<<(2*h.p)
			first, second := numbers[prefix][above], numbers[suffix][below]
			if above := j.colours[prefix][first]; above.word.whiteLast() || above.word == 0 && j.colours[suffix][second].word.whiteLast() {
				first, second = above.swapped, j.colours[suffix][second].swapped
			}
			if own, other := sum(int32(u), int32(w)), sum(first, second); own.Cmp(other) != 0 {
				return fmt.Errorf("colours %d and %d: %v, the mirror image %v", u, w, own, other)
			}
			compared++
		}
	}
	if len(j.postponed) > 0 || compared < power3(h.m)/4 {
		return fmt.Errorf("%d colourings were compared, %d are too large for the buffer", compared, len(j.postponed))
	}
	return nil
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

func TestCountInFiles(t *testing.T) {
	for _, c := range []struct{ height, width int }{{1, 1}, {2, 2}, {3, 70}, {4, 60}, {4, 61}, {5, 50}, {5, 51}, {6, 41}} {
		e := &Engine{layout: newLayoutOfBins(c.height, func(states int64) int64 { return states/4 + 1 })}
		want, _, err := e.Count(t.Context(), c.width, Options{Whole: true})
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		got, stats, err := e.CountInFiles(t.Context(), c.width, dir, Options{Threads: 2})
		if err != nil || got.Cmp(want) != 0 {
			t.Errorf("%dx%d: %v, %v, want %v", c.height, c.width, got, err, want)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%dx%d leaves %v, %v", c.height, c.width, left, err)
		}
		need := e.FilesNeed(c.width, Options{Threads: 2})
		if c.width > 30 && (stats.Limbs < 2 || need.Disk < 8*e.VectorStates() || need.Moved < 2*need.Disk) {
			t.Errorf("%dx%d: %d residues, needs %+v", c.height, c.width, stats.Limbs, need)
		}
	}
}

func TestCountInFilesStops(t *testing.T) {
	e, err := New(8)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	dir := t.TempDir()
	_, _, err = e.CountInFiles(ctx, 31, dir, Options{Progress: func(share float64) {
		if share > 0.4 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("there are %v, %v", left, err)
	}
}
