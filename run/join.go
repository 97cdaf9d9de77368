package run

import (
	"context"
	"errors"
	"math/big"

	"combigo/border"
	"combigo/result"
)

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
	join, err := r.engine.NewJoin(r.Size().Long(), r.moduli(), border.Options{Threads: r.threads})
	if err != nil {
		return nil, err
	}
	need, ceiling := r.graph().joinNeed(join, r.threads), r.memoryCeiling()
	if ceiling > 0 && need.Least > int64(ceiling) {
		return nil, &MemoryError{Need: result.Bytes(need.Least), Ceiling: ceiling, Given: true}
	}
	if inParts(need, ceiling) {
		join.InParts()
	}
	r.join = join
	return join, nil
}

// joinBins joins the halves of the board: those of the bins of prefixes, with all of suffixes; modulo a prime, or, if that
// is 0, over all residues. The arguments are those of [border.External.Run].
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
			err = joinBin(ctx, j, tiles.(*binTiles), modulus)
		}
		if errors.Is(err, border.ErrImpossibleValue) {
			err = r.impossible()
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
func joinBin(ctx context.Context, j *border.Join, tiles *binTiles, modulus uint64) error {
	tiles.sum = new(big.Rat)
	_, suffixes := j.Bins()
	for g := range suffixes {
		left, right := tiles.values(tiles.inputs.left, g), tiles.values(tiles.inputs.right, g)
		part, err := joinTile(ctx, j, tiles.bin, g, modulus, left, right)
		if err != nil {
			return err
		}
		tiles.sum.Add(tiles.sum, part)
	}
	if modulus > 0 {
		tiles.sum.SetInt(new(big.Int).Mod(tiles.sum.Num(), new(big.Int).SetUint64(modulus)))
	}
	return nil
}

func joinTile(ctx context.Context, j *border.Join, t, g int, modulus uint64, left, right border.TileValues) (*big.Rat, error) {
	if modulus == 0 {
		return j.Exact(ctx, t, g, left, right)
	}
	part, err := j.Modulo(ctx, t, g, modulus, left, right)
	return new(big.Rat).SetInt(new(big.Int).SetUint64(part)), err
}
