package liberties

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/par"
)

// randomFrontiers returns frontiers of any rows and of costs from least to most.
func randomFrontiers(random *rand.Rand, height, n int, least, most int32) []frontier {
	board := uint32(1)<<height - 1
	frontiers := make([]frontier, n)
	for i := range frontiers {
		f := frontier{random.Uint32() & board, random.Uint32() & board, random.Uint32() & board, 0}
		f.cost = int32(int64(least) + random.Int64N(int64(most)-int64(least)+1))
		frontiers[i] = f
	}
	return frontiers
}

const largeBlock = 1 << 14 // frontiers

// largeSearch returns a search in the middle, of a given number of blocks a layer, of
// frontiers that mean nothing.
func largeSearch(height, blocks int) *search {
	random := rand.New(rand.NewPCG(1, 0))
	s := newSearch(newTarget(height, 0), newWorkers(1))
	r := s.newRight()
	r.start, r.period, r.facing = 1, 1, make([][][]frontier, height+1)
	r.all = []layer{nil}
	for cols := 1; cols <= maxPeriod; cols++ {
		l := layer{randomFrontiers(random, height, 1, 0, 0)}
		for range blocks {
			l = append(l, randomFrontiers(random, height, largeBlock, 0, r.window))
		}
		r.cols, r.ends = cols, l
		r.columns = append(r.columns, columnState{Frontiers: l.len(), Wall: 7, Memory: 9})
		r.history = append(r.history, r.snapshot())
		r.all = append(r.all, layer{randomFrontiers(random, height, 1, 0, 0)})
	}
	for kink := range r.facing {
		r.facing[kink] = [][]frontier{nil, randomFrontiers(random, height, 100, 0, 3)}
	}
	s.right = r
	s.left = s.newSweep(s.target.leftWindow, true)
	s.found[height+1] = cheapGroup{Cost: 3, Col: 2}
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

// To write a search takes no memory except for buffers, and to read it no more than
// the search.
func TestCheckpointTakesNoMemory(t *testing.T) {
	const buffers = 4 << 20
	const blocks = 8
	s := largeSearch(21, blocks)
	c := &checkpointFile{fs: storage.OS, name: filepath.Join(t.TempDir(), "checkpoint")}
	if got := allocated(func() {
		if err := c.keep(s, true); err != nil {
			t.Fatal(err)
		}
	}); got > buffers {
		t.Errorf("writing took %d bytes of memory", got)
	}
	info, err := os.Stat(c.name)
	if err != nil {
		t.Fatal(err)
	}
	frontiers := int64(maxPeriod * blocks * largeBlock)
	if info.Size() < 16*frontiers || info.Size() > 16*frontiers+1<<17 {
		t.Errorf("%d frontiers are %d bytes, want 16 each", frontiers, info.Size())
	}
	again := newSearch(s.target, s.team)
	if got := allocated(func() { err = again.resume(storage.OS, c.name) }); got > 16*frontiers+buffers {
		t.Errorf("reading %d frontiers took %d bytes of memory", frontiers, got)
	}
	if err != nil {
		t.Fatal(err)
	}
	again.resumed, again.checkpoint = nil, nil
	if !reflect.DeepEqual(again, s) {
		t.Error("another search is read than was written")
	}
	r := again.right
	if &r.ends[0] != &r.history[maxPeriod-1].ends[0] {
		t.Error("the layer after the last column is read more than once")
	}
}

// A table takes no memory, either, beyond itself.
func TestSavedTable(t *testing.T) {
	const height = 20
	random := rand.New(rand.NewPCG(1, 0))
	v := newTables(height/2, pruningShapes(height))[1]
	for range 1000 {
		v.add(randomFrontiers(random, height, 1, 0, 0)[0], random.Int32N(9)-4)
	}
	v.transform()
	out := new(bytes.Buffer)
	out.Grow(2 << 20)
	c := newEncoder(out)
	if got := allocated(func() { c.tables([]*boundTable{v}) }); got > 1<<20 || c.err != nil {
		t.Errorf("writing took %d bytes of memory; the error is %v", got, c.err)
	}
	w := newTables(height/2, pruningShapes(height))[1]
	in := newDecoder(bufio.NewReader(out), int64(out.Len()))
	if got := allocated(func() { in.tables([]*boundTable{w}) }); got > 1<<20 || in.err != nil {
		t.Errorf("reading took %d bytes of memory; the error is %v", got, in.err)
	}
	if !reflect.DeepEqual(v, w) {
		t.Error("another table is read than was written")
	}
}

// savedSearch returns a checkpoint of a whole search.
func savedSearch(t testing.TB, height int) []byte {
	t.Helper()
	s := newSearch(newTarget(height, 0), newWorkers(1))
	name := filepath.Join(t.TempDir(), "checkpoint")
	if err := s.resume(storage.OS, name); err != nil {
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

// withSum returns what a checkpoint holds with its checksum.
func withSum(body []byte) []byte {
	sum := sha256.Sum256(body)
	return append(slices.Clone(body), sum[:]...)
}

func readText(t testing.TB, height int, text []byte) (*search, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "checkpoint")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := storage.OS.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	s := newSearch(newTarget(height, 0), newWorkers(1))
	_, err = s.readCheckpoint(file)
	return s, err
}

// checkpointOf returns where a search is saved.
func checkpointOf(s *search) *checkpointFile { return s.checkpoint.(*checkpointFile) }

// textOf returns a search as a checkpoint.
func textOf(t testing.TB, s *search) []byte {
	t.Helper()
	c := &checkpointFile{fs: storage.OS, name: filepath.Join(t.TempDir(), "checkpoint")}
	if err := c.keep(s, true); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(c.name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// damage calls do with a file that has a byte changed, is cut off or goes on, at
// many places, and says how.
func damage(text []byte, do func(how string, at int, text []byte)) {
	places := 6
	if longtests.Wanted() {
		places = 20
	}
	stride := len(text)/places | 1
	for at := range text {
		// Some bytes of the first line, of what follows and of the checksum; large files take longer.
		head := (at <= 120 || at >= len(text)-sha256.Size) && at%4 == 0 && (len(text) < 1<<20 || at%8 == 0)
		if !head && at%stride != 0 {
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
	const height = 6
	text := savedSearch(t, height)
	if _, err := readText(t, height, text); err != nil {
		t.Fatal(err)
	}
	untouched := newSearch(newTarget(height, 0), newWorkers(1))
	damage(text, func(how string, at int, text []byte) {
		s, err := readText(t, height, text)
		var known reason
		if !errors.As(err, &known) || known == otherVersion {
			t.Errorf("%s at byte %d: %v", how, at, err)
		}
		if !reflect.DeepEqual(s, untouched) {
			t.Errorf("%s at byte %d: the search is changed", how, at)
		}
	})
}

// The columns of a checkpoint took their time in an earlier run, which is not taken off this one.
func TestTimesAfterACheckpoint(t *testing.T) {
	const height = 8
	var text []byte
	s := newSearch(newTarget(height, 0), newWorkers(1))
	s.progress = func(float64) {
		if s.left != nil && len(s.left.columns) == 2 {
			s.left.columns[1].Wall = time.Hour
			text = textOf(t, s)
		}
	}
	if err := s.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "checkpoint")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	row, err := ForHeight(t.Context(), height, height, Options{Method: Windows, Options: par.Options{Threads: 1}, Checkpoint: name})
	if err != nil {
		t.Fatal(err)
	}
	if len(row.Resumed) != 1 || row.Columns[1].Wall != time.Hour {
		t.Fatalf("resumed %v, the second column took %v", row.Resumed, row.Columns[1].Wall)
	}
	for _, c := range row.Columns {
		if c.Wall < 0 {
			t.Errorf("column %d took %v", c.Width, c.Wall)
		}
	}
}

// A length that the file has no bytes for is refused before there is memory for it.
func TestCheckpointLengths(t *testing.T) {
	for _, n := range []int{-1, 1 << 20, 1 << 62} {
		s, there := newSearch(newTarget(7, 0), newWorkers(1)), true
		body := bytes.NewBufferString(s.head())
		c := newEncoder(body)
		c.values(&s.resumed, &s.repeat, &s.since, &s.found) // as search.code has them
		c.values(&there, new(int32), new(int64))            // relaxed states
		c.values(&there, new(int), new(int), &n)            // their search
		if c.err != nil {
			t.Fatal(c.err)
		}
		if _, err := readText(t, 7, withSum(body.Bytes())); !errors.Is(err, wrongLength) {
			t.Errorf("length %d: %v", n, err)
		}
	}
}

// A file of another version says so, whatever it is like.
func TestCheckpointOfAnotherVersion(t *testing.T) {
	text := savedSearch(t, 7)
	body := string(text[:len(text)-sha256.Size])
	head, rest, _ := strings.Cut(body, "\n")
	replaced := func(old, new string) string {
		if strings.Count(head, old) != 1 {
			t.Fatalf("%q is not once in %q", old, head)
		}
		return strings.Replace(head, old, new, 1) + "\n" + rest
	}
	for what, body := range map[string]string{
		"version 10":          checkpointMagic + "\n" + rest, // and before
		"the next one":        replaced(fmt.Sprint("version ", checkpointVersion), fmt.Sprint("version ", checkpointVersion+1)),
		"tables of more size": replaced(fmt.Sprint(tableEntries(7)), fmt.Sprint(2*tableEntries(7))),
		"another byte order":  replaced("byte order ", "byte order 2"),
		"another height too":  replaced("7 rows: version ", "8 rows: version 1"),
		"nothing":             checkpointMagic + ", and no more",
	} {
		if _, err := readText(t, 7, withSum([]byte(body))); !errors.Is(err, otherVersion) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A failingFS fails from one operation on, counted from 0, and notes them all.
type failingFS struct {
	storage.FS
	left  int
	calls []string
}

type failingFile struct {
	storage.File
	fs *failingFS
}

var errFull = errors.New("the disk is full")

func (d *failingFS) next(call string) error {
	if n := len(d.calls); n == 0 || d.calls[n-1] != call {
		d.calls = append(d.calls, call)
	}
	if d.left--; d.left < 0 {
		return errFull
	}
	return nil
}

func (d *failingFS) Create(name string) (storage.File, error) {
	if err := d.next("create"); err != nil {
		return nil, err
	}
	file, err := d.FS.Create(name)
	return &failingFile{file, d}, err
}

func (d *failingFS) Rename(from, to string) error {
	if err := d.next("rename"); err != nil {
		return err
	}
	return d.FS.Rename(from, to)
}

func (d *failingFS) SyncDir(name string) error {
	if err := d.next("sync directory"); err != nil {
		return err
	}
	return d.FS.SyncDir(name)
}

func (f *failingFile) WriteAt(b []byte, at int64) (int, error) {
	if err := f.fs.next("write"); err != nil {
		return 0, err
	}
	return f.File.WriteAt(b, at)
}

func (f *failingFile) Sync() error {
	if err := f.fs.next("sync"); err != nil {
		return err
	}
	return f.File.Sync()
}

// Wherever the file system fails, the error says so and the checkpoint before is
// whole, with nothing next to it; in the end the directory is synced.
func TestCheckpointOnFailingDisk(t *testing.T) {
	old, s := largeSearch(21, 0), largeSearch(21, 1)
	name := filepath.Join(t.TempDir(), "checkpoint")
	for calls := 0; ; calls++ {
		if err := (&checkpointFile{fs: storage.OS, name: name}).keep(old, true); err != nil {
			t.Fatal(err)
		}
		fs := &failingFS{FS: storage.OS, left: calls}
		s.checkpoint = &checkpointFile{fs: fs, name: name}
		err := s.save(true)
		text, readErr := os.ReadFile(name)
		if readErr != nil {
			t.Fatal(readErr)
		}
		if err == nil {
			want := []string{"create", "write", "sync", "rename", "sync directory"}
			if !slices.Equal(fs.calls, want) || !bytes.Equal(text, textOf(t, s)) {
				t.Errorf("%v, want %v", fs.calls, want)
			}
			break
		}
		want := old
		if fs.calls[len(fs.calls)-1] == "sync directory" {
			want = s
		}
		if !errors.Is(err, errFull) || !strings.Contains(err.Error(), name) || !bytes.Equal(text, textOf(t, want)) {
			t.Errorf("after %d calls: %v", calls, err)
		}
		if entries, err := os.ReadDir(filepath.Dir(name)); err != nil || len(entries) != 1 {
			t.Errorf("after %d calls there are %v, %v", calls, entries, err)
		}
	}
}

// What a checkpoint takes for each frontier that is in it, on disk and in memory.
func BenchmarkCheckpoint(b *testing.B) {
	s := largeSearch(21, 20)
	c := &checkpointFile{fs: storage.OS, name: filepath.Join(b.TempDir(), "checkpoint")}
	frontiers := float64(maxPeriod * s.right.ends.len())
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			if err := c.keep(s, true); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/frontiers, "ns/frontier")
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if err := newSearch(s.target, s.team).resume(storage.OS, c.name); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/frontiers, "ns/frontier")
	})
}
