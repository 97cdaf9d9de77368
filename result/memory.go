package result

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Bytes is a size of memory.
type Bytes int64

// binaryUnits are the units that sizes are printed in, each 1024 times the one before.
var binaryUnits = []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}

// String returns the size with three significant digits and a binary unit, such as "11.9 GiB". A
// size of a few bytes is exact.
func (b Bytes) String() string {
	if -1024 < b && b < 1024 {
		return fmt.Sprintf("%d B", int64(b))
	}
	size, unit := float64(b), 0
	for math.Abs(size) >= 999.5 && unit < len(binaryUnits)-1 {
		size /= 1024
		unit++
	}
	decimals := 2
	for limit := 9.995; decimals > 0 && math.Abs(size) >= limit; limit *= 10 {
		decimals--
	}
	return strconv.FormatFloat(size, 'f', decimals, 64) + " " + binaryUnits[unit]
}

// unitFactors holds, in lower case, what may follow the number of a size: a unit of 1024s (KiB, or
// just K), one of 1000s (KB), or plain bytes.
var unitFactors = map[string]float64{
	"": 1, "b": 1,
	"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40, "pib": 1 << 50,
	"k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40, "p": 1 << 50,
	"kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12, "pb": 1e15,
}

// ParseBytes reads a size such as "8GiB", "512 MB", "1.5g" or "1000000". The case of the unit does
// not matter: KiB, MiB and so on, or K, M, G, T, P alone, are powers of 1024, and KB, MB and so on
// are powers of 1000.
//
// The error quotes s and says what would be right.
func ParseBytes(s string) (Bytes, error) {
	number := strings.TrimRight(s, "bBiIkKmMgGtTpP ")
	unit := strings.ToLower(strings.TrimSpace(s[len(number):]))
	factor, known := unitFactors[unit]
	value, err := strconv.ParseFloat(number, 64)
	if !known || err != nil || strings.Trim(number, "0123456789.") != "" {
		return 0, fmt.Errorf("%q is not a size of memory: want a number and a unit, such as 8GiB or 512MiB", s)
	}
	size := value * factor
	if size < 1 || size >= math.MaxInt64 {
		return 0, fmt.Errorf("%q is not a size of memory: want at least 1 byte, and less than 8192 PiB", s)
	}
	return Bytes(size), nil
}

// A MemoryError says that a computation needs more memory than it may take. It is found out before
// the start where that is possible, else while it runs; nothing of it is kept.
type MemoryError struct {
	Of      string // what needs the memory, such as "board 19x19"
	Need    Bytes  // about
	AtLeast bool   // whether Need is a lower bound
	Exact   Bytes  // if not 0, Need is that for one residue a pass, and this is that for exact numbers
	Ceiling Bytes
	Given   bool   // whether the ceiling was asked for, not what the machine has available
	Help    string // what else would help, if anything
}

func (e *MemoryError) Error() string {
	about, with, ceiling, help := "about", "", "the "+e.Ceiling.String()+" that this machine has available", e.Help
	if e.AtLeast {
		about = "at least"
	}
	if e.Exact > 0 {
		with = fmt.Sprintf(" with one residue a pass, %s with exact numbers", e.Exact)
	}
	if e.Given {
		ceiling = fmt.Sprintf("the ceiling of %s", e.Ceiling)
	}
	if help != "" {
		help = "; " + help
	}
	return fmt.Sprintf("%s needs %s %s of memory%s: more than %s%s", e.Of, about, e.Need, with, ceiling, help)
}

// BytesOf returns a size that was estimated, at most the largest that there is.
func BytesOf(size float64) Bytes { return Bytes(min(size, math.MaxInt64/2)) }

// WithSubject names in an error about memory what needs the memory: the board, say, of which an
// engine knows nothing. Other errors are as they were.
func WithSubject(err error, of string) error {
	var memory *MemoryError
	if errors.As(err, &memory) {
		memory.Of = of + ": " + memory.Of
	}
	return err
}
