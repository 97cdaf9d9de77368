package uniform

import (
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"sync/atomic"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
)

// blockPositions is the number of positions that come from one stream of random bits.
const blockPositions = 64

type rejection struct {
	size     board.Size
	seed     uint64
	threads  int
	progress func(share float64)
	next     uint64 // number of the next block
	last     *block // the block before, which may have more
	tried    int64
	legal    int64
}

func newRejection(size board.Size, opt Options) *rejection {
	return &rejection{size: size, seed: opt.Seed, threads: opt.Goroutines(), progress: opt.Drawn}
}

func (r *rejection) draw(ctx context.Context, n int) ([]*goban.Position, error) {
	var blocks []*block
	for left := n; left > 0; {
		if r.last == nil || r.last.taken == blockPositions {
			r.last = &block{boards: newBitBoards(r.size), bits: stream(r.seed, r.next)}
			r.next++
		}
		b := r.last
		b.want = min(blockPositions, b.taken+left)
		left -= b.want - b.taken
		blocks = append(blocks, b)
		if left > 0 {
			r.last = nil
		}
	}
	var all atomic.Int64
	found := func(positions int) {
		if r.progress != nil && positions > 0 {
			r.progress(min(1, float64(all.Add(int64(positions)))/float64(n)))
		}
	}
	errs := make([]error, len(blocks))
	err := par.For(ctx, r.threads, len(blocks), func(i int) { errs[i] = blocks[i].fill(ctx, found) })
	if err := cmp.Or(append(errs, err)...); err != nil {
		return nil, err
	}
	var positions []*goban.Position
	for _, b := range blocks {
		positions = append(positions, b.found[b.taken:b.want]...)
		b.taken = b.want
		r.tried, r.legal = r.tried+b.tried, r.legal+b.legal
		b.tried, b.legal = 0, 0
	}
	return positions, nil
}

// block is the positions that come from one stream.
type block struct {
	boards *bitBoards
	bits   *rand.ChaCha8
	found  []*goban.Position
	taken  int   // drawn before
	want   int   // taken with those of this draw
	tried  int64 // colourings
	legal  int64 // of them; those beyond the block's end are dropped
}

func (b *block) fill(ctx context.Context, found func(positions int)) error {
	p, err := goban.New(b.boards.rows, b.boards.cols)
	if err != nil {
		return err
	}
	for len(b.found) < b.want {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		b.boards.color(b.bits)
		b.tried += boardsPerWord
		before := len(b.found)
		for candidates := ^b.boards.surelyIllegal(); candidates != 0; candidates &= candidates - 1 {
			b.boards.copy(p, bits.TrailingZeros64(candidates))
			if !p.Legal() {
				continue
			}
			b.legal++
			if len(b.found) < blockPositions {
				b.found = append(b.found, p.Clone())
			}
		}
		found(len(b.found) - before)
	}
	return nil
}

// boardsPerWord is the number of boards whose points are bits of a word.
const boardsPerWord = 64

// bitBoards is 64 boards: for each point, row by row, the boards that have a black and those that
// have a white stone on it. A row and a column more on each side have stones of both colours, which
// is no neighbour that could help.
type bitBoards struct {
	rows, cols   int
	stride       int
	black, white []uint64
}

func newBitBoards(size board.Size) *bitBoards {
	s := &bitBoards{rows: size.Rows, cols: size.Cols, stride: size.Cols + 1}
	points := (s.rows+2)*s.stride + 1
	s.black, s.white = make([]uint64, points), make([]uint64, points)
	for i := range points {
		s.black[i], s.white[i] = ^uint64(0), ^uint64(0)
	}
	return s
}

func (s *bitBoards) index(row, col int) int { return (row+1)*s.stride + col + 1 }

// color colours all points of all boards at random. Two random bits make a black stone, a white
// one, or an empty point; where both are set, another two are drawn.
func (s *bitBoards) color(source *rand.ChaCha8) {
	for row := range s.rows {
		for i := s.index(row, 0); i < s.index(row, s.cols); i++ {
			var black, white uint64
			for open := ^uint64(0); open != 0; {
				a, b := source.Uint64(), source.Uint64()
				black |= open & a &^ b
				white |= open & b &^ a
				open &= a & b
			}
			s.black[i], s.white[i] = black, white
		}
	}
}

// surelyIllegal returns the boards on which some stone has no neighbour that is empty or of its
// colour.
func (s *bitBoards) surelyIllegal() uint64 {
	var dead uint64
	for row := range s.rows {
		start, end := s.index(row, 0), s.index(row, s.cols)
		black, white := s.black, s.white
		for i := start; i < end; i++ {
			up, down := i-s.stride, i+s.stride
			onlyWhite := white[up] & white[i-1] & white[i+1] & white[down]
			onlyBlack := black[up] & black[i-1] & black[i+1] & black[down]
			dead |= black[i]&onlyWhite | white[i]&onlyBlack
		}
	}
	return dead
}

func (s *bitBoards) copy(p *goban.Position, board int) {
	for row := range s.rows {
		for col := range s.cols {
			i := s.index(row, col)
			p.Set(row, col, goban.Color(s.black[i]>>board&1|s.white[i]>>board&1<<1))
		}
	}
}
