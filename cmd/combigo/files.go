package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"golang.org/x/term"

	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/result"
)

// Exit statuses.
const (
	exitInternal    = 1   // the program or the machine is at fault
	exitIllegal     = 1   // a position, a game or a certificate is not legal
	exitUsage       = 2   // the arguments, the input, or what they ask for
	exitInterrupted = 130 // Ctrl-C, as shells report it
)

// An exitError is an error with the exit status that it asks for. If err is nil
// nothing is printed: the command has said all there is to say.
type exitError struct {
	code int
	err  error
}

func (e exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.code)
	}
	return e.err.Error()
}

func (e exitError) Unwrap() error { return e.err }

// errInterrupted is the end of a command that has printed what there was at Ctrl-C.
var errInterrupted = exitError{exitInterrupted, errors.New("interrupted")}

// withStatus gives an error the exit status that it asks for: that of a number that failed a check
// is the program's, and of most others the user's.
func withStatus(err error) exitError {
	exit := exitError{exitUsage, err}
	if internal := (*result.InternalError)(nil); errors.As(err, &internal) {
		exit.code = exitInternal
	}
	errors.As(err, &exit)
	return exit
}

// Lines on a terminal are as wide as the terminal, within these bounds.
const (
	minWidth = 60
	maxWidth = 200
)

// terminalStyle is how documents are written to a terminal, and the zero style if a writer is none.
func terminalStyle(w io.Writer) view.Style {
	file, ok := w.(interface{ Fd() uintptr })
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return view.Style{}
	}
	s := view.Style{Terminal: true, Color: os.Getenv("NO_COLOR") == ""}
	if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
		s.Width = min(max(width, minWidth), maxWidth)
	}
	return s
}

// A standardOutput remembers that it could not be written to: not all that write ask.
type standardOutput struct {
	*os.File
	err error
}

func (o *standardOutput) Write(b []byte) (int, error) {
	n, err := o.File.Write(b)
	if err != nil && o.err == nil {
		o.err = exitError{exitInternal, fmt.Errorf("standard output: %w", pathless(err))}
	}
	return n, err
}

// stream writes to stdout as it comes what may be too large to be held.
func stream(stdout io.Writer, write func(io.Writer) error) error {
	if err := write(stdout); err != nil {
		return exitError{exitInternal, fmt.Errorf("standard output: %w", err)}
	}
	return nil
}

// writable returns an error for the name of a file, given by a flag, that is a directory, that has
// no directory to be in, or that the system refuses.
func writable(flag, name string) error {
	if name == "" {
		return nil
	}
	dir := filepath.Dir(name)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return fmt.Errorf("--%s %s: there is no directory %s", flag, name, dir)
	}
	switch info, err := os.Stat(name); {
	case err == nil && info.IsDir():
		return fmt.Errorf("--%s %s: this is a directory: want the name of a file", flag, name)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("--%s: %w", flag, err)
	}
	return nil
}

// writeFile writes the file that a flag gives, and removes it again if that fails: a device or a
// pipe stays.
func writeFile(flag, name string, write func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("--%s %s: cannot be written: %w", flag, name, pathless(err))
	}
	b := bufio.NewWriter(file)
	if err = write(b); err == nil {
		err = b.Flush()
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			os.Remove(name)
		}
		return fmt.Errorf("--%s %s: %w", flag, name, pathless(err))
	}
	return nil
}

// stdinName is what standard input is called in errors.
const stdinName = "<stdin>"

// checkInputLimit is the largest input that check takes, in bytes: room for tens of thousands of
// games, but not for /dev/zero.
const checkInputLimit = 64 << 20

// inputFiles returns the files to read: those given, and in folders all that may hold positions.
func inputFiles(args []string) ([]string, error) {
	if len(args) == 0 {
		return nil, errors.New("no input: want files or folders, or - for standard input")
	}
	var files []string
	if i := slices.Index(args, "-"); i >= 0 && slices.Contains(args[i+1:], "-") {
		return nil, errors.New("- is given twice: standard input can be read once")
	}
	for _, arg := range args {
		if info, err := os.Stat(arg); arg == "-" || err != nil || !info.IsDir() {
			files = append(files, arg)
			continue
		}
		before := len(files)
		err := filepath.WalkDir(arg, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.Type().IsRegular() && slices.Contains(positionFiles, strings.ToLower(filepath.Ext(path))) {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return nil, unreadable(arg, err)
		}
		if len(files) == before {
			return nil, fmt.Errorf("%s: there is no file in this folder that ends in %s", arg, enum.Alternatives(positionFiles))
		}
	}
	return files, nil
}

// readInput reads a file, or standard input if its name is -.
func readInput[T any](stdin io.Reader, name string, read func(from io.Reader, name string) (T, error)) (found T, err error) {
	if name == "-" {
		return read(stdin, stdinName)
	}
	file, err := os.Open(name)
	if err != nil {
		return found, unreadable(name, err)
	}
	defer file.Close()
	return read(file, name)
}

// A source is a text and the name to call it by.
type source struct {
	name string
	text []byte
}

// readText reads a text that is not too large. What was expected is for the error.
func readText(stdin io.Reader, name, expected string) (source, error) {
	return readInput(stdin, name, func(from io.Reader, name string) (source, error) {
		text, err := io.ReadAll(io.LimitReader(from, checkInputLimit+1))
		if err != nil {
			err = unreadable(name, err)
		} else if len(text) > checkInputLimit {
			err = fmt.Errorf("%s: more than %d MiB: expected %s", name, checkInputLimit>>20, expected)
		}
		return source{name, text}, err
	})
}

// unreadable names a file once where the operating system's error would name it a second time.
func unreadable(name string, err error) error {
	return fmt.Errorf("%s: cannot be read: %w", name, pathless(err))
}

// pathless returns an error of a file without the name of the file.
func pathless(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// positionFiles are the ends of names of files that are read in folders.
var positionFiles = []string{".sgf", ".txt"}

const (
	progressDelay   = time.Second // work that takes less shows no bar
	progressRefresh = time.Second / 8
	progressLine    = time.Minute // between lines where there is no bar
	progressWidth   = 78
)

// A progressBar shows on a terminal how much of the work is done and how long the rest will take.
// It appears when the work has taken a second, whether the work tells of itself or not, and is gone
// from the screen when the work ends. Elsewhere there is a line a minute instead. All methods do
// nothing for a nil bar.
type progressBar struct {
	out   io.Writer
	label string
	width int // of the bar with its words; 0 for lines
	ended chan struct{}

	mu           sync.Mutex
	start        time.Time
	share, begun float64 // that was told last, and that was done before the start
	shown, over  bool
}

// newProgressBar returns a bar on standard error, or lines if that is no terminal.
func newProgressBar(stderr io.Writer, label string) *progressBar {
	b := &progressBar{out: stderr, label: label, start: time.Now(), ended: make(chan struct{})}
	if style := terminalStyle(stderr); style.Terminal {
		b.width = min(cmp.Or(style.Width, progressWidth)-1, progressWidth)
		go b.watch(progressDelay, progressRefresh)
	} else {
		go b.watch(progressLine, progressLine)
	}
	return b
}

// watch shows the work from time to time, until it ends.
func (b *progressBar) watch(delay, every time.Duration) {
	for wait := delay; ; wait = every {
		select {
		case <-b.ended:
			return
		case <-time.After(wait):
			b.draw()
		}
	}
}

// show tells of progress.
func (b *progressBar) show(share float64) {
	if b != nil {
		b.mu.Lock()
		b.share = share
		b.mu.Unlock()
	}
}

// draw brings the bar up to date, or writes a line.
func (b *progressBar) draw() {
	b.mu.Lock()
	defer b.mu.Unlock()
	took := time.Since(b.start)
	switch {
	case b.over:
	case b.width == 0:
		fmt.Fprintf(b.out, "%s: %.1f %% done after %s\n", b.label, 100*b.share, view.Roughly(took))
	default:
		b.shown = true
		before := fmt.Sprintf("%s %.1f%% [", b.label, 100*b.share)
		after := fmt.Sprintf("] %s left", timeLeft(b.share, b.begun, took))
		room := max(b.width-utf8.RuneCountInString(before+after), 1)
		done := min(int(b.share*float64(room)), room-1)
		fmt.Fprint(b.out, "\r"+before+strings.Repeat("=", done)+">"+strings.Repeat("-", room-1-done)+after+clearLine)
	}
}

// clearLine clears a terminal from the cursor to the end of the line.
const clearLine = "\x1b[K"

// resumed says that a share was done before, so that it tells nothing of the speed.
func (b *progressBar) resumed(share float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.begun, b.start = share, time.Now()
}

// timeLeft is the time that the rest takes at the speed since a share was done.
func timeLeft(share, begun float64, since time.Duration) string {
	if share <= begun {
		return "--:--:--"
	}
	left := time.Duration(float64(since) * (1 - share) / (share - begun))
	return fmt.Sprintf("%02d:%02d:%02d", int(left.Hours()), int(left.Minutes())%60, int(left.Seconds())%60)
}

// finish takes the bar off the screen for good.
func (b *progressBar) finish() {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over {
		return
	}
	b.over = true
	close(b.ended)
	if b.shown {
		fmt.Fprint(b.out, "\r"+clearLine)
	}
}

// An interruption is what Ctrl-C needs to know of the command that it stops.
type interruption struct {
	bar    atomic.Pointer[progressBar]   // the latest bar, to be taken off the screen
	saves  atomic.Bool                   // the command saves or prints what is done, which may take longer than grace
	goesOn atomic.Pointer[func() string] // says what is kept and how to go on with it; nil if nothing is kept
}

const savingText = "combigo: saving what is done; Ctrl-C again gives it up"

// interruptionKey is where the context of a command has its interruption.
type interruptionKey struct{}
