package stages

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

func newEngine(t testing.TB, height, colours, shares int) *Engine {
	t.Helper()
	e, err := New(border.Board{Height: height, Colours: colours})
	if err != nil {
		t.Fatal(err)
	}
	e.shares = shares
	return e
}

// everything asks for a number with all checks.
func everything(e *Engine, method Method, first, last int) Question {
	q := Question{Method: method, First: first, Last: last, Narrow: true, Fresh: true, Adjoint: true, Late: true}
	q.Primes = border.Primes(max(e.PrimesFor(last), e.Residues(middle(last))) + 1)
	q.Spare = method == Modulo
	return q
}

// counted are the numbers of testdata/legal.tsv of package border, by height and width. A program
// whose states have connections wrote them; tests of package border compare them with the oracle.
var counted = sync.OnceValue(func() map[[2]int]*big.Int {
	text, err := os.ReadFile("../border/testdata/legal.tsv")
	if err != nil {
		panic(err)
	}
	all := make(map[[2]int]*big.Int)
	for line := range strings.Lines(string(text)) {
		size, n := [2]int{}, new(big.Int)
		if _, err := fmt.Sscan(line, &size[0], &size[1], n); err != nil {
			panic(err)
		}
		all[size] = n
	}
	return all
})

const widest = 9

// oracle returns L(height, width).
func oracle(height, width int) *big.Int { return counted()[[2]int{height, width}] }

// checkOutcome compares all that an outcome says with the oracle.
func checkOutcome(t *testing.T, what string, o *Outcome, height int) {
	t.Helper()
	for width := o.First; width <= o.Last; width++ {
		want := oracle(height, width)
		got, _, err := o.Number(width)
		if err != nil || got.Cmp(want) != 0 {
			t.Errorf("%s: L(%d,%d) is %v, want %v, %v", what, height, width, got, want, err)
		}
		if c := o.Fresh(width); c == nil || c.Width != width || c.Residue != residue(want, c.Prime) {
			t.Errorf("%s: L(%d,%d) modulo one more prime is %+v", what, height, width, c)
		}
	}
	narrows := o.Narrows()
	for _, c := range narrows {
		if c.Residue != residue(oracle(height, c.Width), c.Prime) || c.Width >= max(2, o.Last) {
			t.Errorf("%s: the narrower board is %+v", what, c)
		}
	}
	if width, ok := o.Compared(); len(narrows) == 0 || !ok || width < o.Last {
		t.Errorf("%s: %d narrower boards, compared at width %d, %v", what, len(narrows), width, ok)
	}
}

func residue(x *big.Int, prime uint64) uint64 {
	return new(big.Int).Mod(x, new(big.Int).SetUint64(prime)).Uint64()
}

// Both methods give the numbers of the oracle, in any number of shares.
func TestCounts(t *testing.T) {
	points := 36
	if longtests.Wanted() {
		points = 72
	}
	for height := 1; height <= 8; height++ {
		e := newEngine(t, height, 2, 1)
		for width := max(1, 3*height-17); width <= min(widest, points/height); width++ { // narrow boards of many rows take long
			for _, shares := range []int{1, 2, 5} {
				if height*width > 24 && shares != 2+3*((height+width)%2) {
					continue
				}
				e.shares = shares
				for _, method := range []Method{Exact, Modulo} {
					o, err := e.Count(t.Context(), everything(e, method, width, width), par.Options{Threads: 2})
					if err != nil {
						t.Fatalf("%dx%d %s: %v", height, width, method, err)
					}
					checkOutcome(t, fmt.Sprintf("%s in %d shares", method, e.shares), o, height)
				}
			}
		}
	}
}

// Half a turn between many shares, of a board where words that are always 0 have no place. Rooms
// are used again for the second prime. The number is that of Combinatorics of Go, Table 3.
func TestTurnsOfManyShares(t *testing.T) {
	if !longtests.Wanted() {
		t.Skip("12 rows")
	}
	want, ok := new(big.Int).SetString("57774258489513238998237970307483999327287210756991189655942651331169", 10)
	primes := border.Primes(2)
	o, err := newEngine(t, 12, 2, 7).Count(t.Context(), Residues(12, 12, primes...), par.Options{Threads: 1})
	if err != nil || !ok {
		t.Fatal(err)
	}
	for _, p := range primes {
		if got := o.Residue(12, p); got != residue(want, p) {
			t.Errorf("L(12,12) modulo %d is %d, want %d", p, got, residue(want, p))
		}
	}
}

// All ranges of widths are as each width alone.
func TestRangesOfWidths(t *testing.T) {
	for _, height := range []int{3, 4} {
		e := newEngine(t, height, 2, 1)
		for last := 1; last <= 7; last++ {
			for first := 1; first <= last; first++ {
				e.shares = 1 + last%3
				o, err := e.Count(t.Context(), everything(e, Modulo, first, last), par.Options{})
				if err != nil {
					t.Fatal(err)
				}
				checkOutcome(t, fmt.Sprint(first, " to ", last), o, height)
			}
		}
	}
}

// A stage reads stages before it, and each pair of shares is joined once by half a turn. Numbers of
// an even number of rows and of columns, and no others, are had by half a turn.
func TestGraphs(t *testing.T) {
	for height := 2; height <= 14; height++ {
		e := newEngine(t, height, 2, 1)
		for width := 2; width <= 15; width++ {
			for _, method := range []Method{Exact, Modulo} {
				for _, c := range e.Chains(e.Complete(everything(e, method, width, width))) {
					turns := slices.ContainsFunc(c.Stages, func(s Stage) bool { return s.Step == Turn && s.Purpose == Number })
					if turns != (height%2 == 0 && width%2 == 0) {
						t.Errorf("%dx%d %s: half a turn: %v", height, width, method, turns)
					}
					for i := range c.Stages {
						for _, source := range c.Stages[i].Reads() {
							if source >= i || c.LastReader(source) < i || !c.IsNeeded(source, i) || !c.Stages[source].LeavesTiles() {
								t.Fatalf("%dx%d %s: stage %d reads stage %d", height, width, method, i, source)
							}
						}
						if c.Stages[i].LeavesTiles() && (c.LastReader(i) < 0 || c.IsNeeded(i, i) || c.IsNeeded(i, c.LastReader(i)+1)) {
							t.Fatalf("%dx%d %s: stage %d is read last by stage %d", height, width, method, i, c.LastReader(i))
						}
					}
				}
			}
		}
	}
	for shares := 1; shares <= 9; shares++ {
		pairs := make(map[[2]int]int)
		for a := range shares {
			for _, b := range partners(a, shares) {
				pairs[[2]int{min(a, b), max(a, b)}]++
			}
		}
		for pair, n := range pairs {
			if n != 1 || len(pairs) != shares*(shares+1)/2 {
				t.Errorf("%d shares: %d pairs, %v %d times", shares, len(pairs), pair, n)
			}
		}
	}
}

// Progress rises to 1.
func TestProgress(t *testing.T) {
	for _, method := range []Method{Exact, Modulo} {
		for _, shares := range []int{1, 3} {
			for width := 8; width <= 9; width++ {
				last, reports, e := 0.0, 0, newEngine(t, 6, 2, shares)
				q := everything(e, method, width, width)
				_, err := e.Count(t.Context(), q, par.Options{Progress: func(fraction float64) {
					if fraction < last-1e-9 || fraction > 1 || reports == 0 && fraction > 0 {
						t.Errorf("progress goes from %v to %v", last, fraction)
					}
					last = fraction
					reports++
				}})
				if err != nil || last < 1-1e-9 {
					t.Errorf("%s: progress ends at %v, %v", method, last, err)
				}
				stages := 0
				for _, c := range e.Chains(e.Complete(q)) {
					stages += len(c.Stages)
				}
				if within := reports > 3*stages; shares == 1 && !within { // two reports of a stage, and those of chunks
					t.Errorf("%s: %d reports of %d stages", method, reports, stages)
				}
			}
		}
	}
}

// A count tells where it is: the columns in their order for each residue, both phases of each, and
// then the sums, which have none.
func TestAt(t *testing.T) {
	for _, method := range []Method{Exact, Modulo} {
		e, columns, joined := newEngine(t, 6, 2, 2), map[int]par.Stage{}, false
		residues, last := 0, 0
		_, err := e.Count(t.Context(), everything(e, method, 12, 12), par.Options{At: func(at par.Stage) {
			if at.Residue < 1 || at.Residue > at.Residues {
				t.Errorf("%s: residue %d of %d", method, at.Residue, at.Residues)
			}
			residues, last = at.Residues, max(last, at.Residue)
			if at.Column == 0 {
				joined = true
				return
			}
			before, known := columns[at.Residue]
			next := at.Column == before.Column && at.Phase == before.Phase+1 || at.Column == before.Column+1 && at.Phase == 1
			if at.Columns < 6 || at.Columns > 7 || known && !next || !known && at.Phase != 1 {
				t.Errorf("%s: %+v after %+v", method, at, before)
			}
			columns[at.Residue] = at
		}})
		if err != nil || !joined || columns[1].Column < 6 || last != residues {
			t.Errorf("%s: joined %v, at last %v of %d residues, %v", method, joined, columns, residues, err)
		}
	}
}

// The memory of the tiles is what is estimated.
func TestNeed(t *testing.T) {
	highest := 9
	if longtests.Wanted() {
		highest = 10
	}
	for height := 9; height <= highest; height++ {
		for _, shares := range []int{1, 8} {
			e := newEngine(t, height, 2, shares)
			q := everything(e, Exact, height, height)
			o, err := e.Count(t.Context(), q, par.Options{Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			need := e.Need(q, par.Options{Threads: 1})
			if o.Memory > need || shares == 1 && need > 2*o.Memory {
				t.Errorf("%d rows, %d shares: the estimate is %v, values take %v", height, shares, need, o.Memory)
			}
		}
	}
}

// Tiles that were read leave their places to those that are written, and take little more than
// what is estimated.
func TestReleases(t *testing.T) {
	if !longtests.Wanted() {
		t.Skip("13 rows: of fewer, what is estimated is mostly what the system is asked for at once")
	}
	e, q := newEngine(t, 13, 2, 16), Residues(13, 13, border.Primes(1)[0])
	o, err := e.Count(t.Context(), q, par.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	v, w := e.StoredBytes(border.Prefix), e.StoredBytes(border.Suffix)
	if all := v + w; o.Memory > all*9/10 {
		t.Errorf("the tiles took %v, both vectors %v", o.Memory, all)
	}
	q.InPlace = true
	if estimate := e.tileBytes(e.Complete(q), 1); o.Memory > estimate || o.Memory < estimate*8/10 {
		t.Errorf("the tiles took %v, the estimate is %v", o.Memory, estimate)
	}
}

// A fuse is a context that ends after it was looked at some times.
type fuse struct {
	context.Context
	cancel context.CancelFunc
	left   atomic.Int64
}

func (f *fuse) Done() <-chan struct{} {
	if f.left.Add(-1) < 0 {
		f.cancel()
	}
	return f.Context.Done()
}

func (f *fuse) Err() error {
	f.Done()
	return f.Context.Err()
}

// Wherever the context ends, a count says so, or is over.
func TestCountsStopAnywhere(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {4, 4}, {4, 5}, {5, 6}} {
		for _, method := range []Method{Exact, Modulo} {
			e := newEngine(t, size[0], 2, 2)
			q := everything(e, method, size[1], size[1])
			for looks, err := int64(0), context.Canceled; err != nil; looks += 1 + looks/8 {
				ctx := new(fuse)
				ctx.Context, ctx.cancel = context.WithCancel(t.Context())
				ctx.left.Store(looks)
				if _, err = e.Count(ctx, q, par.Options{Threads: 2}); err != nil && !errors.Is(err, context.Canceled) {
					t.Fatalf("%v, %s, after %d looks: %v", size, method, looks, err)
				}
				ctx.cancel()
			}
		}
	}
}

// Sums that do not fit together give no number.
func TestOutcomes(t *testing.T) {
	e := newEngine(t, 4, 2, 1)
	o, err := e.Count(t.Context(), everything(e, Exact, 6, 6), par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range o.Sums {
		s := &o.Sums[i]
		s.Value.Add(s.Value, big.NewInt(1))
		_, _, err := o.Number(6)
		if s.Purpose == Across && !errors.Is(err, ErrNotSelfAdjoint) {
			t.Errorf("another sum: %v", err)
		}
		s.Value.Sub(s.Value, big.NewInt(1))
	}
	o.Sums = o.Sums[:1]
	if n, _, err := o.Number(6); err == nil {
		t.Errorf("without residues: %v", n)
	}
	var memory *result.MemoryError
	if errors.As(err, &memory) {
		t.Error(err)
	}
}

// The memory of an exact count is that of its last columns.
func TestLastColumnsTakeTheMost(t *testing.T) {
	t.Parallel()
	highest := 5
	if longtests.Wanted() {
		highest = 7
	}
	for height := 2; height <= highest; height++ {
		e, err := New(border.Board{Height: height, Colours: 2})
		if err != nil {
			t.Fatal(err)
		}
		for width := height; width <= 70; width += 1 + width/24 {
			for _, inPlace := range []bool{false, true} {
				q := e.Exactly(width)
				q.Adjoint, q.Narrow, q.InPlace = true, true, inPlace
				asked := e.Complete(q)
				for _, givesBack := range []bool{false, true} {
					if got, want := Peak(e.largestChains(asked), givesBack), Peak(e.Chains(asked), givesBack); got != want {
						t.Errorf("%dx%d, in place %v, gives back %v: %d bytes, want %d", height, width, inPlace, givesBack, got, want)
					}
				}
			}
		}
	}
}

// A watched store counts what shares have of its memory, and what they release. Its rooms may fail.
type watched struct {
	*memoryStore
	held, released atomic.Int64
	panic          bool
	committed      sync.Map // shares, by the chain and their own number: the last stage
	early          atomic.Int64
}

func (w *watched) Commit(p StageID, share int, tiles []border.Tile) error {
	w.committed.Store([2]int{p.Chain, share}, p.Stage)
	return w.memoryStore.Commit(p, share, tiles)
}

func (w *watched) CommitPart(p StageID, share int, part *big.Rat) error {
	w.committed.Store([2]int{p.Chain, share}, p.Stage)
	return w.memoryStore.CommitPart(p, share, part)
}

func (w *watched) Release(p StageID, share int) error {
	if last, ok := w.committed.Load([2]int{p.Chain, share}); !ok || last.(int) < w.chains[p.Chain].LastReader(p.Stage) {
		w.early.Add(1)
	}
	w.released.Add(1)
	return w.memoryStore.Release(p, share)
}

func (w *watched) watch(free func()) func() {
	w.held.Add(1)
	return func() {
		w.held.Add(-1)
		free()
	}
}

func (w *watched) Read(ctx context.Context, ids []TileID) ([]border.Tile, func(), error) {
	tiles, free, err := w.memoryStore.Read(ctx, ids)
	return tiles, w.watch(free), err
}

func (w *watched) Allocate(p StageID, share int, sizes [][]int) ([]border.Tile, func(), error) {
	if w.panic {
		panic("no room")
	}
	tiles, free, err := w.memoryStore.Allocate(p, share, sizes)
	return tiles, w.watch(free), err
}

// execution returns the work of a question, in five shares over a watched store.
func execution(t *testing.T, e *Engine, q Question) (*Execution, *watched) {
	t.Helper()
	asked := e.Complete(q)
	chains := e.Chains(asked)
	d, err := e.Divide(t.Context(), border.Dealing{Shares: 5, Turn: HaveTurns(chains)}, par.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	w := &watched{memoryStore: newMemoryStore(chains, d, e.VectorBytes(border.Prefix))}
	x := &Execution{Chains: chains, Primes: asked.allPrimes(), AtOnce: 1, Threads: 1, Ahead: 2, Division: d, Store: w}
	t.Cleanup(func() {
		x.Free()
		w.free()
	})
	return x, w
}

// Whatever ends an execution, shares give back what they had; at its end no tile is left, and all
// extents are empty.
func TestNothingStays(t *testing.T) {
	for _, method := range []Method{Exact, Modulo} {
		for looks, err := int64(0), context.Canceled; err != nil; looks += 1 + looks/2 {
			e := newEngine(t, 6, 2, 5)
			q := everything(e, method, 8, 8)
			q.InPlace = true
			x, store := execution(t, e, q)
			ctx := new(fuse)
			ctx.Context, ctx.cancel = context.WithCancel(t.Context())
			ctx.left.Store(looks)
			err = x.Run(ctx, Limits{})
			if ctx.cancel(); store.held.Load() != 0 {
				t.Fatalf("%s, after %d looks: shares hold %d rooms, %v", method, looks, store.held.Load(), err)
			}
			empty := result.Bytes(0)
			for size, extents := range store.empty {
				empty += border.ValueBytes * result.Bytes(size*len(extents))
			}
			if err == nil && (len(store.tiles)+len(store.regions) != 0 || empty != store.size()) {
				t.Errorf("%s: %d tiles in %d regions stay, %v of %v are empty", method, len(store.tiles), len(store.regions), empty, store.size())
			}
		}
	}
}

// A share that panics does not keep others waiting.
func TestPanics(t *testing.T) {
	e := newEngine(t, 4, 2, 5)
	x, store := execution(t, e, Residues(5, 5, border.Primes(1)[0]))
	store.panic = true
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	defer func() {
		if said := recover(); said == nil || ctx.Err() != nil {
			t.Errorf("%v, %v", said, ctx.Err())
		}
	}()
	t.Error("no panic: ", x.Run(ctx, Limits{}))
}

// When the time is over no share is begun.
func TestTimeIsOver(t *testing.T) {
	x, _ := execution(t, newEngine(t, 4, 2, 5), Residues(5, 5, border.Primes(1)[0]))
	if err := x.Run(t.Context(), Limits{Time: 1}); !errors.Is(err, ErrLimit) {
		t.Error(err)
	}
}

// A share that fails gives its room back.
func TestFailure(t *testing.T) {
	const noPrime = 15
	x, store := execution(t, newEngine(t, 4, 2, 5), Residues(5, 5, noPrime))
	if err := x.Run(t.Context(), Limits{}); err == nil || store.held.Load() != 0 {
		t.Errorf("shares hold %d rooms, %v", store.held.Load(), err)
	}
}

// With a spare residue the vector has one more than its values need.
func TestSpare(t *testing.T) {
	e := newEngine(t, 7, 2, 1)
	for more, spare := range []bool{false, true} {
		q := Question{Method: Exact, First: 13, Last: 13, Primes: border.Primes(9), Spare: spare}
		stages := e.Chains(e.Complete(q))[0].Stages
		if n := len(stages[len(stages)-1].Of.Stages); n != e.Residues(7)+more {
			t.Errorf("spare %v: %d residues are joined", spare, n)
		}
	}
}

// A sum that is a fraction is no number.
func TestFractions(t *testing.T) {
	e := newEngine(t, 4, 2, 1)
	q := e.Complete(Residues(5, 5, border.Primes(1)[0]))
	_, err := e.Chains(q)[0].SumsOf(q.Primes, func(int) (*big.Rat, error) { return big.NewRat(7, 3), nil })
	if !errors.Is(err, border.ErrNotInteger) {
		t.Error(err)
	}
}

// All that is left is read, and then released, once if nothing else is asked for, and the steps are
// those of the price.
func TestCostsOfShares(t *testing.T) {
	x, store := execution(t, newEngine(t, 6, 2, 5), Residues(9, 9, border.Primes(1)[0]))
	var all Cost
	x.ShareDone = func(c Cost) { all = all.Plus(c) }
	if err := x.Run(t.Context(), Limits{}); err != nil {
		t.Fatal(err)
	}
	want := AllOf(x.Chains)
	if all.Read != all.Written || all.Read == 0 || all.Steps < want.Steps*(1-1e-9) || all.Steps > want.Steps*(1+1e-9) {
		t.Errorf("shares took %+v, the price is %+v", all, want)
	}
	n, early := store.released.Load(), store.early.Load()
	if int(n) != 5*(len(x.Chains[0].Stages)-1) || early > 0 { // nobody reads the join
		t.Errorf("tiles are released %d times, %d times before what their last reader leaves is there", n, early)
	}
}

// A spoiler is a store in memory that alters a value of what a stage leaves, some values after the
// first one.
type spoiler struct {
	*memoryStore
	at    StageID
	after int
}

func (s *spoiler) Commit(p StageID, share int, tiles []border.Tile) error {
	for i := 0; p == s.at && i < len(tiles); i++ {
		for _, chunk := range tiles[i] {
			if at := s.after; at >= 0 && at < len(chunk) {
				chunk[at] ^= 1
			}
			s.after -= len(chunk)
		}
	}
	return s.memoryStore.Commit(p, share, tiles)
}

// spoiled counts with a value altered, and returns the sums.
func spoiled(t *testing.T, e *Engine, q *Question, d *border.Division, stage, after int) ([]Sum, error) {
	t.Helper()
	chains := e.Chains(q)
	s := &spoiler{newMemoryStore(chains, d, e.VectorBytes(border.Prefix)), StageID{0, stage}, after}
	defer s.free()
	x := &Execution{Chains: chains, Primes: q.Primes, AtOnce: 1, Threads: 1, Division: d, Store: s}
	defer x.buffers.Free()
	if err := x.Run(t.Context(), Limits{}); err != nil {
		return nil, err
	}
	return chains[0].SumsOf(q.Primes, func(stage int) (*big.Rat, error) { return s.sums[StageID{0, stage}], nil })
}

// A value that is altered in whatever stage, and changes the residue, changes the number of a
// narrower board, too: but for some after the last column, whose words have the value 0
// after the first columns.
func TestLateBoardsShowWrongValues(t *testing.T) {
	sizes := [][2]int{{6, 7}}
	if longtests.Wanted() {
		sizes = [][2]int{{6, 7}, {7, 8}, {8, 8}}
	}
	for _, size := range sizes {
		e := newEngine(t, size[0], 2, 3)
		q := &Question{Method: Modulo, First: size[1], Last: size[1], Primes: border.Primes(1), Start: 2, Narrow: true, Late: true}
		chain := e.Chains(q)[0]
		d, err := e.Divide(t.Context(), border.Dealing{Shares: 3, Turn: HaveTurns([]*Chain{chain})}, par.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer d.Free()
		want, err := spoiled(t, e, q, d, -1, 0)
		if err != nil {
			t.Fatal(err)
		}
		for i := range chain.Stages {
			if !chain.Stages[i].LeavesTiles() {
				continue
			}
			wrong, unseen := 0, 0
			alterations := 20
			if size[0] == 8 {
				alterations = 12
			}
			for n := range alterations {
				values := int(chain.Costs[i].Written / border.ValueBytes / 3) // of a share
				got, err := spoiled(t, e, q, d, i, values*n/alterations+n%32)
				if err != nil {
					t.Fatal(err)
				}
				seen, differs := false, false
				for k, s := range got {
					different := s.Value.Cmp(want[k].Value) != 0
					seen = seen || different && s.Purpose == Narrow
					differs = differs || different && s.Purpose == Number
				}
				if differs {
					wrong++
				}
				if differs && !seen {
					unseen++
				}
			}
			if 5*wrong < alterations || 10*unseen > wrong {
				t.Errorf("%v, stage %d of %d: of %d values that make the residue wrong %d are not seen", size, i, len(chain.Stages), wrong, unseen)
			}
		}
	}
}
