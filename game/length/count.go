package length

import (
	"fmt"
	"math"
	"math/big"
	"time"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
)

// Method is a way to count.
type Method string

const (
	// Auto takes the one of the others that fits.
	Auto Method = "auto"
	// Enumerate plays the games one by one, up to symmetry and but for the last two moves.
	Enumerate Method = "enumerate"
	// Clusters counts the sequences of different points, and what clusters of stones change about
	// that.
	Clusters Method = "clusters"
)

// Options say how to count. The zero value has the rules with suicide and positional superko.
type Options struct {
	Rules    Rules
	NoPasses bool                // only games without passes, as openings are
	Method   Method              // Auto if empty
	Expected func(time.Duration) // if set, called with the time it will take, about, once nothing stands against it
	par.Options
}

// Result is a number of games and how it came about.
type Result struct {
	Games   *big.Int
	Method  Method
	Checked []int // lengths for which the other way, too, was taken on this board, with the same outcome
}

// maxPlayed is the number of games, but for the last two moves and symmetry, that Enumerate takes
// on.
const (
	maxPlayed = 1e11
	quickly   = 1e7 // no second thoughts up to here
)

// refuse returns an error for arguments out of range.
func refuse(rows, cols, moves int, rules Rules) error {
	if min(rows, cols) < 1 || max(rows, cols) > MaxSide {
		return fmt.Errorf("board %dx%d: want 1 to %d rows and columns", rows, cols, MaxSide)
	}
	if rules.Superko == goban.NaturalSuperko || rules.Superko == goban.SimpleKo {
		return fmt.Errorf("games of a length are counted under positional or situational superko, or none, not under %v superko", rules.Superko)
	}
	if moves < 0 || moves > MaxMoves {
		return fmt.Errorf("%d moves: want 0 to %d", moves, MaxMoves)
	}
	return nil
}

// expect tells about how long the counting will take, within a factor of three on boards where
// clusters of all shapes have a place, and at most that on others. It is measured: 350 ns for a
// game that is played, and 10 s for the clusters of 9 moves, thirteen times as long for each move
// more.
func (o Options) expect(played float64, moves int) {
	if o.Expected == nil {
		return
	}
	seconds := 350e-9 * played
	if o.Method == Clusters {
		seconds = min(seconds, 10*math.Pow(13, float64(moves-9)))
	}
	o.Expected(time.Duration(seconds / float64(o.Goroutines()) * float64(time.Second)))
}

// effort is about the number of games that Enumerate plays.
func effort(rows, cols, moves int) float64 {
	return math.Pow(float64(rows*cols), float64(max(0, moves-2))) / float64(symmetries(rows, cols))
}

func symmetries(rows, cols int) int {
	if rows == cols {
		return 8
	}
	return 4
}

// MaxMoves is the greatest length of the games that are counted.
const MaxMoves = maxCluster
