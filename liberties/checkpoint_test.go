package liberties

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"testing"
)

// randomFronts returns fronts of any rows and of costs from least to most.
func randomFronts(random *rand.Rand, height, n int, least, most int32) []front {
	board := uint32(1)<<height - 1
	fronts := make([]front, n)
	for i := range fronts {
		f := front{random.Uint32() & board, random.Uint32() & board, random.Uint32() & board, 0}
		f.cost = int32(int64(least) + random.Int64N(int64(most)-int64(least)+1))
		fronts[i] = f
	}
	return fronts
}

// A packed front is one long number; so it is here, by big numbers.
func TestPackedFronts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for height := 1; height <= MaxHeight; height++ {
		for _, costs := range [][2]int32{{0, 0}, {5, 5}, {0, 1}, {-3, 28}, {17, 17 + 255}, {-1 << 31, 1<<31 - 1}} {
			fronts := randomFronts(random, height, 50, costs[0], costs[1])
			fronts[0].cost, fronts[1].cost = costs[0], costs[1]
			p, ok := packingOf(height, fronts)
			if !ok || p.least != costs[0] {
				t.Fatalf("height %d: %v, %v", height, p, ok)
			}
			for _, f := range fronts {
				want := new(big.Int)
				for place, part := range []int64{int64(f.stone), int64(f.above), int64(f.below), int64(f.cost) - int64(costs[0])} {
					want.Add(want, new(big.Int).Lsh(big.NewInt(part), uint(place*height)))
				}
				var packed [mostPacked]byte
				p.put(packed[:], f)
				bigEndian := slices.Clone(packed[:])
				slices.Reverse(bigEndian)
				if got := new(big.Int).SetBytes(bigEndian); got.Cmp(want) != 0 || got.BitLen() > 8*p.size() {
					t.Fatalf("height %d: %v is packed as %x in %d bytes, want %x", height, f, got, p.size(), want)
				}
				rest := packed[p.size():]
				for i := range rest {
					rest[i] = 0xa5 // of the next front
				}
				if got := p.get(packed[:]); got != f {
					t.Fatalf("height %d: %v became %v", height, f, got)
				}
			}
		}
	}
	if _, ok := packingOf(7, []front{{stone: 1 << 7}}); ok {
		t.Error("a front of 8 rows is packed for 7")
	}
}

const largeBlock = 1 << 14 // fronts

// largeSearch returns a search in the middle, of so many blocks a layer, of
// fronts that mean nothing. It has the layers that a search has more than once.
func largeSearch(height, blocks int) *search {
	random := rand.New(rand.NewPCG(1, 0))
	s := newSearch(newTarget(height, 0), newWorkers(1))
	r := &rightParts{sweep: s.newSweep(s.target.window(), false), start: 1, period: 1, facing: make([][][]front, height+1)}
	r.all = []layer{nil}
	for cols := 1; cols <= longestPeriod; cols++ {
		var l layer
		for range blocks {
			l = append(l, randomFronts(random, height, largeBlock, 5, 31))
		}
		r.cols, r.ends = cols, l
		r.columns = append(r.columns, columnState{fronts: l.len(), wall: 7, memory: 9})
		r.history = append(r.history, r.snapshot())
		r.all = append(r.all, l)
	}
	for kink := range r.facing {
		r.facing[kink] = [][]front{nil, randomFronts(random, height, 100, 0, 3)}
	}
	s.right = r
	s.left = s.newSweep(s.target.window(), true)
	s.survivors[height+1] = survivor{cost: 3, col: 2, kink: 1, left: front{stone: 5, cost: 1}, right: front{above: 6}}
	return s
}

// allocated returns the bytes that are allocated while something is done.
func allocated(do func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// To write a search takes no memory but for buffers, and to read it no more than
// the search. What it has more than once is in the file once, and is one again.
func TestCheckpointTakesNoMemory(t *testing.T) {
	const buffers = 4 << 20
	blocks := 60
	if testing.Short() {
		blocks = 20
	}
	s := largeSearch(21, blocks)
	c := &checkpointFile{name: filepath.Join(t.TempDir(), "checkpoint")}
	if got := allocated(func() {
		if err := c.write(s); err != nil {
			t.Fatal(err)
		}
	}); got > buffers {
		t.Errorf("writing took %d bytes of memory", got)
	}
	file, err := os.Open(c.name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	fronts := int64(longestPeriod * blocks * largeBlock)
	const size = (3*21 + 5 + 7) / 8
	if info.Size() < size*fronts || info.Size() > size*fronts+1<<17 {
		t.Errorf("%d fronts are %d bytes, want %d each", fronts, info.Size(), size)
	}
	var saved *search
	if got := allocated(func() { saved, err = s.readCheckpoint(file, info.Size()) }); got > 16*fronts+buffers {
		t.Errorf("reading %d fronts took %d bytes of memory", fronts, got)
	}
	if err != nil {
		t.Fatal(err)
	}
	again := newSearch(s.target, s.team)
	again.adopt(saved)
	if !reflect.DeepEqual(again, s) {
		t.Error("another search is read than was written")
	}
	r := again.right
	if &r.ends[0] != &r.history[longestPeriod-1].ends[0] || &r.ends[0] != &r.all[r.cols][0] {
		t.Error("the layer after the last column is read more than once")
	}
}

// A sieve takes no memory, either, beyond itself.
func TestSavedSieve(t *testing.T) {
	const height = 20
	random := rand.New(rand.NewPCG(1, 0))
	v := gateSieves(height/2, height)[1]
	for range 1000 {
		v.add(randomFronts(random, height, 1, 0, 0)[0], random.Int32N(9)-4)
	}
	v.face()
	out := new(bytes.Buffer)
	out.Grow(2 << 20)
	c := newSaver(out, height)
	if got := allocated(func() { v.carry(c) }); got > 1<<20 {
		t.Errorf("writing took %d bytes of memory", got)
	}
	c.out.Flush()
	w := gateSieves(height/2, height)[1]
	in := newLoader(bufio.NewReader(out), int64(out.Len()), height)
	if got := allocated(func() { w.carry(in) }); got > 1<<20 || !in.finished() {
		t.Errorf("reading took %d bytes of memory, finished: %v", got, in.finished())
	}
	if !reflect.DeepEqual(v, w) {
		t.Error("another sieve is read than was written")
	}
}

// savedSearch returns a checkpoint of a whole search.
func savedSearch(t testing.TB, height int) []byte {
	t.Helper()
	s := newSearch(newTarget(height, 0), newWorkers(1))
	name := filepath.Join(t.TempDir(), "checkpoint")
	if err := s.resume(name); err != nil {
		t.Fatal(err)
	}
	if err := s.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

const checkpointHead = len(checkpointMagic) + sha256.Size

// withSum returns a checkpoint with its checksum put right.
func withSum(text []byte) []byte {
	text = slices.Clone(text)
	sum := sha256.Sum256(text[checkpointHead:])
	copy(text[len(checkpointMagic):], sum[:])
	return text
}

func readText(height int, text []byte) (*search, error) {
	s := newSearch(newTarget(height, 0), newWorkers(1))
	return s.readCheckpoint(bytes.NewReader(text), int64(len(text)))
}

// textOf returns a search as a checkpoint.
func textOf(t testing.TB, s *search) []byte {
	t.Helper()
	var body bytes.Buffer
	if err := newSaver(&body, s.height).save(s); err != nil {
		t.Fatal(err)
	}
	return withSum(append(append([]byte(checkpointMagic), make([]byte, sha256.Size)...), body.Bytes()...))
}

// damaged calls do with a file that has a byte changed, is cut off or goes on, at
// many places, and says how.
func damaged(text []byte, do func(how string, at int, text []byte)) {
	places := 100
	if testing.Short() {
		places = 20
	}
	stride := len(text)/places | 1
	for at := range text {
		if at > checkpointHead+10 && at%stride != 0 {
			continue
		}
		for _, x := range []byte{1, 0x80, 0xff} {
			changed := slices.Clone(text)
			changed[at] ^= x
			do("changed", at, changed)
		}
		do("cut off", at, text[:at])
	}
	do("longer", len(text), append(slices.Clone(text), 0))
	do("twice", len(text), append(slices.Clone(text), text...))
}

// Whatever is damaged is refused, and the search is what it was.
func TestDamagedCheckpoint(t *testing.T) {
	for _, height := range []int{6, 7} {
		text := savedSearch(t, height)
		if _, err := readText(height, text); err != nil {
			t.Fatal(err)
		}
		s, untouched := newSearch(newTarget(height, 0), nil), newSearch(newTarget(height, 0), nil)
		damaged(text, func(how string, at int, text []byte) {
			saved, err := s.readCheckpoint(bytes.NewReader(text), int64(len(text)))
			var known reason
			if saved != nil || !errors.As(err, &known) || known == otherVersion {
				t.Errorf("height %d, %s at byte %d: %v, %v", height, how, at, saved, err)
			}
		})
		if !reflect.DeepEqual(s, untouched) {
			t.Errorf("height %d: the search is changed", height)
		}
	}
}

// Even if the checksum is right, nothing goes wrong: it takes no more memory than
// the file and an empty search, and what is taken is a search.
func TestForgedCheckpoint(t *testing.T) {
	for _, height := range []int{6, 7} {
		text := savedSearch(t, height)
		refused, taken := 0, 0
		most := int64(0)
		damaged(text, func(how string, at int, text []byte) {
			if len(text) < checkpointHead || at < checkpointHead {
				return
			}
			text = withSum(text)
			var saved *search
			var err error
			most = max(most, allocated(func() { saved, err = readText(height, text) }))
			switch {
			case err != nil:
				refused++
			case how != "changed":
				t.Errorf("height %d, %s at byte %d: is taken", height, how, at)
			case !bytes.Equal(textOf(t, saved), textOf(t, reread(t, saved))):
				t.Errorf("height %d, %s at byte %d: a search is not read as it was written", height, how, at)
			default:
				taken++
			}
		})
		if refused < 50 {
			t.Errorf("height %d: %d files are refused, %d taken", height, refused, taken)
		}
		if want := int64(4<<20 + 32*len(text)); most > want {
			t.Errorf("height %d: %d bytes of memory, want at most %d", height, most, want)
		}
	}
}

func reread(t testing.TB, s *search) *search {
	t.Helper()
	saved, err := readText(s.height, textOf(t, s))
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

// Lengths that a file does not have the bytes for are refused before there is
// memory for them.
func TestCheckpointLengths(t *testing.T) {
	for _, n := range []int64{-1, 1, 100, 1 << 20, 1 << 40, 1 << 62} {
		for what, read := range map[string]func(c *loader){
			"fronts": func(c *loader) { c.fronts(new([]front)) },
			"blocks": func(c *loader) { list(c, new([][]front), c.fronts) },
			"list":   func(c *loader) { list(c, new([]int64), c.integer) },
			"layers": func(c *loader) { c.layer(new(layer)) },
		} {
			body := binary.AppendVarint(nil, n)
			c := newLoader(bufio.NewReader(bytes.NewReader(body)), int64(len(body)), 7)
			if got := allocated(func() { read(c) }); got > 1<<16 || c.ok() {
				t.Errorf("%s of length %d: %v, %d bytes of memory", what, n, c.ok(), got)
			}
		}
	}
}

// Parts that are not of one search are refused: the search would go wrong on
// them.
func TestCheckpointHangsTogether(t *testing.T) {
	for what, spoil := range map[string]func(s *search){
		"repeats later than it is":   func(s *search) { s.repeat = s.left.cols + 1 },
		"repeats before it began":    func(s *search) { s.since = -1 },
		"repeats what comes later":   func(s *search) { s.since = s.repeat + 1 },
		"no right parts":             func(s *search) { s.right = nil },
		"only a repetition":          func(s *search) { s.right, s.left, s.repeat = nil, nil, 1 },
		"a repetition of none":       func(s *search) { s.left, s.repeat = nil, 1 },
		"right parts, no period":     func(s *search) { s.right.period = 0 },
		"right parts, a long period": func(s *search) { s.right.period = 100 },
		"right parts, no start":      func(s *search) { s.right.start = -1 },
		"a column too many":          func(s *search) { s.right.columns = append(s.right.columns, columnState{}) },
		"a left column too few":      func(s *search) { s.left.cols++ },
		"a layer too few":            func(s *search) { s.right.all = s.right.all[1:] },
		"a kink too few":             func(s *search) { s.right.facing = s.right.facing[1:] },
		"history of the future":      func(s *search) { s.right.history[0].cols = s.right.cols + 1 },
	} {
		s := largeSearch(9, 0)
		text := textOf(t, s)
		if _, err := readText(9, text); err != nil {
			t.Fatal(err)
		}
		spoil(s)
		if _, err := readText(9, textOf(t, s)); err != otherVersion {
			t.Errorf("%s: %v", what, err)
		}
	}
	s := newSearch(newTarget(7, 0), newWorkers(1))
	s.right, s.shadows = s.newRight(1), newShadows(7)
	if _, err := readText(7, textOf(t, s)); err != otherVersion {
		t.Errorf("no gates: %v", err)
	}
}

// So are costs of bits that there are not.
func TestCheckpointBits(t *testing.T) {
	for bits := int64(-40); bits <= 40; bits++ {
		body := binary.AppendVarint([]byte{2, 0}, bits) // one front, of least cost 0
		body = append(body, make([]byte, mostPacked)...)
		c := newLoader(bufio.NewReader(bytes.NewReader(body)), int64(len(body)), 7)
		if c.fronts(new([]front)); c.ok() != (bits >= 0 && bits <= mostCostBits) {
			t.Errorf("%d bits: %v", bits, c.ok())
		}
	}
}

// A file of another version says so, whatever it is like.
func TestCheckpointOfAnotherVersion(t *testing.T) {
	text := savedSearch(t, 7)
	var gobs bytes.Buffer
	if err := gob.NewEncoder(&gobs).Encode(struct{ Version, Height int }{3, 7}); err != nil {
		t.Fatal(err)
	}
	head := text[:checkpointHead]
	for what, body := range map[string][]byte{
		"version 3":    gobs.Bytes(),
		"the next one": append(binary.AppendVarint(nil, checkpointVersion+1), text[checkpointHead+1:]...),
		"nothing":      nil,
	} {
		if _, err := readText(7, withSum(append(slices.Clone(head), body...))); err != otherVersion {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A fullDisk takes so many bytes.
type fullDisk struct{ left int }

var errFull = errors.New("the disk is full")

func (d *fullDisk) Write(b []byte) (int, error) {
	if d.left -= len(b); d.left < 0 {
		return 0, errFull
	}
	return len(b), nil
}

func (d *fullDisk) WriteAt(b []byte, _ int64) (int, error) { return d.Write(b) }

func TestCheckpointOnFullDisk(t *testing.T) {
	s := largeSearch(21, 8)
	size := len(textOf(t, s))
	for _, room := range []int{0, 100, size / 2, size - 1, size} {
		if err := s.writeCheckpoint(&fullDisk{room}); err != errFull {
			t.Errorf("room for %d bytes: %v", room, err)
		}
	}
	if err := s.writeCheckpoint(&fullDisk{size + sha256.Size}); err != nil {
		t.Error(err)
	}
}

// What is read is a search or a reason, whether or not the checksum is right.
func FuzzCheckpoint(f *testing.F) {
	f.Add([]byte(checkpointMagic))
	f.Add([]byte("hello"))
	for _, height := range []int{6, 7} {
		f.Add(savedSearch(f, height))
	}
	f.Add(textOf(f, largeSearch(7, 0)))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, height := range []int{6, 7} {
			if saved, err := readText(height, text); (saved == nil) == (err == nil) {
				t.Errorf("%v, %v", saved, err)
			}
			if len(text) < checkpointHead {
				continue
			}
			switch saved, err := readText(height, withSum(text)); {
			case (saved == nil) == (err == nil):
				t.Errorf("%v, %v", saved, err)
			case err == nil:
				reread(t, saved)
			}
		}
	})
}

// What a checkpoint takes for each front that is in it, on disk and in memory.
func BenchmarkCheckpoint(b *testing.B) {
	s := largeSearch(21, 20)
	c := &checkpointFile{name: filepath.Join(b.TempDir(), "checkpoint")}
	fronts := float64(longestPeriod * s.right.ends.len())
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			if err := c.write(s); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/fronts, "ns/front")
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if err := newSearch(s.target, s.team).resume(c.name); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/fronts, "ns/front")
	})
}
