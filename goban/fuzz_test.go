package goban

import (
	"errors"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
)

// parseAll checks what must hold for any text: positions have a board and a line, an error is a
// SyntaxError on one line with a place in the text, comes last, and comes if there is no position.
func parseAll(t *testing.T, text string, parsed iter.Seq2[Record, error]) []*Position {
	t.Helper()
	var positions []*Position
	for _, record := range recordsOf(t, text, parsed) {
		positions = append(positions, record.Position)
	}
	return positions
}

func recordsOf(t *testing.T, text string, parsed iter.Seq2[Record, error]) []Record {
	t.Helper()
	var (
		positions []Record
		failed    error
		lines     = linesOf(text)
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
		positions = append(positions, record)
	}
	if len(positions) == 0 && failed == nil {
		t.Fatal("neither a position nor an error")
	}
	checkPlace(t, failed, lines)
	return positions
}

// linesOf returns the most lines that a text may have.
func linesOf(text string) int { return strings.Count(text, "\n") + strings.Count(text, "\r") + 1 }

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

// addCorpus begins with the files of testdata.
func addCorpus(f *testing.F, pattern string) {
	files, err := filepath.Glob("testdata/" + pattern)
	if err != nil || len(files) == 0 {
		f.Fatalf("no files %s: %v", pattern, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
}

func FuzzParseDiagrams(f *testing.F) {
	for _, seed := range []string{
		"", "X.O\n...\n", "#@.\n\n.X\nO.\n", "  A B\n2 . X 2\n1 O . 1  text\n  A B\n", "+--+\n|X.|\n+--+\n",
		"MoveNum: 1 HASH: 0\n   A B\n 2 X1. \n 1 . O2\nNext player: X\n", "   A B   A B\n 2|X)O | 2|x :|\n 1|[X]. | 1|: :|\n",
		"Solution:\n****  ***\n*.O*  *X*\n****  ***\n", " 2 . (X)O\n", "X..\nX.\n", "= \n1 @ O\n", "$$B t\n$$ ---\n$$ | . 1 W |\n", "●─○\n└┴┘\n", "\ufeffé", "9999999999999999999 X", "A\n.\n.\nA\n.",
	} {
		f.Add(seed)
	}
	addCorpus(f, "boards/*")
	f.Fuzz(func(t *testing.T, text string) {
		records := recordsOf(t, text, ParseDiagrams("fuzz", []byte(text)))
		compareDiagrams(t, text, records)
		for _, record := range records {
			p := record.Position
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
		"From: x (y)\n(;SZ[2:2]AB[bb:aa]AB[];B[aa]W[ab](;TR[aa](;B[ba];", "(;FF[4]SZ[3]KM[6.5];B[aa]C[\\\n\\]](;W[ab]LB[aa:x])(;W[ca];B[tt]))",
		`(;C[\]]AB[\aa])`, "(;GaMe[1]SiZe[2]AddBlack[aa])", "(;SZ[52]AB[ZZ])", "(;SZ[2]AB[aa]AE[aa])", "((((", "(;C[", "(;SZ[0])",
	} {
		f.Add(seed)
	}
	addCorpus(f, "sgf/*")
	f.Fuzz(func(t *testing.T, text string) {
		records := recordsOf(t, text, ParseSGF("fuzz", []byte(text)))
		comparePlain(t, text, records)
		var positions []*Position
		for _, record := range records {
			judge(t, record.Position)
			positions = append(positions, record.Position)
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

// FuzzEncodings writes a game with texts in an encoding, and reads it back.
func FuzzEncodings(f *testing.F) {
	names := []string{"UTF-8", "Shift_JIS", "EUC-JP", "ISO-2022-JP", "GB18030", "GBK", "Big5", "EUC-KR", "ISO-8859-1", "UTF-16"}
	for i := range names {
		f.Add("本因坊 表ソ]\\", "André[é]\n(;B[aa])", uint8(i))
		f.Add("崛崝", "乚功 이창호", uint8(i))
	}
	f.Fuzz(func(t *testing.T, black, comment string, which uint8) {
		name := names[int(which)%len(names)]
		escape := strings.NewReplacer(`\`, `\\`, "]", `\]`)
		text := "(;CA[" + name + "]SZ[2]PB[" + escape.Replace(black) + "];B[ab]C[" + escape.Replace(comment) + "];W[ba])"
		encoder := encodingOf(name).NewEncoder()
		if name == "UTF-16" {
			encoder = unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder()
		}
		encoded, err := encoder.String(text)
		if back := decoded([]byte(encoded), encodingOf(name)); err != nil || name != "UTF-16" && string(back) != text || !utf8.ValidString(text) || strings.ContainsAny(text, "\r\ufffd") {
			return // not all texts are in all encodings
		}
		for game, err := range ParseSGFGames("in", []byte(encoded)) {
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			want := strings.TrimSpace(comment)
			if got := strings.Join(game.Comments[1], ""); len(game.Steps) != 2 || game.Black != strings.Join(strings.Fields(black), " ") || got != want || len(game.Notes) > 0 {
				t.Fatalf("%q in %s is read as %+v", text, name, game)
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
		lines := linesOf(text)
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
