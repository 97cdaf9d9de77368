package run

import "combigo/border"

// Method says how a residue is computed.
type Method string

// The methods, named as those of package count.
const (
	// Halves takes the vector through half the columns, and joins it with the other half of the board, modulo
	// each prime. Only one residue of the vector is ever on the disk.
	Halves Method = "halves"
	// DP takes the vector through all columns.
	DP Method = "dp"
)

// graph is the stages of a residue. Each has bins that do not depend on each other, and reads what the stage before
// has left. The last one leaves partial sums.
type graph struct {
	engine *border.Engine
	width  int
	method Method
}

func (r *Run) graph() graph { return graph{r.engine, r.Size().Long(), r.manifest.method()} }

// columns is the number of columns that the vector goes through.
func (g graph) columns() int {
	if g.method == Halves {
		return g.width / 2
	}
	return g.width - 1
}

// stages is the number of stages: two a column, and the join.
func (g graph) stages() int {
	if g.method == Halves {
		return 2*g.columns() + 1
	}
	return 2 * g.columns()
}

// isJoin tells whether a stage joins the halves of the board.
func (g graph) isJoin(stage int) bool { return g.method == Halves && stage == 2*g.columns() }

// second is the stage that the join reads beside the one before it, -1 if there is none: where the width is even,
// the vector that is a column behind.
func (g graph) second() int {
	if g.method == Halves && g.width%2 == 0 {
		return 2*g.columns() - 3
	}
	return -1
}

// bins is the number of bins of a stage.
func (g graph) bins(stage int) int {
	// The bins of a stage are those that the stage before leaves tiles for.
	return len(g.engine.TileSizes(stage + 1))
}

// stepsPerJoined is about how many state-steps take as long as the join of a state, measured on 12x12.
const stepsPerJoined = 30

// binSteps is the state-steps of a bin, or what takes as long.
func (g graph) binSteps(stage, bin int) int64 {
	if !g.isJoin(stage) {
		return g.engine.BinSteps(stage, bin)
	}
	var states int64
	for _, n := range g.engine.TileSizes(stage - 1)[bin] {
		states += n
	}
	if g.second() >= 0 {
		states *= 2
	}
	return stepsPerJoined * states
}

// stageSteps is the state-steps of a stage.
func (g graph) stageSteps(stage int) float64 {
	var n float64
	for bin := range g.bins(stage) {
		n += float64(g.binSteps(stage, bin))
	}
	return n
}

// steps is the state-steps of the first stages.
func (g graph) steps(stages int) float64 {
	var alike [2]float64 // stages of the same half
	for half := range alike {
		alike[half] = g.stageSteps(half)
	}
	var n float64
	for stage := range stages {
		if g.isJoin(stage) {
			n += g.stageSteps(stage)
		} else {
			n += alike[stage%2]
		}
	}
	return n
}

// left is the number of values that a stage leaves.
func (g graph) left(stage int) int64 {
	var n int64
	for _, tiles := range g.engine.TileSizes(stage) {
		for _, states := range tiles {
			n += states
		}
	}
	return n
}

// values is the number of values that a residue reads and writes.
func (g graph) values() int64 {
	even, odd := g.left(0), g.left(1)
	columns := int64(g.columns())
	switch {
	case g.method != Halves:
		return 2 * (columns*even + (columns-1)*odd) // the last stage writes nothing
	case g.second() >= 0:
		return 2*columns*(even+odd) + odd
	}
	return 2 * columns * (even + odd)
}

// files is the number of files that a residue takes.
func (g graph) files() int {
	n := g.columns() * (g.bins(0) + g.bins(1))
	if g.method == Halves {
		n += g.bins(0)
	}
	return n
}

// vectors is the number of vectors that are on the disk at once, beside one that is kept.
func (g graph) vectors() int64 {
	if g.second() >= 0 {
		return 3
	}
	return 2
}

// largestTile is the largest number of values of a tile that the join reads.
func (g graph) largestTile() int64 {
	var most int64
	for _, tiles := range g.engine.TileSizes(1) {
		for _, states := range tiles {
			most = max(most, states)
		}
	}
	return most
}
