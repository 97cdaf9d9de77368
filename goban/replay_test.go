package goban

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// playAll plays moves written as B:A1 or W:pass, until one is refused.
func playAll(t *testing.T, board string, rules Rules, moves string) (*Replay, int, error) {
	t.Helper()
	p := read(t, board)
	r, err := NewReplay(p, Black, rules)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range strings.Fields(moves) {
		if err := r.Play(move(t, p, text)); err != nil {
			return r, i + 1, err
		}
	}
	return r, 0, nil
}

func move(t *testing.T, p *Position, text string) Move {
	t.Helper()
	name, where, _ := strings.Cut(text, ":")
	c := map[string]Color{"B": Black, "W": White}[name]
	if where == "pass" {
		return Pass(c)
	}
	return Stone(c, labelled(t, p, where))
}

func TestReplayRefuses(t *testing.T) {
	var (
		strict      = Rules{Suicide: SuicideForbidden}
		situational = Rules{Superko: SituationalSuperko}
		natural     = Rules{Superko: NaturalSuperko}
		anything    = Rules{Superko: NoSuperko}
		free        = Rules{FreeTurns: true}
	)
	const ko = "B:A2 W:C1 B:pass W:B2 B:pass W:A1 B:B1 W:A1"
	tests := []struct {
		name  string
		rules Rules
		moves string
		at    int
		want  error
	}{
		{"occupied", Rules{}, "B:A1 W:A1", 2, ErrOccupied},
		{"no player", Rules{}, "?:A1", 1, ErrNotStone},
		{"out of turn", Rules{}, "B:A1 B:B1", 2, ErrOutOfTurn},
		{"white first", Rules{}, "W:A1", 1, ErrOutOfTurn},
		{"free turns", free, "W:A1 W:B1 B:C2", 0, nil},
		{"after two passes", Rules{}, "B:pass W:pass B:A1", 3, ErrGameOver},
		{"after a pass left out and one written", free, "W:pass B:A1", 2, ErrGameOver},
		{"a pass left out after a pass", free, "B:pass B:A1", 2, ErrGameOver},
		{"suicide of one stone where suicide is no move", strict, "B:pass W:A2 B:pass W:B1 B:A1", 5, ErrSuicide},
		{"suicide of one stone", Rules{}, "B:pass W:A2 B:pass W:B1 B:A1", 5, ErrRepeats},
		{"suicide of one stone, situational", situational, "B:pass W:A2 B:pass W:B1 B:A1", 0, nil},
		{"the same after a pass", situational, "B:pass W:A2 B:pass W:B1 B:C2 W:pass B:A1", 7, ErrRepeats},
		{"suicide of one stone, natural", natural, "B:pass W:A2 B:pass W:B1 B:A1", 0, nil},
		{"the same once more", natural, "B:pass W:A2 B:pass W:B1 B:A1 W:pass B:A1", 7, ErrRepeats},
		{"ko, natural", natural, ko, 8, ErrRepeats},
		{"ko, positional", Rules{}, ko, 8, ErrRepeats},
		{"ko, situational", situational, ko, 8, ErrRepeats},
		{"ko, none", anything, ko, 0, nil},
	}
	for _, test := range tests {
		_, at, err := playAll(t, "...\n...\n...", test.rules, test.moves)
		if at != test.at || !errors.Is(err, test.want) {
			t.Errorf("%s: move %d: %v, want move %d: %v", test.name, at, err, test.at, test.want)
		}
	}
}

func TestReplayCounts(t *testing.T) {
	r, _, err := playAll(t, "...\n...\n...", Rules{Superko: NoSuperko}, "B:A2 W:C1 B:pass W:B2 B:pass W:A1 B:B1 W:A1 B:C2")
	want := Counts{Moves: 9, Stones: 7, Passes: 2, Captured: 2, Positions: 7, Repeats: 1, FirstRepeat: 8, RepeatOf: 6}
	if err != nil || r.Counts() != want {
		t.Errorf("%+v, %v, want %+v", r.Counts(), err, want)
	}
}

func TestReplayRefusesIllegalBeginnings(t *testing.T) {
	const want = "the beginning is no legal position: the black string at A2 has no liberty"
	if _, err := NewReplay(read(t, "XO\nO."), Black, Rules{}); err == nil || err.Error() != want {
		t.Errorf("NewReplay: %v, want %s", err, want)
	}
	if _, err := NewReplay(read(t, "."), Color(7), Rules{}); !errors.Is(err, ErrNotStone) {
		t.Errorf("NewReplay with no player: %v", err)
	}
}

// slowGame is the rules of a game written down a second time: a slowBoard and a list of all situations.
type slowGame struct {
	rules          Rules
	board          slowBoard
	turn           Color
	passes         int
	history        []string // board and player to move
	made           []string // board and player whose stone made it
	moves, repeats int
}

// picture is the board as text.
func (g *slowGame) picture() string { return fmt.Sprint(g.board.stones) }

// situations has every board twice, with each player who had the turn.
func (g *slowGame) enter() { g.history = append(g.history, g.picture()+g.turn.String()) }

// play makes a move if it is legal, and reports whether it is.
func (g *slowGame) play(m Move) bool {
	trial := *g
	trial.board.stones = maps.Clone(g.board.stones)
	trial.history, trial.made = slices.Clone(g.history), slices.Clone(g.made)
	if !trial.try(m) {
		return false
	}
	*g = trial
	return true
}

func (g *slowGame) try(m Move) bool {
	if m.Color != g.turn && g.rules.FreeTurns && !g.try(Pass(g.turn)) {
		return false
	}
	if m.Color != g.turn || g.passes == 2 {
		return false
	}
	g.moves++
	g.turn = m.Color.Opponent()
	if m.Pass {
		g.passes++
		g.enter()
		return true
	}
	g.passes = 0
	at := [2]int{m.Point.Row, m.Point.Col}
	if g.board.stones[at] != Empty {
		return false
	}
	_, suicide := g.board.play(m.Color, at)
	if suicide > 0 && g.rules.Suicide == SuicideForbidden {
		return false
	}
	seenBlack := slices.Contains(g.history, g.picture()+Black.String())
	seenWhite := slices.Contains(g.history, g.picture()+White.String())
	if seenBlack || seenWhite {
		g.repeats++
	}
	switch g.rules.Superko {
	case PositionalSuperko:
		if seenBlack || seenWhite {
			return false
		}
	case SituationalSuperko:
		if slices.Contains(g.history, g.picture()+g.turn.String()) {
			return false
		}
	case NaturalSuperko:
		if slices.Contains(g.made, g.picture()+m.Color.String()) {
			return false
		}
	}
	g.made = append(g.made, g.picture()+m.Color.String())
	g.enter()
	return true
}

// TestReplayAgainstSlow plays random moves and compares every verdict.
func TestReplayAgainstSlow(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 4))
	repeats, suicides, games := 0, 0, 0
	for game := range 600 {
		rules := Rules{Suicide: Rule(game % 2), Superko: Superko(game / 4 % 4), FreeTurns: game%4 == 0}
		p, _ := New(1+rng.IntN(3), 1+rng.IntN(4))
		r, err := NewReplay(p, Black, rules)
		if err != nil {
			t.Fatal(err)
		}
		s := slowGame{rules: rules, turn: Black, board: slow(p)}
		s.enter()
		for ply := range 60 {
			m := Stone(Color(1+rng.IntN(2)), Point{rng.IntN(p.Rows()), rng.IntN(p.Cols())})
			m.Pass = rng.IntN(8) == 0
			want := s.play(m)
			if err := r.Play(m); (err == nil) != want {
				t.Fatalf("game %d, %+v, move %d, %v: %v, want legal %v\n%v", game, rules, ply, m, err, want, r.position)
			}
			if !s.board.same(r.position) {
				t.Fatalf("game %d, move %d: board is\n%v", game, ply, r.position)
			}
		}
		got := r.Counts()
		if got.Repeats != s.repeats || got.Moves+got.ImpliedPasses != s.moves {
			t.Fatalf("game %d: %+v, want %d repeats in %d moves", game, got, s.repeats, s.moves)
		}
		repeats, suicides, games = repeats+got.Repeats, suicides+got.SelfCaptured, games+1
	}
	if repeats < games/10 || suicides < games/10 {
		t.Errorf("%d games with %d repeats and %d stones lost by suicide: too tame for a test", games, repeats, suicides)
	}
}

// TestReplayLooksAtStones makes all hashes equal: only the stones can tell positions apart then.
func TestReplayLooksAtStones(t *testing.T) {
	play := func(blind bool) Counts {
		p, _ := New(4, 9)
		r, err := NewReplay(p, Black, Rules{Superko: NoSuperko, FreeTurns: true})
		if err != nil {
			t.Fatal(err)
		}
		if blind {
			clear(r.seen.keys)
		}
		r.seen.hash = 0
		r.seen.heads = map[uint64]int32{0: 0}
		rng := rand.New(rand.NewPCG(3, 3))
		for range 3000 {
			_ = r.Play(Stone(Color(1+rng.IntN(2)), Point{rng.IntN(4), rng.IntN(9)})) // refused where there is a stone
		}
		return r.Counts()
	}
	if with, without := play(false), play(true); with != without || with.Stones < 300 {
		t.Errorf("with hashes %+v, without %+v", with, without)
	}
}

func TestSGFGames(t *testing.T) {
	var game *Game
	for g, err := range ParseSGFGames("in", []byte("(;SZ[3:2]\n;B[aa];W[cb](;B[];W[tt])(;B[bb]))")) {
		if err != nil {
			t.Fatal(err)
		}
		game = g
	}
	want := []Move{Stone(Black, Point{0, 0}), Stone(White, Point{1, 2}), Pass(Black), Pass(White)}
	if !slices.Equal(game.Moves, want) || game.ToMove != Black || game.Start.String() != "...\n..." {
		t.Errorf("read %+v", game)
	}
	if line, column := game.Place(1); line != 2 || column != 10 {
		t.Errorf("the second move is at %d:%d, want 2:10", line, column)
	}
}

func TestSGFGameErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"set-up later", "(;SZ[3];B[aa];AW[bb])", "in:1:18: AW after the first move: expected moves only, so that the game can be replayed"},
		{"player", "(;PL[x])", "in:1:6: PL[x] is no player: expected B or W"},
		{"player later", "(;B[aa];PL[W])", "in:1:12: PL after the first move: expected a game in which the players alternate"},
		{"off the board", "(;SZ[2];B[cc])", "in:1:11: point cc is not on the 2x2 board (rows x columns): expected aa to bb"},
		{"empty", " ", "in:1:2: the input is empty: expected a game tree, which begins with (;"},
	}
	for _, test := range tests {
		var last error
		for _, err := range ParseSGFGames("in", []byte(test.text)) {
			last = err
		}
		checkSyntaxError(t, test.name, last, test.want)
	}
}

func TestSGFGameToMove(t *testing.T) {
	for text, want := range map[string]Color{"(;)": Black, "(;PL[White])": White, "(;SZ[2]AB[aa])": Empty, "(;SZ[2]AB[aa]PL[b])": Black} {
		for game, err := range ParseSGFGames("in", []byte(text)) {
			if err != nil || game.ToMove != want {
				t.Errorf("%s: %v to move, %v, want %v", text, game.ToMove, err, want)
			}
		}
	}
}

func TestWriteSGFGameReadsBack(t *testing.T) {
	moves := slices.Collect(WithPasses(slices.Values([]Move{Stone(White, Point{0, 2}), Stone(White, Point{1, 0}), Stone(Black, Point{0, 0})})))
	if len(moves) != 5 {
		t.Fatalf("%d moves with passes, want 5", len(moves))
	}
	var b strings.Builder
	if err := WriteSGFGame(&b, 2, 3, `a ] and a \`, slices.Values(moves)); err != nil {
		t.Fatal(err)
	}
	for game, err := range ParseSGFGames("written", []byte(b.String())) {
		if err != nil || !slices.Equal(game.Moves, moves) || game.Start.Cols() != 3 {
			t.Errorf("%s\nreads as %+v, %v", b.String(), game, err)
		}
	}
	if err := WriteSGFGame(&b, 53, 1, "", slices.Values(moves)); err == nil {
		t.Error("a game on 53x1 is written")
	}
}

// BenchmarkReplay replays a game of random moves on 19x19, a million a run. Without superko: with it such a game ends
// in a board of one colour but for a point, from which every move leads back to a position that was there.
func BenchmarkReplay(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 9))
	start, _ := New(19, 19)
	rules := Rules{Superko: NoSuperko, FreeTurns: true}
	game := make([]Move, 0, 1_000_000)
	for p := start.Clone(); len(game) < cap(game); {
		m := Stone(Color(1+rng.IntN(2)), Point{rng.IntN(19), rng.IntN(19)})
		if _, err := p.Play(m.Color, m.Point, SuicideAllowed); err == nil {
			game = append(game, m)
		}
	}
	for b.Loop() {
		r, err := NewReplay(start, Black, rules)
		if err != nil {
			b.Fatal(err)
		}
		for _, m := range game {
			if err := r.Play(m); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(len(game))*float64(b.N)/b.Elapsed().Seconds(), "moves/s")
}
