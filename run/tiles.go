package run

import (
	"math/big"

	"combigo/border"
	"combigo/internal/tilefile"
)

// binTiles are the tiles of one bin; they implement [border.Tiles].
type binTiles struct {
	inputs *inputs
	bin    int
	writer *tilefile.Writer // nil in the last stage
	sum    *big.Rat         // of the join of the bin
	spills *spills
}

var _ border.Tiles = (*binTiles)(nil)

func (t *binTiles) Read(from int, values []uint64) error {
	if t.inputs.extension != nil {
		return t.inputs.extend(from, t.bin, values)
	}
	return t.inputs.readTile(t.inputs.left[0], from, t.bin, values)
}

// The parts of a tile that the join reads are parts of its file.
var _ = [1]struct{}{}[border.PartValues%tilefile.PartValues]

// values gives a tile of all planes of a vector to the join.
func (t *binTiles) values(planes []plane, from int) border.TileValues {
	return border.TileValues{Primes: len(planes), Read: func(prime int, at int64, values []uint64) error {
		return t.inputs.readPart(planes[prime], from, t.bin, at, values)
	}}
}

func (t *binTiles) Write(to int, values []uint64) error {
	t.inputs.written.Add(int64(len(values)))
	return t.writer.WriteTile(to, values)
}

// open makes the tiles of a bin, with the file that it will leave.
func (s *inputs) open(p place, bin int) (*binTiles, error) {
	t := &binTiles{inputs: s, bin: bin, spills: s.newSpills(p, bin)}
	if s.run.isLast(p.stage) {
		return t, nil
	}
	id, err := s.run.identity(p, bin)
	if err != nil {
		return nil, err
	}
	var sizes []int64
	for _, tiles := range s.run.engine.TileSizes(p.stage) {
		sizes = append(sizes, tiles[bin])
	}
	t.writer, err = tilefile.Create(s.run.fs, s.run.binName(p, bin), s.run.tag, id, sizes)
	return t, err
}

// commit gives the file of a bin its name. That another program was faster is no
// error: the files are the same.
func (t *binTiles) commit(p place, share uint64) error {
	if t.writer == nil {
		sum := t.sum
		if sum == nil {
			sum = new(big.Rat).SetInt(new(big.Int).SetUint64(share))
		}
		return t.inputs.run.writeShare(t.inputs.run.binName(p, t.bin), p, t.bin, sum)
	}
	return t.writer.Commit()
}

// abort drops what was written.
func (t *binTiles) abort() {
	t.spills.abort()
	if t.writer != nil {
		t.writer.Abort()
	}
}

// Spill keeps what a part leaves.
func (t *binTiles) Spill(round, from int, tiles [][]uint64) error {
	return t.spills.write(round, from, tiles)
}

// Unspill reads what a part left.
func (t *binTiles) Unspill(round, from, to int, values []uint64) error {
	return t.spills.read(round, from, to, values)
}

// Unspilled gives back what was read.
func (t *binTiles) Unspilled(round, to int) error { return t.spills.done(round, to) }
