package main

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/par"
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

// eachVar is a flag that may be given several times: a list of what they say.
func eachVar[T any](to *[]T, kind string, parse func(string) (T, error)) value[[]T] {
	return value[[]T]{to, kind, func(s string) ([]T, error) {
		x, err := parse(s)
		return append(*to, x), err
	}, nil}
}

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

func oneOf(words ...string) func(string) (string, error) {
	return func(s string) (string, error) {
		if !slices.Contains(words, s) {
			return "", &enum.UnknownError{Want: words}
		}
		return s, nil
	}
}

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

// positive reads a number above 0 and below another one; such is what one is wanted as.
func positive(below float64, such string) func(string) (float64, error) {
	return func(s string) (float64, error) {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || !(x > 0 && x < below) {
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
	x, err := positive(math.Inf(1), "a number of centimeters, such as 8.5")(text)
	return x * canvas.Centimeter, cmp.Or(err, canvas.Output{Width: x * canvas.Centimeter}.Check())
}

func (f *pictureFlags) dpi(text string) (float64, error) {
	x, err := positive(math.Inf(1), "a number of pixels to an inch, such as 300")(text)
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

// The folder help has a file for each command: the usage line, what the command does in a line, and
// after blank lines the long text and the examples.
//
//go:embed help/*.txt
var helpFiles embed.FS

// described returns a command with the words of a file of the folder help. The pairs of strings are
// words in capitals that the text has, and what stands for them.
func described(name string, fill ...string) *cobra.Command {
	fill = append(fill, "ORDER", helpText("order"))
	words, examples, _ := strings.Cut(strings.NewReplacer(fill...).Replace(helpText(name)), "\nExamples:\n")
	use, words, _ := strings.Cut(words, "\n")
	short, long, _ := strings.Cut(words, "\n")
	command := &cobra.Command{Use: use, Short: short, Long: strings.TrimSpace(long), Example: examples}
	command.Flags().SortFlags = false
	return command
}

func helpText(name string) string {
	text, err := helpFiles.ReadFile("help/" + name + ".txt")
	if err != nil {
		panic(err) // it is embedded
	}
	return strings.TrimRight(string(text), "\n")
}

// help writes the help of a command; that it cannot be written is an error.
func help(command *cobra.Command, _ []string) error {
	text := strings.TrimSpace(cmp.Or(command.Long, command.Short)) + "\n\n" + command.UsageString()
	return stream(command.OutOrStdout(), func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// group returns a command that does nothing but hold others.
func group(name string, commands ...*cobra.Command) *cobra.Command {
	command := described(name)
	command.Args = noSuchCommand
	command.RunE = help
	command.AddCommand(commands...)
	return command
}

func noSuchCommand(command *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range command.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if len(names) == 0 {
		return fmt.Errorf("%q is not a command: %s has none below it", args[0], command.CommandPath())
	}
	if guess := didYouMean(args[0], names...); guess != "" {
		return fmt.Errorf("%q is not a command%s", args[0], guess)
	}
	if _, err := board.ParseRange(args...); err == nil && !command.HasParent() {
		return fmt.Errorf("%q is not a command; did you mean combigo count %s?", args[0], strings.Join(args, " "))
	}
	return fmt.Errorf("%q is not a command: want one of %s", args[0], strings.Join(names, ", "))
}

// adaptHelp makes a wrong command an error of cobra's help.
func adaptHelp(c *cobra.Command) {
	d := described("help")
	c.Use, c.Short, c.Long, c.Example, c.Run = d.Use, d.Short, d.Long, d.Example, nil
	c.RunE = func(command *cobra.Command, args []string) error {
		found, rest, err := command.Root().Find(args)
		if err != nil || len(rest) > 0 {
			if len(rest) == 0 {
				rest = args
			}
			return noSuchCommand(found, rest)
		}
		found.InitDefaultHelpFlag()
		return help(found, nil)
	}
}

// A command is a subcommand, with the flags that many have, and one call of it.
type command struct {
	*cobra.Command
	args    []string // of the call
	checks  []func() error
	out     output
	machine machineFlags
	picture pictureFlags
	bar     *progressBar // of the work that is being done
}

// A pageCall is a call of a command by the explorer: what it may use, and the page it leads to.
type pageCall struct {
	par.Options
	page *view.Page
}

// pageKey is where the context of such a call has it.
type pageKey struct{}

// page returns the call if the explorer makes it, else nil.
func (c *command) page() *pageCall {
	p, _ := c.Context().Value(pageKey{}).(*pageCall)
	return p
}

// carryOut carries out the command line that root has, and gives the error its one form: the name
// of the command stands in front, and the flag of a ceiling that is too low is named.
func carryOut(ctx context.Context, root *cobra.Command) error {
	command, err := root.ExecuteContextC(ctx)
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	exit := withStatus(err)
	if exit.err == nil {
		return exit
	}
	if flag := command.Flags().Lookup("memory"); flag != nil {
		if memory, ok := flag.Value.(*memoryFlag); ok {
			exit.err = memory.explain(exit.err)
		}
	}
	name := strings.TrimPrefix(command.CommandPath(), "combigo ")
	if _, isPage := ctx.Value(pageKey{}).(*pageCall); isPage || !command.HasParent() {
		return exit
	}
	if !strings.HasPrefix(exit.err.Error(), name+": ") && !strings.HasPrefix(exit.err.Error(), name+" ") {
		exit.err = fmt.Errorf("%s: %w", name, exit.err)
	}
	return exit
}

// newCommand returns a command with the words of its file in the folder help.
func newCommand(name string, fill ...string) *command {
	c := &command{Command: described(name, fill...)}
	c.PreRunE = func(_ *cobra.Command, args []string) error {
		c.args = args
		if p := c.page(); p != nil {
			c.machine.threads, c.machine.memory.data = p.Threads, p.Memory
		}
		for _, check := range c.checks {
			if err := check(); err != nil {
				return err
			}
		}
		return nil
	}
	return c
}

// check has the command check some of its flags and arguments before it runs, in the order in which
// checks are added.
func (c *command) check(check func() error) { c.checks = append(c.checks, check) }

// given tells whether a flag is given. A switch that is given as it is anyway, such as --kos=false,
// is not.
func (c *command) given(name string) bool {
	flag := c.Flags().Lookup(name)
	return flag != nil && flag.Changed && (flag.Value.Type() != "bool" || flag.Value.String() != flag.DefValue)
}

// answerWith has the command find an answer and write it in the format that is asked for, with its
// picture. An answer is written, too, if there is an error as well, such as Ctrl-C; no answer means
// that the command has written its result.
func (c *command) answerWith(find func() (*view.Answer, error)) *cobra.Command {
	c.RunE = func(*cobra.Command, []string) error {
		answer, err := find()
		c.bar.finish()
		if answer == nil {
			return err
		}
		if p := c.page(); p != nil {
			page, failed := answer.Page()
			p.page = page
			return cmp.Or(failed, err)
		}
		if failed := c.picture.write(answer.Picture); failed != nil {
			return failed
		}
		return cmp.Or(c.write(answer), err)
	}
	return c.Command
}

// viewOf returns a function that shows what was found, or that this failed.
func viewOf[T any](show func(T) *view.Answer) func(found T, err error) (*view.Answer, error) {
	return func(found T, err error) (*view.Answer, error) {
		if err != nil {
			return nil, err
		}
		return show(found), nil
	}
}

// startWork returns what a computation may use. A progress bar takes the place of the one before
// until the answer is there.
func (c *command) startWork(label string, words ...any) par.Options {
	if p := c.page(); p != nil {
		return p.Options
	}
	opt := c.limits()
	opt.Progress = c.progress(label, words...)
	return opt
}

// progress shows a progress bar, and returns what it is told.
func (c *command) progress(label string, words ...any) func(share float64) {
	c.bar.finish()
	c.bar = newProgressBar(c.ErrOrStderr(), fmt.Sprintf(label, words...))
	c.stops().bar.Store(c.bar)
	return c.bar.show
}

// limits returns what a computation without a progress bar may use.
func (c *command) limits() par.Options {
	return par.Options{Threads: c.machine.threads, Memory: c.machine.memory.budget()}
}

// stages shows one progress bar after the other, for work that has several stages.
func (c *command) stages(label string) func(stage string, share float64) {
	current := ""
	return func(stage string, share float64) {
		if stage != current {
			current = stage
			c.startWork("%s: %s", label, stage)
		}
		c.bar.show(share)
	}
}

// stops returns what Ctrl-C needs to know.
func (c *command) stops() *interruption {
	if i, ok := c.Context().Value(interruptionKey{}).(*interruption); ok {
		return i
	}
	return &interruption{} // nobody will ask
}

// savesOnInterrupt says that the command saves or prints what is done when it is to stop.
func (c *command) savesOnInterrupt() { c.stops().saves.Store(true) }

// setResumeHint has a text said after Ctrl-C: what is kept, and how to go on with it.
func (c *command) setResumeHint(text func() string) { c.stops().goesOn.Store(&text) }

// announce says what work is expected to take, and what else there is to say of that, if it is
// long.
func (c *command) announce(took time.Duration, work, more string, words ...any) {
	const long = time.Minute
	if took >= long {
		c.PrintErrf("%s: this takes about %s%s\n", work, view.Roughly(took), fmt.Sprintf(more, words...))
	}
}

// A flagRule returns an error for flags that make no sense with each other, given those that are
// there. Flags that the command does not have are not.
type flagRule func(given func(name string) bool) error

// flagRules has the command keep some rules.
func (c *command) flagRules(rules ...flagRule) {
	for _, rule := range rules {
		c.check(func() error { return rule(c.given) })
	}
}

// noBoardWith has the command refuse arguments with any of some flags.
func (c *command) noBoardWith(flags ...string) {
	c.check(func() error {
		for _, flag := range flags {
			if c.given(flag) && len(c.args) > 0 {
				return fmt.Errorf("board %q and --%s cannot be combined", strings.Join(c.args, " "), flag)
			}
		}
		return nil
	})
}

// atMostOne is the rule that flags exclude each other.
func atMostOne(names ...string) flagRule {
	return func(given func(string) bool) error {
		var all []string
		for _, name := range names {
			if given(name) {
				all = append(all, "--"+name)
			}
		}
		if len(all) > 1 {
			return fmt.Errorf("%s cannot be combined", strings.Join(all, " and "))
		}
		return nil
	}
}

// never is the rule that a flag excludes others, which may go with each other.
func never(flag string, others ...string) flagRule {
	return func(given func(string) bool) error {
		for _, other := range others {
			if given(flag) && given(other) {
				return fmt.Errorf("--%s and --%s cannot be combined", other, flag)
			}
		}
		return nil
	}
}

// goWith is the rule that others are for a flag, which has to be there.
func goWith(flag string, others ...string) flagRule {
	return func(given func(string) bool) error {
		for _, other := range others {
			if given(other) && !given(flag) {
				return fmt.Errorf("--%s goes with --%s only", other, flag)
			}
		}
		return nil
	}
}

// addLimitFlags adds --threads and --memory.
func (c *command) addLimitFlags() {
	threadsVar(c.Flags(), &c.machine.threads, "")
	memoryVar(c.Flags(), &c.machine.memory, "")
}

// addPlotFlags adds --plot, which draws something, --width and --dpi.
func (c *command) addPlotFlags(what string) {
	flags, f := c.Flags(), &c.picture
	format := func(name string) (string, error) {
		var err error
		f.out.Format, err = canvas.ParseFormat(filepath.Ext(name))
		return name, err
	}
	flags.Var(value[string]{&f.file, "FILE", format, nil}, "plot", what+" into a file, .svg, .pdf or .png")
	flags.Var(value[float64]{&f.out.Width, "CM", f.centimeters, func(points float64) string { return shownUnlessZero(points / canvas.Centimeter) }}, "width", "width of the picture in centimeters, the height in proportion (default: that of the drawing)")
	flags.Var(value[float64]{&f.out.DPI, "N", f.dpi, shownUnlessZero}, "dpi", fmt.Sprintf("pixels to an inch of a .png (default: %d)", canvas.DefaultDPI))
	c.flagRules(goWith("plot", "width", "dpi"))
	c.check(func() error {
		if f.out.Format != canvas.PNG && c.given("dpi") {
			return fmt.Errorf("--dpi is for pictures of pixels: want --plot with a file name that ends in .png, not %s", filepath.Ext(f.file))
		}
		return writable("plot", f.file)
	})
}

// output says how and where a command writes what it found. Every command that prints a result has
// one.
type output struct {
	format string
	json   bool
	quiet  bool
	file   string
}

// addOutputFlags adds the flags for formats, the first of which is the default. What --quiet prints
// is said in words.
func (c *command) addOutputFlags(quiet string, formats ...string) {
	flags, o := c.Flags(), &c.out
	o.format = formats[0]
	var words []string
	for _, format := range formats {
		if format == "bfile" {
			format = "bfile (the format of the OEIS)"
		}
		words = append(words, format)
	}
	enumVar(flags, &o.format, "format", "FORMAT", enum.Alternatives(words), formats...)
	flags.BoolVar(&o.json, "json", false, "short for --format json")
	if quiet != "" {
		flags.BoolVarP(&o.quiet, "quiet", "q", false, quiet)
	}
	flags.StringVarP(&o.file, "output", "o", "", "`FILE` to write to (default: standard output)")
	c.flagRules(atMostOne("format", "json"))
	c.check(func() error {
		switch { // a format for programs is as quiet as can be
		case o.json:
			o.format = "json"
		case o.quiet && !c.given("format"):
			o.format = "quiet"
		}
		if c.page() != nil {
			o.format = "page"
		}
		return writable("output", o.file)
	})
}

// onlyFormats has the command refuse a flag with formats other than some, the default one among
// them. --quiet goes with all flags.
func (c *command) onlyFormats(flag string, formats ...string) {
	c.check(func() error {
		format := c.out.format
		if !c.given(flag) || slices.Contains(formats, format) || format == "quiet" || format == "page" {
			return nil
		}
		return fmt.Errorf("--%s and --format %s cannot be combined: want --format %s", flag, format, enum.Alternatives(formats))
	})
}

// write writes an answer: all of it, or nothing if that fails.
func (c *command) write(answer *view.Answer) error {
	var b bytes.Buffer
	if err := answer.Write(&b, c.out.format, c.style()); err != nil {
		return err
	}
	return c.stream(func(w io.Writer) error {
		_, err := b.WriteTo(w)
		return err
	})
}

// stream writes what may be too large to be held, as it comes.
func (c *command) stream(write func(io.Writer) error) error {
	if c.out.file != "" {
		return writeFile("output", c.out.file, write)
	}
	return stream(c.OutOrStdout(), write)
}

// open returns what lines are written to as they are found, and what to do in the end.
func (c *command) open() (io.Writer, func() error, error) {
	if c.out.file == "" {
		return c.OutOrStdout(), func() error { return nil }, nil
	}
	file, err := os.Create(c.out.file)
	if err != nil {
		return nil, nil, fmt.Errorf("--output %s: cannot be written: %w", c.out.file, pathless(err))
	}
	return file, file.Close, nil
}

// style is how documents are written: for people if they go to a terminal, with drawn boards if no
// format is asked for.
func (c *command) style() view.Style {
	if c.out.file != "" {
		return view.Style{}
	}
	s := terminalStyle(c.OutOrStdout())
	if c.out.quiet || c.given("format") || os.Getenv("TERM") == "dumb" {
		return view.Style{Width: s.Width}
	}
	return s
}
