package border

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/states/plain"
	"combigo.dev/combigo/par"
)

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
	highest, points := 6, 30 // larger boards: TestCountAgainstStatesWithConnections
	if longtests.Wanted() {
		highest, points = 7, 50
	}
	for height := 1; height <= highest; height++ {
		widest := min(12, points/height)
		wants := plain.Counts(height, widest)
		for _, apart := range []bool{false, true} {
			e := newEngine(t, height, 2)
			e.separateSigns = apart
			for shares := 1; shares <= 3; shares++ {
				if height > 5 && apart != (shares == 3) {
					continue
				}
				for i, got := range counts(t, e, widest, shares) {
					if got.Cmp(wants[i]) != 0 {
						t.Errorf("L(%d,%d) in %d shares is %d, want %d", height, i+1, shares, got, wants[i])
					}
				}
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
		if height > 7 && !longtests.Wanted() {
			continue
		}
		e := newEngine(t, height, 2)
		e.separateSigns = height&2 == 0
		exact := len(byWidth)
		if height > 8 {
			exact = 9 // 8 rows have more residues
		}
		for i, got := range counts(t, e, exact, 1) {
			if want := byWidth[i+1]; got.Cmp(want) != 0 {
				t.Errorf("L(%d,%d) is %d, want %d", height, i+1, got, want)
			}
		}
		primes := []uint64{Primes(4)[3], 1<<31 - 1, 1000003}
		if height > 4 {
			primes = primes[height%2:][:1] // a prime more says nothing of the height
		}
		for i, prime := range primes {
			d := newDriver(t, e, Dealing{Shares: 1 + (height+i)%4, Turn: e.Turns(2)}, []uint64{prime})
			for width := 1; width <= len(byWidth); width++ {
				d.half(width)
				if got, want := d.residue(width, 0), residueOf(byWidth[width], prime); d.err != nil || got != want {
					t.Errorf("L(%d,%d) modulo %d is %d, want %d, %v", height, width, prime, got, want, d.err)
				}
			}
		}
	}
}

// Positions of any number of colours, by looking at all.
func TestCountColours(t *testing.T) {
	for _, c := range []struct{ colours, height, width int }{
		{1, 1, 1}, {1, 3, 4}, {1, 3, 5}, {1, 4, 4}, {3, 1, 6}, {3, 2, 3}, {3, 3, 3}, {3, 2, 4}, {4, 1, 5}, {4, 2, 3}, {4, 2, 4},
	} {
		e := newEngine(t, c.height, c.colours)
		if got, want := count(t, e, c.width, 0), bruteForce(c.height, c.width, c.colours); got.Cmp(want) != 0 {
			t.Errorf("%+v: %d, want %d", c, got, want)
		}
	}
}

// Residues are the same in any number of shares: whatever a share reads was written. Rows and
// columns change places for the comparison.
func TestCountInShares(t *testing.T) {
	prime := Primes(1)
	residues := func(e *Engine, first, last, shares int) (all []uint64) {
		d := newDriver(t, e, Dealing{Shares: shares, Turn: e.Turns(2)}, prime)
		for width := first; width <= last; width++ {
			d.half(width)
			if all = append(all, d.residue(width, 0)); d.err != nil {
				t.Fatal(d.err)
			}
		}
		return all
	}
	first, last := 4, 5                            // widths
	heights := map[int]int{1: 6, 2: 6, 3: 4, 4: 4} // by the number of colours
	if longtests.Wanted() {
		last, heights = 6, map[int]int{1: 9, 2: 9, 3: 6, 4: 5}
	}
	for colours, highest := range heights {
		wants := make([][]uint64, last+1) // by the width, by the height from the first on
		for width := first; width <= last; width++ {
			if colours != 2 {
				wants[width] = residues(newEngine(t, width, colours), first, highest, 1)
				continue
			}
			for _, n := range plain.Counts(width, highest)[first-1:] {
				wants[width] = append(wants[width], residueOf(n, prime[0]))
			}
		}
		for height := first; height <= highest; height++ {
			for _, apart := range []bool{false, true} {
				allShares := []int{1, 2, 3, 8, 20}
				switch {
				case !longtests.Wanted():
					allShares = []int{1, 3, 20}
				case height > 7: // either of them
					allShares, apart = []int{3, 20}, height == 9
				case (height > 5 || colours > 2) && apart:
					allShares = []int{2, 20}
				case height > 5 || colours > 2:
					allShares = []int{1, 3, 8}
				}
				e := newEngine(t, height, colours)
				e.separateSigns = apart
				for _, shares := range allShares {
					for i, got := range residues(e, first, last, shares) {
						if want := wants[first+i][height-first]; got != want {
							t.Errorf("%d colours, %dx%d, %d shares, apart %v: %d, want %d", colours, height, first+i, shares, apart, got, want)
						}
					}
				}
				if height > 7 {
					break
				}
			}
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

// A published number, modulo a prime (Combinatorics of Go, Table 3). Tests of package count compare
// exact numbers.
func TestCountPublished(t *testing.T) {
	if !longtests.Wanted() {
		t.Skip("11 rows")
	}
	want, ok := new(big.Int).SetString("793474866816582266820936671790189132321673383112185151899", 10)
	e, prime := newEngine(t, 11, 2), Primes(1)[0]
	d := newDriver(t, e, Dealing{Shares: 1}, []uint64{prime})
	d.half(11)
	if got := d.residue(11, 0); d.err != nil || !ok || got != residueOf(want, prime) {
		t.Errorf("L(11,11) modulo %d is %d, %v", prime, got, d.err)
	}
}

// values visits the values of a vector that are not 0, some of them.
func (v vector) values(step int, visit func(x *uint32)) {
	n := 0
	for _, from := range v {
		for _, t := range from {
			for _, chunk := range t {
				for i := range chunk {
					if n++; n%step == 0 && chunk[i] != 0 {
						visit(&chunk[i])
					}
				}
			}
		}
	}
}

// A number that is wrong anywhere in a vector does not come out.
func TestWrongValues(t *testing.T) {
	e := newEngine(t, 7, 2)
	const columns = 8
	d := newDriver(t, e, Dealing{Shares: 2}, Primes(e.Residues(columns)))
	right := d.number(2*columns - 1)
	if d.err != nil || right.Cmp(count(t, e, 2*columns-1, 0)) != 0 {
		t.Fatalf("%v, %v", right, d.err)
	}
	if len(d.v) < 2 {
		t.Fatal("one residue is no test")
	}
	d.primes = Primes(len(d.v) + 1)
	step := 307
	if longtests.Wanted() {
		step = 97
	}
	for r, v := range d.v {
		i := 0
		v.values(step, func(x *uint32) {
			was := *x
			*x ^= 1 << (i % 31)
			if wrong := d.exact(columns); !errors.Is(d.err, ErrImpossibleValue) && !errors.Is(d.err, ErrNotInteger) {
				t.Errorf("residue %d, value %d: %v, %v", r, i, wrong, d.err)
			}
			d.err = nil
			if d.between(columns, len(d.v)); !errors.Is(d.err, ErrImpossibleValue) {
				t.Errorf("residue %d, value %d: another residue was found, %v", r, i, d.err)
			}
			*x, d.err = was, nil
			i++
		})
	}
}

// The share that reads an impossible value says so, and no other one that is at work meanwhile.
func TestWrongValuesOfOneShare(t *testing.T) {
	e := newEngine(t, 7, 2)
	const columns = 8
	d := newDriver(t, e, Dealing{Shares: 2}, Primes(e.Residues(columns)+1))
	d.half(2*columns - 1)
	if d.err != nil || len(d.v) >= len(d.primes) {
		t.Fatal(len(d.v), d.err)
	}
	d.v[0][0][0][0][0] ^= 1 // share 0 reads it in its first chunk
	run := func(share int, progress func(float64)) error {
		var out []Tile
		for to := range d.Shares() {
			out = append(out, d.room(d.TileSizes(columns, Prefix, share, to)))
		}
		return d.Run(d.ctx, columns, Prefix, share, d.primes[len(d.v)], d.source(columns, len(d.v), share), out, par.Options{Threads: 1, Progress: progress})
	}
	var others []error
	err := run(0, func(float64) { others = append(others, run(1, nil)) })
	if !errors.Is(err, ErrImpossibleValue) || len(others) == 0 || errors.Join(others...) != nil {
		t.Errorf("share 0: %v; share 1, %d times: %v", err, len(others), errors.Join(others...))
	}
}

// The parts of a sum are known modulo the product of the primes, and so is the sum.
func TestExactSum(t *testing.T) {
	primes := Primes(2)
	product := new(big.Int).Mul(new(big.Int).SetUint64(primes[0]), new(big.Int).SetUint64(primes[1]))
	largest := new(big.Int).Rsh(product, PrimeBits)
	for times := range int64(4) {
		more := new(big.Int).Mul(product, big.NewInt(times))
		for _, n := range []*big.Int{new(big.Int), big.NewInt(57), largest} {
			if got, err := ExactSum(new(big.Int).Add(n, more), primes); err != nil || got.Cmp(n) != 0 {
				t.Errorf("%d and %d times the product: %d, %v", n, times, got, err)
			}
		}
		if got, err := ExactSum(more.Add(more, new(big.Int).Lsh(largest, 1)), primes); !errors.Is(err, ErrNotInteger) {
			t.Errorf("twice the largest number: %d, %v", got, err)
		}
	}
}

// Shares have about the same number of values, and threads have workers of their own, which are
// used again.
func TestSharesAreEven(t *testing.T) {
	for height := 10; height <= 11; height++ {
		const shares = 6
		d := newDriver(t, newEngine(t, height, 2), Dealing{Shares: shares, Turn: height%2 == 0}, Primes(1))
		for _, p := range []Phase{Prefix, Suffix} {
			var values [shares]int
			all := 0
			for share := range shares {
				for from := range shares {
					for _, n := range d.layoutAfter(0, p).sizes(from, share) {
						values[share] += n
						all += n
					}
				}
			}
			if most := slices.Max(values[:]); most*shares > all*4/3 {
				t.Errorf("%d rows, phase %d: shares have %v values", height, p, values)
			}
		}
		a, errA := d.takeWorker()
		b, errB := d.takeWorker()
		d.giveWorkers([]*worker{a, b})
		c, errC := d.takeWorker()
		e, errE := d.takeWorker()
		if err := errors.Join(errA, errB, errC, errE); err != nil || a == b || c == e || c != a && c != b || e != a && e != b {
			t.Errorf("the workers %p and %p, and again %p and %p, %v", a, b, c, e, err)
		}
		d.giveWorkers([]*worker{c, e})
	}
}

// Results of a step that go to each other's place make no number: the two sums for one board
// differ, unless the values are impossible.
func TestWrongSteps(t *testing.T) {
	for _, width := range []int{6, 7} {
		e := newEngine(t, 4, 2)
		right := count(t, e, width, 1)
		seen := 0
		var windows []window
		tables := e.tables[e.columns[0]]
		for _, p := range []*phaseTables{tables.prefix, tables.suffix} {
			for _, b := range p.blocks {
				windows = append(append(windows, b.windows[0]...), b.windows[1]...)
			}
		}
		for _, w := range windows {
			if len(w.to) < 2 {
				continue
			}
			w.to[0], w.to[1] = w.to[1], w.to[0]
			d := newDriver(t, e, Dealing{Shares: 1}, Primes(max(e.PrimesFor(width), e.Residues((width+1)/2))))
			number := d.number(width)
			if d.err == nil && number.Cmp(right) != 0 {
				err := d.adjoint((width+1)/2, 0)
				if !errors.Is(err, errNotSelfAdjoint) && !errors.Is(err, ErrImpossibleValue) {
					t.Errorf("%d columns: the wrong number %d, %v", width, number, err)
				}
				seen++
			} else if d.err != nil && !errors.Is(d.err, ErrImpossibleValue) && !errors.Is(d.err, ErrNotInteger) {
				t.Error(d.err)
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
	e := newEngine(t, 9, 2)
	const columns = 3
	d := newDriver(t, e, Dealing{Shares: 1}, Primes(e.Residues(columns)))
	if value := d.number(2*columns - 1); d.err != nil || value.Cmp(count(t, e, 2*columns-1, 0)) != 0 {
		t.Fatalf("%v, %v", value, d.err)
	}
	tried, l, weights := 0, d.layout(columns, Prefix), d.joinFactorsOf(columns)
	for i := range l.chunks {
		chunk := &l.chunks[i]
		rows, idle := weights.ofChunk(chunk)
		for r := range chunk.rows {
			for lane, kind := range idle {
				norm := weights.rowKinds[rows[r]].norm.times(weights.idleKinds[kind].norm)
				all := make([]*uint32, len(d.v)) // 1 in all residues
				zero := true
				for k, v := range d.v {
					all[k] = &v[0][0][chunk.index][r*lanes+lane]
					zero = zero && *all[k] == 0
				}
				if norm.den == 1 || !zero || tried == 20 {
					continue
				}
				tried++
				for _, x := range all {
					*x = 1
				}
				if value := d.exact(columns); !errors.Is(d.err, ErrNotInteger) {
					t.Errorf("1 in place of 0 for a word with norm %v: %v, %v", norm, value, d.err)
				}
				for _, x := range all {
					*x = 0
				}
				d.err = nil
			}
		}
	}
	if tried == 0 {
		t.Error("no value was tried")
	}
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
	for _, modulus := range []uint64{0, 1, 2, 3, 4, 5, 13, 15, 1 << 31, 1<<32 + 15, 89} {
		d := newDriver(t, e, Dealing{Shares: 1}, []uint64{modulus})
		if d.column(1, 1); d.err == nil {
			t.Errorf("modulus %d is accepted", modulus)
		}
	}
}

// The numbers of words are those of all words, and nearly those that are stored.
func TestWords(t *testing.T) {
	highest := 6
	if longtests.Wanted() {
		highest = 8
	}
	for height := 1; height <= highest; height++ {
		for colours := 1; colours <= 3; colours++ {
			s := newShape(Board{Height: height, Colours: colours})
			if height > highest-2 && colours > 2 || height > 7 && colours != 2 {
				continue
			}
			for y := range height {
				words := map[word]bool{}
				classes := 0
				for k, first := range s.wordsTo(y) {
					for _, a := range first {
						for _, b := range s.columns[0].newContinuations(k, y, y, height).to[atEdge] {
							w := a.concat(b)
							if words[w] {
								t.Fatalf("%d rows, kink %d: %v twice", height, y, w)
							}
							words[w] = true
							if s.colourOrderOf(atEdge, &w).canonical() {
								classes++
							}
						}
					}
				}
				// Words with few colours are counted as if they had all.
				got := int(s.columns[0].wordsAt(y))
				if all := s.recolouringCount(colours); got != (len(words)+all-1)/all || colours < 3 && got != classes {
					t.Errorf("%d rows, %d colours, kink %d: %d words, want %d classes of %d words", height, colours, y, got, classes, len(words))
				}
			}
		}
	}
	if got := newShape(Board{Height: 9, Colours: 2}).columns[0].wordsAt(0); got != 109736 {
		t.Errorf("9 rows: %v words, want 109736 (Combinatorics of Go, Table 1)", got)
	}
}

// wordsTo returns the words of the points before a point, by the crossing they lead to.
func (s *shape) wordsTo(point int) map[crossing]list {
	return s.columns[0].newContinuations(atEdge, point, 0, point-1).to
}

// What is interrupted is an error, and no number.
func TestInterruptions(t *testing.T) {
	const columns = 3
	e := newEngine(t, 6, 2)
	d := newDriver(t, e, Dealing{Shares: 2, Turn: true}, Primes(e.Residues(columns)+1))
	d.half(2*columns - 1)
	u := d.between(columns, 0)
	if d.err != nil {
		t.Fatal(d.err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d.ctx = ctx
	for name, do := range map[string]func() any{
		"a phase":     func() any { return d.between(columns, 0) },
		"a join":      func() any { return d.residue(2*columns-1, 0) },
		"exactly":     func() any { return d.exact(columns) },
		"half a turn": func() any { return d.turned(columns, 0, u) },
	} {
		d.err = nil
		if n := do(); !errors.Is(d.err, context.Canceled) {
			t.Errorf("%s: %v, %v", name, n, d.err)
		}
	}
	if _, err := newEngine(t, 12, 2).Divide(ctx, Dealing{Shares: 1}, par.Options{}); err == nil {
		t.Error("tables are made although the work is interrupted")
	}
}

// What a division cannot do is an error: too few primes for the values, residues that fit no value.
func TestDivisionRefuses(t *testing.T) {
	e := newEngine(t, 4, 2)
	const columns = 20 // whose values take several residues
	n := e.Residues(columns)
	d := newDriver(t, e, Dealing{Shares: 1}, Primes(n+1))
	if d.half(2*columns - 1); d.err != nil || n < 2 {
		t.Fatal(d.err, n)
	}
	all := d.v
	d.v = all[:n-1]
	if d.between(columns, n); d.err == nil {
		t.Error("a phase with too few primes")
	}
	d.err = nil
	if x := d.exact(columns); d.err == nil {
		t.Errorf("an exact join with too few primes: %v", x)
	}
	d.v, d.err = all, nil
	all[0].values(1, func(x *uint32) { *x /= 2 })
	if d.between(columns, n); !errors.Is(d.err, ErrImpossibleValue) {
		t.Errorf("a phase of residues that fit no value: %v", d.err)
	}
	for name, deal := range map[string]Dealing{"weights": {Shares: 1, Weights: []uint64{1, 1}}} {
		if _, err := e.Divide(t.Context(), deal, par.Options{}); err == nil {
			t.Errorf("%s of a board without them", name)
		}
	}
	if _, err := newEngine(t, 5, 2).Divide(t.Context(), Dealing{Shares: 1, Turn: true}, par.Options{}); err == nil {
		t.Error("half a turn of 5 rows")
	}
}
