// Package valuefile is the format of what a finished chain of a run gives: a residue of the number
// of a board, or all of the number. A value file is a text of some lines, which says by itself what
// it is, and has all that a stranger needs to trust it or to doubt it:
//
//	combigo value 1
//	run: 00112233445566778899aabbccddeeff
//	board: 6x6
//	lattice: square
//	colours: 2
//	method: modulo
//	check: L(6,3) modulo 4294967231 = 208144601
//	check: L(6,5) modulo 4294967231 = 2666934543
//	value: L(6,6) modulo 4294967231 = 392933122
//	program: v0.1.0, commit 0123456789ab, go1.26.8
//	machine: linux/amd64, some processor, 2 threads
//	date: 2026-11-28
//	sha256: 64 digits, of all bytes above this line
//
// The run is a number at random, the same in all files of a run. A check is another number from the
// same vectors: that of a narrower board, which the program that wrote the file compared with a
// count in another way, and which anyone can count again. The first check sees wrong steps; the
// second one, of boards of 5 rows or more that are no long strips, nearly all wrong values. There
// is a line for each number, in the order in which they were found.
package valuefile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/syntax"
)

const (
	magic = "combigo value 1"
	// MaxBytes is far more than any value file has.
	MaxBytes = 1 << 20
)

// A File is what a finished chain gives, and how that was found.
type File struct {
	Name    string // under which it was read
	Run     [16]byte
	Board   board.Size
	Method  stages.Method
	Sums    []stages.Sum // numbers, and as checks those of narrower boards
	Program string
	Machine string
	Date    string // such as 2026-11-28
}

// symbol is the number of a width, such as L(6,3): the shorter side comes first.
func symbol(b board.Size, width int) string { return fmt.Sprintf("L(%d,%d)", b.Short(), width) }

func nameOf(b board.Size, s stages.Sum) string {
	if s.Prime == 0 {
		return symbol(b, s.Width)
	}
	return fmt.Sprintf("%s modulo %d", symbol(b, s.Width), s.Prime)
}

// Text returns the file as it is written.
func (f *File) Text() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nrun: %x\nboard: %s\nlattice: square\ncolours: 2\nmethod: %s\n", magic, f.Run, f.Board, f.Method)
	for _, s := range f.Sums {
		key := "value"
		if s.Purpose == stages.Narrow {
			key = "check"
		}
		fmt.Fprintf(&b, "%s: %s = %d\n", key, nameOf(f.Board, s), s.Value)
	}
	fmt.Fprintf(&b, "program: %s\nmachine: %s\ndate: %s\n", f.Program, f.Machine, f.Date)
	sum := sha256.Sum256([]byte(b.String()))
	fmt.Fprintf(&b, "sha256: %s\n", hex.EncodeToString(sum[:]))
	return []byte(b.String())
}

type reader struct {
	name string
	rest string // what is not read yet
	line int    // the number of the line that was read
	err  error  // the first one
}

// fail notes what is wrong in a column of the line.
func (r *reader) fail(column int, format string, args ...any) {
	if r.err == nil {
		r.err = &syntax.Error{Name: r.name, Line: r.line, Column: column, Msg: fmt.Sprintf(format, args...)}
	}
}

// value reads the next line, which must have a name, and returns what follows that.
func (r *reader) value(name string) string {
	line, rest, _ := strings.Cut(r.rest, "\n")
	r.rest = rest
	r.line++
	value, ok := strings.CutPrefix(line, name+": ")
	if !ok {
		r.fail(1, "%q: want %s: and a value", syntax.Brief(line), name)
	}
	return value
}

// Parse reads a file, and accepts only what [File.Text] writes. The name is for errors, which are a
// [syntax.Error].
func Parse(name string, text []byte) (*File, error) {
	r := &reader{name: name, rest: string(text)}
	f := r.file()
	if r.err == nil {
		r.same(string(f.Text()), string(text))
	}
	if r.err != nil {
		return nil, r.err
	}
	return f, nil
}

func (r *reader) file() *File {
	f := &File{Name: r.name}
	first, rest, _ := strings.Cut(r.rest, "\n")
	r.line, r.rest = 1, rest
	if first != magic {
		r.fail(1, "%q is no value file of a run: want %s in the first line", syntax.Brief(first), magic)
		return nil
	}
	run := r.value("run")
	id, err := hex.DecodeString(run)
	if err != nil || copy(f.Run[:], id) != len(f.Run) {
		r.fail(6, "the run %q: want %d digits, 0 to f", syntax.Brief(run), 2*len(f.Run))
	}
	if f.Board, err = board.Parse(r.value("board")); err != nil {
		r.fail(8, "%v", err)
	} else if f.Board.Short() > border.MaxHeight {
		r.fail(8, "board %s: want a shorter side of at most %d points", f.Board, border.MaxHeight)
	}
	for _, line := range [][]string{{"lattice", "square"}, {"colours", "2"}, {"method", string(stages.Exact), string(stages.Modulo)}} {
		name, wanted := line[0], line[1:]
		value := r.value(name)
		if !slices.Contains(wanted, value) {
			r.fail(len(name)+3, "%s %q: want %s", name, syntax.Brief(value), strings.Join(wanted, " or "))
		}
		f.Method = stages.Method(value)
	}
	for strings.HasPrefix(r.rest, "check: ") || strings.HasPrefix(r.rest, "value: ") {
		f.Sums = append(f.Sums, r.sum(f))
	}
	if len(f.Sums) == 0 {
		r.value("value")
	}
	f.Program, f.Machine, f.Date = r.value("program"), r.value("machine"), r.value("date")
	if _, err := time.Parse(time.DateOnly, f.Date); err != nil {
		r.fail(7, "date %q: want one such as 2026-11-28", syntax.Brief(f.Date))
	}
	r.value("sha256")
	if !slices.ContainsFunc(f.Sums, func(s stages.Sum) bool { return s.Purpose == stages.Number }) {
		r.fail(1, "the file has no number: want a line that begins with value:")
	}
	return f
}

var sumForm = regexp.MustCompile(`^L\((\d{1,6}),(\d{1,6})\)(?: modulo (\d{1,10}))? = (\d+)$`)

func (r *reader) sum(f *File) (s stages.Sum) {
	key, _, _ := strings.Cut(r.rest, ":") // check or value
	text, column := r.value(key), len(key)+3
	part := sumForm.FindStringSubmatch(text)
	if part == nil {
		r.fail(column, "%q: want %s modulo a prime = a number", syntax.Brief(text), symbol(f.Board, f.Board.Long()))
		return s
	}
	if key == "check" {
		s.Purpose = stages.Narrow
	}
	s.Width, _ = strconv.Atoi(part[2]) // few digits
	if most := f.Board.Long(); s.Width < 1 || s.Width > most || s.Purpose == stages.Number && s.Width < most || part[1] != fmt.Sprint(f.Board.Short()) {
		r.fail(column, "L(%s,%s) is no %s of a board %s: want %s", part[1], part[2], key, f.Board, symbol(f.Board, most))
	}
	s.Prime, _ = strconv.ParseUint(part[3], 10, 64) // 0 if there is none
	s.Value, _ = new(big.Int).SetString(part[4], 10)
	switch {
	case part[3] == "":
	case s.Prime >= 1<<32 || !modular.IsPrime(s.Prime):
		r.fail(column, "%s is no prime below 2^32", part[3])
	case s.Value.Cmp(new(big.Int).SetUint64(s.Prime)) >= 0:
		r.fail(column, "the residue %s is not below the prime %d", syntax.Brief(part[4]), s.Prime)
	}
	return s
}

// same notes the first line where a text is not as it would be written: a line too many, a zero in
// front, or what does not match the checksum.
func (r *reader) same(want, got string) {
	if got == want {
		return
	}
	wanted, lines := strings.SplitAfter(want, "\n"), strings.SplitAfter(got, "\n")
	for r.line = 1; wanted[r.line-1] == lines[r.line-1]; {
		r.line++
	}
	switch w, g := strings.TrimSuffix(wanted[r.line-1], "\n"), strings.TrimSuffix(lines[r.line-1], "\n"); {
	case w == "" || g == w:
		r.fail(1+len(g), "want the end of the file after one line with the checksum")
	case strings.HasPrefix(w, "sha256: "):
		r.fail(1, "the text does not match its checksum: it has been altered")
	default:
		r.fail(1, "%q: want %q", syntax.Brief(g), w)
	}
}
