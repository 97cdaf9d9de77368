package border

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"syscall"
	"testing"
	"time"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/memory"
)

// BenchmarkLarge takes a sample of the chunks of boards that are too large for this machine through
// a prefix phase, in one thread, with values at random: it reads the values from memory, goes
// through the programs of the blocks, and transposes the results to memory. It prints the
// processor time of a state-step, and how many state-steps were done. 20 rows take 20 GB.
//
//	COMBIGO_LONG_TESTS=1 go test -run - -bench Large -benchtime 3x ./internal/engine/border
func BenchmarkLarge(b *testing.B) {
	for _, height := range []int{13, 16, 19, 20} {
		if height > 13 && !longtests.Wanted() {
			break
		}
		b.Run(fmt.Sprintf("rows=%d", height), func(b *testing.B) {
			s := newSample(b, height)
			defer s.worker.free()
			defer s.to.Free()
			for i := range s.to.All { // take the memory before
				s.to.All[i] = 1
			}
			began := processorTime(b)
			for b.Loop() {
				at := 0
				for i := range s.chunks {
					n := s.chunks[i].rows * lanes
					s.run(&s.chunks[i], s.from[at:][:n])
					at += n
				}
			}
			b.ReportMetric(float64(processorTime(b)-began)/float64(b.N)/s.steps, "ns/state-step")
			b.ReportMetric(s.steps/1e6, "million-state-steps")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// processorTime is what the process has taken so far.
func processorTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// A sample is some chunks of a prefix phase.
type sample struct {
	chunks []chunk
	steps  float64
	field  *field
	worker *worker
	from   []uint32 // the values of all chunks
	to     *memory.Words
	at     int
}

func newSample(b *testing.B, height int) *sample {
	const chunks = 200
	column := newShape(Board{Height: height, Colours: 2}).columns[0]
	p, other := column.newPhaseTables(true), column.newPhaseTables(false)
	all := 0 // values
	for _, block := range p.blocks {
		all += block.rows * len(block.idle)
	}
	// Blocks are drawn as often as they have values, and a chunk of each.
	random := rand.New(rand.NewPCG(uint64(height), 1))
	s := &sample{}
	values := 0
	drawn := *p
	drawn.blocks = nil
	known := make(map[*block]bool)
	for range chunks {
		at := random.IntN(all)
		for _, block := range p.blocks {
			if at -= block.rows * len(block.idle); at < 0 {
				first := random.IntN(chunkCount(len(block.idle))) * lanes
				c := chunk{block: block, first: first, n: min(lanes, len(block.idle)-first)}
				s.chunks, values = append(s.chunks, c), values+block.rows*c.n
				if !known[block] {
					known[block] = true
					drawn.blocks = append(drawn.blocks, block)
				}
				break
			}
		}
	}
	if err := drawn.build(context.Background(), 1, other); err != nil {
		b.Fatal(err)
	}
	// The state-steps of the phase, in proportion to the values.
	for y := 1; y <= column.split; y++ {
		s.steps += column.wordsAt(y)
	}
	s.steps *= float64(values) / float64(all)
	var err error
	if s.field, err = newField(Primes(1)[0]); err != nil {
		b.Fatal(err)
	}
	if s.worker, err = newWorker(drawn.bufferSizes); err != nil {
		b.Fatal(err)
	}
	rows := 0
	for _, c := range s.chunks {
		rows += c.rows
	}
	s.from = make([]uint32, rows*lanes)
	for i := range s.from {
		s.from[i] = random.Uint32N(s.field.prime)
	}
	if s.to, err = memory.NewWords(1 << 27); err != nil {
		b.Fatal(err)
	}
	runtime.GC()
	return s
}

// run takes a chunk through the phase. Its results go to places as far apart as in a vector, in a
// memory that is much larger than a cache.
func (s *sample) run(c *chunk, from []uint32) {
	w := s.worker
	copy(w.values[0].All, from)
	w.runPart(s.field, c.windows[0], w.values[0].All, w.values[1].All)
	w.runPart(s.field, c.windows[1], w.values[1].All, w.values[0].All)
	for _, p := range c.submatrices {
		var places [lanes]int32
		for i, row := range p.rows[c.first:][:c.n] {
			places[i] = row * rowBytes
		}
		size := p.to.rows * lanes
		for i := range chunkCount(len(p.to.idle)) {
			if s.at += size; s.at+size > len(s.to.All) {
				s.at = 0
			}
			fastest.transpose(s.to.All[s.at:], w.values[0].All[(p.row+i*lanes)*lanes:], &places, c.n)
		}
	}
	fence()
}
