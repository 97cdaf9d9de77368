package border

import (
	"fmt"
	"math/big"
	"runtime"
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/states/plain"
)

// The values after some columns are sums of products.
func TestProducts(t *testing.T) {
	for _, c := range []struct{ height, colours, columns int }{
		{1, 2, 3},
		{2, 2, 5},
		{3, 2, 4},
		{4, 2, 4},
		{5, 2, 4},
		{6, 2, 4},
		{6, 2, 5},
		{7, 2, 4},
		{8, 2, 4},
		{9, 2, 3},
		{7, 1, 4},
		{8, 1, 4},
		{6, 3, 4},
		{5, 4, 3},
	} {
		if c.height*c.columns > 24 && !longtests.Wanted() {
			continue
		}
		e := newEngine(t, c.height, c.colours)
		d := newDriver(t, e, Dealing{Shares: 1}, Primes(1))
		f, err := newField(d.primes[0])
		if err != nil {
			t.Fatal(err)
		}
		l := d.layout(0, Prefix)
		for k := 1; k <= c.columns; k++ {
			x, y := l.firstColumnReader(), l.firstColumnsReader(k, f)
			if k > 1 {
				x = l.tiles(d.v[0].of(0))
			}
			words, different := 0, 0
			for i := range l.chunks {
				chunk := &l.chunks[i]
				a, b := x(chunk, make([]uint32, chunk.rows*lanes)), y(chunk, make([]uint32, chunk.rows*lanes))
				for r := range chunk.rows {
					for lane := range chunk.n {
						words++
						if a[r*lanes+lane] != b[r*lanes+lane] {
							different++
						}
					}
				}
			}
			if words == 0 || different > 0 {
				t.Errorf("%d rows, %d colours, %d columns: %d of %d values differ", c.height, c.colours, k, different, words)
			}
			if d.column(k, 1); d.err != nil {
				t.Fatal(d.err)
			}
		}
	}
}

// The mean number of rests of a word, for a cut along the middle row (docs/theory.md).
func TestMeanNumberOfRests(t *testing.T) {
	for height, want := range map[int]string{4: "3.3 12.3 45.7", 8: "2.8 10.6 40.6", 12: "2.2 8.6 34.1", 16: "1.7 6.9 28.4"} {
		if height > 12 && !longtests.Wanted() {
			continue
		}
		c, strips := newShape(Board{Height: height, Colours: 2}).columns[0], []*strip{newStrip(2, 2), newStrip(3, 2), newStrip(4, 2)}
		words, rests := 0, make([]int, len(strips))
		for k, upper := range c.newContinuations(atEdge, 0, 0, c.split).to {
			n := len(upper) * len(c.newContinuations(k, 0, c.split+1, height).to[atEdge])
			words += n
			for i, s := range strips {
				rests[i] += n * len(s.restsAfter(k))
			}
		}
		mean := func(i int) float64 { return float64(rests[i]) / float64(words) }
		if got := fmt.Sprintf("%.1f %.1f %.1f", mean(0), mean(1), mean(2)); got != want {
			t.Errorf("%d rows: %s, want %s", height, got, want)
		}
	}
}

// The products keep a third of the memory that is estimated for making them, or less.
func TestMemoryOfProducts(t *testing.T) {
	heights := []int{11}
	if longtests.Wanted() {
		heights = []int{11, 12, 13}
	}
	for _, height := range heights {
		p := newEngine(t, height, 2).columns[0].newPhaseTables(true)
		f, err := newField(Primes(1)[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, columns := range []int{3, 4} {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			read := p.firstColumnsReader(columns, f)
			runtime.GC()
			runtime.ReadMemStats(&after)
			runtime.KeepAlive(read)
			kept, third := float64(after.HeapAlloc)-float64(before.HeapAlloc), float64(p.ProductBytes(columns))/3
			if kept > 1.2*third || kept < 0.4*third {
				t.Errorf("%d rows, %d columns: %.0f bytes are kept, want about %.0f", height, columns, kept, third)
			}
		}
	}
}

// A value of the first columns that is wrong is seen by the join of the last vector with other
// first columns, whatever number of columns comes between.
func TestWrongProductsAreSeen(t *testing.T) {
	const start, last, others = 4, 6, 3
	height, alterations := 6, 10
	if longtests.Wanted() {
		height, alterations = 7, 20
	}
	e, number := newEngine(t, height, 2), plain.Count(height, last+others-1)
	right := number.Mod(number, new(big.Int).SetUint64(Primes(1)[0])).Uint64()
	d := newDriver(t, e, Dealing{Shares: 1}, Primes(1))
	f, err := d.field(d.primes[0])
	if err != nil {
		t.Fatal(err)
	}
	l := d.layout(0, Prefix)
	sound, narrow := l.firstColumnsReader(start, f), l.firstColumnsReader(others, f)
	use := func(columns int, read reader) {
		d.firstColumns.prime, d.firstColumns.columns, d.firstColumns.reader = f.prime, columns, read
	}
	for n := range alterations {
		altered := l.chunks[len(l.chunks)*n/alterations]
		use(start, func(c *chunk, room []uint32) []uint32 {
			values := sound(c, room)
			if c.number == altered.number && c.first == altered.first {
				values[n%altered.rows*lanes+n%altered.n] ^= 1
			}
			return values
		})
		d.v = nil
		for k := start; k < last; k++ {
			d.column(k, 1)
		}
		use(others, narrow)
		got := d.join(last, 0, d.read(last, 0, d.v[0]), func(int) *Source { return &Source{Columns: others} })
		if d.err != nil {
			t.Fatal(d.err)
		}
		if got == right {
			t.Errorf("value %d: L(%d,%d) is right", n, height, last+others-1)
		}
	}
}

// A value that is wrong in a turned tile is seen when the tiles are joined the other way round.
func TestWrongTurnsAreSeen(t *testing.T) {
	const height, columns = 8, 4
	e := newEngine(t, height, 2)
	d := newDriver(t, e, Dealing{Shares: 3, Turn: true}, Primes(1))
	d.half(2 * columns)
	u := d.between(columns, 0)
	turned := func(a, b, alter int) uint64 {
		sizes, n := d.TileSizes(columns, Prefix, b, a), 0
		for _, size := range sizes {
			n += size
		}
		values := make([]uint32, n)
		room := CutTile(values, sizes)
		d.keep(d.Turn(d.ctx, a, b, u[a][b], room, d.opt))
		if alter >= 0 {
			values[alter%n] ^= 1
		}
		sum, err := d.JoinTurned(d.ctx, d.primes[0], a, b, room, u[b][a], d.opt)
		d.keep(err)
		return sum
	}
	for a := range d.Shares() {
		for b := range d.Shares() {
			seen, one := 0, turned(a, b, -1)
			if other := turned(b, a, -1); one != other {
				t.Errorf("tiles of shares %d and %d: %d, and %d the other way round", a, b, one, other)
			}
			for n := range 100 {
				if turned(a, b, 37*n) != one {
					seen++
				}
			}
			if d.err != nil || seen < 5 { // the others are of no word
				t.Errorf("tiles of shares %d and %d: %d of 100 alterations are seen, %v", a, b, seen, d.err)
			}
		}
	}
}
