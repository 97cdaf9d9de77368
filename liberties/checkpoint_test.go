package liberties

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"combigo.dev/combigo/internal/storage"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
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

// possibleFrontiers returns frontiers at a kink of any stones that are connected along
// the column only.
func possibleFrontiers(random *rand.Rand, height, kink, n int, least, most int32) []frontier {
	frontiers := randomFrontiers(random, height, n, least, most)
	for i, f := range frontiers {
		g := frontier{stone: f.stone, above: f.above &^ f.stone, cost: f.cost}
		for row := 1; row < height; row++ {
			upper, lower := uint32(1)<<(row-1), uint32(1)<<row
			if row == kink {
				continue
			}
			if f.stone&upper != 0 { // a link, or a liberty below it
				g.above |= lower
			}
			switch {
			case f.stone&upper != 0 && f.stone&lower != 0:
				g.below |= upper
			case f.stone&lower != 0:
				g.above |= upper
			}
		}
		frontiers[i] = g
	}
	return frontiers
}

const largeBlock = 1 << 14 // frontiers

// largeSearch returns a search in the middle, of a given number of blocks a layer, of
// frontiers that mean nothing.
func largeSearch(height, blocks int) *search {
	random := rand.New(rand.NewPCG(1, 0))
	s := newSearch(newTarget(height, 0), newWorkers(1))
	s.window = s.target.window()
	r := s.newRight()
	r.start, r.period, r.facing = 1, 1, make([][][]frontier, height+1)
	r.all = []layer{nil}
	for cols := 1; cols <= maxPeriod; cols++ {
		l := layer{possibleFrontiers(random, height, height, 1, 0, 0)}
		for range blocks {
			l = append(l, possibleFrontiers(random, height, height, largeBlock, 0, r.window))
		}
		r.cols, r.ends = cols, l
		r.columns = append(r.columns, columnState{frontiers: l.len(), wall: 7, memory: 9})
		r.history = append(r.history, r.snapshot())
		r.all = append(r.all, layer{possibleFrontiers(random, height, height, 1, 0, 0)})
	}
	for kink := range r.facing {
		r.facing[kink] = [][]frontier{nil, possibleFrontiers(random, height, kink, 100, 0, 3)}
	}
	s.right = r
	s.left = s.newSweep(s.target.window(), true)
	s.survivors[height+1] = survivor{cost: 3, col: 2}
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
// the search.
func TestCheckpointTakesNoMemory(t *testing.T) {
	const buffers = 4 << 20
	const blocks = 20
	s := largeSearch(21, blocks)
	c := &checkpointFile{fs: storage.OS, name: filepath.Join(t.TempDir(), "checkpoint")}
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
	frontiers := int64(maxPeriod * blocks * largeBlock)
	if info.Size() < frontierBytes*frontiers || info.Size() > frontierBytes*frontiers+1<<17 {
		t.Errorf("%d frontiers are %d bytes, want %d each", frontiers, info.Size(), frontierBytes)
	}
	var saved *search
	if got := allocated(func() { saved, _, err = s.readCheckpoint(file, info.Size()) }); got > 16*frontiers+buffers {
		t.Errorf("reading %d frontiers took %d bytes of memory", frontiers, got)
	}
	if err != nil {
		t.Fatal(err)
	}
	again := newSearch(s.target, s.team)
	again.window = s.window
	again.adopt(saved)
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
	if got := allocated(func() { v.code(c) }); got > 1<<20 {
		t.Errorf("writing took %d bytes of memory", got)
	}
	c.out.Flush()
	w := newTables(height/2, pruningShapes(height))[1]
	in := newDecoder(bufio.NewReader(out), int64(out.Len()))
	if got := allocated(func() { w.code(in) }); got > 1<<20 || !in.ok() || in.left != 0 {
		t.Errorf("reading took %d bytes of memory; the problem is %q, %d bytes are left", got, in.problem, in.left)
	}
	if !reflect.DeepEqual(v, w) {
		t.Error("another table is read than was written")
	}
}

// A cost in a table is at most that of what has no right part.
func TestCostsOfTables(t *testing.T) {
	const most = noRightPart - lowestCost
	for cost, possible := range map[int32]bool{0: true, most: true, most + 1: false, 127: false, 128: false, 255: false} {
		for lane := range laneCount {
			v := newTables(4, pruningShapes(8))[0]
			v.least[1] = v.least[1].with(lane, cost)
			var out bytes.Buffer
			c := newEncoder(&out)
			c.forges = true
			v.code(c)
			if err := c.out.Flush(); err != nil {
				t.Fatal(err)
			}
			in := newDecoder(bufio.NewReader(&out), int64(out.Len()))
			if newTables(4, pruningShapes(8))[0].code(in); in.ok() != possible {
				t.Errorf("cost %d in lane %d: %q", cost, lane, in.problem)
			}
		}
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
	saved, _, err := s.readCheckpoint(bytes.NewReader(text), int64(len(text)))
	return saved, err
}

// checkpointOf returns where a search is saved.
func checkpointOf(s *search) *checkpointFile { return s.checkpoint.(*checkpointFile) }

// textOf returns a search as a checkpoint.
func textOf(t testing.TB, s *search) []byte {
	t.Helper()
	var body bytes.Buffer
	if err := newEncoder(&body).save(s); err != nil {
		t.Fatal(err)
	}
	return withHead(body.Bytes())
}

// withHead returns a checkpoint of a header and a search.
func withHead(body []byte) []byte {
	return withSum(append(append([]byte(checkpointMagic), make([]byte, sha256.Size)...), body...))
}

// forged returns a search as a checkpoint, whatever is wrong with it.
func forged(t testing.TB, s *search) []byte {
	t.Helper()
	var body bytes.Buffer
	c := newEncoder(&body)
	s.header().code(c)
	c.forges = true
	s.code(c)
	if c.err != nil {
		t.Fatal(c.err)
	}
	if err := c.out.Flush(); err != nil {
		t.Fatal(err)
	}
	return withHead(body.Bytes())
}

// damage calls do with a file that has a byte changed, is cut off or goes on, at
// many places, and says how.
func damage(text []byte, do func(how string, at int, text []byte)) {
	places := 20
	if testing.Short() {
		places = 10
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
		damage(text, func(how string, at int, text []byte) {
			saved, _, err := s.readCheckpoint(bytes.NewReader(text), int64(len(text)))
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
// the file and an empty search, and what is taken is a search that goes on.
func TestForgedCheckpoint(t *testing.T) {
	for _, height := range []int{6, 7} {
		for what, text := range phases(t, height) {
			refused, taken := 0, 0
			most := int64(0)
			damage(text, func(how string, at int, text []byte) {
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
					t.Errorf("height %d, %s, %s at byte %d: is taken", height, what, how, at)
				default:
					taken++
					goOn(t, saved)
				}
			})
			if refused < 20 {
				t.Errorf("height %d, %s: %d files are refused, %d taken", height, what, refused, taken)
			}
			if want := int64(4<<20 + 32*len(text)); most > want {
				t.Errorf("height %d, %s: %d bytes of memory, want at most %d", height, what, most, want)
			}
		}
	}
}

// phases returns a checkpoint of each phase of a search, after two columns or
// parts of it, by its name.
func phases(t testing.TB, height int) map[string][]byte {
	t.Helper()
	all, seen := map[string][]byte{}, map[string]int{}
	s := newSearch(newTarget(height, 0), newWorkers(1))
	s.progress = func(float64) {
		phase := strings.Trim(s.where(), "columnpart 0123456789")
		if seen[phase]++; seen[phase] <= 2 {
			all[phase] = textOf(t, s)
		}
	}
	if err := s.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return all
}

// goOn writes a search that was read, reads it again and goes on with it for a
// while: it may find anything, but it must not fail.
func goOn(t testing.TB, saved *search) {
	t.Helper()
	text := textOf(t, saved)
	if !bytes.Equal(text, textOf(t, reread(t, saved))) {
		t.Error("a search is not read as it was written")
	}
	s := newSearch(saved.target, saved.team)
	s.adopt(saved)
	var internal *result.InternalError
	if err := s.run(&fuse{t.Context(), 200}); err != nil && !errors.Is(err, context.Canceled) && !errors.As(err, &internal) {
		t.Error(err)
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

var anyFrontier = frontierKind{height: 7, kink: 7, least: -99, most: 99}

// Lengths that a file does not have the bytes for are refused before there is
// memory for them.
func TestCheckpointLengths(t *testing.T) {
	for _, n := range []int64{-1, 1, 100, 1 << 20, 1 << 40, 1 << 62} {
		for what, read := range map[string]func(c *codec){
			"frontiers": func(c *codec) { c.frontiers(new([]frontier), anyFrontier) },
			"blocks": func(c *codec) {
				list(c, new([][]frontier), func(block *[]frontier) { c.frontiers(block, anyFrontier) })
			},
			"list":   func(c *codec) { list(c, new([]int64), c.integer) },
			"text":   func(c *codec) { c.text(new(string)) },
			"layers": func(c *codec) { c.layer(new(layer), anyFrontier) },
		} {
			body := binary.AppendVarint(nil, n)
			c := newDecoder(bufio.NewReader(bytes.NewReader(body)), int64(len(body)))
			if got := allocated(func() { read(c) }); got > 1<<16 || c.ok() {
				t.Errorf("%s of length %d: %v, %d bytes of memory", what, n, c.ok(), got)
			}
		}
	}
}

// The columns of a checkpoint took their time in an earlier run, which is not taken off this one.
func TestTimesAfterACheckpoint(t *testing.T) {
	const height = 8
	var text []byte
	s := newSearch(newTarget(height, 0), newWorkers(1))
	s.progress = func(float64) {
		if s.left != nil && len(s.left.columns) == 2 {
			s.left.columns[1].wall = time.Hour
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

// Parts that are not of one search are refused: the search would go wrong on
// them.
func TestCheckpointIsConsistent(t *testing.T) {
	column := columnState{frontiers: 1}
	for what, spoil := range map[string]func(s *search){
		"repeats later than it is":              func(s *search) { s.repeat = s.left.cols + 1 },
		"repeats before it began":               func(s *search) { s.since = -1 },
		"repeats what comes later":              func(s *search) { s.since = s.repeat + 1 },
		"no right parts":                        func(s *search) { s.right = nil },
		"only a repetition":                     func(s *search) { s.right, s.left, s.repeat = nil, nil, 1 },
		"a repetition of none":                  func(s *search) { s.left, s.repeat = nil, 1 },
		"a group of none":                       func(s *search) { s.left = nil },
		"right parts, no period":                func(s *search) { s.right.period = 0 },
		"right parts, a long period":            func(s *search) { s.right.period = 100 },
		"right parts, no start":                 func(s *search) { s.right.start = -1 },
		"right parts, a late start":             func(s *search) { s.right.start = s.right.cols + 1 },
		"a column too many":                     func(s *search) { s.right.columns = append(s.right.columns, column) },
		"a left column too few":                 func(s *search) { s.left.cols++ },
		"a layer too few":                       func(s *search) { s.right.all = s.right.all[1:] },
		"a kink too few":                        func(s *search) { s.right.facing = s.right.facing[1:] },
		"history of the future":                 func(s *search) { s.right.history[0].cols = s.right.cols + 1 },
		"history with a gap":                    func(s *search) { s.right.history[0].cols-- },
		"no history":                            func(s *search) { s.right.history = nil },
		"history of other frontiers":            func(s *search) { s.right.history[2].ends = append(layer{{{}}}, s.right.history[2].ends...) },
		"relaxed states":                        func(s *search) { s.relaxed = newRelaxedStates(s.height) },
		"pruning":                               func(s *search) { s.pruning = newPruning(s.target, s.window, s.team) },
		"a frontier too dear":                   func(s *search) { s.right.history[2].ends = layer{{{above: 1<<9 - 1, cost: s.right.window + 1}}} },
		"a frontier below 0":                    func(s *search) { s.right.history[2].ends = layer{{{above: 1<<9 - 1, cost: -1}}} },
		"a frontier of one bracket":             func(s *search) { s.right.history[2].ends = layer{{{stone: 1, below: 1, above: 1<<9 - 2}}} },
		"a frontier with a undominated liberty": func(s *search) { s.right.history[2].ends = layer{{{stone: 1}}} },
		"a group of no width":                   func(s *search) { s.survivors[3] = survivor{col: 1} },
		"a group of a column beyond the board":  func(s *search) { s.survivors[10] = survivor{col: 11} },
		"a checksum that is none":               func(s *search) { s.resumed = []Resumption{{"a", "b", "c"}} },
	} {
		s := largeSearch(9, 0)
		text := textOf(t, s)
		if _, err := readText(9, text); err != nil {
			t.Fatal(err)
		}
		spoil(s)
		var known reason
		if _, err := readText(9, forged(t, s)); !errors.As(err, &known) || !strings.HasPrefix(string(known), "it is damaged: ") {
			t.Errorf("%s: %v", what, err)
		}
	}
	for what, spoil := range map[string]func(s *search){
		"no pruning":              func(s *search) { s.right = s.newRight() },
		"no relaxed states":       func(s *search) { s.pruning, s.right, s.relaxed = newPruning(s.target, 1, s.team), s.newRight(), nil },
		"relaxed states too soon": func(s *search) { s.pruning, s.right = newPruning(s.target, 1, s.team), s.newRight() },
		"a decrease too deep":     func(s *search) { s.relaxed.decrease, s.relaxed.search = 8, nil },
		"no fall":                 func(s *search) { s.relaxed.search = nil },
		"a decrease too early":    func(s *search) { s.relaxed.decrease = 1 },
		"too many parts":          func(s *search) { s.relaxed.search.parts = 5 },
		"a column too early":      func(s *search) { s.relaxed.search.cols = 2 },
		"a column of no parts":    func(s *search) { s.relaxed.search.best = layer{{{stone: 1 << 7, above: 1<<7 - 1, cost: -2}}} },
		"a frontier of no anchor": func(s *search) { s.relaxed.search.second = layer{{{above: 1<<7 - 1, cost: -1}}} },
		"a frontier that rose":    func(s *search) { s.relaxed.search.second = layer{{{stone: 1 << 7, above: 1<<7 - 1}}} },
	} {
		s := newSearch(newTarget(7, 0), newWorkers(1))
		s.window, s.relaxed = s.target.window(), newRelaxedStates(7)
		if _, err := readText(7, textOf(t, s)); err != nil {
			t.Fatal(err)
		}
		spoil(s)
		var known reason
		if _, err := readText(7, forged(t, s)); !errors.As(err, &known) || !strings.HasPrefix(string(known), "it is damaged: ") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// Tables of another size are refused, and the sizes are named.
func TestCheckpointNamesItsTables(t *testing.T) {
	s := newSearch(newTarget(7, 0), newWorkers(1))
	has := s.header()
	has.tableEntries *= 2
	var body bytes.Buffer
	c := newEncoder(&body)
	has.code(c)
	if err := c.out.Flush(); err != nil {
		t.Fatal(err)
	}
	_, err := readText(7, withHead(body.Bytes()))
	if want := "its tables of bounds have 131072 entries and know 5 rows, those of this program 65536 and 5"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("the error is %v, want %s", err, want)
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
// whole, with nothing beside it; in the end the directory is synced.
func TestCheckpointOnFailingDisk(t *testing.T) {
	old, s := largeSearch(21, 0), largeSearch(21, 1)
	name := filepath.Join(t.TempDir(), "checkpoint")
	for calls := 0; ; calls++ {
		if err := (&checkpointFile{fs: storage.OS, name: name}).write(old); err != nil {
			t.Fatal(err)
		}
		fs := &failingFS{FS: storage.OS, left: calls}
		s.checkpoint = &checkpointFile{fs: fs, name: name}
		err := s.save()
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

// What is read is a search or a reason, whether or not the checksum is right, and
// a search that is read goes on.
func FuzzCheckpoint(f *testing.F) {
	f.Add([]byte(checkpointMagic))
	f.Add([]byte("hello"))
	for _, height := range []int{6, 7} {
		for _, text := range phases(f, height) {
			f.Add(text)
		}
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
				goOn(t, saved)
			}
		}
	})
}

// A frontier that a board has is possible at its kink; one with a point changed that
// others do not allow is not.
func TestPossibleFrontiers(t *testing.T) {
	random := rand.New(rand.NewPCG(30, 31))
	for range 300 {
		g := newGroup(2+random.IntN(7), 3)
		for i := range g.stones {
			g.stones[i] = random.IntN(3) > 0
		}
		frontiers, ok := frontiersOf(g)
		for k, f := range frontiers {
			if !ok[k] {
				break
			}
			kink := (k+g.rows-1)%g.rows + 1
			if !f.possible(g.rows, kink) || !f.mirrored(g.rows).possible(g.rows, facing(kink, g.rows)) {
				t.Fatalf("%d rows, kink %d: %v is not possible", g.rows, kink, f)
			}
		}
	}
	for what, f := range map[string]frontier{
		"a row too many":                {stone: 1 << 4, above: 1 << 3},
		"a liberty too many rows":       {above: 1 << 4},
		"an empty point below":          {above: 1, below: 1},
		"a link to nothing above":       {stone: 1, above: 3},
		"a link to nothing below":       {stone: 8, above: 4, below: 8},
		"brackets the wrong way":        {stone: 9, above: 1 | 2 | 4, below: 8},
		"stones that do not join":       {stone: 3, above: 4},
		"a liberty that is undominated": {stone: 1},
	} {
		if f.possible(4, 4) {
			t.Errorf("%s: %v is possible", what, f)
		}
	}
	if f := (frontier{stone: 6, above: 1 | 8}); f.possible(4, 4) || !f.possible(4, 2) {
		t.Error("stones beside the kink touch")
	}
}

// What a checkpoint takes for each frontier that is in it, on disk and in memory.
func BenchmarkCheckpoint(b *testing.B) {
	s := largeSearch(21, 20)
	c := &checkpointFile{fs: storage.OS, name: filepath.Join(b.TempDir(), "checkpoint")}
	frontiers := float64(maxPeriod * s.right.ends.len())
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			if err := c.write(s); err != nil {
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
