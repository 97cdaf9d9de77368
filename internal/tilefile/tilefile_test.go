package tilefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/zeebo/xxh3"

	"combigo/internal/storage"
)

var (
	someone = Identity{Run: [16]byte{1, 2, 3}, Modulus: 1<<62 - 57, Stage: 7, Bin: 3}
	aSpill  = Identity{Run: someone.Run, Modulus: someone.Modulus, Stage: 7, Bin: 3, Spill: true, Round: 2, Part: 5}
)

// write writes a file with random values, and returns its name and them.
func write(t testing.TB, id Identity, sizes []int64) (string, [][]uint64) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "bin.tiles")
	w, err := Create(storage.OS, name, "test", id, sizes)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, uint64(len(sizes))))
	var tiles [][]uint64
	for i, n := range sizes {
		tile := make([]uint64, n)
		for j := range tile {
			tile[j] = random.Uint64()
		}
		if err := w.WriteTile(i, tile); err != nil {
			t.Fatal(err)
		}
		tiles = append(tiles, tile)
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	return name, tiles
}

// readAll reads all tiles of a file.
func readAll(name string, id Identity) (tiles [][]uint64, err error) {
	r, err := Open(storage.OS, name, id)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for i, n := range r.Sizes() {
		tile := make([]uint64, n)
		if err := r.ReadTile(i, tile); err != nil {
			return nil, err
		}
		if err := r.VerifyTile(i); err != nil {
			return nil, err
		}
		if err := sameInParts(r, i, tile); err != nil {
			return nil, err
		}
		tiles = append(tiles, tile)
	}
	return tiles, nil
}

// sameInParts reads a tile part by part, the last one first.
func sameInParts(r *Reader, tile int, want []uint64) error {
	n := int64(len(want))
	for at := (n - 1) / PartValues * PartValues; n > 0 && at >= 0; at -= PartValues {
		part := make([]uint64, min(PartValues, n-at))
		if err := r.ReadPart(tile, at, part); err != nil {
			return err
		}
		if !slices.Equal(part, want[at:at+int64(len(part))]) {
			return errors.New("other values are read part by part")
		}
		if r.ReadPart(tile, at+1, part) == nil || r.ReadPart(tile, at, part[1:]) == nil {
			return errors.New("a part that is none is read")
		}
		rest := make([]uint64, n-at)
		if err := r.ReadPart(tile, at, rest); err != nil || !slices.Equal(rest, want[at:]) {
			return fmt.Errorf("other values are read from a part on: %w", err)
		}
	}
	return nil
}

// The way that machines of the other byte order take leads to the same files, and back.
func TestBytesAreTurned(t *testing.T) {
	sizes := []int64{3, 0, blockValues + 1}
	plain, tiles := write(t, someone, sizes)
	asInFiles = !asInFiles
	defer func() { asInFiles = !asInFiles }()
	turned, _ := write(t, someone, sizes)
	first, err := os.ReadFile(plain)
	second, errSecond := os.ReadFile(turned)
	if err := errors.Join(err, errSecond); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, second) {
		t.Error("the files differ")
	}
	if got, err := readAll(plain, someone); err != nil || !slices.EqualFunc(got, tiles, slices.Equal) {
		t.Errorf("other values are read, %v", err)
	}
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	for i, sizes := range [][]int64{{1}, {0}, {5, 0, 7}, {5, 0, 7}, {blockValues, blockValues + 1, 1, 3*blockValues - 1}} {
		id := []Identity{someone, aSpill}[i%2]
		name, tiles := write(t, id, sizes)
		got, err := readAll(name, id)
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
		if want := newLayout(id.headerBytes(len(sizes)), sizes, 0).fileBytes(); info.Size() != want {
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
	wantCorruptOf(t, someone, what, content)
}

func wantCorruptOf(t *testing.T, id Identity, what string, content []byte) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "altered.tiles")
	if err := os.WriteFile(name, content, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := readAll(name, id)
	var corrupt *CorruptError
	if !errors.As(err, &corrupt) || corrupt.Name != name {
		t.Errorf("%s: %v, want a CorruptError", what, err)
	}
}

func TestEveryChangedByteIsSeen(t *testing.T) {
	for _, id := range []Identity{someone, aSpill} {
		name, _ := write(t, id, []int64{3, 0, 5})
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range content {
			altered := bytes.Clone(content)
			altered[i] ^= 1 << (i % 8)
			wantCorruptOf(t, id, "a flipped bit", altered)
			wantCorruptOf(t, id, "a cut", content[:i])
		}
		wantCorruptOf(t, id, "more after the end", append(content, 0))
	}
}

func TestSwappedBlocksAreSeen(t *testing.T) {
	name, _ := write(t, someone, []int64{2 * blockValues, blockValues})
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	head := int(someone.headerBytes(2))
	block := func(b []byte, i int) []byte { return b[head+i*blockValues*8:][:blockValues*8] }
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
		func(id *Identity) { id.Bin++ },
		func(id *Identity) { id.Spill = true },
		func(id *Identity) { *id = aSpill },
	} {
		id := someone
		change(&id)
		var corrupt *CorruptError
		if _, err := Open(storage.OS, name, id); !errors.As(err, &corrupt) {
			t.Errorf("%+v: %v, want a CorruptError", id, err)
		}
	}
	spill, _ := write(t, aSpill, []int64{3})
	for _, change := range []func(*Identity){
		func(id *Identity) { id.Run[15]++ },
		func(id *Identity) { id.Bin++ },
		func(id *Identity) { id.Round++ },
		func(id *Identity) { id.Part-- },
		func(id *Identity) { id.Spill = false },
		func(id *Identity) { *id = someone },
	} {
		id := aSpill
		change(&id)
		var corrupt *CorruptError
		if _, err := Open(storage.OS, spill, id); !errors.As(err, &corrupt) {
			t.Errorf("%+v: %v, want a CorruptError", id, err)
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
	head := someone.headerBytes(1)
	wantCorrupt(t, "the header of one file and the rest of another", slices.Concat(a[:head], b[head:]))
}

func TestDiscardedTilesAreGoneAndTheOthersStay(t *testing.T) {
	if !storage.CanDiscard {
		t.Skip("this system cannot give parts of files back")
	}
	name, tiles := write(t, someone, []int64{1000, 100000, 1000})
	r, err := Open(storage.OS, name, someone)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.Discard(1); err != nil {
		t.Fatal(err)
	}
	for _, tile := range []int{0, 2} {
		got := make([]uint64, 1000)
		if err := r.ReadTile(tile, got); err != nil || !slices.Equal(got, tiles[tile]) {
			t.Errorf("tile %d: %v", tile, err)
		}
	}
	if err := r.VerifyTile(1); err == nil {
		t.Error("the tile given back can still be read")
	}
}

func TestTilesOutOfTurn(t *testing.T) {
	name := filepath.Join(t.TempDir(), "bin.tiles")
	w, err := Create(storage.OS, name, "test", someone, []int64{2, 3})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.WriteTile(1, make([]uint64, 3)); err == nil {
		t.Error("tile 1 is written before tile 0")
	}
	if err := w.WriteTile(0, make([]uint64, 3)); err == nil {
		t.Error("tile 0 has three values")
	}
	if err := w.Commit(); err == nil {
		t.Error("a file without its tiles is finished")
	}
	if entries, err := os.ReadDir(filepath.Dir(name)); err != nil || len(entries) > 0 {
		t.Errorf("something is left: %v %v", entries, err)
	}
}

// A file that is finished, but not named, is there for its program alone.
func TestFinishedFilesHaveNoName(t *testing.T) {
	name := filepath.Join(t.TempDir(), "bin.tiles")
	w, err := Create(storage.OS, name, "test", aSpill, []int64{2})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.WriteTile(0, []uint64{3, 4}), w.Finish()); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(storage.OS, name, aSpill); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("under its name: %v", err)
	}
	r, err := OpenUnnamed(storage.OS, name, "test", aSpill)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	got := make([]uint64, 2)
	if err := r.ReadTile(0, got); err != nil || got[0] != 3 || got[1] != 4 {
		t.Errorf("%d, %v", got, err)
	}
	w, err = Create(storage.OS, name, "other", aSpill, []int64{2})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Finish(); err == nil {
		t.Error("a file without its tiles is finished")
	}
	if entries, err := os.ReadDir(filepath.Dir(name)); err != nil || len(entries) != 1 {
		t.Errorf("there are %v, %v; want one file", entries, err)
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
	f.Add(header(aSpill, []int64{3, 5}))
	f.Add(header(someone, []int64{maxValues}))
	f.Add(header(someone, make([]int64, 9)))
	f.Fuzz(func(t *testing.T, b []byte) {
		id, tiles, err := parseFixed(b)
		if err != nil || int64(len(b)) < id.headerBytes(tiles) {
			return
		}
		end := id.headerBytes(tiles) - 8
		b = binary.LittleEndian.AppendUint64(b[:end:end], xxh3.Hash(b[:end]))
		l, err := id.parseHeader(b, tiles)
		if err != nil {
			return
		}
		if got := header(id, l.sizes); !bytes.Equal(got, b) {
			t.Errorf("%x is read, and written as %x", b, got)
		}
		var values int64
		for i, n := range l.sizes {
			if n < 0 || l.starts[i+1]-l.starts[i] != n*valueBytes || l.blocks[i+1] < l.blocks[i] {
				t.Fatalf("tile %d has %d values at %d", i, n, l.starts[i])
			}
			values += n
		}
		if l.fileBytes() < id.headerBytes(tiles)+values*valueBytes || values > maxValues {
			t.Errorf("%d values in %d bytes", values, l.fileBytes())
		}
	})
}
