package stages

import (
	"context"
	"errors"
	"math/big"

	"combigo.dev/combigo/internal/engine/border"
)

// A StageID names a stage of a chain.
type StageID struct{ Chain, Stage int }

// A TileID names a tile: what one share of a stage leaves for a share of the stages that read it.
type TileID struct {
	StageID
	From, To int
}

// ErrDone says that another program has done a share meanwhile.
var ErrDone = errors.New("another program has done the share")

// A Store keeps tiles and sums. Several goroutines may use it for shares of one stage.
type Store interface {
	// Next returns the stage of a chain to do next, and the shares of it that are not done. After the
	// last stage it writes the sums of the chain down, and returns the number of stages.
	Next(chain int) (stage int, shares []int, err error)
	// Begin prepares for a stage, and removes what neither this stage nor a later one reads.
	Begin(p StageID) error
	// Read returns tiles, and a function that gives their memory back when nobody reads them. The
	// error is [ErrDone] if there is no need any more to do the share that reads them.
	Read(ctx context.Context, tiles []TileID) ([]border.Tile, func(), error)
	// Room returns room for the tiles that a share leaves, by the share that reads them, which holds
	// anything; and a function that gives the memory back when they are committed, or of no use.
	Room(p StageID, share int, sizes [][]int) ([]border.Tile, func(), error)
	// Commit makes tiles those that a share leaves. When it returns they are as durable as the store.
	Commit(p StageID, share int, tiles []border.Tile) error
	// CommitPart does so for a part of a sum.
	CommitPart(p StageID, share int, part *big.Rat) error
	// Release gives back the tiles of a stage for a share of its last reader, which is done. The store
	// may do so late, or never.
	Release(p StageID, share int) error
}
