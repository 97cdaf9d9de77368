package border

import (
	"runtime"
	"testing"

	"combigo.dev/combigo/par"
)

// The values after some columns are sums of products.
func TestProducts(t *testing.T) {
	for _, c := range []struct{ height, colours, columns int }{
		{1, 2, 3},
		{2, 2, 5},
		{3, 2, 4},
		{4, 2, 4},
		{5, 2, 4},
		{6, 2, 5},
		{7, 2, 4},
		{8, 2, 4},
		{9, 2, 3},
		{7, 1, 4},
		{8, 1, 4},
		{6, 3, 4},
		{5, 4, 3},
	} {
		e := newEngine(t, c.height, c.colours)
		counter, err := e.newCounter(t.Context(), par.Options{}, Primes(1), 1)
		if err != nil {
			t.Fatal(err)
		}
		defer counter.free()
		p := counter.whole.prefix
		for k := 1; k <= c.columns; k++ {
			x, y := p.firstColumn(), p.firstColumns(k, counter.fields[0])
			if k > 1 {
				x = counter.read(k, 0)
			}
			words, different := 0, 0
			for i := range p.chunks {
				chunk := &p.chunks[i]
				rows := p.rows[:chunk.rows]
				a, b := x(chunk, rows, nil), y(chunk, rows, nil)
				for r := range rows {
					for lane := range chunk.words() {
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
			if counter.column(k, 0); counter.err != nil {
				t.Fatal(counter.err)
			}
		}
	}
}

// The products keep a third of the memory that is estimated for making them, or less.
func TestMemoryOfProducts(t *testing.T) {
	for _, height := range []int{11, 12, 13} {
		p := newEngine(t, height, 2).columns[0].newPhase(true)
		f, err := newField(Primes(1)[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, columns := range []int{3, 4} {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			read := p.firstColumns(columns, f)
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
