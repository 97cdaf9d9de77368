package goban

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestSGF(t *testing.T) {
	tests := []struct {
		name, text, want string
		moves            int
	}{
		{"set-up", "(;FF[4]GM[1]SZ[3]AB[aa][ba]AW[cc])", "XX.\n...\n..O", 0},
		{"rectangular, columns first", "(;SZ[4:2]AB[da]AW[ab])", "...X\nO...", 0},
		{"size after the stones", "(;AB[aa]SZ[2])", "X.\n..", 0},
		{"rectangles of points", "(;SZ[4]AB[aa:cc]AW[dd:da])", "XXXO\nXXXO\nXXXO\n...O", 0},
		{"rectangle of one point", "(;SZ[2]AB[aa:aa])", "X.\n..", 0},
		{"cleared later", "(;SZ[3]AB[aa:cc];AE[bb])", "XXX\nX.X\nXXX", 0},
		{"set-up does not capture", "(;SZ[2]AB[aa]AW[ba][ab])", "XO\nO.", 0},
		{"white space everywhere", "\n ( ;\tSZ [ 2 ]\n AB [aa]\r\n[ bb ] ) \n", "X.\n.X", 0},
		{"escaped bracket in text", `(;C[a \] b ;AB[aa\] \\]SZ[2]AB[bb])`, "..\n.X", 0},
		{"escaped point", `(;SZ[2]AB[\a\` + "\n" + `b])`, "..\nX.", 0},
		{"brackets and parentheses in text", "(;SZ[2]C[(;[)]AB[aa])", "X.\n..", 0},
		{"names of FF[3]", "(;GaMe[1]SiZe[2]AddBlack[aa]Comment[x])", "X.\n..", 0},
		{"moves", "(;SZ[3];B[bb];W[ba];B[ab])", ".O.\nXX.\n...", 3},
		{"moves capture", "(;SZ[3];B[aa];W[ba];B[cc];W[ab])", ".O.\nO..\n..X", 4},
		{"set-up, then moves", "(;SZ[3]AB[aa]AW[ba];W[ab])", ".O.\nO..\n...", 1},
		{"suicide", "(;SZ[2]AW[ba][ab];B[aa])", ".O\nO.", 1},
		{"a move replaces what is there", "(;SZ[2]AW[aa];B[aa])", "X.\n..", 1},
		{"passes", "(;SZ[2];B[];W[tt];B[aa])", "X.\n..", 3},
		{"main line is the first variation", "(;SZ[2](;B[aa](;W[ba])(;W[bb]))(;B[ab];W[aa]))", "XO\n..", 2},
		{"side variations are not executed", "(;SZ[2];B[aa](;W[bb])(;W[zz]AB[nonsense]SZ[99]))", "X.\n.O", 2},
		{"empty nodes", "(;;;)", strings.TrimSuffix(strings.Repeat(strings.Repeat(".", 19)+"\n", 19), "\n"), 0},
		{"byte order mark", "\ufeff(;SZ[1])", ".", 0},
	}
	for _, test := range tests {
		records, err := collect(test.text)
		if err != nil || len(records) != 1 {
			t.Errorf("%s: %d games, %v", test.name, len(records), err)
			continue
		}
		if got := records[0]; got.Position.String() != test.want || got.Moves != test.moves {
			t.Errorf("%s: after %d moves found\n%s\nwant %d\n%s", test.name, got.Moves, got.Position, test.moves, test.want)
		}
	}
}

func TestSGFLargestBoard(t *testing.T) {
	p := read(t, "(;SZ[52]AB[ZZ][za]AW[aZ][tt])")
	for label, want := range map[string]Color{"BBB1": Black, "AA52": Black, "A1": White, "U33": White, "BBB2": Empty} {
		if at := labelled(t, p, label); p.At(at.Row, at.Col) != want {
			t.Errorf("%s is %v, want %v", label, p.At(at.Row, at.Col), want)
		}
	}
	p = read(t, "(;SZ[52];B[tt])")
	if p.At(19, 19) != Black {
		t.Error("tt is a pass on a board of 52 points a side")
	}
}

func TestSGFCollection(t *testing.T) {
	records, err := collect("(;SZ[1])\n\n(;SZ[2]AB[aa])(;SZ[3:1]\n;B[aa])\n")
	if err != nil || len(records) != 3 {
		t.Fatalf("%d games, %v, want 3", len(records), err)
	}
	for i, line := range []int{1, 3, 3} {
		if records[i].Line != line {
			t.Errorf("game %d on line %d, want %d", i+1, records[i].Line, line)
		}
	}
	if got := records[2].Position.String(); got != "X.." {
		t.Errorf("third game ends in %s", got)
	}
}

func TestSGFErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"no node", "(", "in:1:2: unexpected end of the text after (: expected a node, which begins with ;"},
		{"no node but a property", "(AB[aa])", "in:1:2: unexpected 'A' after (: expected a node, which begins with ;"},
		{"empty tree", "()", "in:1:2: unexpected ')' after (: expected a node, which begins with ;"},
		{"value not closed", "(;SZ[2]\nAB[aa", "in:2:3: the value that begins here has no end: expected ]"},
		{"only an escape", "(;C[\\", "in:1:4: the value that begins here has no end: expected ]"},
		{"no value", "(;SZ[2]AB;B[aa])", "in:1:10: unexpected ';' after property AB: expected a value in [ ]"},
		{"stray character", "(;SZ[2] 7)", "in:1:9: unexpected '7': expected a node, which begins with ;, or ( or )"},
		{"NUL", "(;\x00)", "in:1:3: unexpected '\\x00': expected a node, which begins with ;, or ( or )"},
		{"text after the game", "(;SZ[2])\nbye", "in:2:1: unexpected 'b': expected a game tree, which begins with (;"},
		{"too many ends", "(;SZ[2]))", "in:1:9: unexpected ')': expected a game tree, which begins with (;"},
		{"node after variation", "(;SZ[2](;B[aa]);W[bb])", "in:1:16: a node after a variation: expected ( or )"},
		{"syntax in a side variation", "(;SZ[2](;B[aa])(;W))", "in:1:19: unexpected ')' after property W: expected a value in [ ]"},
		{"not a point", "(;SZ[2]AB[a])", `in:1:11: "a" is not a point: expected two letters, column and row, such as dp`},
		{"digits", "(;SZ[2]\n AB[aa][a1])", `in:2:9: "a1" is not a point: expected two letters, column and row, such as dp`},
		{"half a rectangle", "(;SZ[2]AB[aa:])", `in:1:11: "" is not a point: expected two letters, column and row, such as dp`},
		{"long nonsense", "(;SZ[2]AB[" + strings.Repeat("x", 99) + "])", `in:1:11: "xxxxxxxxxxxxxxxxxxxx..." is not a point: expected two letters, column and row, such as dp`},
		{"off the board", "(;SZ[3:2]AB[bc])", "in:1:13: point bc is not on the 2x3 board (rows x columns): expected aa to cb"},
		{"rectangle off the board", "(;SZ[2]AB[aa:cc])", "in:1:11: point cc is not on the 2x2 board (rows x columns): expected aa to bb"},
		{"move off the board", "(;SZ[2];B[cc])", "in:1:11: point cc is not on the 2x2 board (rows x columns): expected aa to bb"},
		{"tt on 20x20 wide board is a point", "(;SZ[20:3];B[tt])", "in:1:14: point tt is not on the 3x20 board (rows x columns): expected aa to tc"},
		{"two moves in one", "(;SZ[2];B[aa][bb])", "in:1:15: a second value of B, after that at line 1, column 11: expected just one"},
		{"black and white", "(;SZ[2]AB[aa:bb]AW[ba])", "in:1:20: point B2 is in two of AB, AW and AE of one node: expected it in one"},
		{"size 0", "(;SZ[0])", "in:1:6: SZ[0] is not a size: expected a number from 1 to 52, or columns:rows"},
		{"size 53", "(;SZ[53])", "in:1:6: SZ[53] is not a size: expected a number from 1 to 52, or columns:rows"},
		{"size x", "(;SZ[x])", "in:1:6: SZ[x] is not a size: expected a number from 1 to 52, or columns:rows"},
		{"size in three", "(;SZ[1:2:3])", "in:1:6: SZ[1:2:3] is not a size: expected a number from 1 to 52, or columns:rows"},
		{"size with line break", "(;SZ[1\n2])", "in:1:6: SZ[1 2] is not a size: expected a number from 1 to 52, or columns:rows"},
		{"size later", "(;GM[1];SZ[9])", "in:1:9: SZ after the first node: expected what holds for the whole game in the first node"},
		{"another game", "(;GM[2])", "in:1:6: GM[2] is another game: expected GM[1], which is Go"},
		{"columns count characters", "(;C[é棋]AB[!])", `in:1:11: "!" is not a point: expected two letters, column and row, such as dp`},
	}
	for _, test := range tests {
		_, err := collect(test.text)
		checkSyntaxError(t, test.name, err, test.want)
	}
}

func TestEmptySGF(t *testing.T) {
	for _, err := range ParseSGF("in", []byte("\n")) {
		checkSyntaxError(t, "empty", err, "in:2:1: the input is empty: expected a game tree, which begins with (;")
	}
}

func TestSGFDeepNesting(t *testing.T) {
	const depth = 200_000
	records, err := collect("(;SZ[1]" + strings.Repeat("(;", depth) + strings.Repeat(")", depth+1))
	if err != nil || len(records) != 1 {
		t.Errorf("%d games, %v", len(records), err)
	}
}

func TestWriteSGF(t *testing.T) {
	var b strings.Builder
	if err := WriteSGF(&b, read(t, "X.O\nXO."), read(t, ".")); err != nil {
		t.Fatal(err)
	}
	want := "(;FF[4]GM[1]SZ[3:2]\nAB[aa][ab]\nAW[ca][bb])\n(;FF[4]GM[1]SZ[1])\n"
	if b.String() != want {
		t.Errorf("wrote\n%s\nwant\n%s", b.String(), want)
	}
}

func TestWriteSGFReadsBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	var positions []*Position
	for range 50 {
		positions = append(positions, random(rng, 1+rng.IntN(MaxSGFSide), 1+rng.IntN(MaxSGFSide), 3))
	}
	var b strings.Builder
	if err := WriteSGF(&b, positions...); err != nil {
		t.Fatal(err)
	}
	records, err := collect(b.String())
	if err != nil || len(records) != len(positions) {
		t.Fatalf("%d games, %v, want %d", len(records), err, len(positions))
	}
	for i, p := range positions {
		if !records[i].Position.Equal(p) {
			t.Errorf("wrote\n%s\nread\n%s", p, records[i].Position)
		}
	}
}

func TestWriteSGFRefusesLargeBoards(t *testing.T) {
	p, err := New(53, 2)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := WriteSGF(&b, read(t, "."), p); err == nil || err.Error() != "board 53x2: expected at most 52 rows and columns in SGF" || b.Len() > 0 {
		t.Errorf("WriteSGF: %v, wrote %q", err, b.String())
	}
}

// Texts that are not ASCII name their encoding, so that they read back without a note.
func TestWriteSGFGameComment(t *testing.T) {
	for comment, want := range map[string]string{"a \\ b]": "(;FF[4]GM[1]SZ[2]\nC[a \\\\ b\\]]\n;B[aa];W[])\n", "本因坊": "(;FF[4]GM[1]SZ[2]CA[UTF-8]\nC[本因坊]\n;B[aa];W[])\n"} {
		var b strings.Builder
		moves := []Move{Stone(Black, Point{}), Pass(White)}
		if err := WriteSGFGame(&b, 2, 2, comment, slices.Values(moves)); err != nil || b.String() != want {
			t.Errorf("wrote %q, %v", b.String(), err)
		}
		game := only(t, b.String())
		if !slices.Equal(movesOf(game), moves) || game.Comments[0][0] != comment || len(game.Notes) > 0 {
			t.Errorf("%q is read as %+v", b.String(), game)
		}
	}
}
