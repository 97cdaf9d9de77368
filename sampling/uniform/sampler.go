package uniform

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/ranking"
	"combigo.dev/combigo/result"
)

// A Method is a way to draw positions.
type Method int

// The methods.
const (
	Auto Method = iota
	Exact
	Rejection
)

var methodNames = enum.Of[Method]("method", "auto", "exact", "rejection")

// String returns the name that [ParseMethod] reads.
func (m Method) String() string { return methodNames.Name(m) }

// ParseMethod reads "auto", "exact" or "rejection".
func ParseMethod(name string) (Method, error) { return methodNames.Parse(name) }

// Options says how to draw.
type Options struct {
	// Method is the way to draw.
	Method Method
	// Seed decides which positions are drawn.
	Seed uint64
	// Drawn receives the share of a draw that is done, by the method of rejection.
	Drawn func(share float64)
	// Memory and Progress are those of the table of the exact method.
	par.Options
}

// legalShare returns the share of legal positions of all colourings of a board, about: A B^(m+n)
// (L/3)^mn with the constants of Tromp and Farnebäck, Combinatorics of Go, section 6.
func legalShare(size board.Size) float64 {
	const a, b, l = 0.8506399258457145, 0.96553505933837387, 2.975734192043357249381
	m, n := float64(size.Rows), float64(size.Cols)
	return a * math.Pow(b, m+n) * math.Pow(l/3, m*n)
}

// stream returns a stream of random bits that depends on a seed and a number.
func stream(seed, number uint64) *rand.ChaCha8 {
	var key [32]byte
	copy(key[:], "combigo uniform ")
	binary.LittleEndian.PutUint64(key[16:], seed)
	binary.LittleEndian.PutUint64(key[24:], number)
	return rand.NewChaCha8(key)
}

// A Sampler draws positions of a board. It is for one goroutine at a time, and uses several itself.
type Sampler struct {
	size   board.Size
	method Method
	drawer drawer
}

type drawer interface {
	draw(ctx context.Context, n int) ([]*goban.Position, error)
}

// New returns a sampler. Errors are a [*result.MemoryError] or [*ranking.WidthError] before
// anything is computed, a [*RareError] if positions can be drawn in no way, and the context's cause
// once that is done.
func New(ctx context.Context, size board.Size, opt Options) (*Sampler, error) {
	if err := size.Validate(); err != nil {
		return nil, err
	}
	if max(size.Rows, size.Cols) > goban.MaxSide {
		return nil, fmt.Errorf("board %s: want sides of at most %d", size, goban.MaxSide)
	}
	s := &Sampler{size: size, method: opt.Method}
	if s.method == Auto {
		s.method = choose(size, opt.Memory)
	}
	if s.method == Exact {
		table, err := ranking.New(ctx, size, opt.Options)
		if err != nil {
			return nil, err
		}
		s.drawer = &exact{table, stream(opt.Seed, 0)}
		return s, nil
	}
	if share := legalShare(size); share < minShare {
		return nil, &RareError{size, share}
	}
	s.drawer = &rejection{size: size, seed: opt.Seed, threads: opt.Goroutines(), progress: opt.Drawn}
	return s, nil
}

// Method returns the way in which the positions are drawn, Exact or Rejection.
func (s *Sampler) Method() Method { return s.method }

// Describe says in one line how the positions so far were drawn.
func (s *Sampler) Describe() string {
	switch d := s.drawer.(type) {
	case *exact:
		return fmt.Sprintf("through completion counts: uniform numbers below L(%d,%d), which has %d digits",
			s.size.Rows, s.size.Cols, len(d.table.Total().String()))
	case *rejection:
		return fmt.Sprintf("by rejection: %d of %d colourings were legal", d.legal, d.tried)
	}
	return ""
}

// Draw returns the next n positions.
func (s *Sampler) Draw(ctx context.Context, n int) ([]*goban.Position, error) {
	return s.drawer.draw(ctx, n)
}

// Auto takes the exact method for boards up to these.
const (
	autoWidth = 9
	autoNeed  = 1 << 29 // bytes
)

// minShare is the share of legal positions below which rejection takes too long: about a minute
// for each position.
const minShare = 1e-8

// autoShare is the share of legal positions below which Auto prefers completion counts.
const autoShare = 1e-5

func choose(size board.Size, ceiling result.Bytes) Method {
	need, err := ranking.Need(size)
	if err != nil {
		return Rejection
	}
	fits := ceiling <= 0 || need <= ceiling
	small := size.Short() <= autoWidth && need <= autoNeed
	share := legalShare(size)
	if fits && (small || share < autoShare) || share < minShare {
		return Exact
	}
	return Rejection
}

// A RareError says that so few colourings of a board are legal that none would be found by trying.
type RareError struct {
	Board board.Size
	Share float64 // of the legal positions, about
}

func (e *RareError) Error() string {
	return fmt.Sprintf("board %s: only one colouring in %.2g is legal: too few to draw positions by rejection; "+
		"through completion counts they can be drawn if the shorter side is short", e.Board, 1/e.Share)
}

// pointsPerSecond is how many points a thread colours and looks at.
const pointsPerSecond = 3e8

// Expect returns how long it takes to draw n positions by rejection, about and on average; 0
// through completion counts.
func (s *Sampler) Expect(n int64) time.Duration {
	r, ok := s.drawer.(*rejection)
	if !ok {
		return 0
	}
	threads := max(1, min(float64(r.threads), float64(n)/blockPositions))
	return time.Duration(float64(n) * float64(s.size.Points()) / legalShare(s.size) / pointsPerSecond / threads * float64(time.Second))
}

type exact struct {
	table *ranking.Table
	bits  *rand.ChaCha8
}

func (e *exact) draw(ctx context.Context, n int) ([]*goban.Position, error) {
	total := e.table.Total()
	ranks := make([]*big.Int, n)
	for i := range ranks {
		ranks[i] = below(total, e.bits)
	}
	return e.table.Unrank(ctx, ranks)
}

// below returns a uniform number from 0 to limit-1: as many random bits as the limit has, again and
// again until they make a number that is small enough.
func below(limit *big.Int, source *rand.ChaCha8) *big.Int {
	n := limit.BitLen()
	raw := make([]byte, (n+7)/8)
	for {
		for i := 0; i < len(raw); i += 8 {
			var word [8]byte
			binary.BigEndian.PutUint64(word[:], source.Uint64())
			copy(raw[i:], word[:])
		}
		raw[0] &= byte(0xff >> (8*len(raw) - n))
		if x := new(big.Int).SetBytes(raw); x.Cmp(limit) < 0 {
			return x
		}
	}
}

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
