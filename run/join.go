package run

import (
	"context"
	"errors"

	"combigo/border"
)

// joinBuffer is what border takes for a thread while it joins a tile, in values.
const joinBuffer = 1 << 22

// joinNeed is the bytes that the join takes: the tiles that it reads, and what border has beside them.
func (g graph) joinNeed(j *border.Join, threads int) int64 {
	tiles := g.largestTile()
	if g.second() >= 0 {
		tiles *= 2
	}
	return 8*(tiles+int64(threads)*joinBuffer) + j.Bytes(false)
}

// joiner prepares the join, once, and gives back what stages before it took.
func (r *Run) joiner() (*border.Join, error) {
	if r.external != nil {
		r.external.Free()
		r.external = nil
	}
	if r.join != nil {
		return r.join, nil
	}
	if err := r.makeEngine(); err != nil {
		return nil, err
	}
	var err error
	r.join, err = r.engine.NewJoin(r.Size().Long(), []uint64{r.modulus(0)}, border.Options{Threads: r.threads})
	return r.join, err
}

// joinBins joins the halves of the board modulo a prime: those of the bins of prefixes, with all of suffixes. The
// arguments are those of [border.External.Run].
func (r *Run) joinBins(
	ctx context.Context, modulus uint64, bins []int, open func(bin int) (border.Tiles, error), done func(border.BinResult),
) error {
	j, err := r.joiner()
	if err != nil {
		return err
	}
	for _, bin := range bins {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		b := border.BinResult{Bin: bin}
		tiles, err := open(bin)
		if err == nil {
			b.Share, err = joinBin(ctx, j, tiles.(*binTiles), modulus)
		}
		b.Err = err
		done(b)
		if err != nil && !errors.Is(err, border.ErrSkip) {
			return err
		}
	}
	return ctx.Err()
}

// joinBin joins the tiles of a bin of prefixes.
func joinBin(ctx context.Context, j *border.Join, tiles *binTiles, modulus uint64) (uint64, error) {
	var sum uint64
	var left, right []uint64
	_, suffixes := j.Bins()
	for g := range suffixes {
		n := j.TileStates(tiles.bin, g)
		left = resized(left, n)
		if err := tiles.Read(g, left); err != nil {
			return 0, err
		}
		if tiles.inputs.second != nil {
			right = resized(right, n)
			if err := tiles.readSecond(g, right); err != nil {
				return 0, err
			}
		}
		part, err := j.Modulo(ctx, tiles.bin, g, modulus, left, right)
		if err != nil {
			return 0, err
		}
		sum = (sum + part) % modulus // both are below 2^62
	}
	return sum, nil
}

func resized(values []uint64, n int64) []uint64 {
	if int64(cap(values)) < n {
		return make([]uint64, n)
	}
	return values[:n]
}
