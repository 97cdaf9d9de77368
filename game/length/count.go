package length

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"time"

	"combigo/goban"
	"combigo/internal/par"
	"combigo/result"
)

// MaxSide is the greatest number of rows or columns.
const MaxSide = 19

// MaxMoves is the greatest length of the games that are counted.
const MaxMoves = maxCluster

// Method is a way to count.
type Method string

const (
	// Auto takes the one of the others that fits.
	Auto Method = "auto"
	// Enumerate plays the games one by one, up to symmetry and but for the last two moves.
	Enumerate Method = "enumerate"
	// Clusters counts the sequences of different points, and what clusters of stones change about that.
	Clusters Method = "clusters"
)

// Options say how to count. The zero value has the rules with suicide and positional superko, and one thread.
type Options struct {
	Rules    Rules
	NoPasses bool   // only games without passes, as openings are
	Method   Method // Auto if empty
	Threads  int    // 1 if less
	Progress func(share float64)
	Expected func(time.Duration) // if set, told about how long it will take, once nothing stands against it
}

// parallel returns what the options say of threads and progress.
func (o Options) parallel() par.Options {
	return par.Options{Threads: max(1, o.Threads), Progress: o.Progress}
}

// Result is a number of games and how it came about.
type Result struct {
	Games   *big.Int
	Method  Method
	Checked []int // lengths for which the other way, too, was taken on this board, with the same outcome
}

// maxPlayed is the number of games, but for the last two moves and symmetry, that Enumerate takes on.
const (
	maxPlayed = 1e11
	quickly   = 1e7 // no second thoughts up to here
)

// Count returns the number of games of exactly a given number of moves from the empty board, passes counted as moves, of which
// the last one is a stone. Moves are from 0 to MaxMoves; the game of no moves is one.
//
// What Clusters counts is checked: the shorter games of the same board that are quickly played are counted in both ways.
func Count(ctx context.Context, rows, cols, moves int, o Options) (*Result, error) {
	if err := refuse(rows, cols, moves, o.Rules); err != nil {
		return nil, err
	}
	played := effort(rows, cols, moves)
	if o.Method == "" || o.Method == Auto {
		o.Method = Clusters
		if played <= quickly {
			o.Method = Enumerate
		}
	}
	if o.Method == Enumerate {
		if played > maxPlayed {
			return nil, fmt.Errorf("%d moves on %dx%d: about %.0e games to play: want at most %.0e, or the method clusters",
				moves, rows, cols, played, maxPlayed)
		}
		o.expect(played, moves)
		games, err := enumerate(ctx, rows, cols, moves, o)
		return &Result{Games: games, Method: Enumerate}, err
	}
	return byClusters(ctx, rows, cols, moves, o)
}

// refuse returns an error for arguments out of range.
func refuse(rows, cols, moves int, rules Rules) error {
	if min(rows, cols) < 1 || max(rows, cols) > MaxSide {
		return fmt.Errorf("board %dx%d: want 1 to %d rows and columns", rows, cols, MaxSide)
	}
	if rules.Superko == goban.NaturalSuperko {
		return errors.New("games of a length are counted under positional or situational superko, or none, not under natural superko")
	}
	if moves < 0 || moves > MaxMoves {
		return fmt.Errorf("%d moves: want 0 to %d", moves, MaxMoves)
	}
	return nil
}

// expect tells about how long the counting will take, within a factor of three on boards where clusters of all shapes have a
// place, and at most that on others. It is measured: 350 ns for a game that is played, and 10 s for the clusters of 9
// moves, thirteen times as long for each move more.
func (o Options) expect(played float64, moves int) {
	if o.Expected == nil {
		return
	}
	seconds := 350e-9 * played
	if o.Method == Clusters {
		seconds = min(seconds, 10*math.Pow(13, float64(moves-9)))
	}
	o.Expected(time.Duration(seconds / float64(max(1, o.Threads)) * float64(time.Second)))
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

// byClusters counts by clusters, and checks shorter games against enumeration.
func byClusters(ctx context.Context, rows, cols, moves int, o Options) (*Result, error) {
	if err := tooLong(ctx, rows, cols, moves, o.Rules); err != nil {
		return nil, err
	}
	o.expect(effort(rows, cols, moves), moves)
	found := &Result{Method: Clusters}
	for k := 0; k < moves && effort(rows, cols, k) <= quickly; k++ {
		if err := compare(ctx, rows, cols, k, o); err != nil {
			return nil, err
		}
		found.Checked = append(found.Checked, k)
	}
	x, err := newExpansion(ctx, rows, cols, moves, moves, o.Rules, o.parallel())
	if err != nil {
		return nil, err
	}
	x.alternating = o.NoPasses
	found.Games, err = x.count(ctx)
	return found, err
}

// compare counts in both ways.
func compare(ctx context.Context, rows, cols, moves int, o Options) error {
	o.Progress = nil
	played, err := enumerate(ctx, rows, cols, moves, o)
	if err != nil {
		return err
	}
	x, err := newExpansion(ctx, rows, cols, moves, moves, o.Rules, o.parallel())
	if err != nil {
		return err
	}
	x.alternating = o.NoPasses
	counted, err := x.count(ctx)
	if err != nil {
		return err
	}
	if played.Cmp(counted) != 0 {
		return result.Wrong(fmt.Sprintf("the number of games of %d moves on %dx%d", moves, rows, cols), "%v by clusters, and %v are played", counted, played)
	}
	return nil
}
