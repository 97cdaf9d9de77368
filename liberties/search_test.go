package liberties

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/result"
)

// certificate is what a search must find in every way that it is run.
type certificate struct {
	public         Certificate
	frontiers      []int
	repeat, since  int
	survivorsFound int
}

func certificateOf(s *search) certificate {
	c := certificate{public: *s.certificate(), repeat: s.repeat, since: s.since, survivorsFound: len(s.found)}
	for _, column := range s.left.columns {
		c.frontiers = append(c.frontiers, column.Frontiers)
	}
	return c
}

func (c certificate) equal(d certificate) bool {
	return c.public == d.public && slices.Equal(c.frontiers, d.frontiers) &&
		c.repeat == d.repeat && c.since == d.since && c.survivorsFound == d.survivorsFound
}

func runSearch(t *testing.T, height int, slack int32, threads int) *search {
	t.Helper()
	s := newSearch(newTarget(height, slack), newWorkers(threads))
	if err := s.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSearchIsTheSameForAllThreads(t *testing.T) {
	heights := []int{8, 9}
	if longtests.Wanted() {
		heights = []int{10, 15}
	}
	for _, height := range heights {
		want := certificateOf(runSearch(t, height, 0, 1))
		for _, threads := range []int{2, 5} {
			if got := certificateOf(runSearch(t, height, 0, threads)); !got.equal(want) {
				t.Errorf("height %d, %d threads: %v, want %v", height, threads, got, want)
			}
		}
	}
}

// The parts after the column that repeats are those after the column that is repeated, with their
// relative costs, and after no column between them.
func TestRepeatedColumns(t *testing.T) {
	for _, height := range []int{5, 6, 7, 9} {
		s := newSearch(newTarget(height, 3), newWorkers(1))
		left, right := map[int]map[frontier]int32{}, map[int]map[frontier]int32{}
		s.progress = func(float64) {
			if s.left != nil {
				left[s.left.cols] = s.left.relative()
			} else if s.right != nil {
				right[s.right.cols] = s.right.relative()
			}
		}
		if err := s.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		check := func(what string, parts map[int]map[frontier]int32, since, repeat int) {
			for cols := since; cols < repeat; cols++ {
				if equal := maps.Equal(parts[cols], parts[repeat]); equal != (cols == since) {
					t.Errorf("height %d, %s parts after %d and after %d columns: equal %v", height, what, cols, repeat, equal)
				}
			}
			if since < 1 || since >= repeat || repeat > len(parts) {
				t.Errorf("height %d, %s parts: after %d of %d columns they are those after %d", height, what, repeat, len(parts), since)
			}
		}
		check("left", left, s.since, s.repeat)
		check("right", right, s.right.start, s.right.cols)
	}
}

// A group stands for wider ones if one of its parts is long enough to be repeated, not a column
// shorter.
func TestStands(t *testing.T) {
	for _, c := range []struct {
		height, col int
		stands      bool
	}{{7, 5, true}, {7, 4, false}, {6, 5, true}, {6, 4, false}, {6, 3, true}} { // 7 - 4 columns are not repeated, 7 - 3 are
		s := newSearch(newTarget(c.height, 3), newWorkers(1))
		s.first, s.since = 7, 5
		s.right = &rightParts{start: 4, period: thresholdPeriod}
		s.addGroup(7, cheapGroup{Cost: 9, Col: c.col})
		found, ok := s.groupAt(7 + thresholdPeriod)
		if ok != c.stands || ok && found.Cost != 9+s.rate*thresholdPeriod {
			t.Errorf("%+v: %+v, %v", c, found, ok)
		}
		if found, ok := s.groupAt(7); !ok || found.Cost != 9 {
			t.Errorf("%+v: on its own width %+v, %v", c, found, ok)
		}
	}
}

// The negative control: with the threshold of the formula itself groups come up,
// of just the cost of the formula; with the threshold of the proof, none.
func TestControl(t *testing.T) {
	heights := []int{5, 6, 7, 8, 9}
	if longtests.Wanted() {
		heights = append(heights, 10, 11, 12)
	}
	for _, height := range heights {
		if s := runSearch(t, height, 0, 0); len(s.found) > 0 {
			t.Errorf("height %d: found %v", height, s.found)
		}
		s := runSearch(t, height, 3, 0)
		for cols := s.first; cols < s.first+20; cols++ {
			found, ok := s.groupAt(cols)
			if want := cost(height, cols, Formula(height, cols)); !ok || int(found.Cost) != want {
				t.Errorf("%dx%d: found %v, %v, want cost %d", height, cols, found, ok, want)
			}
		}
	}
}

// The control that is confined to known groups finds them on every width, and
// some of their parts leave the window.
func TestWitnessControl(t *testing.T) {
	team := newWorkers(1)
	for _, height := range []int{6, 7, 8, 9, 10, 12, 13, 15} {
		if height > 9 && !longtests.Wanted() {
			continue
		}
		s := newSearch(newTarget(height, 0), team)
		outside := int64(0)
		widths := 6
		if height > 10 {
			widths = thresholdPeriod
		}
		for cols := height; cols < height+widths; cols++ {
			n, err := s.witnessControl(t.Context(), team, cols)
			if err != nil {
				t.Error(err)
			}
			outside += n
		}
		if outside == 0 {
			t.Errorf("height %d: nothing is held against right parts", height)
		}
	}
}

// A search that is stopped after any column and goes on from its checkpoint
// finds what one finds that is not stopped.
func TestResume(t *testing.T) {
	height := 8
	if longtests.Wanted() {
		height = 9
	}
	want := certificateOf(runSearch(t, height, 0, 1))
	name := filepath.Join(t.TempDir(), "checkpoint")
	runs := 0
	var breaks []Resumption
	for {
		if text, err := os.ReadFile(name); err == nil {
			breaks = append(breaks, Resumption{File: name, SHA256: fmt.Sprintf("%x", sha256.Sum256(text))})
		}
		ctx, stop := context.WithCancel(t.Context())
		s := newSearch(newTarget(height, 0), newWorkers(1))
		if err := s.resume(storage.OS, name); err != nil {
			t.Fatal(err)
		}
		if n := len(s.resumed); n > 0 {
			breaks[n-1].After = s.where()
		}
		checkpointOf(s).pause = 0
		columns := 0
		s.progress = func(float64) {
			if columns++; columns == 2 {
				stop()
			}
		}
		err := s.run(ctx)
		stop()
		runs++
		if err == nil {
			if got := certificateOf(s); !got.equal(want) {
				t.Errorf("after %d runs: %v, want %v", runs, got, want)
			}
			if !slices.Equal(s.resumed, breaks) {
				t.Errorf("resumed %v, want %v", s.resumed, breaks)
			}
			break
		}
		if !errors.Is(err, context.Canceled) || runs > 50 {
			t.Fatal(err)
		}
	}
	if runs < 5 {
		t.Errorf("only %d runs", runs)
	}
	if left, err := os.ReadDir(filepath.Dir(name)); err != nil || len(left) != 1 {
		t.Errorf("left behind are %v, %v", left, err)
	}
}

// A fuse is a context that is done after it has been asked a given number of times.
type fuse struct {
	context.Context
	left int
}

func (f *fuse) Err() error {
	if f.left--; f.left < 0 {
		return context.Canceled
	}
	return nil
}

// The same for one that is stopped in the middle of columns.
func TestResumeInsideColumns(t *testing.T) {
	for _, height := range []int{7, 9} {
		want := certificateOf(runSearch(t, height, 0, 1))
		name := filepath.Join(t.TempDir(), "checkpoint")
		runs := 0
		for err := context.Canceled; err != nil; runs++ {
			s := newSearch(newTarget(height, 0), newWorkers(1))
			if err := s.resume(storage.OS, name); err != nil {
				t.Fatal(err)
			}
			if err = s.run(&fuse{t.Context(), 5 + 7*runs}); err == nil {
				if got := certificateOf(s); !got.equal(want) {
					t.Errorf("height %d, after %d runs: %v, want %v", height, runs+1, got, want)
				}
			} else if !errors.Is(err, context.Canceled) || runs > 50 {
				t.Fatal(err)
			}
		}
		if runs < 5 {
			t.Errorf("height %d: only %d runs", height, runs)
		}
	}
}

// A search that takes too much memory says so and saves nothing, even if it is
// interrupted just then: the frontiers that it would go on from may be used up.
func TestCeiling(t *testing.T) {
	for _, height := range []int{7, 9} {
		most := runSearch(t, height, 0, 2).certificate().Peak
		for _, frontiers := range []int{most, most - 1} {
			const calls = 1 << 20
			ctx := &fuse{t.Context(), calls}
			s := newSearch(newTarget(height, 0), newWorkers(1))
			s.ceiling = result.Bytes(frontiers) * bytesOfFrontier
			var tooMuch *result.MemoryError
			if err := s.run(ctx); errors.As(err, &tooMuch) != (frontiers < most) {
				t.Fatalf("height %d, memory for %d of %d frontiers: %v", height, frontiers, most, err)
			}
			if frontiers == most {
				continue
			}
			s = newSearch(s.target, s.team)
			s.ceiling = result.Bytes(frontiers) * bytesOfFrontier
			name := filepath.Join(t.TempDir(), "checkpoint")
			if err := s.resume(storage.OS, name); err != nil {
				t.Fatal(err)
			}
			checkpointOf(s).saved, checkpointOf(s).pause = time.Now(), time.Hour // none before it fails
			if err := s.run(&fuse{t.Context(), calls - ctx.left}); !errors.As(err, &tooMuch) {
				t.Fatalf("height %d: %v", height, err)
			}
			if _, err := os.Stat(name); err == nil {
				t.Errorf("height %d: a search that failed is saved", height)
			}
		}
	}
}

// Whenever a search is killed, it goes on from the last checkpoint that it wrote:
// from each of them it comes to the same tables and groups.
func TestResumeFromEveryCheckpoint(t *testing.T) {
	heights := []int{7}
	if longtests.Wanted() {
		heights = []int{7, 9}
	}
	for _, height := range heights {
		const slack = 3 // so that there are groups to find
		want := runSearch(t, height, slack, 1)
		name := filepath.Join(t.TempDir(), "checkpoint")
		files, phases := map[string]bool{}, map[string]bool{}
		s := newSearch(newTarget(height, slack), newWorkers(1))
		if err := s.resume(storage.OS, name); err != nil {
			t.Fatal(err)
		}
		s.progress = func(float64) { // after each column, before it is saved
			if text, err := os.ReadFile(name); err == nil {
				files[string(text)] = true
				phases[strings.Fields(s.where())[0]] = true
			}
			checkpointOf(s).pause, checkpointOf(s).saved = 0, time.Time{}
		}
		if err := s.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(files) < 10 || height == 7 && !phases["part"] {
			t.Errorf("height %d: only %d checkpoints, of %v", height, len(files), phases)
		}
		every := 3
		if longtests.Wanted() {
			every = 1
		}
		for i, text := range slices.Sorted(maps.Keys(files)) {
			if i%every != 0 {
				continue
			}
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			s := newSearch(newTarget(height, slack), newWorkers(1))
			if err := s.resume(storage.OS, name); err != nil {
				t.Fatal(err)
			}
			if err := s.run(t.Context()); err != nil {
				t.Fatal(err)
			}
			if !certificateOf(s).equal(certificateOf(want)) || !maps.Equal(s.found, want.found) {
				t.Errorf("height %d: %v, %v, want %v, %v", height, certificateOf(s), s.found, certificateOf(want), want.found)
			}
			if s.pruning == nil {
				continue
			}
			if !reflect.DeepEqual(s.pruning.tables, want.pruning.tables) {
				t.Errorf("height %d: other tables", height)
			}
		}
	}
}

func TestCheckpointRefused(t *testing.T) {
	name := filepath.Join(t.TempDir(), "checkpoint")
	text := savedSearch(t, 7)
	flipped := slices.Clone(text)
	flipped[len(flipped)/2] ^= 1
	for what, c := range map[string]struct {
		text   []byte
		height int
		want   string
	}{
		"another height": {text, 8, "it is of a search for 7 rows, not for 8"},
		"cut off":        {text[:len(text)-1], 7, "its checksum is wrong"},
		"cut short":      {text[:40], 7, "it ends too early"},
		"a bit flipped":  {flipped, 7, "its checksum is wrong"},
		"empty":          {nil, 7, "it is no checkpoint"},
		"something else": {[]byte("hello\n"), 7, "it is no checkpoint"},
	} {
		if err := os.WriteFile(name, c.text, 0o600); err != nil {
			t.Fatal(err)
		}
		err := newSearch(newTarget(c.height, 0), newWorkers(1)).resume(storage.OS, name)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v, want %s", what, err, c.want)
		}
	}
	missing := filepath.Join(t.TempDir(), "no", "such", "directory")
	if err := newSearch(newTarget(7, 0), newWorkers(1)).resume(storage.OS, missing); err == nil {
		t.Error("a directory that is not there is taken")
	}
}

// The windows against the plain program and against enumeration: the least cost
// below a threshold that is above the formula is that of the best group.
func TestBoardsBothWays(t *testing.T) {
	highest := 7
	if longtests.Wanted() {
		highest = 8
	}
	for height := 5; height <= highest; height++ {
		p := newPlain(height)
		s := runSearch(t, height, 3, 1)
		for cols := 1; cols <= 14; cols++ {
			if err := p.addColumn(t.Context()); err != nil {
				t.Fatal(err)
			}
			p.prune()
			if cols < s.first {
				continue
			}
			found, ok := s.groupAt(cols)
			if want := cost(height, cols, p.best.liberties); !ok || int(found.Cost) != want {
				t.Errorf("%dx%d: the search finds cost %v, %v, the plain program %d", height, cols, found.Cost, ok, want)
			}
		}
	}
}

// The value of a board does not depend on how it is turned.
func TestTurnedBoards(t *testing.T) {
	boards := [][2]int{{1, 7}, {2, 3}, {5, 9}, {6, 7}, {7, 8}, {9, 12}}
	if longtests.Wanted() {
		boards = append(boards, [2]int{10, 9})
	}
	for _, b := range boards {
		x, err := OnBoard(t.Context(), b[0], b[1], Options{})
		if err != nil {
			t.Fatal(err)
		}
		y, err := OnBoard(t.Context(), b[1], b[0], Options{})
		if err != nil {
			t.Fatal(err)
		}
		if x.Liberties != y.Liberties || x.Group.Rows() != b[0] || y.Group.Rows() != b[1] {
			t.Errorf("%v: %d and %d liberties", b, x.Liberties, y.Liberties)
		}
	}
	if !longtests.Wanted() {
		return
	}
	// The rows of two heights, each from its own proof.
	seven, eight := testRow(t, 7, Options{Alone: true}), testRow(t, 8, Options{Alone: true})
	if a, b := seven.Columns[7], eight.Columns[6]; a.Proof != ByWindows || b.Proof != ByWindows || a.Liberties != b.Liberties {
		t.Errorf("7x8: %+v, 8x7: %+v", a, b)
	}
}
