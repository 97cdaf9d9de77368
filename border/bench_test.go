package border

import (
	"context"
	"fmt"
	"testing"
)

// BenchmarkColumn takes the vector through one column and reports the CPU
// time per state-step and 64-bit word of a value:
//
//	go test -run - -bench Column ./border
//
// Heights above 12 need gigabytes and are left out with -short.
func BenchmarkColumn(b *testing.B) {
	for _, height := range []int{10, 11, 12, 13, 14} {
		if testing.Short() && height > 12 {
			continue
		}
		e := newLayout(height)
		if err := e.makeTables(context.Background(), 2); err != nil {
			b.Fatal(err)
		}
		for _, halves := range []int{1, 2, 3, 4, 5, 6} {
			for _, threads := range []int{1, 2} {
				ar := exactArithmetic(halves)
				b.Run(fmt.Sprintf("height=%d/limbs=%v/threads=%d", height, ar.limbs(), threads), func(b *testing.B) {
					benchmarkColumn(b, e, ar, threads)
				})
			}
		}
		ar := residueArithmetic([]uint64{1<<62 - 57, 1<<62 - 87})
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("height=%d/residues=%d/threads=%d", height, len(ar.moduli), threads), func(b *testing.B) {
				benchmarkColumn(b, e, ar, threads)
			})
		}
	}
}

func benchmarkColumn(b *testing.B, e *layout, ar arithmetic, threads int) {
	p, err := e.newPass(ar.size, ar.size, threads, &meter{})
	if err != nil {
		b.Fatal(err)
	}
	defer p.free()
	always := func(int) arithmetic { return ar }
	if err := p.column(context.Background(), always); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := p.column(context.Background(), always); err != nil {
			b.Fatal(err)
		}
	}
	steps := float64(b.N) * float64(e.stateSteps()) * ar.limbs()
	b.ReportMetric(b.Elapsed().Seconds()*float64(threads)*1e9/steps, "cpu-ns/step-word")
	b.ReportMetric(b.Elapsed().Seconds()*1e9/steps, "wall-ns/step-word")
}

// BenchmarkGrowth takes a vector of cut values through one column, compares it with
// the one before, and reports the CPU time per state-step and 64-bit word:
//
//	go test -run - -bench Growth ./border
func BenchmarkGrowth(b *testing.B) {
	for _, height := range []int{10, 11, 12} {
		for _, words := range []int{2, 3} {
			b.Run(fmt.Sprintf("height=%d/words=%d", height, words), func(b *testing.B) { benchmarkGrowth(b, height, words) })
		}
	}
}

func benchmarkGrowth(b *testing.B, height, words int) {
	e, err := New(height)
	if err != nil {
		b.Fatal(err)
	}
	g, _, err := e.newGrower(context.Background(), words, 2, Options{Threads: 1})
	if err != nil {
		b.Fatal(err)
	}
	defer g.free()
	for width := 2; b.Loop(); width++ {
		if _, err := g.next(context.Background(), width); err != nil {
			b.Fatal(err)
		}
	}
	steps := float64(b.N) * float64(e.layout.stateSteps()) * float64(words)
	b.ReportMetric(b.Elapsed().Seconds()*1e9/steps, "cpu-ns/step-word")
}

// BenchmarkLayout makes the lists and bins of a height, and BenchmarkTables its moves, on
// one thread:
//
//	go test -run - -bench 'Layout|Tables' -cpu 1 ./border
func BenchmarkLayout(b *testing.B) {
	for _, height := range []int{11, 12, 13} {
		b.Run(fmt.Sprintf("height=%d", height), func(b *testing.B) {
			for b.Loop() {
				newLayout(height)
			}
		})
	}
}

func BenchmarkTables(b *testing.B) {
	for _, height := range []int{11, 12, 13} {
		lo := newLayout(height)
		b.Run(fmt.Sprintf("height=%d", height), func(b *testing.B) {
			for b.Loop() {
				if err := lo.makeTables(context.Background(), 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRows reports how many states a call of a kernel computes on average in a column: in rows that are joined, because
// they follow each other for all terms, and in others; and the share of the states that are gathered.
//
//	go test -run - -bench Rows -benchtime 1x ./border
func BenchmarkRows(b *testing.B) {
	for _, height := range []int{10, 11, 12, 13} {
		b.Run(fmt.Sprintf("height=%d", height), func(b *testing.B) {
			lo := newLayout(height)
			if err := lo.makeTables(context.Background(), 2); err != nil {
				b.Fatal(err)
			}
			var s rowCounts
			for b.Loop() {
				s = rowCounts{}
				for _, ph := range lo.phases {
					s.addPhase(ph, lo.sorted[ph.active.other()].count)
				}
			}
			b.ReportMetric(float64(s.joined.states+s.single.states)/float64(s.joined.calls+s.single.calls), "states/call")
			b.ReportMetric(float64(s.joined.states)/float64(s.joined.calls), "joined-states/call")
			b.ReportMetric(float64(s.single.states)/float64(s.single.calls), "single-states/call")
			b.ReportMetric(100*float64(s.gathered)/float64(s.joined.states+s.single.states), "%gathered")
		})
	}
}

// rowCounts counts the calls of kernels, and the states that they compute.
type rowCounts struct {
	joined, single struct{ calls, states int64 }
	gathered       int64
}

func (s *rowCounts) addPhase(ph *phase, bins int) {
	for y := ph.low; y < ph.high; y++ {
		for k := range ph.layer(y).interfaces {
			for g := range bins {
				s.addTable(ph, y, k, g)
			}
		}
	}
}

func (s *rowCounts) addTable(ph *phase, y, k, g int) {
	n, t := ph.layer(y).idle[k].binSize(g), &ph.tables[y-ph.low][k]
	for i := range t.runs {
		run := &t.runs[i]
		states := int64(n) * int64(run.rows)
		combo, straight, joined := t.combos[run.combo], true, true
		for _, op := range combo.ops[:combo.count] {
			straight = straight && t.ops[op].same[g]
			joined = joined && ph.layer(y + 1).idle[t.ops[op].to].binSize(g) == n
		}
		switch {
		case n == 0:
		case straight && joined:
			s.joined.calls++
			s.joined.states += states
		default:
			s.single.calls += int64(run.rows)
			s.single.states += states
		}
		if !straight {
			s.gathered += states
		}
	}
}

// BenchmarkJoin joins the halves of square boards, and reports the CPU time per state of the vector and 64-bit word of a value:
//
//	go test -run - -bench Join ./border
func BenchmarkJoin(b *testing.B) {
	for _, height := range []int{11, 12, 13} {
		b.Run(fmt.Sprintf("height=%d", height), func(b *testing.B) { benchmarkJoin(b, height) })
	}
}

func benchmarkJoin(b *testing.B, height int) {
	e, err := New(height)
	if err != nil {
		b.Fatal(err)
	}
	h, lo, stats := e.planHalves(height, height, ring{ar: exact}, Options{Threads: 1})
	if h.turn != nil {
		if err := e.makeTables(context.Background(), 1); err != nil {
			b.Fatal(err)
		}
		if err := e.makeTurnTables(context.Background(), 1); err != nil {
			b.Fatal(err)
		}
	}
	if h.pass, err = lo.newPass(1, h.ar(h.points(lo)).size, 1, &meter{}); err != nil {
		b.Fatal(err)
	}
	defer h.free()
	h.home.size = h.home.maxSize
	// Pages that were never written are all the same page of zeros: reading them stays in the cache.
	for i := range h.home.values.words {
		h.home.values.words[i] = uint64(i) * 0x9e3779b97f4a7c15 >> 8
	}
	for b.Loop() {
		if _, err := h.join(context.Background(), height, 0); err != nil {
			b.Fatal(err)
		}
	}
	words := float64(b.N) * float64(h.home.states()) * float64(stats.Limbs)
	b.ReportMetric(b.Elapsed().Seconds()*1e9/words, "ns/state-word")
	b.ReportMetric(float64(h.home.states()), "states")
}

// BenchmarkPull pulls every tile into its bin, in both phases, on one thread, and reports the time per value and the bytes read and
// written a second. Values keep their length or get half a limb more:
//
//	go test -run - -bench Pull ./border
//
// Heights above 12 are left out with -short.
func BenchmarkPull(b *testing.B) {
	for _, height := range []int{11, 12, 13} {
		if testing.Short() && height > 12 {
			continue
		}
		lo := newLayout(height)
		for size := 1; size <= 6; size++ {
			for wide := size; wide <= size+1; wide++ {
				b.Run(fmt.Sprintf("height=%d/limbs=%v-%v", height, float64(size)/2, float64(wide)/2), func(b *testing.B) {
					benchmarkPull(b, lo, size, exactArithmetic(wide))
				})
			}
		}
	}
}

func benchmarkPull(b *testing.B, lo *layout, size int, ar arithmetic) {
	p, err := lo.newPass(ar.size, ar.size, 1, &meter{})
	if err != nil {
		b.Fatal(err)
	}
	defer p.free()
	for i := range p.home.values.words {
		p.home.values.words[i] = uint64(i)
	}
	p.home.size = size
	var values int
	pull := func() {
		values = 0
		for _, ph := range lo.phases {
			for g := range lo.sorted[ph.active.other()].count {
				p.newBin(ph, g, ar, p.buffers.words).pullAll(1, p.home)
				values += ph.layer(ph.high).binStates(g)
			}
		}
	}
	pull() // memory is fresh at first
	for b.Loop() {
		pull()
	}
	perValue := b.Elapsed().Seconds() * 1e9 / float64(b.N) / float64(values)
	b.ReportMetric(perValue, "ns/value")
	b.ReportMetric(float64(4*(size+ar.size))/perValue, "GB/s")
}
