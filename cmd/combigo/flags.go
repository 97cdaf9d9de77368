package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/result"
)

// A value is a flag of any type. The flag parser puts the name of the flag and the bad value in
// front of its errors.
type value[T any] struct {
	to    *T
	kind  string // what the help calls it
	parse func(string) (T, error)
	show  func(T) string // the value as it may be given; empty if nothing is set
}

func (v value[T]) Set(s string) error {
	x, err := v.parse(s)
	if err == nil {
		*v.to = x
	}
	return err
}

func (v value[T]) String() string {
	if v.to == nil || v.show == nil {
		return ""
	}
	return v.show(*v.to)
}

func (v value[T]) Type() string { return v.kind }

// numberVar adds a flag that is a whole number of something within bounds. 0 stands for none given,
// and is not shown.
func numberVar[T int | int64 | uint64](flags *pflag.FlagSet, to *T, name string, low, high T, of, usage string) {
	flags.Var(value[T]{to, "N", func(s string) (T, error) {
		n, ok := new(big.Int).SetString(s, 10)
		if !ok || len(s) > 20 || n.Cmp(big.NewInt(0).SetUint64(uint64(high))) > 0 || n.Sign() < 0 || T(n.Uint64()) < low {
			if uint64(high) == math.MaxInt64 {
				return 0, fmt.Errorf("want a %s from %d on", of, low)
			}
			return 0, fmt.Errorf("want a %s from %d to %d", of, low, high)
		}
		return T(n.Uint64()), nil
	}, func(x T) string {
		if x == 0 {
			return ""
		}
		return fmt.Sprint(x)
	}}, name, usage)
}

// wordVar adds a flag that is one of a few words.
func wordVar[T any](flags *pflag.FlagSet, to *T, name, kind string, parse func(string) (T, error), show func(T) string, usage string) {
	flags.Var(value[T]{to, kind, func(s string) (T, error) { return parsed(s, parse) }, show}, name, usage)
}

// parsed reads one of a few words. The error for any other word asks whether a word that is like it
// was meant.
func parsed[T any](s string, parse func(string) (T, error)) (T, error) {
	x, err := parse(s)
	if unknown := (*enum.UnknownError)(nil); errors.As(err, &unknown) {
		err = fmt.Errorf("%w%s", err, didYouMean(s, unknown.Want...))
	}
	return x, err
}

// oneOf reads a word of a list.
func oneOf(words ...string) func(string) (string, error) {
	return func(s string) (string, error) {
		if !slices.Contains(words, s) {
			return "", &enum.UnknownError{Want: words}
		}
		return s, nil
	}
}

// suicideVar adds the flag that forbids suicide.
func suicideVar(flags *pflag.FlagSet, to *goban.Rule) {
	wordVar(flags, to, "suicide", "yes|no", goban.ParseSuicide, func(rule goban.Rule) string {
		if rule == goban.SuicideForbidden {
			return "no"
		}
		return "yes"
	}, "yes or no: whether a move may take the last liberty of its own string")
}

// enumVar adds a flag that is one of a few words, each of which is a value.
func enumVar[T ~string](flags *pflag.FlagSet, to *T, name, kind, usage string, words ...T) {
	var all []string
	for _, word := range words {
		all = append(all, string(word))
	}
	wordVar(flags, to, name, kind, func(s string) (T, error) {
		word, err := oneOf(all...)(s)
		return T(word), err
	}, func(word T) string { return string(word) }, usage)
}

// positive reads a number above 0; such is what one is wanted as.
func positive(such string) func(string) (float64, error) {
	return func(s string) (float64, error) {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || !(x > 0) {
			return 0, errors.New("want " + such)
		}
		return x, nil
	}
}

// shownUnlessZero writes a number for the help, nothing if none is given.
func shownUnlessZero(x float64) string {
	if x == 0 {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// timeVar adds a flag that is a time above 0.
func timeVar(flags *pflag.FlagSet, to *time.Duration, name, usage string) {
	flags.Var(value[time.Duration]{to, "TIME", func(s string) (time.Duration, error) {
		d, err := time.ParseDuration(s)
		if err != nil || d <= 0 {
			return 0, errors.New("want a time with its unit, such as 30s, 5m or 8h")
		}
		return d, nil
	}, func(d time.Duration) string {
		if d == 0 {
			return ""
		}
		text := d.String()
		if strings.HasSuffix(text, "m0s") {
			text = strings.TrimSuffix(text, "0s")
		}
		return text
	}}, name, usage)
}

// seedVar adds a flag --seed of random numbers.
func seedVar(flags *pflag.FlagSet, to *uint64, usage string) {
	numberVar(flags, to, "seed", 0, math.MaxUint64, "whole number", usage)
}

// memoryFlag is a ceiling on the memory of the process, such as 8GiB.
type memoryFlag struct {
	size    result.Bytes // 0 if none was given
	text    string       // as it was given
	ceiling result.Bytes // that is kept: the size, or what the machine has available if that is less
	kept    bool         // whether the runtime knows it
	data    result.Bytes // that a call from the explorer may use, in the place of a ceiling; 0 elsewhere
}

func (f *memoryFlag) Set(s string) (err error) {
	f.text = s
	f.size, err = result.ParseBytes(s)
	return err
}

// budget makes the runtime keep the ceiling, and returns what it leaves for data; 0 if nothing is
// known.
func (f *memoryFlag) budget() result.Bytes {
	if f.data > 0 {
		return f.data
	}
	f.ceiling, f.kept = f.size, true
	if most := memory.Largest(); f.size == 0 || most > 0 && most < f.size {
		f.ceiling = most
	}
	return memory.SetCeiling(f.ceiling)
}

// explain says of an error about data that do not fit what the process would need with them, and
// names the flag that has the ceiling. Other errors are as they were.
func (f *memoryFlag) explain(err error) error {
	var short *result.MemoryError
	if !errors.As(err, &short) {
		return err
	}
	if f.kept {
		short.Need, short.Ceiling, short.Given = memory.CeilingFor(short.Need), f.ceiling, f.ceiling == f.size
		if short.Exact > 0 {
			short.Exact = memory.CeilingFor(short.Exact)
		}
	}
	if f.size == 0 {
		return err
	}
	return fmt.Errorf("--memory %s: %w", f.text, err)
}

func (f *memoryFlag) String() string { return f.text }
func (f *memoryFlag) Type() string   { return "SIZE" }

// maxThreads is far more than pays on any machine.
const maxThreads = 4096

// machineFlags say what a computation may use.
type machineFlags struct {
	threads int
	memory  memoryFlag
}

// threadsVar adds --threads; what they are for, if not for everything.
func threadsVar(flags *pflag.FlagSet, to *int, what string) {
	numberVar(flags, to, "threads", 1, maxThreads, "number of threads", "number of threads"+what+" (default: one for each processor)")
}

// memoryVar adds --memory; what it is for, if not for everything.
func memoryVar(flags *pflag.FlagSet, to *memoryFlag, what string) {
	flags.Var(to, "memory", "ceiling on memory"+what+", such as 8GiB (default: what the machine has available)")
}

// didYouMean returns a question about those of some words that are like a word or begin with it, or
// nothing if there are none.
func didYouMean(word string, words ...string) string {
	c := &cobra.Command{SuggestionsMinimumDistance: 1 + len(word)/4}
	for _, w := range words {
		c.AddCommand(&cobra.Command{Use: w, Run: func(*cobra.Command, []string) {}})
	}
	if near := c.SuggestionsFor(word); len(near) > 0 && word != "" {
		return "; did you mean " + enum.Alternatives(near) + "?"
	}
	return ""
}

// pictureFlags is a file to draw into, and how large.
type pictureFlags struct {
	file string
	out  canvas.Output
}

func (f *pictureFlags) centimeters(text string) (float64, error) {
	x, err := positive("a number of centimeters, such as 8.5")(text)
	return x * canvas.Centimeter, cmp.Or(err, canvas.Output{Width: x * canvas.Centimeter}.Check())
}

func (f *pictureFlags) dpi(text string) (float64, error) {
	x, err := positive("a number of pixels to an inch, such as 300")(text)
	return x, cmp.Or(err, canvas.Output{DPI: x}.Check())
}

// write draws the picture in memory, and then writes the file, if there is to be one.
func (f *pictureFlags) write(draw func() (*canvas.Canvas, error)) error {
	if f.file == "" {
		return nil
	}
	drawn, err := draw()
	var picture []byte
	if err == nil {
		picture, err = drawn.Encode(f.out)
	}
	if err != nil {
		return fmt.Errorf("--plot %s: %w", f.file, err)
	}
	return writeFile("plot", f.file, func(w io.Writer) error {
		_, err := w.Write(picture)
		return err
	})
}
