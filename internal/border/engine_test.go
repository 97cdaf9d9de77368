package border

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/internal/oracle/hashed"
	"combigo.dev/combigo/par"
)

func count(t *testing.T, e *Engine, width, more int, opt par.Options) *big.Int {
	t.Helper()
	value, w, err := e.Count(context.Background(), width, Primes(e.PrimesFor(width)+more), opt)
	if err != nil {
		t.Fatalf("%dx%d: %v", e.height, width, err)
	}
	if want := residueOf(value, w.Number.Prime); w.Number.Residue != want || w.Number.Width != width {
		t.Errorf("%dx%d: the witness is %+v, want %d", e.height, width, w, want)
	}
	return value
}

func residueOf(value *big.Int, prime uint64) uint64 {
	return new(big.Int).Mod(value, new(big.Int).SetUint64(prime)).Uint64()
}

func newEngine(t testing.TB, height, colours int) *Engine {
	t.Helper()
	e, err := New(Board{Height: height, Colours: colours})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestCountAgainstTheOracle(t *testing.T) {
	for height := 1; height <= 7; height++ {
		e := newEngine(t, height, 2)
		widest := 12
		if testing.Short() {
			widest = min(widest, 60/height)
		}
		for i, want := range hashed.Counts(height, widest) {
			width := i + 1
			if got := count(t, e, width, width%3, par.Options{Threads: 1 + width%3}); got.Cmp(want) != 0 {
				t.Errorf("L(%d,%d) is %d, want %d", height, width, got, want)
			}
		}
	}
}

// testdata/legal.tsv was written by a program whose states have connections, through all columns.
func TestCountAgainstStatesWithConnections(t *testing.T) {
	text, err := os.ReadFile("testdata/legal.tsv")
	if err != nil {
		t.Fatal(err)
	}
	wants := map[int]map[int]*big.Int{}
	for line := range strings.Lines(string(text)) {
		var height, width int
		want := new(big.Int)
		if _, err := fmt.Sscan(line, &height, &width, want); err != nil {
			t.Fatal(err)
		}
		if wants[height] == nil {
			wants[height] = map[int]*big.Int{}
		}
		wants[height][width] = want
	}
	for height, byWidth := range wants {
		if testing.Short() && height > 8 {
			continue
		}
		e := newEngine(t, height, 2)
		for width, want := range byWidth {
			if got := count(t, e, width, 0, par.Options{}); got.Cmp(want) != 0 {
				t.Errorf("L(%d,%d) is %d, want %d", height, width, got, want)
			}
		}
		primes := []uint64{Primes(4)[3], 1<<31 - 1, 1000003}
		if height > 7 {
			primes = primes[:1] // a prime more takes seconds, and says nothing of the height
		}
		for _, prime := range primes {
			checkModulo(t, e, 1, len(byWidth), prime, byWidth)
			checkModulo(t, e, 5, 5, prime, byWidth)
			checkModulo(t, e, 2, 6, prime, byWidth)
			checkWitness(t, e, prime, byWidth)
		}
	}
}

func checkModulo(t *testing.T, e *Engine, first, last int, prime uint64, wants map[int]*big.Int) {
	t.Helper()
	next := first
	err := e.CountModulo(context.Background(), first, last, prime, par.Options{}, func(width int, residue uint64) {
		want := new(big.Int).Mod(wants[width], new(big.Int).SetUint64(prime)).Uint64()
		if width != next || residue != want {
			t.Errorf("L(%d,%d) modulo %d is %d, want L(%d,%d), %d", e.height, width, prime, residue, e.height, next, want)
		}
		next++
	})
	if err != nil || next != last+1 {
		t.Errorf("%d rows, widths %d to %d modulo %d: the next one is %d, %v", e.height, first, last, prime, next, err)
	}
}

func checkWitness(t *testing.T, e *Engine, prime uint64, wants map[int]*big.Int) {
	t.Helper()
	for width := 1; width <= len(wants); width++ {
		w, err := e.Witness(context.Background(), width, prime, par.Options{})
		if err != nil {
			t.Fatalf("%dx%d: %v", e.height, width, err)
		}
		for _, c := range []Congruence{w.Number, w.Narrow} {
			if want := residueOf(wants[c.Width], prime); c.Prime != prime || c.Residue != want {
				t.Errorf("the witness of L(%d,%d) has %+v, want %d modulo %d", e.height, width, c, want, prime)
			}
		}
		if half := (width + 1) / 2; w.Number.Width != width || w.Narrow.Width > half || w.Narrow.Width < min(half, e.height/2) {
			t.Errorf("the witness of L(%d,%d) is %+v", e.height, width, w)
		}
	}
}

// Positions of any number of colours, by looking at all.
func TestCountColours(t *testing.T) {
	for _, c := range []struct{ colours, height, width int }{
		{1, 1, 1}, {1, 3, 4}, {1, 3, 5}, {1, 4, 4}, {3, 1, 6}, {3, 2, 3}, {3, 3, 3}, {3, 2, 4}, {4, 1, 5}, {4, 2, 3}, {4, 2, 4},
	} {
		e := newEngine(t, c.height, c.colours)
		if got, want := count(t, e, c.width, 0, par.Options{}), bruteForce(c.height, c.width, c.colours); got.Cmp(want) != 0 {
			t.Errorf("%+v: %d, want %d", c, got, want)
		}
	}
}

// bruteForce counts the colourings in which every string has a liberty.
func bruteForce(height, width, colours int) *big.Int {
	n := height * width
	board, beside := make([]int, n), make([][]int, n)
	for p := range beside {
		if p%height > 0 {
			beside[p] = append(beside[p], p-1)
			beside[p-1] = append(beside[p-1], p)
		}
		if p >= height {
			beside[p] = append(beside[p], p-height)
			beside[p-height] = append(beside[p-height], p)
		}
	}
	legal := int64(0)
	for {
		if isLegal(board, beside) {
			legal++
		}
		i := 0
		for i < n && board[i] == colours {
			board[i] = 0
			i++
		}
		if i == n {
			return big.NewInt(legal)
		}
		board[i]++
	}
}

func isLegal(board []int, beside [][]int) bool {
	// A point with a liberty makes its neighbours of the same colour have one.
	free := make([]bool, len(board))
	for changed := true; changed; {
		changed = false
		for p, colour := range board {
			for _, q := range beside[p] {
				if colour != 0 && !free[p] && (board[q] == 0 || board[q] == colour && free[q]) {
					free[p], changed = true, true
				}
			}
		}
	}
	for p, colour := range board {
		if colour != 0 && !free[p] {
			return false
		}
	}
	return true
}

// Published numbers: Combinatorics of Go, Table 3.
func TestCountPublished(t *testing.T) {
	if testing.Short() {
		t.Skip("10 and 11 rows")
	}
	for _, c := range []struct {
		height, width int
		want          string
	}{
		{10, 10, "96498428501909654589630887978835098088148177857"},
		{10, 11, "5072588588647327658457862518216696854885169490987149"},
		{11, 11, "793474866816582266820936671790189132321673383112185151899"},
	} {
		if got := count(t, newEngine(t, c.height, 2), c.width, 1, par.Options{}); got.String() != c.want {
			t.Errorf("L(%d,%d) is %d", c.height, c.width, got)
		}
	}
}

// A number that is wrong anywhere in a vector does not come out.
func TestWrongValues(t *testing.T) {
	ctx := context.Background()
	e := newEngine(t, 7, 2)
	c, err := e.newCounter(ctx, par.Options{}, Primes(6), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer c.free()
	const columns = 8
	for k := 1; k < columns; k++ {
		for r := e.Residues(k+1) - 1; r >= 0; r-- {
			if c.column(k, r); c.err != nil {
				t.Fatal(c.err)
			}
		}
	}
	n := e.Residues(columns)
	if n < 2 {
		t.Fatal("one residue is no test")
	}
	c.fields = c.fields[:n]
	sum := func() (*big.Int, error) {
		c.err = nil
		return c.joinExact(columns), c.err
	}
	right, err := sum()
	if err != nil || right.Cmp(count(t, e, 2*columns-1, 0, par.Options{})) != 0 {
		t.Fatalf("%v, %v", right, err)
	}
	for r := range n {
		v := c.vector(r)
		for i, x := range v {
			if x == 0 || i%97 != 0 {
				continue
			}
			v[i] ^= 1 << (i % 31)
			if wrong, err := sum(); !errors.Is(err, ErrImpossibleValue) && !errors.Is(err, ErrNotInteger) {
				t.Errorf("residue %d, value %d: %v, %v", r, i, wrong, err)
			}
			c.wrong.Store(false)
			read, err := c.codecReader(t, n, columns)
			if err != nil {
				t.Fatal(err)
			}
			for j := range c.whole.prefix.chunks {
				k := &c.whole.prefix.chunks[j]
				read(k, c.whole.prefix.rows[:k.rows], make([]uint32, k.rows*lanes))
			}
			if !c.wrong.Load() {
				t.Errorf("residue %d, value %d: another residue was found", r, i)
			}
			v[i] = x
		}
	}
}

// Results of a step that go to each other's place make no number: the two sums for one board
// differ, unless the values are impossible.
func TestWrongSteps(t *testing.T) {
	ctx, opt, prime := t.Context(), par.Options{}, Primes(1)[0]
	for _, width := range []int{6, 7} {
		e := newEngine(t, 4, 2)
		right := count(t, e, width, 1, opt)
		residue := new(big.Int).Mod(right, new(big.Int).SetUint64(prime)).Uint64()
		seen := 0
		var windows []window
		tables := e.tables[e.columns[0]]
		for _, p := range []*phase{tables.prefix, tables.suffix} {
			for _, b := range p.blocks {
				windows = append(append(windows, b.windows[0]...), b.windows[1]...)
			}
		}
		for _, w := range windows {
			if len(w.to) < 2 {
				continue
			}
			w.to[0], w.to[1] = w.to[1], w.to[0]
			number, _, err := e.Count(ctx, width, Primes(e.PrimesFor(width)), opt)
			if err == nil && number.Cmp(right) != 0 || err != nil && !errors.Is(err, ErrNotSelfAdjoint) && !errors.Is(err, ErrImpossibleValue) {
				t.Errorf("%d columns: the wrong number %d, %v", width, number, err)
			}
			if errors.Is(err, ErrNotSelfAdjoint) {
				seen++
			}
			if x, err := e.Witness(ctx, width, prime, opt); err == nil && x.Number.Residue != residue || err != nil && !errors.Is(err, ErrNotSelfAdjoint) {
				t.Errorf("%d columns: a wrong residue, %v", width, err)
			}
			w.to[0], w.to[1] = w.to[1], w.to[0]
		}
		if seen < 30 {
			t.Errorf("%d columns: two sums differ in %d cases", width, seen)
		}
	}
}

// A wrong value within the bound of the values is seen where the norm of its word is no integer.
func TestNotInteger(t *testing.T) {
	ctx := context.Background()
	e := newEngine(t, 9, 2)
	const columns = 3
	c, err := e.newCounter(ctx, par.Options{}, Primes(e.Residues(columns)), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer c.free()
	c.half(2*columns - 1)
	if value := c.joinExact(columns); c.err != nil || value.Cmp(count(t, e, 2*columns-1, 0, par.Options{})) != 0 {
		t.Fatalf("%v, %v", value, c.err)
	}
	tried := 0
	to := c.whole.prefix.newWriter(0, c.v[0].All)
	for i := range to.chunks {
		chunk := &to.chunks[i]
		rows, idle := c.weights().of(chunk)
		for r := range chunk.rows {
			for lane, kind := range idle {
				norm := c.weights().row[rows[r]].norm.times(c.weights().idle[kind].norm)
				x := &to.at(chunk)[r*lanes+lane]
				if norm.den == 1 || *x != 0 || tried == 20 {
					continue
				}
				tried++
				*x = 1
				if value := c.joinExact(columns); !errors.Is(c.err, ErrNotInteger) {
					t.Errorf("1 in place of 0 for a word with norm %v: %v, %v", norm, value, c.err)
				}
				*x, c.err = 0, nil
			}
		}
	}
	if tried == 0 || len(c.fields) != 1 {
		t.Errorf("%d values tried, %d residues", tried, len(c.fields))
	}
}

// codecReader reads a residue that follows from the first n.
func (c *counter) codecReader(t *testing.T, n, columns int) (reader, error) {
	t.Helper()
	f, err := newField(Primes(9)[8])
	if err != nil {
		return nil, err
	}
	var known []reader
	for _, m := range c.v[:n] {
		known = append(known, c.whole.prefix.whole(m.All))
	}
	codec, err := newCodec(c.primes[:len(c.fields)], f, c.limit(columns))
	if err != nil {
		return nil, err
	}
	return codec.extend(c.weights(), known, false, &c.wrong), nil
}

// relations reports whether the coefficients of the pairs of strands satisfy the relations of the
// algebra (docs/theory.md) for every height h of the stack.
func relations(pairAt func(first sign, h int) pair) bool {
	for h := range maxStrands + 1 {
		up := pairAt(plus, h)
		loop, ring := up.create.times(up.remove), up.split.times(up.merge)
		if h > 0 {
			down := pairAt(minus, h)
			loop, ring = loop.plus(down.create.times(down.remove)), ring.plus(down.split.times(down.merge))
			if !down.adjoint() || create(plus, h-1).times(down.merge) != one {
				return false
			}
		}
		// A string that comes and goes counts -1. A run that is split and merged is the run as it
		// was, and so is a run that is merged with a new one.
		if loop != one.negative() || ring != one || !up.adjoint() || create(minus, h+1).times(up.merge) != one {
			return false
		}
	}
	return true
}

// A pair is what there is to say of two strands of a colour side by side that cancel each other.
type pair struct {
	create, remove, merge, split ratio
	outside, inside              ratio // norms: of the ends of one run, and of an end and the next beginning
}

func pairAt(first sign, h int) pair {
	second, between := minus, h+1
	if first == minus {
		second, between = plus, h-1
	}
	return pair{
		create: create(first, h), remove: remove(first, h), merge: merge(first, h), split: split(first, h),
		outside: normOf(first, true, h).times(normOf(second, false, between)),
		inside:  normOf(first, false, h).times(normOf(second, true, between)),
	}
}

// adjoint reports whether create and remove are adjoint for the norms, and split and merge.
func (p pair) adjoint() bool {
	return p.create.times(p.outside) == p.remove && p.split.times(p.inside) == p.merge
}

func TestRelations(t *testing.T) {
	if !relations(pairAt) {
		t.Error("the coefficients break the relations")
	}
	for i := 2; i < len(fibonacci); i++ {
		fibonacci[i]++
		if relations(pairAt) {
			t.Errorf("a wrong F(%d) is not seen", i)
		}
		fibonacci[i]--
	}
}

// Each relation is needed: there are wrong pairs that break no other one.
func TestEachRelationIsNeeded(t *testing.T) {
	for _, first := range []sign{plus, minus} {
		for name, parts := range map[string]func(*pair) []*ratio{
			"a string that comes and goes": func(p *pair) []*ratio { return []*ratio{&p.create, &p.outside} },
			"a run that is split":          func(p *pair) []*ratio { return []*ratio{&p.split, &p.inside} },
			"a run that is merged":         func(p *pair) []*ratio { return []*ratio{&p.merge, &p.split} },
			"create and remove":            func(p *pair) []*ratio { return []*ratio{&p.outside} },
			"split and merge":              func(p *pair) []*ratio { return []*ratio{&p.inside} },
		} {
			if relations(func(s sign, h int) pair {
				p := pairAt(s, h)
				if s == first && h == 3 {
					for _, x := range parts(&p) {
						*x = x.negative()
					}
				}
				return p
			}) {
				t.Errorf("%s, first sign %d: not seen", name, first)
			}
		}
	}
}

// Each coefficient and each norm of a pair of strands matters for its being adjoint.
func TestAdjoint(t *testing.T) {
	for _, first := range []sign{plus, minus} {
		for i := range 6 {
			p := pairAt(first, 3)
			if !p.adjoint() {
				t.Errorf("%+v is not adjoint", p)
			}
			x := []*ratio{&p.create, &p.remove, &p.merge, &p.split, &p.outside, &p.inside}[i]
			*x = x.negative()
			if p.adjoint() {
				t.Errorf("%+v is adjoint", p)
			}
		}
	}
}

// A stack has room for as many colours as are allowed.
func TestStackHasRoom(t *testing.T) {
	for c := range MaxColours {
		s := noStrands
		for range maxStrands {
			s, _ = s.after(plus, c)
		}
		if s.depth() != maxStrands || s.height(c) != maxStrands {
			t.Errorf("colour %d: a stack of %d strands, %d of that colour", c, s.depth(), s.height(c))
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct{ height, colours int }{{0, 2}, {MaxHeight + 1, 2}, {5, 0}, {5, MaxColours + 1}} {
		if _, err := New(Board{Height: c.height, Colours: c.colours}); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
	e := newEngine(t, 3, 2)
	for _, modulus := range []uint64{0, 1, 2, 3, 4, 5, 13, 15, 1 << 20, 1<<32 + 15, 1<<61 - 1, 89} {
		err := e.CountModulo(context.Background(), 1, 3, modulus, par.Options{}, func(int, uint64) {})
		if err == nil {
			t.Errorf("modulus %d is accepted", modulus)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := e.Count(ctx, 5, Primes(1), par.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the context's end: %v", err)
	}
}

func TestProgress(t *testing.T) {
	ctx, e := context.Background(), newEngine(t, 6, 2)
	for _, width := range []int{8, 9} {
		var last float64
		opt := par.Options{Progress: func(share float64) {
			if share < last || share > 1 {
				t.Errorf("progress goes from %v to %v", last, share)
			}
			last = share
		}}
		for name, run := range map[string]func() error{
			"exact": func() error { count(t, e, width, 1, opt); return nil },
			"modulo": func() error {
				return e.CountModulo(ctx, 1, width, Primes(1)[0], opt, func(int, uint64) {})
			},
			"witness": func() error { _, err := e.Witness(ctx, width, Primes(1)[0], opt); return err },
		} {
			last = 0
			if err := run(); err != nil || last != 1 {
				t.Errorf("%d columns, %s: progress ends at %v, %v", width, name, last, err)
			}
		}
	}
}

// All ranges of widths are as each width alone.
func TestRangesOfWidths(t *testing.T) {
	e, wants := newEngine(t, 3, 2), map[int]*big.Int{}
	for last := 1; last <= 7; last++ {
		wants[last] = hashed.Count(3, last)
		for first := 1; first <= last; first++ {
			checkModulo(t, e, first, last, Primes(1)[0], wants)
		}
	}
}

// The numbers of words are those of all words, and nearly those that are stored.
func TestWords(t *testing.T) {
	for height := 1; height <= 8; height++ {
		for colours := 1; colours <= 3; colours++ {
			s := newShape(Board{Height: height, Colours: colours})
			if height > 6 && colours > 2 {
				continue
			}
			for y := range height {
				words := map[word]bool{}
				classes := 0
				for k, first := range s.wordsTo(y) {
					for _, a := range first {
						for _, b := range s.columns[0].newFan(k, y, y, height).to[atEdge] {
							w := a.cat(b)
							if words[w] {
								t.Fatalf("%d rows, kink %d: %v twice", height, y, w)
							}
							words[w] = true
							if s.orderOf(atEdge, &w).canonical() {
								classes++
							}
						}
					}
				}
				// Words with few colours are counted as if they had all.
				got := int(s.columns[0].wordsAt(y).Int64())
				if all := s.recolourings(colours); got != (len(words)+all-1)/all || colours < 3 && got != classes {
					t.Errorf("%d rows, %d colours, kink %d: %d words, want %d classes of %d words", height, colours, y, got, classes, len(words))
				}
			}
		}
	}
	if got := newShape(Board{Height: 9, Colours: 2}).columns[0].wordsAt(0).Int64(); got != 109736 {
		t.Errorf("9 rows: %d words, want 109736 (Combinatorics of Go, Table 1)", got)
	}
}

// wordsTo returns the words of the points before a point, by the crossing they lead to.
func (s *shape) wordsTo(point int) map[crossing]list {
	return s.columns[0].newFan(atEdge, point, 0, point-1).to
}

// What a count is estimated to take is about what it takes.
func TestNeed(t *testing.T) {
	for height := 9; height <= 11; height++ {
		e := newEngine(t, height, 2)
		c, err := e.newCounter(context.Background(), par.Options{Threads: 1}, Primes(1), 1)
		if err != nil {
			t.Fatal(err)
		}
		if c.vector(0); c.err != nil {
			t.Fatal(c.err)
		}
		values := 0
		for _, m := range append(c.v, c.u, c.share) {
			values += ValueBytes * len(m.All)
		}
		for _, m := range []*memory.Words{c.workers[0].program, c.workers[0].input, c.workers[0].middle, c.workers[0].out} {
			values += ValueBytes * len(m.All)
		}
		c.free()
		need := int(e.NeedModulo(par.Options{Threads: 1}))
		if need < values || need > 2*values {
			t.Errorf("%d rows: the estimate is %d bytes, values take %d", height, need, values)
		}
	}
}

// A join that is interrupted is an error, and no number.
func TestJoinsStop(t *testing.T) {
	const columns = 3
	e := newEngine(t, 6, 2)
	c, err := e.newCounter(t.Context(), par.Options{}, Primes(1), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer c.free()
	if c.half(2*columns - 1); c.err != nil {
		t.Fatal(c.err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c.ctx = ctx
	x := c.whole.prefix.whole(c.v[0].All)
	if n := c.join(c.fields[0], 0, c.whole.prefix, x, x); !errors.Is(c.err, context.Canceled) {
		t.Errorf("modulo: %d, %v", n, c.err)
	}
	c.err = nil
	if n := c.joinExact(columns); !errors.Is(c.err, context.Canceled) {
		t.Errorf("exactly: %d, %v", n, c.err)
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

// Wherever the context ends, a count says so, or is over: what follows an error that is kept does
// no harm.
func TestCountsStopAnywhere(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {4, 4}, {4, 5}, {5, 6}} {
		height, width := size[0], size[1]
		e, err := New(Board{Height: height, Colours: 2})
		if err != nil {
			t.Fatal(err)
		}
		for what, run := range map[string]func(context.Context) error{
			"number": func(ctx context.Context) error {
				_, _, err := e.Count(ctx, width, Primes(e.PrimesFor(width)), par.Options{Threads: 2})
				return err
			},
			"witness": func(ctx context.Context) error {
				_, err := e.Witness(ctx, width, Primes(1)[0], par.Options{Threads: 2})
				return err
			},
		} {
			for looks, err := int64(0), context.Canceled; err != nil; looks++ {
				ctx := new(fuse)
				ctx.Context, ctx.cancel = context.WithCancel(t.Context())
				ctx.left.Store(looks)
				if err = run(ctx); err != nil && !errors.Is(err, context.Canceled) {
					t.Fatalf("%dx%d, %s, after %d looks: %v", height, width, what, looks, err)
				}
				ctx.cancel()
			}
		}
	}
}
