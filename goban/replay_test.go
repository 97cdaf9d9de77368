package goban

import (
	"context"
	"errors"
	"fmt"
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
		simple      = Rules{Superko: SimpleKo}
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
		{"ko, simple", simple, ko, 8, ErrKo},
		{"ko after passes, simple", simple, "B:A2 W:C1 B:pass W:B2 B:pass W:A1 B:B1 W:pass B:pass W:A1", 10, ErrGameOver},
		{"ko after a threat and its answer, simple", simple, "B:A2 W:C1 B:pass W:B2 B:pass W:A1 B:B1 W:C3 B:pass W:A1", 0, nil},
		{"suicide of one stone, simple", simple, "B:pass W:A2 B:pass W:B1 B:A1", 0, nil},
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

// only reads a text with one game.
func only(t *testing.T, text string) *Game {
	t.Helper()
	for game, err := range ParseSGFGames("in", []byte(text)) {
		if err != nil {
			t.Fatal(err)
		}
		return game
	}
	return nil
}

// movesOf returns the moves of a game without the changes of the position.
func movesOf(g *Game) (moves []Move) {
	for _, step := range g.Steps {
		if step.SetUp == nil {
			moves = append(moves, step.Move)
		}
	}
	return moves
}

func TestSGFGames(t *testing.T) {
	game := only(t, "(;SZ[3:2]C[to begin]\n;B[aa]C[one];C[more];W[cb](;B[];W[tt]C[end])(;B[bb](;W[ba])(;W[ab])))")
	want := []Move{Stone(Black, Point{0, 0}), Stone(White, Point{1, 2}), Pass(Black), Pass(White)}
	if !slices.Equal(movesOf(game), want) || game.ToMove != Black || game.Start.String() != "...\n..." {
		t.Errorf("read %+v", game)
	}
	if step := game.Steps[1]; step.Line != 2 || step.Column != 24 {
		t.Errorf("the second move is at %d:%d, want 2:24", step.Line, step.Column)
	}
	if got := fmt.Sprint(game.Comments); got != "map[0:[to begin] 1:[one more] 4:[end]]" || game.Variations != 2 {
		t.Errorf("comments %s, %d variations", got, game.Variations)
	}
}

// Stones that are set up after the first move change the position, and the game goes on from there.
func TestSGFChanges(t *testing.T) {
	game := only(t, "(;SZ[3];B[aa];W[bb]AE[aa];AB[aa:ba]AW[ab]PL[W];W[ca];PL[W];W[ac])")
	var steps []string
	p := game.Start.Clone()
	for n, step := range game.Steps {
		p.Execute(step)
		steps = append(steps, fmt.Sprint(n+1, step.SetUp != nil, step.Column, " ", strings.ReplaceAll(p.String(), "\n", "/")))
	}
	want := []string{
		"1 false 11 X../.../...", "2 true 23 .../.../...", "3 false 17 .../.O./...", "4 true 30 XX./OO./...",
		"5 false 50 ..O/OO./...", "6 true 57 ..O/OO./...", "7 false 62 ..O/OO./O..",
	}
	if !slices.Equal(steps, want) {
		t.Errorf("the steps are %q", steps)
	}
	v, err := game.Judge(t.Context(), Rules{})
	if err != nil || v.Reason != nil || v.Moves != 4 || v.Captured != 2 || v.Positions != 7 {
		t.Errorf("%+v, %v", v, err)
	}
	for _, record := range parseAll(t, "", ParseSGF("in", []byte("(;SZ[3];B[aa];W[bb]AE[aa];AB[aa:ba]AW[ab]PL[W];W[ca];PL[W];W[ac])"))) {
		if !record.Equal(p) {
			t.Errorf("the position at the end is\n%v", record)
		}
	}
}

func TestJudge(t *testing.T) {
	const ko = "(;SZ[3];B[ab];W[cc];B[];W[bb];B[];W[ac];B[bc]%s;W[ac])"
	for text, want := range map[string]string{
		fmt.Sprintf(ko, ""):                 "8 1:49 white at A1: the move brings back an earlier position, which superko forbids (positional superko; it was there after move 6)",
		fmt.Sprintf(ko, ";AB[aa]"):          "0 0:0 <nil>",
		fmt.Sprintf(ko, ";PL[W]"):           "9 1:55 white at A1: the move brings back an earlier position, which superko forbids (positional superko; it was there after move 6)",
		fmt.Sprintf(ko, ";PL[B]"):           "9 1:55 white at A1: it is the other player's turn",
		"(;SZ[2];B[aa];AB[];B[bb])":         "2 1:22 black at B1: it is the other player's turn",
		"(;SZ[2]AW[aa]AB[ba]AB[ab])":        "0 1:1 the beginning is no legal position: the white string at A2 has no liberty",
		"(;SZ[2];B[ba];W[];\nAW[aa]AB[ab])": "3 2:4 the board that is set up is no legal position: the white string at A2 has no liberty",
	} {
		v, err := only(t, text).Judge(t.Context(), Rules{})
		if got := fmt.Sprintf("%d %d:%d %v", v.Bad, v.Line, v.Column, v.Reason); got != want || err != nil {
			t.Errorf("%s: %s, %v, want %s", text, got, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := only(t, "(;B[aa])").Judge(ctx, Rules{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestNamedRules(t *testing.T) {
	for name, want := range map[string]string{
		"Japanese":                          "simple ko, no suicide, strict turns, play may go on after two passes",
		" JAPANESE rules (1989) ":           "simple ko, no suicide, strict turns, play may go on after two passes",
		"日本ルール":                             "simple ko, no suicide, strict turns, play may go on after two passes",
		"korean":                            "simple ko, no suicide, strict turns, play may go on after two passes",
		"Chinese rules":                     "positional superko, no suicide, strict turns, play may go on after two passes",
		"AGA":                               "situational superko, no suicide, strict turns, play may go on after two passes",
		"bga":                               "situational superko, no suicide, strict turns, play may go on after two passes",
		"New Zealand":                       "superko of a player's own positions, suicide allowed, strict turns, play may go on after two passes",
		"nz":                                "superko of a player's own positions, suicide allowed, strict turns, play may go on after two passes",
		"GOE":                               "positional superko, suicide of two stones or more allowed, strict turns, play may go on after two passes",
		"Ing-Ruleset":                       "positional superko, suicide of two stones or more allowed, strict turns, play may go on after two passes",
		"Tromp-Taylor":                      "positional superko, suicide allowed, strict turns",
		"koSIMPLEscoreAREAtaxNONEsui0whbN":  "simple ko, no suicide, strict turns",
		"koSITUATIONALscoreAREAtaxNONEsui1": "situational superko, suicide of two stones or more allowed, strict turns",
		"koPOSITIONALscoreTERRITORYtaxSEKIsui0button0whb0fpok1": "positional superko, no suicide, strict turns, play may go on after two passes",
		"KOPOSITIONALSCOREAREA":                                 "positional superko, no suicide, strict turns",
		"koSPIGHTscoreAREAtaxNONEsui1":                          "",
		"Go-Moku":                                               "", "": "", "rules": "",
	} {
		set, known := NamedRules(name)
		if known != (want != "") || known && set.Rules.String() != want {
			t.Errorf("%q: %v, %v, want %q", name, set, known, want)
		}
	}
	if text := (Rules{Superko: NoSuperko, FreeTurns: true}).String(); text != "no superko, suicide allowed, free turns" {
		t.Error(text)
	}
}

func TestSGFGameErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"player", "(;PL[x])", "in:1:6: PL[x] is no player: expected B or W"},
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
	games := 0
	for game, err := range ParseSGFGames("written", []byte(b.String())) {
		games++
		if err != nil || !slices.Equal(movesOf(game), moves) || game.Start.Cols() != 3 {
			t.Errorf("%s\nreads as %+v, %v", b.String(), game, err)
		}
	}
	if games != 1 {
		t.Errorf("%s\nreads as %d games", b.String(), games)
	}
	s := newSGFScanner("written", b.String()[1:]) // behind the parenthesis
	root, err := s.node()
	if err != nil || root[len(root)-1].ident != "C" || root[len(root)-1].values[0].text != `a ] and a \` {
		t.Errorf("%s\nhas the root %v, %v", b.String(), root, err)
	}
	if err := WriteSGFGame(&b, 2, 3, "", slices.Values([]Move{{Color: Empty}})); err == nil {
		t.Error("a move without a colour is written")
	}
	if err := WriteSGFGame(&b, 53, 1, "", slices.Values(moves)); err == nil {
		t.Error("a game on 53x1 is written")
	}
}

// BenchmarkReplay replays a game of random moves on 19x19, a million a run. Without superko: with
// it such a game ends in a board of one colour but for a point, from which every move leads back to
// a position that was there.
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
