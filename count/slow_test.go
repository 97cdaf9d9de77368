package count

import (
	"context"
	"math/big"
	"sync"

	"combigo/border"
	"combigo/result"
)

// A slowEngine is the plain dynamic program of section 5 of the paper: a map
// from border states to counts, and one step for each point. It stands in for
// the fast engine, and can be made to fail.
type slowEngine struct {
	need    func(residues int) int64 // memory that it claims to need; nil: none
	spoil   func(residue []uint64)   // changes residues before they are returned
	forge   func(value *big.Int)     // changes the exact count
	files   result.Bytes             // disk that it claims to need for files; 0: it does not fit the memory
	dir     string                   // where it put files
	batches []int                    // moduli of each run of Residues so far
}

// A border word holds, for each row, one of these, or label + 2*string + colour
// for a stone of a string that has no liberty yet.
const (
	edge = iota
	empty
	liveBlack
	liveWhite
	label
)

func (e *slowEngine) CountEach(ctx context.Context, height, first, last int, opt border.Options, visit func(int, *big.Int)) (border.Stats, error) {
	return slowEach(ctx, height, first, last, opt, func(width int, value *big.Int) {
		if e.forge != nil {
			e.forge(value)
		}
		visit(width, value)
	})
}

func (e *slowEngine) ResiduesEach(ctx context.Context, height, first, last int, moduli []uint64, opt border.Options, visit func(int, []uint64)) (border.Stats, error) {
	e.batches = append(e.batches, len(moduli))
	return slowEach(ctx, height, first, last, opt, func(width int, value *big.Int) {
		residues := make([]uint64, len(moduli))
		for i, p := range moduli {
			m := new(big.Int).SetUint64(p)
			residues[i] = m.Mod(value, m).Uint64()
		}
		if e.spoil != nil {
			e.spoil(residues)
		}
		visit(width, residues)
	})
}

func slowEach(ctx context.Context, height, first, last int, opt border.Options, visit func(int, *big.Int)) (border.Stats, error) {
	var stats border.Stats
	for width := first; width <= last; width++ {
		value, s, err := slowCount(ctx, height, width, opt)
		if err != nil {
			return s, err
		}
		stats = s
		visit(width, value)
	}
	return stats, nil
}

func (e *slowEngine) Need(height, width, residues int, opt border.Options) (int64, error) {
	if e.need == nil {
		return 0, nil
	}
	return e.need(residues), nil
}

func (e *slowEngine) FilesNeed(_, _ int, opt border.Options) (border.FilesNeed, error) {
	if e.files == 0 {
		return border.FilesNeed{Memory: opt.Memory + 1}, nil
	}
	return border.FilesNeed{Memory: opt.Memory, Disk: int64(e.files), Moved: 2 * int64(e.files)}, nil
}

func (e *slowEngine) CountInFiles(ctx context.Context, height, width int, dir string, opt border.Options) (*big.Int, border.Stats, error) {
	e.dir = dir
	value, stats, err := slowCount(ctx, height, width, opt)
	stats.Halves = true
	if err == nil && e.forge != nil {
		e.forge(value)
	}
	return value, stats, err
}

// slowBoards are the boards of one height that were counted so far, and the states after the last column of the longest.
type slowBoards struct {
	sync.Mutex
	height int
	layer  map[string]*big.Int
	totals []*big.Int // by width
	stats  []border.Stats
}

// slowHeights has the slowBoards of each height: tests share them.
var slowHeights sync.Map

func slowBoardsOf(height int) *slowBoards {
	b, _ := slowHeights.LoadOrStore(height, &slowBoards{
		height: height, layer: map[string]*big.Int{string(make([]byte, height)): big.NewInt(1)},
		totals: []*big.Int{big.NewInt(1)}, stats: []border.Stats{{Height: height, Threads: 1}},
	})
	return b.(*slowBoards)
}

// count returns the number of a board, and what a run through all columns takes.
func (b *slowBoards) count(width int) (*big.Int, border.Stats) {
	b.Lock()
	defer b.Unlock()
	for w := len(b.totals); w <= width; w++ {
		stats := b.stats[w-1]
		for y := range b.height {
			stats.StateSteps += float64(len(b.layer))
			stats.States = max(stats.States, int64(len(b.layer)))
			b.layer = slowLayer(b.layer, y)
		}
		total := new(big.Int)
		for word, ways := range b.layer {
			if isLegal([]byte(word)) {
				total.Add(total, ways)
			}
		}
		stats.Width, stats.Limbs = w, (total.BitLen()+63)/64
		b.totals, b.stats = append(b.totals, total), append(b.stats, stats)
	}
	return new(big.Int).Set(b.totals[width]), b.stats[width]
}

func slowCount(ctx context.Context, height, width int, opt border.Options) (*big.Int, border.Stats, error) {
	for point := range height * width {
		if ctx.Err() != nil {
			return nil, border.Stats{Height: height, Width: width, Threads: 1}, context.Cause(ctx)
		}
		if opt.Progress != nil {
			opt.Progress(float64(point+1) / float64(height*width))
		}
	}
	total, stats := slowBoardsOf(height).count(width)
	return total, stats, nil
}

func slowLayer(layer map[string]*big.Int, y int) map[string]*big.Int {
	next := make(map[string]*big.Int)
	for word, ways := range layer {
		for colour := range 3 {
			successor, ok := place([]byte(word), y, byte(colour))
			if !ok {
				continue
			}
			if sum, found := next[successor]; found {
				sum.Add(sum, ways)
			} else {
				next[successor] = new(big.Int).Set(ways)
			}
		}
	}
	return next
}

func isLegal(word []byte) bool {
	for _, symbol := range word {
		if symbol >= label {
			return false
		}
	}
	return true
}

// place puts a point in row y: colour 0 and 1 are stones, 2 is empty.
func place(word []byte, y int, colour byte) (string, bool) {
	left, up := word[y], byte(edge)
	if y > 0 {
		up = word[y-1]
	}
	word[y] = edge
	switch {
	case colour == 2:
		word[y] = empty
		enliven(word, left, up)
	case left >= label && left%2 != colour && !contains(word, left):
		return "", false
	case givesLiberty(left, colour) || givesLiberty(up, colour):
		word[y] = liveBlack + colour
		if left%2 == colour {
			enliven(word, left)
		}
		if up%2 == colour {
			enliven(word, up)
		}
	default:
		word[y] = join(word, left, up, colour)
	}
	return canonical(word), true
}

func givesLiberty(neighbour, colour byte) bool {
	return neighbour == empty || neighbour == liveBlack+colour
}

func contains(word []byte, symbol byte) bool {
	for _, s := range word {
		if s == symbol {
			return true
		}
	}
	return false
}

func enliven(word []byte, strings ...byte) {
	for _, s := range strings {
		for i, symbol := range word {
			if s >= label && symbol == s {
				word[i] = liveBlack + s%2
			}
		}
	}
}

// join returns the symbol of a stone without a liberty beside its neighbours,
// whose strings it makes one.
func join(word []byte, left, up, colour byte) byte {
	const fresh = 254
	joined := fresh + colour
	for i, symbol := range word {
		if symbol >= label && symbol%2 == colour && (symbol == left || symbol == up) {
			word[i] = joined
		}
	}
	return joined
}

// canonical numbers the strings in the order of their first stones.
func canonical(word []byte) string {
	names := make(map[byte]byte)
	for i, symbol := range word {
		if symbol < label {
			continue
		}
		if _, ok := names[symbol]; !ok {
			names[symbol] = label + 2*byte(len(names)) + symbol%2
		}
		word[i] = names[symbol]
	}
	return string(word)
}

var _ engine = (*slowEngine)(nil)
