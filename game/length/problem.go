// Package length counts the games of a given number of moves on boards up to 19x19.
//
// # What is counted
//
// Games begin on the empty board, black moves first, and the players alternate. A move is a stone
// or a pass. There are no two passes in a row, which would end the game, and the last move is a
// stone. Suicide may be forbidden, and superko forbids positions that repeat. With suicide
// forbidden and positional superko the numbers on 19x19 are sequence A048289 of the On-Line
// Encyclopedia of Integer Sequences: 1, 361, 130321 = 361*360 + 361 (two stones, or a pass and a
// stone), 46915560, ...
//
// The colours of the stones tell where the passes are: before each stone out of turn. So the games
// are divided by their words, the sequences of colours, of which there are few.
//
// # Enumeration
//
// Enumerate plays all games, up to the symmetries of the board in the first move, and counts the
// last two moves in bulk. While nothing has been removed from the board, only stones that fill the
// last empty point next to another point can have any effect, on themselves or on others.
//
// # Clusters
//
// Clusters counts the sequences of different points, and corrects that number by what can happen on
// closed sets: unions of closed neighbourhoods, those of a point and the points next to it. The
// correction for a set C and a share I of the stones of a game is D(C,I), the sum over the subsets
// B of C, with a sign, of the numbers of legal sequences that touch the points of B and no others,
// by all stones of I but those that would go to the points left out, one each. It is 0 for all
// other sets, since a point that is not next to an inner point of C changes nothing. A closed set
// may have parts far from each other, between which superko makes the only link. The file
// docs/games-bounds.md has the proof.
//
// A sweep goes through all sequences on a closed set at once, with the patterns to which superko
// forbids to return. Sets that look alike have one sweep.
//
// # Reading order
//
// A file uses only files before it:
//
//	the question   problem.go word.go
//	playing        enumerate.go
//	closed sets    closed.go
//	sweeps         table.go sweep.go
//	the answer     count.go
package length

import (
	"fmt"
	"iter"
	"math"
	"math/bits"
	"time"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// Rules are the rules of the games that are counted.
type Rules struct {
	Suicide goban.Rule
	Superko goban.Superko
}

// Published are the rules of the sequence A048289: positional superko and no suicide.
var Published = Rules{Suicide: goban.SuicideForbidden, Superko: goban.PositionalSuperko}

// String says the rules in words.
func (r Rules) String() string {
	suicide := "suicide"
	if r.Suicide == goban.SuicideForbidden {
		suicide = "no suicide"
	}
	if r.Superko == goban.NoSuperko {
		return suicide + ", no superko"
	}
	return fmt.Sprintf("%s, %v superko", suicide, r.Superko)
}

// Method is a way to count.
type Method string

const (
	// Clusters counts the sequences of different points, and what closed sets of points change
	// about that.
	Clusters Method = "clusters"
	// Enumerate plays the games one by one, up to symmetry and except for the last two moves.
	Enumerate Method = "enumerate"
)

// Options say how to count. The zero value has the rules with suicide and positional superko.
type Options struct {
	Rules    Rules
	NoPasses bool                // only games without passes, as openings are
	Method   Method              // Clusters if empty
	Expected func(time.Duration) // if set, called with the time it will take, about, once nothing stands against it
	par.Options
}

const (
	// MaxSide is the greatest number of rows or columns.
	MaxSide = 19
	// MaxMoves is the greatest length of the games that are counted.
	MaxMoves = 16
	// maxPlayed is the number of games, except for the last two moves and symmetry, that Enumerate
	// takes on.
	maxPlayed    = 1e11
	playedAlways = 1e7 // up to here games are played in any case
)

// suicideOf reports whether a player may take away the last liberty of his own string of a given
// number of stones, superko apart where it depends on the history. The suicide of one stone brings
// back the position before it, always.
func (r Rules) suicideOf(stones int) bool {
	return r.Suicide == goban.SuicideAllowed && (stones > 1 || r.Superko != goban.PositionalSuperko)
}

// problem is what is to be counted, and how.
type problem struct {
	rows, cols, moves int
	Options
}

// refuse returns an error for arguments out of range.
func (p *problem) refuse() error {
	if min(p.rows, p.cols) < 1 || max(p.rows, p.cols) > MaxSide {
		return fmt.Errorf("board %dx%d: want 1 to %d rows and columns", p.rows, p.cols, MaxSide)
	}
	if k := p.Rules.Superko; k == goban.NaturalSuperko || k > goban.NoSuperko {
		return fmt.Errorf("games of a length are counted under positional or situational superko, or none, not under %v superko", k)
	}
	if p.moves < 0 || p.moves > MaxMoves {
		return fmt.Errorf("%d moves: want 0 to %d", p.moves, MaxMoves)
	}
	if p.Method == Enumerate && p.effort() > maxPlayed {
		return fmt.Errorf("%d moves on %dx%d: about %.0e games to play: want at most %.0e, or the method clusters",
			p.moves, p.rows, p.cols, p.effort(), maxPlayed)
	}
	return nil
}

// expect tells about how long the counting will take, within a factor of three on boards where
// closed sets of all shapes have a place, and at most that on others. It is measured: 500 ns for a
// game that is played, and 4 s for 11 moves by clusters, six times as long for each move more.
func (p *problem) expect() {
	if p.Expected == nil {
		return
	}
	seconds := 4 * math.Pow(6, float64(p.moves-11))
	if p.Method == Enumerate {
		seconds = 500e-9 * p.effort()
	}
	p.Expected(time.Duration(seconds / float64(p.Goroutines()) * float64(time.Second)))
}

// effort is about the number of games that Enumerate plays.
func (p *problem) effort() float64 {
	symmetries := 4.0
	if p.rows == p.cols {
		symmetries = 8
	}
	return math.Pow(float64(p.rows*p.cols), float64(max(0, p.moves-2))) / symmetries
}

// board returns the board as a graph, whose vertices enumeration takes for points.
func (p *problem) board() *lattice.Graph {
	board, err := lattice.New(lattice.Square, p.rows, p.cols, lattice.Options{})
	if err != nil {
		panic(err) // the size has been looked at
	}
	return board
}

// motions returns the motions of the board as maps of its points, each once.
func (p *problem) motions() []lattice.Permutation {
	const maxMotions = 8
	motions, err := lattice.Symmetries(p.board(), maxMotions)
	if err != nil {
		panic(err)
	}
	return motions
}

// A pointSet is a set of points of the board.
type pointSet [(MaxSide*MaxSide + 63) / 64]uint64

func (s *pointSet) has(point int) bool { return s[point/64]>>(point%64)&1 != 0 }
func (s *pointSet) flip(point int)     { s[point/64] ^= 1 << (point % 64) }
func (s *pointSet) add(point int)      { s[point/64] |= 1 << (point % 64) }

// all yields the points of the set in order.
func (s *pointSet) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(64*i + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}
