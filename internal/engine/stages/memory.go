package stages

import (
	"context"
	"math/big"
	"slices"
	"sync"

	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/result"
)

// A memoryStore keeps tiles in memory. Pages go back to the system at the end only, since new ones
// take as long as the work: tiles that are released leave their places to others. Places are listed
// by the share that reads them, whose tiles are released together: in extents, each for one share
// of a stage.
type memoryStore struct {
	chains []*Chain
	shares int
	extent int // values

	lock    sync.Mutex
	blocks  []*memory.Words
	empty   map[int][][]uint32 // extents, by their size
	regions map[region]*regionExtents
	tiles   map[TileID]border.Tile
	next    []int // by chain: the stage to do next
	sums    map[StageID]*big.Rat
}

// A region is the tiles of a stage for a share.
type region struct {
	StageID
	to int
}

// regionExtents are the extents of a region.
type regionExtents struct {
	extents, unused [][]uint32 // unused: the rest of the last one
}

// extentsPerRegion is about how many extents a region has: half of an extent is lost.
const extentsPerRegion = 16

// extentMultiple is a number of values: the size of an extent is a multiple of it, since kernels
// want rows to begin at multiples of their size.
const extentMultiple = 1 << 10

// blockValues is how many values are allocated at once, for several extents.
const blockValues = 16 << 20 / border.ValueBytes

func newMemoryStore(chains []*Chain, d *border.Division, vector result.Bytes) *memoryStore {
	return &memoryStore{
		chains: chains, shares: d.Shares(), extent: (max(d.LargestChunk(), int(vector/border.ValueBytes)/d.Shares()/extentsPerRegion) + extentMultiple - 1) / extentMultiple * extentMultiple,
		empty: make(map[int][][]uint32), regions: make(map[region]*regionExtents),
		tiles: make(map[TileID]border.Tile), next: make([]int, len(chains)), sums: make(map[StageID]*big.Rat),
	}
}

func (m *memoryStore) Next(chain int) (int, []int, error) {
	next := m.next[chain]
	if next == len(m.chains[chain].Stages) {
		return next, nil, m.Begin(StageID{chain, next})
	}
	shares := make([]int, m.shares)
	for i := range shares {
		shares[i] = i
	}
	return next, shares, nil
}

func (m *memoryStore) Begin(p StageID) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.next[p.Chain] = min(p.Stage+1, len(m.chains[p.Chain].Stages))
	for r := range m.regions {
		if r.Chain == p.Chain && !m.chains[p.Chain].IsNeeded(r.Stage, p.Stage) {
			m.release(r)
		}
	}
	return nil
}

func (m *memoryStore) Read(_ context.Context, ids []TileID) ([]border.Tile, func(), error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	var all []border.Tile
	for _, id := range ids {
		all = append(all, m.tiles[id])
	}
	return all, func() {}, nil
}

func (m *memoryStore) Allocate(p StageID, _ int, sizes [][]int) (all []border.Tile, free func(), err error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	for to, chunks := range sizes {
		extent := m.extent
		if m.shares == 1 { // a vector
			extent = sum(chunks)
		}
		r := m.regions[region{p, to}]
		if r == nil {
			r = &regionExtents{}
			m.regions[region{p, to}] = r
		}
		t := make(border.Tile, len(chunks))
		for i, n := range chunks {
			k := slices.IndexFunc(r.unused, func(rest []uint32) bool { return len(rest) >= n })
			if k < 0 {
				x, err := m.takeExtent(extent)
				if err != nil {
					return nil, nil, err
				}
				k = len(r.unused)
				r.extents, r.unused = append(r.extents, x), append(r.unused, x)
			}
			if t[i], r.unused[k] = r.unused[k][:n:n], r.unused[k][n:]; len(r.unused[k]) == 0 {
				r.unused = slices.Delete(r.unused, k, k+1)
			}
		}
		all = append(all, t)
	}
	return all, func() {}, nil
}

func sum(numbers []int) (sum int) {
	for _, n := range numbers {
		sum += n
	}
	return sum
}

// takeExtent takes an extent.
func (m *memoryStore) takeExtent(size int) ([]uint32, error) {
	if len(m.empty[size]) == 0 {
		block, err := memory.NewWords(int64(max(1, blockValues/size*min(1, m.shares-1)) * size))
		if err != nil {
			return nil, err
		}
		m.blocks = append(m.blocks, block)
		for at := len(block.All) - size; at >= 0; at -= size {
			m.empty[size] = append(m.empty[size], block.All[at:][:size:size])
		}
	}
	last := len(m.empty[size]) - 1
	x := m.empty[size][last]
	m.empty[size] = m.empty[size][:last]
	return x, nil
}

func (m *memoryStore) Commit(p StageID, share int, tiles []border.Tile) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	for to, t := range tiles {
		m.tiles[TileID{p, share, to}] = t
	}
	return nil
}

func (m *memoryStore) CommitPart(p StageID, _ int, part *big.Rat) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.sums[p] == nil {
		m.sums[p] = new(big.Rat)
	}
	m.sums[p].Add(m.sums[p], part)
	return nil
}

func (m *memoryStore) Release(p StageID, share int) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.release(region{p, share})
	return nil
}

func (m *memoryStore) release(r region) {
	if places := m.regions[r]; places != nil {
		for _, x := range places.extents {
			m.empty[len(x)] = append(m.empty[len(x)], x)
		}
	}
	delete(m.regions, r)
	for from := range m.shares {
		delete(m.tiles, TileID{r.StageID, from, r.to})
	}
}

// size returns the memory that was taken.
func (m *memoryStore) size() (bytes result.Bytes) {
	for _, b := range m.blocks {
		bytes += border.ValueBytes * result.Bytes(len(b.All))
	}
	return bytes
}

// free gives all memory back to the system.
func (m *memoryStore) free() {
	for _, b := range m.blocks {
		b.Free()
	}
}
