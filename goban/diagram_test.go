package goban

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// collect reads all positions of a text up to the first error.
func collect(text string) ([]Record, error) {
	var records []Record
	for record, err := range Parse("in", []byte(text)) {
		if err != nil {
			return records, err
		}
		records = append(records, record)
	}
	return records, nil
}

func TestDiagrams(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"packed", "X.O\n...\n", "X.O\n..."},
		{"without a last newline", ".X\nO.", ".X\nO."},
		{"spaced and indented", "\t X . O\n\t . . .\n", "X.O\n..."},
		{"two spaces, small letters, as gomill", "2  .  o\n1  #  .\n   A  B\n", ".O\nX."},
		{"carriage returns", "X.\r\n.O\r\n", "X.\n.O"},
		{"byte order mark", "\ufeffX.\n", "X."},
		{"hoshi", "+.,\n", "..."},
		{"# and @ are black and white", "#@.", "XO."},
		{"@ is white beside X", "X@.", "XO."},
		{"@ is white beside X and O", "X@O.", "XOO."},
		{"@ is black beside O alone", "@O.", "XO."},
		{"@ by itself is white", "@.", "O."},
		{"last move in parentheses", " 2 . (X)O  2\n 1 . . . 1\n", ".XO\n..."},
		{"first character is such a parenthesis", "(X) .\n", "X."},
		{"last move, Pachi's way", "    A B C\n  +-------+\n2 | . X)O |\n1 | . . . |\n  +-------+\n", ".XO\n..."},
		{"numbers packed with points", "2X.2\n1.O1\n", "X.\n.O"},
		{"numbers at the right", "X . 2\n. O 1\n", "X.\n.O"},
		{"letters packed", "ABC\nX.O\n", "X.O"},
		{"GTP reply", "= \n   A B\n 1 . X 1\n   A B\n\n", ".X"},
		{"a board of one point", "X", "X"},
		{
			"as GNU Go prints",
			`   A B C D E F G H J
 3 . . . . X . . . . 3
 2 . . + . O . + . . 2     WHITE (O) has captured 0 stones
 1 . . . . . . . . . 1     BLACK (X) has captured 0 stones
   A B C D E F G H J
`, "....X....\n....O....\n.........",
		},
	}
	for _, test := range tests {
		records, err := collect(test.text)
		if err != nil || len(records) != 1 {
			t.Errorf("%s: %d positions, %v", test.name, len(records), err)
			continue
		}
		if got := records[0].Position.String(); got != test.want {
			t.Errorf("%s: found\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestSeveralDiagrams(t *testing.T) {
	records, err := collect("\n\nX.\n..\n\n \t\nO.O\n=\n   A B\n 1 . .\n\n")
	if err != nil || len(records) != 3 {
		t.Fatalf("%d positions, %v, want 3", len(records), err)
	}
	for i, want := range []struct {
		line int
		text string
	}{{3, "X.\n.."}, {7, "O.O"}, {9, ".."}} {
		if records[i].Line != want.line || records[i].Position.String() != want.text || records[i].Moves != 0 {
			t.Errorf("position %d on line %d is\n%s\nwant line %d\n%s", i+1, records[i].Line, records[i].Position, want.line, want.text)
		}
	}
}

func TestDiagramErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", "in:1:1: the input is empty: expected a diagram or SGF"},
		{"blank", " \n\n\t\n", "in:1:1: the input is empty: expected a diagram or SGF"},
		{"row too short", "X.O\n..\n...\n", "in:2:3: ragged rows: found 2 points, expected 3 as on line 1"},
		{"row too long", " X .\n . . O\n", "in:2:6: ragged rows: found 3 points, expected 2 as on line 1"},
		{"ragged in the second diagram", "X.\n\n...\n....\n", "in:4:4: ragged rows: found 4 points, expected 3 as on line 3"},
		{"odd character", "X.\n.Q\n", "in:2:2: unexpected 'Q': expected . (empty), X or # (black), O or @ (white)"},
		{"odd character after wide ones", "X é\n", "in:1:3: unexpected 'é': expected . (empty), X or # (black), O or @ (white)"},
		{"not UTF-8", "X\xff.\n", "in:1:2: unexpected '�': expected . (empty), X or # (black), O or @ (white)"},
		{"NUL", "\x00", "in:1:1: unexpected '\\x00': expected . (empty), X or # (black), O or @ (white)"},
		{"only a number", "X.\n19\n", "in:2:3: no points on this line: expected . (empty), X or # (black), O or @ (white)"},
		{"words", "Hello\n", "in:1:1: unexpected 'H': expected . (empty), X or # (black), O or @ (white)"},
		{"remark without numbers", "X. good\n", "in:1:4: unexpected 'g': expected . (empty), X or # (black), O or @ (white)"},
		{"wrong number", "3 X.\n1 ..\n", "in:1:1: row number 3: expected 2, since rows count from 1 at the bottom"},
		{"numbers from the top", "1 X.\n2 ..\n", "in:1:1: row number 1: expected 2, since rows count from 1 at the bottom"},
		{"wrong number at the right", "X. 2\n.. 2\n", "in:2:1: row number 2: expected 1, since rows count from 1 at the bottom"},
		{"huge number", "99999999999999999999 X.\n", "in:1:1: a number among the points: moves with numbers are read in diagrams of Sensei's Library, which begin with $$"},
		{"wrong letters", "  A B C D E F G H I\n1 . . . . . . . . .\n", "in:1:1: column letters ABCDEFGHI: expected ABCDEFGHJ for 9 columns"},
		{"too few letters", "A B\n. . .\n", "in:1:1: column letters AB: expected ABC for 3 columns"},
		{"no board", "  A B C\n\nX.\n", "in:1:1: a border without a board: expected rows of points"},
		{"no blank line between", "A B\n. .\nA B\n. X\n", "in:4:1: a row below the border of the diagram: expected a blank line before the next diagram"},
		{"dashes are no points", "---\n", "in:1:1: unexpected '-': expected . (empty), X or # (black), O or @ (white)"},
		{"too wide", strings.Repeat(".", MaxSide+1), "in:1:4097: a row of more than 4096 points: expected at most that many"},
		{"too high", strings.Repeat(".\n", MaxSide+1), "in:4097:1: more than 4096 rows: expected at most that many"},
	}
	for _, test := range tests {
		_, err := collect(test.text)
		checkSyntaxError(t, test.name, err, test.want)
	}
}

// checkSyntaxError compares an error with the text it should have.
func checkSyntaxError(t *testing.T, name string, err error, want string) {
	t.Helper()
	var syntax *SyntaxError
	if !errors.As(err, &syntax) || err.Error() != want {
		t.Errorf("%s: error\n%v, want\n%s", name, err, want)
	}
}

func TestDiagramErrorComesAfterGoodPositions(t *testing.T) {
	records, err := collect("X.\n\nX.\n.\n")
	if len(records) != 1 || err == nil {
		t.Errorf("%d positions, %v", len(records), err)
	}
}

func TestParsePosition(t *testing.T) {
	_, err := ParsePosition("X.\n\n.X\n")
	checkSyntaxError(t, "two positions", err, "3:1: a second position: expected just one")
	_, err = ParsePosition("")
	checkSyntaxError(t, "none", err, "1:1: the input is empty: expected a diagram or SGF")
}

func TestWriteDiagramReadsBack(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {2, 3}, {9, 9}, {10, 4}, {19, 19}, {3, 25}, {2, 26}, {100, 52}, {1, 60}} {
		p, err := New(size[0], size[1])
		if err != nil {
			t.Fatal(err)
		}
		p.Set(0, size[1]-1, Black)
		p.Set(size[0]-1, 0, White)
		var b strings.Builder
		if err := WriteDiagram(&b, p); err != nil {
			t.Fatal(err)
		}
		if !read(t, b.String()).Equal(p) || !read(t, p.String()).Equal(p) {
			t.Errorf("%dx%d does not read back:\n%s", size[0], size[1], b.String())
		}
	}
}

// failingWriter fails.
type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestWritersReportErrors(t *testing.T) {
	p := read(t, "X.")
	if err := WriteDiagram(failingWriter{}, p); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("WriteDiagram: %v", err)
	}
	if err := WriteSGF(failingWriter{}, p); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("WriteSGF: %v", err)
	}
}
