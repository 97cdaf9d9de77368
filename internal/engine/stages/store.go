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
	// Next returns the stage of a chain to do next, and those of its shares that are not done. After
	// the last stage it stores the sums of the chain, and returns the number of stages.
	Next(chain int) (stage int, shares []int, err error)
	// Begin prepares for a stage, and removes what neither this stage nor a later one reads.
	Begin(p StageID) error
	// Read returns tiles, and a function that frees their memory. The error is [ErrDone] if another
	// program has done the share that needs them.
	Read(ctx context.Context, tiles []TileID) ([]border.Tile, func(), error)
	// Allocate returns memory for the tiles that a share leaves, one for each share that reads them,
	// whose chunks have the given sizes. They may hold anything. The function frees the memory after
	// the tiles have been committed, or when they are of no use.
	Allocate(p StageID, share int, sizes [][]int) ([]border.Tile, func(), error)
	// Commit stores the tiles that a share leaves. When it returns they are as durable as the store.
	Commit(p StageID, share int, tiles []border.Tile) error
	// CommitPart stores the part of a share in a sum.
	CommitPart(p StageID, share int, part *big.Rat) error
	// Release removes the tiles of a stage that a share of its last reader has read: that share is
	// done. The store may do so late, or never.
	Release(p StageID, share int) error
}
