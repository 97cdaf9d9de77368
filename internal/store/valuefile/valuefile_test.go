package valuefile

import (
	"bytes"
	"errors"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/syntax"
)

// aFile is a file as a chain may leave it.
func aFile() *File {
	return &File{
		Name: "a.value", Run: [16]byte{1, 2, 3, 255}, Board: board.Size{Rows: 8, Cols: 6}, Method: stages.Modulo,
		Sums: []stages.Sum{
			{Purpose: stages.Narrow, Width: 4, Prime: 4294967291, Value: big.NewInt(17)},
			{Purpose: stages.Number, Width: 8, Prime: 4294967291, Value: big.NewInt(0)},
		},
		Program: "v0.1.0, commit 0123456789ab, go1.26.8", Machine: "linux/amd64, some processor, 2 threads", Date: "2026-11-28",
	}
}

func TestParseReadsWhatTextWrites(t *testing.T) {
	whole := aFile()
	whole.Method, whole.Sums[1].Prime, whole.Sums[1].Value = stages.Exact, 0, new(big.Int).Lsh(big.NewInt(7), 500)
	for _, f := range []*File{aFile(), whole} {
		if got, err := Parse(f.Name, f.Text()); err != nil || !reflect.DeepEqual(got, f) {
			t.Errorf("%s is read as %+v, %v", f.Text(), got, err)
		}
	}
}

// Whatever byte is altered, cut off or added, the file is refused at a place.
func TestEveryAlterationIsSeen(t *testing.T) {
	text := aFile().Text()
	refused := func(what string, i int, text []byte) {
		t.Helper()
		var at *syntax.Error
		if f, err := Parse("a.value", text); !errors.As(err, &at) || at.Name != "a.value" || at.Line < 1 || at.Column < 1 {
			t.Errorf("%s at byte %d: %+v, %v", what, i, f, err)
		}
	}
	for i := range text {
		for _, bit := range []byte{1, 4, 32} {
			altered := bytes.Clone(text)
			altered[i] ^= bit
			refused("a flipped bit", i, altered)
		}
		refused("a cut", i, text[:i])
		refused("a space", i, append(append(bytes.Clone(text[:i]), ' '), text[i:]...))
	}
	refused("a line", len(text), append(bytes.Clone(text), '\n'))
}

func TestFilesWithoutANumberAreRefused(t *testing.T) {
	f := aFile()
	f.Sums = f.Sums[:1]
	if _, err := Parse(f.Name, f.Text()); err == nil || !strings.Contains(err.Error(), "the file has no number") {
		t.Error(err)
	}
}

// Errors say where, and what would be right.
func TestErrorsSayWhere(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"combigo value 1", "combigo value 2", "a.value:1:1: \"combigo value 2\" is no value file of a run: want combigo value 1"},
		{"run: 01", "run: 0x", "a.value:2:6: the run "},
		{"board: 8x6", "board: 8x", "a.value:3:8: "},
		{"board: 8x6", "board: 60x60", "a.value:3:8: board 60x60: want a shorter side of at most 24 points"},
		{"square", "cube", "a.value:4:10: lattice \"cube\": want square"},
		{"colours: 2", "colours: 3", "a.value:5:10: colours \"3\": want 2"},
		{"method: modulo", "method: luck", "a.value:6:9: method \"luck\": want exact or modulo"},
		{"check: L(6,4)", "check: L(6,9)", "a.value:7:8: L(6,9) is no check of a board 8x6: want L(6,8)"},
		{"4294967291 = 17", "4294967290 = 17", "a.value:7:8: 4294967290 is no prime below 2^32"},
		{"= 17", "= 4294967291", "a.value:7:8: the residue 4294967291 is not below the prime 4294967291"},
		{"= 17", "= 017", "a.value:7:1: "},
		{"value: L(6,8)", "value: L(6,7)", "a.value:8:8: L(6,7) is no value of a board 8x6: want L(6,8)"},
		{"value: ", "valve: ", "a.value:8:1: \"valve: L(6,8) modulo...\": want program: and a value"},
		{"2026-11-28", "2026-13-28", "a.value:11:7: date "},
		{"= 0\n", "= 1\n", "a.value:12:1: the text does not match its checksum: it has been altered"},
	} {
		altered := strings.Replace(string(aFile().Text()), c.old, c.new, 1)
		if _, err := Parse("a.value", []byte(altered)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %s", c.new, c.old, err, c.want)
		}
	}
}

// What is read is written the same: so random texts, sealed or not, have one meaning.
func FuzzParse(f *testing.F) {
	f.Add(string(aFile().Text()))
	f.Add("combigo value 1\nrun: 0\n")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("x", []byte(text))
		if err != nil {
			if at := (*syntax.Error)(nil); !errors.As(err, &at) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if again := string(file.Text()); again != text {
			t.Errorf("%q is written as %q", text, again)
		}
	})
}

// Each number of a file is compared with another source, and a wrong one is found.
func TestCheck(t *testing.T) {
	const prime = 4294967231
	f := &File{Board: board.Size{Rows: 6, Cols: 6}, Method: stages.Modulo, Sums: []stages.Sum{
		{Purpose: stages.Narrow, Width: 3, Prime: prime, Value: big.NewInt(208144601)},
		{Purpose: stages.Narrow, Width: 5, Prime: prime, Value: big.NewInt(2666934543)},
		{Purpose: stages.Number, Width: 6, Prime: prime, Value: big.NewInt(392933122)},
	}}
	var c Checker
	compared, err := c.Check(t.Context(), f.Board, f.Sums)
	if all := strings.Join(compared, "\n"); err != nil || len(compared) != 3 || !strings.Contains(all, "by states with connections: equal") ||
		!strings.Contains(all, "by the columns of the other side: equal") || !strings.Contains(all, "Table 3, L(6,6) modulo 4294967231: equal") {
		t.Errorf("%q, %v", compared, err)
	}
	for i := range f.Sums {
		x := f.Sums[i].Value
		x.Add(x, big.NewInt(1))
		var wrong *WrongError
		if compared, err := c.Check(t.Context(), f.Board, f.Sums); !errors.As(err, &wrong) || len(compared) != i || wrong.Got != x {
			t.Errorf("sum %d: %q, %v", i, compared, err)
		}
		x.Sub(x, big.NewInt(1))
	}
	// A count that does not fit is refused.
	c.Memory = 1
	if _, err := c.Check(t.Context(), f.Board, f.Sums); !errors.As(err, new(*result.MemoryError)) {
		t.Errorf("in one byte: %v", err)
	}
}
