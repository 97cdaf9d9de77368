package goban

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/internal/longtests"
)

// plainTurn is the beginning of a game, or a turn that was taken: the board after it, a string of
// '.', 'X' and 'O' row by row, and who took it how.
type plainTurn struct {
	board string
	by    byte // 'X', 'O', or 0 for the beginning
	pass  bool
}

// plainGame is the second judge of games: the rules as their texts have them, looked up in the list
// of all turns. It shares no code with Position and Replay, and keeps nothing but the list.
type plainGame struct {
	rows, cols int
	rules      Rules
	turns      []plainTurn
}

func plainOpponent(c byte) byte { return 'X' + 'O' - c }

// around returns the places beside a place of the board.
func (g *plainGame) around(at int) (places []int) {
	row, col := at/g.cols, at%g.cols
	for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		if r, c := row+d[0], col+d[1]; r >= 0 && r < g.rows && c >= 0 && c < g.cols {
			places = append(places, r*g.cols+c)
		}
	}
	return places
}

// without returns a board without the stones of a colour from which no path of that colour leads to
// an empty point, and how many those are.
func (g *plainGame) without(board string, color byte) (string, int) {
	safe := strings.Repeat(" ", len(board))
	for grown := true; grown; {
		grown = false
		for at := range board {
			for _, near := range g.around(at) {
				if board[at] == color && safe[at] == ' ' && (board[near] == '.' || board[near] == color && safe[near] == '!') {
					safe, grown = safe[:at]+"!"+safe[at+1:], true
				}
			}
		}
	}
	dead := 0
	for at := range board {
		if board[at] == color && safe[at] == ' ' {
			board, dead = board[:at]+"."+board[at+1:], dead+1
		}
	}
	return board, dead
}

// passes returns the number of passes at the end of a list of turns.
func passes(turns []plainTurn) (n int) {
	for n < len(turns) && turns[len(turns)-1-n].pass {
		n++
	}
	return n
}

// mayTurn reports whether a player has the turn after a list of turns.
func (g *plainGame) mayTurn(turns []plainTurn, c byte) bool {
	last := turns[len(turns)-1]
	switch {
	case last.by == 0:
		return c == 'X'
	case g.rules.Ending == NoPassesAnyTurn && passes(turns) >= 2:
		return true
	}
	return c == plainOpponent(last.by)
}

// repeats reports whether the rule against repetition forbids a player to make a board.
func (g *plainGame) repeats(turns []plainTurn, board string, by byte) bool {
	for i, t := range turns {
		toMove := t.by != plainOpponent(by) && (t.by != 0 || by == 'O')
		toMove = toMove || i+1 < len(turns) && turns[i+1].by == plainOpponent(by)
		if t.board != board {
			continue
		}
		switch g.rules.Superko {
		case PositionalSuperko:
			return true
		case SituationalSuperko: // the opponent was to move, as now
			if toMove {
				return true
			}
		case NaturalSuperko:
			if t.by == by && !t.pass {
				return true
			}
		case OwnSuperko:
			if t.by == by {
				return true
			}
		case SimpleKo:
			if i == len(turns)-2 && turns[i+1].board != board {
				return true
			}
		}
	}
	return false
}

// play takes a turn if the rules allow it, and says what forbids it.
func (g *plainGame) play(by byte, at int) error {
	turns := slices.Clone(g.turns)
	before := turns[len(turns)-1].board
	if !g.mayTurn(turns, by) && !g.over(turns, by, at < 0) { // a pass is left out
		if !g.rules.FreeTurns {
			return ErrOutOfTurn
		}
		if g.over(turns, plainOpponent(by), true) {
			return ErrGameOver
		}
		turns = append(turns, plainTurn{before, plainOpponent(by), true})
	}
	if g.over(turns, by, at < 0) {
		return ErrGameOver
	}
	if at < 0 {
		g.turns = append(turns, plainTurn{before, by, true})
		return nil
	}
	if before[at] != '.' {
		return ErrOccupied
	}
	board, _ := g.without(before[:at]+string(by)+before[at+1:], plainOpponent(by))
	board, dead := g.without(board, by)
	switch {
	case dead > 0 && g.rules.Suicide == SuicideForbidden:
		return ErrSuicide
	case g.repeats(turns, board, by) && g.rules.Superko == SimpleKo:
		return ErrKo
	case g.repeats(turns, board, by):
		return ErrRepeats
	case board == before && g.rules.Changes:
		return ErrUnchanged
	}
	g.turns = append(turns, plainTurn{board, by, false})
	return nil
}

// over reports whether passes have ended the game, so that a player cannot pass or play.
func (g *plainGame) over(turns []plainTurn, by byte, pass bool) bool {
	n := passes(turns)
	switch g.rules.Ending {
	case TwoPasses:
		return n > 1
	case FourPasses:
		return n > 3
	case FourPassesWhiteLast:
		return n > 4 || n == 4 && (by != 'O' || !pass)
	}
	return false
}

// judgedRules are the rules of all rule sets, and all kinds of superko with all ends, with and
// without suicide and free turns.
func judgedRules() (all []Rules) {
	for _, set := range RuleSets {
		all = append(all, set.Rules)
	}
	for superko := PositionalSuperko; superko <= OwnSuperko; superko++ {
		for ending := TwoPasses; ending <= NoPassesAnyTurn; ending++ {
			for choice := range 4 {
				all = append(all, Rules{Rule(choice % 2), superko, choice/2 == 1, ending, (int(superko)+int(ending))%2 == 1})
			}
		}
	}
	return all
}

// TestReplayAgainstPlainJudge plays random games on small boards, where captures, suicides and
// repetitions are many, and compares every verdict, its reason, the board and the counts.
func TestReplayAgainstPlainJudge(t *testing.T) {
	games := 1500
	if longtests.Wanted() {
		games = 20_000
	}
	rng, all := rand.New(rand.NewPCG(42, 3)), judgedRules()
	met, sum := map[string]int{}, Counts{}
	for n := range games {
		rules := all[n%len(all)]
		p, _ := New(1+rng.IntN(4), 1+rng.IntN(4))
		r, err := NewReplay(p, Black, rules)
		if err != nil {
			t.Fatal(err)
		}
		g := &plainGame{p.Rows(), p.Cols(), rules, []plainTurn{{board: strings.Repeat(".", p.Rows()*p.Cols())}}}
		turn := Black
		for ply := range 40 {
			m := Stone(turn, Point{rng.IntN(p.Rows()), rng.IntN(p.Cols())})
			if rng.IntN(10) == 0 {
				m.Color = turn.Opponent()
			}
			at := m.Point.Row*p.Cols() + m.Point.Col
			if last := g.turns[len(g.turns)-1]; rng.IntN(8) == 0 || last.pass && rng.IntN(3) == 0 {
				m.Pass, at = true, -1
			}
			want := g.play(m.Color.symbol(), at)
			if err := r.Play(m); !errors.Is(err, want) || (err == nil) != (want == nil) {
				t.Fatalf("game %d, %v, ply %d, %s: %v, want %v\n%v", n, rules, ply, r.position.describeMove(m), err, want, r.position)
			}
			if got := strings.ReplaceAll(r.Position().String(), "\n", ""); got != g.turns[len(g.turns)-1].board {
				t.Fatalf("game %d, ply %d: the board is %s, want %s", n, ply, got, g.turns[len(g.turns)-1].board)
			}
			if want == nil {
				turn = m.Color.Opponent()
			}
			met[fmt.Sprint(want)]++
		}
		got := r.Counts()
		compareCounts(t, g, got)
		sum.Resumed += got.Resumed
		sum.Captured += got.Captured
		sum.SelfCaptured += got.SelfCaptured
		sum.Repeats += got.Repeats
	}
	for _, err := range []error{nil, ErrOutOfTurn, ErrGameOver, ErrOccupied, ErrSuicide, ErrRepeats, ErrKo, ErrUnchanged} {
		if met[fmt.Sprint(err)] < games/100 {
			t.Errorf("%v: met %d times in %d games: too few for a test", err, met[fmt.Sprint(err)], games)
		}
	}
	if min(sum.Resumed, sum.Captured, sum.SelfCaptured, sum.Repeats) < games/10 {
		t.Errorf("%d games with %+v: too tame for a test", games, sum)
	}
	t.Logf("%d games: %v, %+v", games, met, sum)
}

// compareCounts counts the turns of a game a second time.
func compareCounts(t *testing.T, g *plainGame, got Counts) {
	t.Helper()
	stones, boards, repeats, resumed := 0, map[string]bool{g.turns[0].board: true}, 0, 0
	for i, turn := range g.turns[1:] {
		if turn.pass {
			continue
		}
		stones++
		if boards[turn.board] {
			repeats++
		}
		if passes(g.turns[:i+1]) >= 2 {
			resumed++
		}
		boards[turn.board] = true
	}
	turns := len(g.turns) - 1
	if got.Moves+got.ImpliedPasses != turns || got.Stones != stones || got.Passes+got.ImpliedPasses != turns-stones ||
		got.Repeats != repeats || got.Positions != len(boards) || got.Resumed != resumed {
		t.Fatalf("%+v, want %d turns, %d stones, %d repeats, %d positions, resumed %d times", got, turns, stones, repeats, len(boards), resumed)
	}
}

// The rules that somebody chooses stand above those that a game names; what stands where is said.
func TestChosenRules(t *testing.T) {
	positional, situational, forbidden := PositionalSuperko, SituationalSuperko, SuicideForbidden
	for _, c := range []struct {
		named   string
		chosen  ChosenRules
		superko Superko
		source  string
	}{
		{"", ChosenRules{}, PositionalSuperko, "the game names none"},
		{"", ChosenRules{Superko: &situational}, SituationalSuperko, "as chosen"},
		{"of my own", ChosenRules{}, PositionalSuperko, "RU[of my own] of the game is not known here"},
		{"AGA", ChosenRules{}, SituationalSuperko, "RU[AGA] of the game"},
		{"AGA", ChosenRules{Superko: &situational, Suicide: &forbidden}, SituationalSuperko, "RU[AGA] of the game"},
		{"AGA", ChosenRules{Superko: &positional}, PositionalSuperko, "as chosen, in place of RU[AGA] of the game"},
	} {
		rules, source := c.chosen.For(&Game{Rules: c.named})
		if rules.Superko != c.superko || source != c.source {
			t.Errorf("RU[%s]: %v, %q; want %v, %q", c.named, rules.Superko, source, c.superko, c.source)
		}
	}
}

// What is judged is what is written: games one after the other, positions with the moves to them.
func TestJudgedInOrder(t *testing.T) {
	const text = "(;SZ[2];B[aa];W[bb];B[aa])(;SZ[2];B[aa];W[ab])"
	games, err := JudgeGames(t.Context(), "two.sgf", []byte(text), ChosenRules{}, false)
	if err != nil || len(games) != 2 || games[0].Verdict.Bad != 3 || games[1].Verdict.Reason != nil {
		t.Errorf("the games are judged as %+v, %v", games, err)
	}
	positions, err := JudgePositions(t.Context(), "three.txt", []byte("XX\n.O\n\nXX\nXX\n"), false)
	if err != nil || len(positions) != 2 || len(positions[0].Dead) != 0 || len(positions[1].Dead) != 1 {
		t.Errorf("the positions are judged as %+v, %v", positions, err)
	}
}
