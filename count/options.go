package count

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// twoColors is the usual number of players.
const twoColors = 2

// A Variant is what is counted in the place of two colours on the plain board: the positions of
// other numbers of colours, on other lattices, or with rows beyond the board that are known to be
// empty. The zero value is the usual game.
//
// Source: Farr and Schmidt, "On the number of Go positions on lattice graphs", sections 2, 4.3 and
// 5.
type Variant struct {
	Lattice    lattice.Kind // None is Square
	Colors     int          // 0 is 2
	SafeTop    bool         // the row above the first one is known to be empty
	SafeBottom bool         // the row below the last one is known to be empty
}

// Plain reports whether the variant is two colours on the plain board.
func (v Variant) Plain() bool {
	return v.kind() == lattice.Square && v.colors() == twoColors && !v.SafeTop && !v.SafeBottom
}

func (v Variant) openSides() bool {
	return slices.Contains([]lattice.Kind{lattice.Square, lattice.Triangular, lattice.Hexagonal, lattice.SquareOctagonal}, v.kind())
}

func (v Variant) words() bool { return v.openSides() && v.colors() <= border.MaxColours }

// halves reports whether half of the board is enough: the other half is the mirror image.
func (v Variant) halves() bool {
	return v.words() && v.kind() == lattice.Square && !v.SafeTop && !v.SafeBottom
}

func (v Variant) kind() lattice.Kind { return cmp.Or(v.Lattice, lattice.Square) }

func (v Variant) colors() int { return cmp.Or(v.Colors, twoColors) }

// canTranspose reports whether a board whose rows and columns are exchanged has the same number.
func (v Variant) canTranspose() bool {
	kinds := []lattice.Kind{lattice.Square, lattice.Triangular, lattice.Torus}
	return slices.Contains(kinds, v.kind()) && !v.SafeTop && !v.SafeBottom
}

func describe(colors int) string {
	switch colors {
	case 1:
		return "legal positions of one colour"
	case twoColors:
		return "legal positions"
	}
	return fmt.Sprintf("legal positions of %d colours", colors)
}

// Beyond says which rows beyond the board are empty, if any.
func (v Variant) Beyond() string {
	switch {
	case v.SafeTop && v.SafeBottom:
		return ", with empty rows above and below"
	case v.SafeTop:
		return ", with an empty row above"
	case v.SafeBottom:
		return ", with an empty row below"
	}
	return ""
}

// OEIS returns the sequence that a number of positions belongs to in the On-Line Encyclopedia of
// Integer Sequences, the most special one, or nothing.
func OEIS(size board.Size, v Variant) string {
	switch {
	case v.kind() == lattice.Cycle && v.colors() == twoColors:
		return "A327821"
	case !v.Plain(), size == board.Size{}:
		return ""
	case size.Rows == size.Cols:
		return "A094777"
	case size.Short() == 1:
		return "A102620"
	case size.Short() == 2:
		return "A266278"
	}
	return "A356049"
}

// OEISOf returns the sequence of the numbers of a range of boards, squares or those with one side
// fixed, or nothing.
func OEISOf(boards board.Range, v Variant) string {
	if v.kind() == lattice.Cycle || boards.Square {
		return OEIS(board.Size{Rows: boards.Rows.First, Cols: boards.Cols.First}, v)
	}
	for _, fixed := range []board.Span{boards.Rows, boards.Cols} {
		if v.Plain() && fixed.Len() == 1 && fixed.First <= 2 {
			return OEIS(board.Size{Rows: fixed.First, Cols: fixed.First + 1}, v)
		}
	}
	return ""
}

// A Method is a way to count.
type Method int

// The methods. Auto, the zero value, is the fastest one.
const (
	Auto Method = iota
	Brute
	Frontier
	Halves
	Recurrence
	Words
)

var methodNames = enum.Of[Method]("method", "auto", "brute", "frontier", "halves", "recurrence", "words")

// String returns the name that [ParseMethod] reads.
func (m Method) String() string { return methodNames.Name(m) }

// ParseMethod reads "auto", "brute", "frontier", "halves", "recurrence" or "words".
func ParseMethod(name string) (Method, error) { return methodNames.Parse(name) }

// An engine is what this package asks of [stages.Engine].
type engine interface {
	Count(ctx context.Context, q stages.Question, opt par.Options) (*stages.Outcome, error)
	CountWeighted(ctx context.Context, width int, prime uint64, weights [][]uint64, opt par.Options) ([]uint64, error)
	Need(q stages.Question, opt par.Options) result.Bytes
	Steps(q stages.Question) float64
	Points() int
	Residues(columns int) int
	VectorBytes(p border.Phase) result.Bytes
}

func newEngine(b border.Board) (engine, error) { return stages.New(b) }

// diskOf returns the bytes that files below a directory can take, 0 if they would be in memory
// themselves, or if it is not known.
func diskOf(dir string) result.Bytes {
	free, err := storage.OS.Free(dir)
	if err != nil || storage.InMemory(dir) {
		return 0
	}
	return result.Bytes(free)
}

// An environment is what this package is given from outside: tests replace it.
type environment struct {
	newEngine func(b border.Board) (engine, error)
	available func() result.Bytes           // memory that the machine can give; 0 if unknown
	disk      func(dir string) result.Bytes // that files can take
}

var machine = &environment{newEngine, memory.Available, diskOf}

// Options says how to count. The zero value lets the package choose.
type Options struct {
	// Variant is what is counted, if not two colours on the plain board.
	Variant Variant
	// Method is the way to count.
	Method Method
	// Modular asks for residues modulo primes. They are also taken without being asked for if
	// memory is too short for exact numbers.
	Modular bool
	// Verify asks for a second count of the whole board, in another way and modulo a prime. The
	// second count takes some five times as long as the first one, and the memory of one number for
	// each border state.
	Verify bool
	// Scratch is the directory for files of numbers that do not fit the memory; empty: that of
	// temporary files. They are removed at the end.
	Scratch string
	// Found, if set, is called by [Table] with each result as soon as it is there. Calls come one
	// at a time.
	Found func(*result.Result)
	// Memory 0, or more than that, means what the machine has available.
	par.Options

	environment *environment // nil: this machine
}

func (o *Options) validate() error {
	switch v := o.Variant; {
	case v.Colors < 0 || v.Colors > transfer.MaxColors:
		return fmt.Errorf("colors %d: want 1 to %d", v.Colors, transfer.MaxColors)
	case v.Lattice < lattice.None || v.Lattice > lattice.Cycle:
		return fmt.Errorf("lattice %d: want %d to %d", int(v.Lattice), int(lattice.None), int(lattice.Cycle))
	case o.Method < Auto || o.Method > Words:
		return fmt.Errorf("method %d: want %d to %d", int(o.Method), int(Auto), int(Words))
	case o.Threads < 0:
		return fmt.Errorf("threads %d: want 1 or more, or 0 for all", o.Threads)
	case o.Memory < 0:
		return fmt.Errorf("memory %d: want a number of bytes above 0, or 0 for all", int64(o.Memory))
	case o.Modular && (o.Method == Brute || o.Method == Recurrence):
		return fmt.Errorf("method %s: residues are for methods halves, words and frontier only", o.Method)
	case o.Method == Recurrence && !v.Plain():
		return fmt.Errorf("method recurrence: counts two colours on the plain board only: want method frontier or auto")
	case o.Method == Words && (!v.words() || v.halves()):
		return fmt.Errorf("method %s: counts up to %d colours on lattices with open sides other than the plain board: want method frontier or auto", o.Method, border.MaxColours)
	case o.Method == Halves && !v.halves():
		return fmt.Errorf("method %s: counts up to %d colours on the plain board only: want method frontier or auto", o.Method, border.MaxColours)
	}
	return nil
}
