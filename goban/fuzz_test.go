package goban

import (
	"errors"
	"iter"
	"strings"
	"testing"
)

// parseAll checks what must hold for any text: positions have a board and a line, an error is a
// SyntaxError on one line with a place in the text, comes last, and comes if there is no position.
func parseAll(t *testing.T, text string, parsed iter.Seq2[Record, error]) []*Position {
	t.Helper()
	var (
		positions []*Position
		failed    error
		lines     = strings.Count(text, "\n") + 1
	)
	for record, err := range parsed {
		if failed != nil {
			t.Fatalf("more comes after the error %v", failed)
		}
		if err != nil {
			failed = err
			continue
		}
		if record.Position == nil || record.Line < 1 || record.Line > lines {
			t.Fatalf("record %+v of %d lines", record, lines)
		}
		positions = append(positions, record.Position)
	}
	if len(positions) == 0 && failed == nil {
		t.Fatal("neither a position nor an error")
	}
	checkPlace(t, failed, lines)
	return positions
}

// checkPlace makes sure that an error says where.
func checkPlace(t *testing.T, err error, lines int) {
	t.Helper()
	if err == nil {
		return
	}
	var syntax *SyntaxError
	if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Line > lines || syntax.Column < 1 || strings.Contains(err.Error(), "\n") {
		t.Fatalf("error %q in a text of %d lines", err, lines)
	}
}

// judge makes sure that the ways to judge a position agree and that none panics.
func judge(t *testing.T, p *Position) {
	t.Helper()
	if illegal := p.Illegal(); p.Legal() != (len(illegal) == 0) {
		t.Fatalf("Legal is %v with %d illegal strings in\n%s", p.Legal(), len(illegal), p)
	}
}

func FuzzParseDiagrams(f *testing.F) {
	for _, seed := range []string{
		"", "X.O\n...\n", "#@.\n\n.X\nO.\n", "  A B\n2 . X 2\n1 O . 1  text\n  A B\n", "+--+\n|X.|\n+--+\n",
		"Solution:\n****  ***\n*.O*  *X*\n****  ***\n", " 2 . (X)O\n", "X..\nX.\n", "= \n1 @ O\n", "$$B t\n$$ ---\n$$ | . 1 W |\n", "●─○\n└┴┘\n", "\ufeffé", "9999999999999999999 X", "A\n.\n.\nA\n.",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range parseAll(t, text, ParseDiagrams("fuzz", []byte(text))) {
			judge(t, p)
			var b strings.Builder
			if err := WriteDiagram(&b, p); err != nil {
				t.Fatal(err)
			}
			for _, written := range []string{p.String(), b.String()} {
				if q, err := ParsePosition(written); err != nil || !q.Equal(p) {
					t.Fatalf("%v: does not read back:\n%s", err, written)
				}
			}
		}
	})
}

func FuzzParseSGF(f *testing.F) {
	for _, seed := range []string{
		"", "(;FF[4]GM[1]SZ[3]AB[aa:bb]AW[cc];B[];W[ca])", "(;SZ[4:2];B[aa](;W[ab])(;W[bb]))(;SZ[1])",
		`(;C[\]]AB[\aa])`, "(;GaMe[1]SiZe[2]AddBlack[aa])", "(;SZ[52]AB[ZZ])", "(;SZ[2]AB[aa]AE[aa])", "((((", "(;C[", "(;SZ[0])",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		positions := parseAll(t, text, ParseSGF("fuzz", []byte(text)))
		for _, p := range positions {
			judge(t, p)
		}
		if len(positions) == 0 {
			return
		}
		var b strings.Builder
		if err := WriteSGF(&b, positions...); err != nil {
			t.Fatal(err)
		}
		again := parseAll(t, b.String(), Parse("written", []byte(b.String())))
		if len(again) != len(positions) {
			t.Fatalf("%d games written, %d read", len(positions), len(again))
		}
		for i, p := range positions {
			if !again[i].Equal(p) {
				t.Fatalf("wrote\n%s\nread\n%s", p, again[i])
			}
		}
	})
}

// FuzzPlay plays moves taken from bytes and compares each with the slow board.
func FuzzPlay(f *testing.F) {
	f.Add(uint8(3), uint8(3), []byte{0, 3, 2, 9, 4, 4, 4})
	f.Add(uint8(1), uint8(5), []byte{0, 2, 4, 6, 8})
	f.Fuzz(func(t *testing.T, rows, cols uint8, moves []byte) {
		p, err := New(1+int(rows)%5, 1+int(cols)%5)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range moves[:min(len(moves), 40)] {
			place := int(b/2) % (p.Rows() * p.Cols())
			at := Point{place / p.Cols(), place % p.Cols()}
			if p.At(at.Row, at.Col) == Empty {
				compareMove(t, p, Black+Color(b%2), at)
			}
		}
	})
}

// FuzzParseSGFGames reads games and replays them: every error has a place, and what is played keeps
// the board legal.
func FuzzParseSGFGames(f *testing.F) {
	for _, seed := range []string{"(;SZ[3];B[aa];W[bb];B[])", "(;SZ[2:1]PL[W];W[aa])", "(;SZ[2]AB[aa]AW[bb];B[ba];W[ab])", "(;", "(;B[zz])", "(;SZ[3];B[aa];AW[bb]AE[aa:ba]PL[W]C[x];W[aa](;)(;))"} {
		f.Add(seed, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, rules uint8) {
		lines := strings.Count(text, "\n") + 1
		for game, err := range ParseSGFGames("in", []byte(text)) {
			checkPlace(t, err, lines)
			if err != nil {
				return
			}
			r, err := NewReplay(game.Start, game.ToMove, Rules{Suicide: Rule(rules & 1), Superko: Superko(rules >> 1 % 6), FreeTurns: rules&16 != 0, Ending: Ending(rules >> 5 % 5)})
			if err != nil {
				continue
			}
			for n, step := range game.Steps {
				if step.Line < 1 || step.Line > lines || step.Column < 1 {
					t.Fatalf("step %d at %d:%d of %d lines", n, step.Line, step.Column, lines)
				}
				if r.step(step) == nil && len(game.Steps) < 100 && !r.position.Legal() {
					t.Fatalf("step %d leaves\n%v", n, r.position)
				}
			}
		}
	})
}
