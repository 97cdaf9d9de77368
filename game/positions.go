package game

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"sort"
	"sync"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Positions are the legal positions of a board in the order of their codes, which are numbers in
// base 3: digit v is 0 if vertex v is empty, 1 if it is black and 2 if it is white. The empty
// position is number 0.
//
// They are held as a set of 3^n bits with the number of members before each word, so that a
// position takes 1.5 bits for each code, legal or not: 8 MB for 4x4.
type Positions struct {
	board *lattice.Graph
	masks *masks
	words []uint64 // bit c%64 of word c/64 is set if code c is legal
	rank  []uint32 // members before each word, and of all at the end
}

// NewPositions finds the legal positions of a board of at most MaxPoints points. The error is a
// *result.MemoryError, the cause of the context's end, or says what is wrong with the board.
func NewPositions(ctx context.Context, b *lattice.Graph, opt par.Options) (*Positions, error) {
	if b.Len() > MaxPoints {
		return nil, fmt.Errorf("%s has %d points: want at most %d", b, b.Len(), MaxPoints)
	}
	if err := checkMemory(fmt.Sprintf("the list of positions of %s", b), positionsNeed(b.Len()), opt.Memory); err != nil {
		return nil, err
	}
	m, err := newMasks(b)
	if err != nil {
		return nil, err
	}
	p := &Positions{board: b, masks: m}
	p.words = make([]uint64, m.power[m.points]/64+1)
	if err := p.mark(ctx, opt); err != nil {
		return nil, err
	}
	p.rank = make([]uint32, len(p.words)+1)
	for i, w := range p.words {
		p.rank[i+1] = p.rank[i] + uint32(bits.OnesCount64(w))
	}
	return p, nil
}

// positionsNeed returns the memory that the Positions of a board of n points take, about.
func positionsNeed(n int) result.Bytes {
	codes := result.Bytes(1)
	for range n {
		codes *= 3
	}
	return codes/64*12 + 24<<n + 64<<10
}

// wordsPerTask is how many words a task covers.
const wordsPerTask = 1 << 10

// eachPart calls a function, from several goroutines, for parts of the words.
func (p *Positions) eachPart(ctx context.Context, opt par.Options, f func(from, to int)) error {
	return opt.Each(ctx, (len(p.words)+wordsPerTask-1)/wordsPerTask, func(task int) {
		f(task*wordsPerTask, min(len(p.words), (task+1)*wordsPerTask))
	})
}

// addParts counts something in parts of the positions, from several goroutines, and adds up what
// was counted, one part at a time.
func addParts[T any](ctx context.Context, p *Positions, opt par.Options, count func(part iter.Seq2[int, Position]) T, add func(T)) error {
	var lock sync.Mutex
	return p.eachPart(ctx, opt, func(from, to int) {
		counted := count(p.between(from, to))
		lock.Lock()
		defer lock.Unlock()
		add(counted)
	})
}

// mark sets the bit of each legal position.
func (p *Positions) mark(ctx context.Context, opt par.Options) error {
	codes := p.masks.power[p.masks.points]
	return p.eachPart(ctx, opt, func(from, to int) {
		for i := from; i < to; i++ {
			var word uint64
			for code := uint32(i * 64); code < min(codes, uint32(i+1)*64); code++ {
				if p.masks.legal(p.masks.decode(code)) {
					word |= 1 << (code % 64)
				}
			}
			p.words[i] = word
		}
	})
}

// Board returns the board.
func (p *Positions) Board() *lattice.Graph { return p.board }

// Points returns the number of points of the board.
func (p *Positions) Points() int { return p.masks.points }

// Len returns the number of legal positions.
func (p *Positions) Len() int { return int(p.rank[len(p.words)]) }

// Index returns the number of a position, and whether it is legal. Stones must be on the board, and
// at most one on a point.
func (p *Positions) Index(q Position) (int, bool) {
	if q.Black&q.White != 0 || (q.Black|q.White)&^p.masks.all != 0 {
		return 0, false
	}
	code := p.masks.encode(q)
	return int(p.index(code)), p.words[code/64]>>(code%64)&1 != 0
}

// index returns the number of a legal code.
func (p *Positions) index(code uint32) uint32 {
	return p.rank[code/64] + uint32(bits.OnesCount64(p.words[code/64]&(1<<(code%64)-1)))
}

// Position returns the position with a number from 0 to Len()-1.
func (p *Positions) Position(v int) Position {
	i := sort.Search(len(p.words), func(i int) bool { return p.rank[i+1] > uint32(v) })
	word := p.words[i]
	for range uint32(v) - p.rank[i] {
		word &= word - 1
	}
	return p.masks.decode(uint32(i*64 + bits.TrailingZeros64(word)))
}

// All yields the numbers and the positions in ascending order.
func (p *Positions) All() iter.Seq2[int, Position] { return p.between(0, len(p.words)) }

// between yields the positions of a range of words.
func (p *Positions) between(from, to int) iter.Seq2[int, Position] {
	return func(yield func(int, Position) bool) {
		v := int(p.rank[from])
		for i := from; i < to; i++ {
			for word := p.words[i]; word != 0; word &= word - 1 {
				if !yield(v, p.masks.decode(uint32(i*64+bits.TrailingZeros64(word)))) {
					return
				}
				v++
			}
		}
	}
}

// AppendMoves appends the moves from a legal position, of both colours, that change it: all but the
// suicides of single stones, and no suicides at all if the rules forbid them. They are in ascending
// order of points, black before white. The rule against repetition plays no part.
func (p *Positions) AppendMoves(moves []Move, from Position, rules Rules) []Move {
	return p.masks.appendMoves(moves, from, rules.Suicide)
}
