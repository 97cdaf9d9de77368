package border

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"sync/atomic"
	"unsafe"

	"combigo/internal/storage"
	"combigo/modular"
)

// FilesNeed is what [Engine.CountInFiles] takes.
type FilesNeed struct {
	Memory int64 // bytes
	Disk   int64 // bytes in files at once
	Moved  int64 // bytes written and read, all together
}

// CountInFiles returns L(height, width) with one residue of the vector in memory and the others in files of a
// directory, which are removed at the end, whatever happens. The vector is known from as many residues as its values are
// long, so that early columns take few; where one more is needed it is computed from the others. The join
// reads all residues of a tile and is exact. It is for boards whose exact values do not fit the memory.
func (e *Engine) CountInFiles(ctx context.Context, width int, dir string, opt Options) (value *big.Int, stats Stats, err error) {
	if err := e.checkWidths(width, width); err != nil {
		return nil, Stats{}, err
	}
	opt.Whole = false
	if !e.joinsHalves(width, width, nil, opt) {
		return nil, Stats{}, fmt.Errorf("border: no halves of boards of height %d", e.layout.m)
	}
	f, stats := e.planFiles(width, opt)
	if opt.Memory > 0 && stats.PlannedBytes > opt.Memory {
		return nil, stats, memoryError(e.layout.m, width, stats.PlannedBytes, opt.Memory)
	}
	if err := f.open(ctx, e, dir, stats, opt); err != nil {
		return nil, stats, err
	}
	defer func() { err = errors.Join(err, f.close()) }()
	if err := f.columns(ctx); err != nil {
		return nil, stats, err
	}
	sums, err := f.join(ctx)
	if err != nil {
		return nil, stats, err
	}
	value, err = sums.integer()
	return value, stats, err
}

// FilesNeed estimates what CountInFiles takes for a width.
func (e *Engine) FilesNeed(width int, opt Options) FilesNeed {
	f, stats := e.planFiles(width, opt)
	n := FilesNeed{Memory: stats.PlannedBytes}
	plane := 8 * f.layout.shape.states()
	held := 0
	for i, residues := range f.residues {
		held = max(held, residues)
		if f.keep == i {
			held = residues + f.residues[len(f.residues)-1]
		} else if i+1 < len(f.residues) && f.residues[i+1] == residues {
			continue
		}
		n.Moved += 2 * int64(residues) * plane
	}
	n.Disk = int64(held) * plane
	return n
}

// planFiles says how a count in files goes about it.
func (e *Engine) planFiles(width int, opt Options) (*fileCount, Stats) {
	h, lo, s := e.planHalves(width, width, ring{ar: func(int) arithmetic { return arithmetic{size: 2} }, inFiles: true}, opt)
	f := &fileCount{halfBoards: h, layout: lo, keep: -1}
	for k := range h.columnsOf() {
		f.residues = append(f.residues, ResiduesFor(lo.m, k+1))
	}
	if h.keepsBefore() {
		f.keep = h.columnsOf() - 2
		s.PlannedBytes -= 8 * lo.shape.states() // that vector is in files, too
	}
	s.StateSteps, s.LimbSteps = 0, 0
	for _, residues := range f.residues {
		steps := float64(lo.stateSteps())
		s.StateSteps += steps
		s.LimbSteps += steps * float64(residues)
	}
	s.Limbs = 1
	if n := len(f.residues); n > 0 {
		s.Limbs = f.residues[n-1]
	}
	s.LimbSteps += 3 * h.joinSteps(lo, width)
	s.PlannedBytes += 8 * int64(s.Limbs) * int64(opt.threads()) * lo.largestTile()
	return f, s
}

// largestTile is the states of the largest tile.
func (lo *layout) largestTile() int64 {
	var n int64
	for i := range len(lo.shape.offset) - 1 {
		n = max(n, lo.shape.offset[i+1]-lo.shape.offset[i])
	}
	return n
}

// fileCount is a count with residues in files.
type fileCount struct {
	*halfBoards
	layout   *layout
	residues []int // that make the values after each column known
	keep     int   // the column after which the residues are kept for the join; -1: none
	fs       storage.FS
	dir      string
	primes   []uint64
	radix    *modular.MixedRadix
	planes   []storage.File // by residue, of the vector after the columns done; nil: in memory, or not there
	kept     []storage.File
	serial   int
	// impossible is set if residues give a value that is too large.
	impossible atomic.Bool
}

func (f *fileCount) open(ctx context.Context, e *Engine, dir string, stats Stats, opt Options) (err error) {
	f.primes = modular.PrimesBelow(1<<ModulusBits, max(1, stats.Limbs))
	if f.radix, err = modular.NewMixedRadix(f.primes); err != nil {
		return err
	}
	if err = e.makeTables(ctx, stats.Threads); err != nil {
		return err
	}
	f.fs = storage.OS
	if f.dir, err = os.MkdirTemp(dir, "combigo-"); err != nil {
		return err
	}
	m := &meter{total: stats.LimbSteps, report: opt.Progress}
	if f.pass, err = f.layout.newPass(2, 2, stats.Threads, m); err != nil {
		return errors.Join(err, os.RemoveAll(f.dir))
	}
	return nil
}

func (f *fileCount) close() error {
	f.pass.free()
	for _, file := range append(f.planes, f.kept...) {
		if file != nil {
			_ = file.Close() // it was removed before
		}
	}
	return os.RemoveAll(f.dir)
}

// columns takes all residues through the columns; those after which as many residues make the values known are one batch.
func (f *fileCount) columns(ctx context.Context) error {
	f.planes = make([]storage.File, len(f.primes))
	known := 0
	for first := 0; first < len(f.residues); {
		end := first + 1
		for end < len(f.residues) && f.residues[end] == f.residues[first] && end-1 != f.keep {
			end++
		}
		n := f.residues[first]
		for r := n - 1; r >= 0; r-- {
			if err := f.begin(ctx, first, known, r); err != nil {
				return err
			}
			if err := f.through(ctx, first, end, r); err != nil {
				return err
			}
			if end < len(f.residues) || r > 0 {
				if err := f.save(ctx, r); err != nil {
					return err
				}
			}
		}
		known = n
		if end-1 == f.keep {
			f.kept = append([]storage.File(nil), f.planes...)
		}
		first = end
	}
	return nil
}

// begin puts residue r of the vector before a column in memory.
func (f *fileCount) begin(ctx context.Context, column, known, r int) error {
	switch {
	case column == 0:
		if r < f.residues[0]-1 {
			clear(f.home.values.words)
			f.pass.begin()
		}
		return nil
	case r < known:
		if err := f.read(ctx, f.planes[r], f.home.values.words, 0); err != nil {
			return err
		}
		if f.kept == nil || f.kept[r] != f.planes[r] {
			_ = f.planes[r].Close()
		}
		f.planes[r] = nil
		return nil
	}
	return f.extend(ctx, column, known, r)
}

// extend finds residue r of the vector before a column from those known.
func (f *fileCount) extend(ctx context.Context, column, known, r int) error {
	extension, err := ExtensionOf(f.primes[:known], f.primes[r], f.layout.m, column)
	if err != nil {
		return err
	}
	const piece = 1 << 18
	words := f.home.values.words
	return parallelErrors(f.threads, (len(words)+piece-1)/piece, func(i int) error {
		out := words[i*piece : min((i+1)*piece, len(words))]
		planes := make([][]uint64, known)
		for j := range planes {
			planes[j] = make([]uint64, len(out))
			if err := f.read(ctx, f.planes[j], planes[j], int64(i*piece)); err != nil {
				return err
			}
		}
		if !extension.Residues(out, planes) {
			return ErrImpossibleValue
		}
		return nil
	})
}

// through takes the residue in memory through columns.
func (f *fileCount) through(ctx context.Context, first, end, r int) error {
	ar := residueArithmetic(f.primes[r : r+1])
	for range end - first {
		if err := f.column(ctx, func(int) arithmetic { return ar }); err != nil {
			return err
		}
	}
	return nil
}

// filePiece is the words that are written or read at a time.
const filePiece = 1 << 22

// save writes the residue in memory to a file.
func (f *fileCount) save(ctx context.Context, r int) error {
	f.serial++
	name := filepath.Join(f.dir, fmt.Sprint(f.serial))
	file, err := f.fs.Create(name)
	if err != nil {
		return err
	}
	f.planes[r] = file
	// An open file needs no name, and without one it is gone whenever the program ends. Not every system allows that.
	_ = f.fs.Remove(name)
	words := f.home.values.words
	for at := 0; at < len(words); at += filePiece {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		part := words[at:min(at+filePiece, len(words))]
		if _, err := file.WriteAt(bytesOf(part), int64(at)*8); err != nil {
			return err
		}
	}
	return nil
}

// read fills words with those of a file from place at on.
func (f *fileCount) read(ctx context.Context, file storage.File, words []uint64, at int64) error {
	for len(words) > 0 {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		part := words[:min(filePiece, len(words))]
		if _, err := file.ReadAt(bytesOf(part), at*8); err != nil {
			return err
		}
		words, at = words[len(part):], at+int64(len(part))
	}
	return nil
}

// bytesOf returns words as they lie in memory.
func bytesOf(words []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 8*len(words))
}

// join joins the residues of each tile.
func (f *fileCount) join(ctx context.Context) (halfSums, error) {
	tile := func(t, g int) (tileValues, error) {
		i := f.home.tile(prefix, t, g)
		return f.tile(ctx, f.planes, f.columnsOf(), i, f.home.values.words[f.home.offset[i]:f.home.offset[i+1]])
	}
	pairOf := func(t, g int) (tilePair, error) {
		left, err := tile(t, g)
		v := tilePair{left: left}
		if err == nil && f.keepsBefore() {
			v.right, err = f.tileBefore(ctx, f.home.tile(prefix, t, g))
		}
		return v, err
	}
	joiners, err := f.joinTiles(ctx, f.last, limbJoiners(f.points(f.layout)), pairOf)
	if err == nil && f.impossible.Load() {
		err = ErrImpossibleValue
	}
	return halfSums{joiners: [][]*joiner{joiners}}, err
}

// tileBefore returns the tile of the vector before the last column. By no column it is what a pass begins with.
func (f *fileCount) tileBefore(ctx context.Context, i int) (tileValues, error) {
	if f.kept != nil {
		return f.tile(ctx, f.kept, f.columnsOf()-1, i, nil)
	}
	words := make([]uint64, f.home.offset[i+1]-f.home.offset[i])
	markSettled(f.layout, words, i/f.home.suffixBins, i%f.home.suffixBins, 1)
	return limbTile{halfWords(words), 2}, nil
}

// tile reads the residues of a tile of the completions by some columns; memory has those that are in no file.
func (f *fileCount) tile(ctx context.Context, files []storage.File, columns, i int, memory []uint64) (tileValues, error) {
	first, end := f.home.offset[i], f.home.offset[i+1]
	var values [][]uint64
	for r, file := range files {
		words := memory
		switch {
		case file != nil:
			words = make([]uint64, end-first)
			if err := f.read(ctx, file, words, first); err != nil {
				return nil, err
			}
		case r > 0 || memory == nil:
			continue
		}
		values = append(values, words)
	}
	return newPlanes(f.radix, values, columns*f.layout.m, &f.impossible), nil
}
