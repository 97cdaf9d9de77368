package tilefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zeebo/xxh3"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/store/storage"
)

var someone = Identity{Run: [16]byte{1, 2, 3}, Modulus: 1<<32 - 5, Stage: 7, Share: 3}

// write writes a file with random values, and returns its name and them.
func write(t testing.TB, id Identity, sizes []int64) (string, [][]uint32) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "bin.tiles")
	random := rand.New(rand.NewPCG(1, uint64(len(sizes))))
	var tiles [][]uint32
	for _, n := range sizes {
		tile := make([]uint32, n)
		for j := range tile {
			tile[j] = random.Uint32()
		}
		tiles = append(tiles, tile)
	}
	var halves [][][]uint32 // each tile in two chunks
	for _, tile := range tiles {
		halves = append(halves, [][]uint32{tile[:len(tile)/2], tile[len(tile)/2:]})
	}
	if err := Write(storage.OS, name, "test", id, halves); err != nil {
		t.Fatal(err)
	}
	return name, tiles
}

// readAll reads all tiles of a file.
func readAll(name string, id Identity) (tiles [][]uint32, err error) {
	r, err := Open(storage.OS, name, id)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for i, n := range r.Sizes() {
		tile := make([]uint32, n)
		if err := r.ReadTile(i, tile); err != nil {
			return nil, err
		}
		if err := r.VerifyTile(i); err != nil {
			return nil, err
		}
		tiles = append(tiles, tile)
	}
	return tiles, nil
}

// A file of a machine that has the other order of bytes is refused.
func TestOtherOrderOfBytes(t *testing.T) {
	name, _ := write(t, someone, []int64{3})
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(b[44:48])
	if err := os.WriteFile(name, b, 0o644); err != nil {
		t.Fatal(err)
	}
	var corrupt *CorruptError
	if _, err := readAll(name, someone); !errors.As(err, &corrupt) || !strings.Contains(err.Error(), "values, want 262144") {
		t.Errorf("the error is %v", err)
	}
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	for _, sizes := range [][]int64{{1}, {0}, {5, 0, 7}, {5, 0, 7}, {blockValues, blockValues + 1, 1, 3*blockValues - 1}} {
		name, tiles := write(t, someone, sizes)
		got, err := readAll(name, someone)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(got, tiles, slices.Equal) {
			t.Errorf("sizes %v: other values are read", sizes)
		}
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		at, length := newLayout(headerBytes(len(sizes)), sizes, 0).table()
		if want := at + length; info.Size() != want {
			t.Errorf("sizes %v: %d bytes, want %d", sizes, info.Size(), want)
		}
		entries, err := os.ReadDir(filepath.Dir(name))
		if err != nil || len(entries) != 1 {
			t.Errorf("there are more files than one: %v", entries)
		}
	}
}

// wantCorrupt checks that a file with this content is refused.
func wantCorrupt(t *testing.T, what string, content []byte) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "altered.tiles")
	if err := os.WriteFile(name, content, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := readAll(name, someone)
	var corrupt *CorruptError
	if !errors.As(err, &corrupt) || corrupt.Name != name {
		t.Errorf("%s: %v, want a CorruptError", what, err)
	}
}

func TestEveryChangedByteIsSeen(t *testing.T) {
	name, _ := write(t, someone, []int64{3, 0, 5})
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	step := 1009
	if longtests.Wanted() {
		step = 101
	}
	for i := range content {
		if content[i] == 0 && i%step > 0 {
			continue // of the zeros that fill sectors some are enough
		}
		altered := bytes.Clone(content)
		altered[i] ^= 1 << (i % 8)
		wantCorrupt(t, "a flipped bit", altered)
		wantCorrupt(t, "a cut", content[:i])
	}
	wantCorrupt(t, "more after the end", append(content, 0))
}

func TestSwappedBlocksAreSeen(t *testing.T) {
	name, _ := write(t, someone, []int64{2 * blockValues, blockValues})
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	head := int(headerBytes(2))
	block := func(b []byte, i int) []byte { return b[head+i*blockValues*valueBytes:][:blockValues*valueBytes] }
	for _, pair := range [][2]int{{0, 1}, {1, 2}, {0, 2}} {
		altered := bytes.Clone(content)
		copy(block(altered, pair[0]), block(content, pair[1]))
		copy(block(altered, pair[1]), block(content, pair[0]))
		wantCorrupt(t, "swapped blocks", altered)
		sums := len(content) - 4*8
		copy(altered[sums+8*pair[0]:][:8], content[sums+8*pair[1]:][:8])
		copy(altered[sums+8*pair[1]:][:8], content[sums+8*pair[0]:][:8])
		wantCorrupt(t, "blocks swapped with their checksums", altered)
	}
	// Two values of one block.
	altered := bytes.Clone(content)
	copy(altered[head:head+8], content[head+8:head+16])
	copy(altered[head+8:head+16], content[head:head+8])
	wantCorrupt(t, "a swapped pair of values", altered)
}

func TestFilesOfOthersAreRefused(t *testing.T) {
	name, _ := write(t, someone, []int64{3})
	for _, change := range []func(*Identity){
		func(id *Identity) { id.Run[15]++ },
		func(id *Identity) { id.Modulus -= 30 },
		func(id *Identity) { id.Stage += 2 },
		func(id *Identity) { id.Share++ },
	} {
		id := someone
		change(&id)
		var corrupt *CorruptError
		if _, err := Open(storage.OS, name, id); !errors.As(err, &corrupt) || corrupt.Offset != 8 {
			t.Errorf("%+v: %v, want a CorruptError at byte 8", id, err)
		}
	}
	// The table of one file does not pass for that of another with the same values.
	other := someone
	other.Stage++
	second, _ := write(t, other, []int64{3})
	a, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(second)
	if err != nil {
		t.Fatal(err)
	}
	head := headerBytes(1)
	wantCorrupt(t, "the header of one file and the rest of another", slices.Concat(a[:head], b[head:]))
}

// A file that is not there is no damaged one, and damage of the header is said to be at its
// beginning.
func TestWhereDamageIs(t *testing.T) {
	name, _ := write(t, someone, []int64{3, 0, 5})
	if _, err := Open(storage.OS, name+".none", someone); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{0, 48, int(headerBytes(3)) - 1} {
		altered := bytes.Clone(content)
		altered[at] ^= 1
		if err := os.WriteFile(name, altered, 0o600); err != nil {
			t.Fatal(err)
		}
		var corrupt *CorruptError
		if _, err := Open(storage.OS, name, someone); !errors.As(err, &corrupt) || corrupt.Offset != 0 {
			t.Errorf("byte %d: %v, want a CorruptError at byte 0", at, err)
		}
	}
}

// A tile is read whole or not at all.
func TestTilesOfWrongLength(t *testing.T) {
	name, _ := write(t, someone, []int64{3, 0, 5})
	r, err := Open(storage.OS, name, someone)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, n := range []int{2, 4, 0} {
		if err := r.ReadTile(0, make([]uint32, n)); err == nil {
			t.Errorf("%d values of a tile of 3 are read", n)
		}
	}
	if err := r.ReadTile(0, make([]uint32, 3)); err != nil {
		t.Error(err)
	}
}

// What a header may claim has bounds, before anything is read or reserved.
func TestHeadersOfImpossibleSizes(t *testing.T) {
	for _, c := range []struct {
		sizes []int64
		tiles uint32 // that it says it has
		ok    bool
	}{
		{nil, 0, false},
		{[]int64{0}, 1, true},
		{[]int64{0}, maxTiles, true},
		{[]int64{0}, maxTiles + 1, false},
		{[]int64{maxValues}, 1, true},
		{[]int64{maxValues + 1}, 1, false},
		{[]int64{maxValues, 1}, 2, false},
		{[]int64{-1}, 1, false},
	} {
		b := header(someone, c.sizes)
		binary.NativeEndian.PutUint32(b[40:], c.tiles)
		_, tiles, err := parseFixed(b)
		if err == nil && tiles == len(c.sizes) {
			_, err = parseHeader(b, tiles)
		}
		if (err == nil) != c.ok {
			t.Errorf("%d tiles of %d values: %v", c.tiles, c.sizes, err)
		}
	}
}

func FuzzOpen(f *testing.F) {
	name, _ := write(f, someone, []int64{3, 5})
	content, err := os.ReadFile(name)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(content)
	f.Add(content[:60])
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, b []byte) {
		name := filepath.Join(t.TempDir(), "fuzz.tiles")
		if err := os.WriteFile(name, b, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := readAll(name, someone); err == nil && !bytes.Equal(b, content) {
			t.Error("a file that this package did not write is read")
		}
	})
}

// The header is read after its checksum, which random bytes do not match: here they are
// given the right one.
func FuzzHeader(f *testing.F) {
	f.Add(header(someone, []int64{3, 5}))
	f.Add(header(someone, []int64{maxValues}))
	f.Add(header(someone, make([]int64, 9)))
	f.Fuzz(func(t *testing.T, b []byte) {
		id, tiles, err := parseFixed(b)
		if err != nil || int64(len(b)) < headerBytes(tiles) {
			return
		}
		end := headerBytes(tiles) - 8
		b = bytes.Clone(b)
		clear(b[fixedBytes+8*tiles : end])
		b = binary.NativeEndian.AppendUint64(b[:end:end], xxh3.Hash(b[:end]))
		l, err := parseHeader(b, tiles)
		if err != nil {
			return
		}
		if got := header(id, l.sizes); !bytes.Equal(got, b) {
			t.Errorf("%x is read, and written as %x", b, got)
		}
		var values int64
		for i, n := range l.sizes {
			if n < 0 || l.starts[i]%storage.Sector != 0 || l.starts[i+1]-l.starts[i] < n*valueBytes || l.starts[i+1]-l.starts[i] >= n*valueBytes+storage.Sector || l.blocks[i+1] < l.blocks[i] {
				t.Fatalf("tile %d has %d values at %d", i, n, l.starts[i])
			}
			values += n
		}
		if at, _ := l.table(); at < headerBytes(tiles)+values*valueBytes || values > maxValues {
			t.Errorf("%d values before byte %d", values, at)
		}
	})
}
